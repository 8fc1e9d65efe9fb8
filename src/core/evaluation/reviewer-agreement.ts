import type { Turn } from '../demonstration/demonstration.ts';
import type { Edit } from '../demonstration/edits/edit.ts';
import { foldEdits } from '../demonstration/edits/edit.ts';

/** What reviewers decide: about a demonstration (`status`) or about each of its turns. */
export type Decision = 'status' | 'kept' | 'text' | 'target';
const DECISIONS: readonly Decision[] = ['status', 'kept', 'text', 'target'];

export interface ReviewedDemonstration {
  id: string;
  /** As recorded. */
  turns: readonly Pick<Turn, 'id'>[];
  edits: readonly Edit[];
}

/** How far two reviewers agree on one decision. */
export interface ReviewerAgreement {
  reviewers: [string, string];
  decision: Decision;
  /** Demonstrations or turns that both decided on. */
  items: number;
  agreed: number;
  /** Cohen's kappa (Educational and Psychological Measurement 20, 1960), −1 … 1; null where both always decided the same one thing. */
  kappa: number | null;
}

/**
 * Compares all pairs of reviewers over the demonstrations that both judged. Only a reviewer's own edits count, so the
 * figures are for reviews that were made independently.
 */
export function compareReviewers(reviewed: readonly ReviewedDemonstration[]): ReviewerAgreement[] {
  const decided = readDecisions(reviewed);
  const names = [...decided.keys()].sort();
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other) =>
      DECISIONS.flatMap((decision): ReviewerAgreement[] => {
        const pairs = pairUp(decided.get(one)?.[decision], decided.get(other)?.[decision]);
        if (pairs.length === 0) return [];
        const agreed = pairs.filter(([first, second]) => first === second).length;
        const compared = { items: pairs.length, agreed, kappa: computeKappa(pairs) };
        return [{ reviewers: [one, other], decision, ...compared }];
      }),
    ),
  );
}

/** The value of each item, by its name. */
type Decided = Record<Decision, Map<string, string>>;

function readDecisions(reviewed: readonly ReviewedDemonstration[]): Map<string, Decided> {
  const all = new Map<string, Decided>();
  for (const { id, turns, edits } of reviewed) {
    const names = new Set(edits.map(({ by }) => by).filter((by) => by !== ''));
    for (const name of names) {
      const { standing } = foldEdits(edits.filter(({ by }) => by === name));
      const commands = standing.map(({ command }) => command);
      const status = commands.findLast((command) => command.kind === 'judge')?.status;
      if (status !== 'approved' && status !== 'rejected') continue;
      const decided = all.get(name) ?? startDecisions();
      all.set(name, decided);
      decided.status.set(id, status);
      for (const { id: turnId } of turns) {
        const own = commands.filter((command) => 'turnId' in command && command.turnId === turnId);
        const noise = own.findLast(({ kind }) => kind === 'noise' || kind === 'remove');
        const isLeftOut = noise && (noise.kind !== 'noise' || noise.isNoise);
        const item = `${id} ${turnId}`;
        decided.kept.set(item, isLeftOut ? 'left out' : 'kept');
        for (const kind of ['text', 'target'] as const)
          decided[kind].set(
            item,
            own.some((command) => command.kind === kind) ? 'changed' : 'as recorded',
          );
      }
    }
  }
  return all;
}

function startDecisions(): Decided {
  return { status: new Map(), kept: new Map(), text: new Map(), target: new Map() };
}

function pairUp(
  one: ReadonlyMap<string, string> = new Map(),
  other: ReadonlyMap<string, string> = new Map(),
): [string, string][] {
  return [...one].flatMap(([item, value]): [string, string][] => {
    const second = other.get(item);
    return second === undefined ? [] : [[value, second]];
  });
}

/** Null where chance alone explains full agreement. */
export function computeKappa(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length === 0) return null;
  const share = (count: number): number => count / pairs.length;
  const observed = share(pairs.filter(([one, other]) => one === other).length);
  const values = new Set(pairs.flat());
  let expected = 0;
  for (const value of values) {
    const [first, second] = [0, 1].map((at) =>
      share(pairs.filter((pair) => pair[at] === value).length),
    );
    expected += (first ?? 0) * (second ?? 0);
  }
  return expected === 1 ? null : (observed - expected) / (1 - expected);
}
