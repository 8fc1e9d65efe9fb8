import type { DemonstrationContent } from '../demonstration/content.ts';
import { draftTask } from '../formats/mmina/draft.ts';
import { evaluateStrict, evaluateUpstream } from '../metrics/mmina/upstream.ts';
import type { Judge } from '../metrics/mmina/string-match.ts';
import type { MminaResult, MminaTask, MminaTrace } from '../metrics/mmina/task.ts';
import { readGroup } from '../metrics/mmina/task.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import { readStatement } from './judge-answers.ts';
import type { ActionRow, HopMaterial } from './row.ts';

export interface HopResult {
  strict: MminaResult;
  upstream: MminaResult;
}

/**
 * MMInA's material. Without a task written by hand it is the drafted one, which no person has checked;
 * null where that allows no hops: the demonstration stays on one site, so that there is no procedure.
 */
export function readHopMaterial(
  content: DemonstrationContent,
  view: ReplayView,
  given: MminaTask | null,
): HopMaterial | null {
  const task = given ?? draftHops(content);
  if (task === null) return null;
  const byId = new Map(content.turns.map((turn) => [turn.id, turn]));
  const urls = view.turnIds.map((id) => {
    const turn = byId.get(id);
    if (turn?.kind !== 'browser') return '';
    return turn.action.intent === 'load' ? turn.action.url : turn.metadata.url;
  });
  const last = view.turns.findLastIndex(
    (turn) => turn.type === 'chat' && turn.speaker === 'navigator',
  );
  const said = view.turns[last];
  return {
    ...{ task, urls },
    answer: said?.type === 'chat' ? { turn: last, text: said.utterance } : null,
  };
}

function draftHops(content: DemonstrationContent): MminaTask | null {
  const { procedure, city = '', flight = '', shop = '', eval: checks } = draftTask(content);
  if (procedure === undefined) return null;
  return { domain: 'multi567', eval: checks, procedure, city, flight, shop };
}

/**
 * MMInA by a recording: follows the answers as long as each does what the recording did. After the first that does
 * not, it is unknown where it would have led, so no later page counts as visited. Turns without a question (tab
 * changes, scrolls that cannot be scored) count as recorded. So the figure is a lower bound, and one fault costs the
 * rest of its task. A single-hop task is judged by its last utterance, with earlier verdicts of the judge.
 */
export async function scoreHops(
  { task, urls, answer }: HopMaterial,
  rows: readonly ActionRow[],
  isGold: boolean,
  judge: Judge,
): Promise<HopResult> {
  const wrong = isGold ? undefined : rows.find((row) => !isRight(row))?.turn;
  const end = wrong ?? urls.length;
  // A wrong load was still begun on the page that the turn shows.
  const visited = urls.slice(0, end).filter((url) => url !== '');
  const said = answer !== null && answer.turn < end ? answer : null;
  const isJudgedByWords = !isGold && readGroup(task.domain) === 'singlehop';
  const row = isJudgedByWords ? rows.find(({ turn }) => turn === said?.turn) : undefined;
  const words = isJudgedByWords ? row && readStatement(row) : said?.text;
  const trace: MminaTrace = { urls: visited, answer: words === '' ? null : (words ?? null) };
  return {
    strict: await evaluateStrict(task, trace, judge),
    upstream: await evaluateUpstream(task, trace, judge),
  };
}

/** Whether the answer does what the recording did, as far as where one comes is concerned. */
function isRight(row: ActionRow): boolean {
  switch (row.intent) {
    case 'load':
      return row.urlf === 1;
    // Neither moves one to another page.
    case 'scroll':
    case 'say':
    case 'hover':
      return true;
    default:
      return row.step === null ? row.exactMatch === 1 : row.step.success === 1;
  }
}
