import type { Candidate } from '../ranking/candidate.ts';

/** Cycles of up to this many actions are looked for. */
const LONGEST_CYCLE = 4;
/** How often a cycle of several actions may come round. */
const MOST_ROUNDS = 2;

/**
 * Whether `next` would only go on with what the last actions did over and over: several in turn that lead
 * back to where they began. Each entry names an action together with the state of the page it is done on.
 * One action many times is none: it may count up a number that is no candidate, and where it changes
 * nothing its receipts say so.
 */
export function isLoop(trail: readonly string[], next: string): boolean {
  for (let length = 2; length <= LONGEST_CYCLE; length++) {
    const last = trail.slice(-length * MOST_ROUNDS);
    if (last.length < length * MOST_ROUNDS || last[0] !== next) continue;
    if (new Set(last).size > 1 && last.every((entry, at) => entry === last[at % length]))
      return true;
  }
  return false;
}

/** An action and the page it is done on, as far as its candidates tell; their uids are those of one document. */
export function nameStep(call: string, candidates: readonly Candidate[]): string {
  const states = candidates.map(({ uid, fields, box, checked, expanded, disabled, inViewport }) =>
    [uid, fields.name, fields.value, box?.y, checked, expanded, disabled, inViewport].join('\t'),
  );
  return [call, ...states].join('\n');
}
