import type { DemonstrationForm } from '../../demonstration/demonstration.ts';
import { collapse, cut } from '../../ranking/visible-text.ts';
import { describeStep, makeDiscretion } from './describe-step.ts';
import type { Discretion } from './describe-step.ts';
import type { RoundEnd } from './memory-settings.ts';
import type { PastAct, PastTurn } from './past-turn.ts';
import type { Past, PastOutcome } from './past.ts';
import type { Passage } from './read-passages.ts';
import { readPassages } from './read-passages.ts';

const LONGEST_REQUEST = 300;
const LONGEST_LATER = 120;
/** Of longer ones, how it began and how it ended. */
const FIRST_STEPS = 7;
const LAST_STEPS = 3;

/** A stored demonstration, as much of it as is remembered. */
export interface Remembered {
  id: string;
  form: Pick<DemonstrationForm, 'description' | 'tasks'>;
  /** In order. */
  turns: readonly PastTurn[];
  /** What was done before, whose typed texts are hidden, too; absent where the turns are all. */
  earlier?: readonly PastAct[];
  /** How the copilot's last round in it ended; null where it led none. */
  ended: RoundEnd | null;
}

/** What was asked for in a demonstration, and on which host; by its form where nothing was said. */
export function listRequests({
  form,
  turns,
}: Pick<Remembered, 'form' | 'turns'>): { site: string; text: string }[] {
  const passages = readPassages(turns);
  const said = passages.flatMap((passage) =>
    passage.kind === 'said'
      ? [{ site: passage.site, text: cut(passage.text, LONGEST_REQUEST) }]
      : [],
  );
  if (said.length > 0) return said;
  const written = collapse(form.description) || collapse(form.tasks.join('; '));
  const site = passages[0]?.site;
  return written === '' || site === undefined
    ? []
    : [{ site, text: cut(written, LONGEST_REQUEST) }];
}

/**
 * A demonstration as a model is told of it: what was asked for and done on one host, or on all where
 * `site` is null. Null when that is nothing.
 */
export function describePast(remembered: Remembered, site: string | null): Past | null {
  const { id, turns, ended, earlier = [] } = remembered;
  const isHere = (passage: { site: string }): boolean => site === null || passage.site === site;
  const requests = listRequests(remembered).filter(isHere);
  const passages = readPassages(turns).filter(isHere);
  const done = passages.flatMap((passage) => (passage.kind === 'did' ? [passage.turn] : []));
  const request = requests[0]?.text;
  if (request === undefined || done.length === 0) return null;
  const typed = turns.flatMap((turn) => (turn.kind === 'browser' ? [turn] : []));
  const discretion = makeDiscretion(
    [...earlier, ...typed],
    requests.map(({ text }) => text).join('\n'),
  );
  return {
    id,
    request,
    sites: [...new Set(passages.map((passage) => passage.site))],
    outcome: judge(done, ended),
    steps: shorten(writeSteps(passages, discretion)),
  };
}

/** The request itself is told apart from them. */
function writeSteps(passages: readonly Passage[], discretion: Discretion): string[] {
  const first = passages.findIndex(({ kind }) => kind === 'said');
  let last = passages[0]?.site;
  return passages.flatMap((passage, at) => {
    const isFirst = at === first;
    if (isFirst) return [];
    const there = passage.site === last ? '' : `on ${passage.site}: `;
    last = passage.site;
    if (passage.kind === 'did') return [`${there}${describeStep(passage.turn, discretion)}`];
    return [`${there}the instructor said “${cut(passage.text, LONGEST_LATER)}”`];
  });
}

function shorten(steps: readonly string[]): string[] {
  const left = steps.length - FIRST_STEPS - LAST_STEPS;
  if (left <= 0) return [...steps];
  return [...steps.slice(0, FIRST_STEPS), `… (${left} more)`, ...steps.slice(-LAST_STEPS)];
}

/**
 * Receipts count before words: that a round ended well is no proof, that it ended badly is one, unless
 * something was done after it.
 */
function judge(done: readonly PastAct[], ended: RoundEnd | null): PastOutcome {
  const last = done.at(-1);
  const isOver = ended !== null && !(last && last.at > ended.at);
  if (isOver && (ended.outcome === 'failed' || ended.outcome === 'stopped')) return 'failed';
  const receipt = done.findLast((turn) => turn.receipt !== null)?.receipt;
  if (!receipt || receipt.verdict === 'unknown') return 'unknown';
  const isSo = receipt.verdict === 'changed' ? receipt.asAsked !== false : receipt.asAsked === true;
  return isSo ? 'worked' : 'failed';
}
