import type { Action, Uid } from '../action/action.ts';
import { getDefinition } from '../action/action.ts';
import type { BrowserTurn } from '../demonstration/demonstration.ts';
import { writeCall } from '../formats/dmr/query.ts';
import { foldTurns } from '../formats/steps/fold-turns.ts';
import type { Grounded, Sight } from '../navigator/target/grounded.ts';
import { groundTask } from '../navigator/direct/direct.ts';
import { readRequest } from '../navigator/request/request.ts';
import type { Task } from '../navigator/request/step.ts';
import type { Encoder } from '../ranking/candidate.ts';
import { listCandidates } from '../ranking/page/list-candidates.ts';
import { rankCandidates } from '../ranking/rank.ts';
import { parsePage } from '../snapshot/parse.ts';
import type { PageSnapshot } from '../snapshot/snapshot.ts';
import type { OpenedDemonstration } from './open-demonstration.ts';

interface DirectOptions {
  encoder: Encoder | null;
  now: () => number;
}

/** How far the navigator is with a request. */
interface Progress {
  tasks: Task[];
  lastField: Uid | null;
  before: ReadonlySet<Uid>;
  /** What it would tell the instructor next. */
  word: string;
}

const DONE = 'Done.';

/**
 * What the navigator without a model would have done at each turn, as calls by index in the view. It is
 * taught by the recording: every request of the instructor is read afresh, its first task is looked for
 * on the page of the first action after it, the next on that of the next, whatever it did before. Clicks
 * that only lead up to an action and events that came of one take no task.
 */
export async function answerDirectly(
  { view, content }: OpenedDemonstration,
  { encoder, now }: DirectOptions,
): Promise<Map<number, string>> {
  const answers = new Map<number, string>();
  const folded = new Map(foldTurns(content.turns).map((each) => [each.turn.id, each]));
  let progress = begin('');
  for (const [index, turn] of view.turns.entries()) {
    if (turn.type === 'chat') {
      if (turn.speaker === 'instructor') progress = begin(turn.utterance);
      else answers.set(index, say(progress.tasks.length > 0 ? '' : progress.word));
      continue;
    }
    const source = folded.get(view.turnIds[index] ?? '');
    const page = source ? await view.readSnapshot(index) : null;
    if (!source || !page) continue;
    const sight = look(page, source.turn, progress, { encoder, now });
    const [output, after] = await step(progress, sight);
    answers.set(index, output);
    if (source.part === 'act') {
      const before = new Set(sight.candidates.map(({ uid }) => uid));
      progress = { ...after, before };
    }
  }
  return answers;
}

function begin(message: string): Progress {
  const request = readRequest(message);
  return {
    tasks: request.ok ? request.steps : [],
    lastField: null,
    before: new Set(),
    word: request.ok ? DONE : request.reason,
  };
}

function look(
  page: PageSnapshot,
  { metadata }: BrowserTurn,
  { lastField, before }: Progress,
  { encoder, now }: DirectOptions,
): Sight {
  const candidates = listCandidates([parsePage(page)], page.frames[0]?.viewport ?? null);
  return {
    tabId: metadata.tabId,
    url: metadata.url,
    title: '',
    candidates,
    page,
    lastField,
    before,
    rank: (query, pool) => rankCandidates(query, pool, { k: pool.length, encoder, now }),
  };
}

/** The first task that comes to something on this page; without any the navigator speaks. */
async function step(progress: Progress, sight: Sight): Promise<[string, Progress]> {
  const tasks = [...progress.tasks];
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const grounded = await groundTask(task, sight);
    if (grounded.kind === 'skip' || grounded.kind === 'wait') continue;
    if (grounded.kind !== 'act') {
      const word = grounded.kind === 'ask' ? grounded.question : grounded.text;
      return [say(word), { ...progress, tasks: [], word }];
    }
    const { action, target, next } = grounded;
    const lastField = action.intent === 'textInput' ? (target?.uid ?? null) : progress.lastField;
    const rest = [...next, ...tasks];
    return [writeAction(action), { ...progress, tasks: rest, lastField, word: DONE }];
  }
  return [say(progress.word), { ...progress, tasks: [] }];
}

function say(utterance: string): string {
  return writeCall('say', { speaker: 'navigator', utterance: utterance.replaceAll('"', "'") });
}

/** As WebLINX writes calls. What it has no call for (keys, back) is written, too, and matches nothing. */
function writeAction({ intent, ...args }: Extract<Grounded, { kind: 'act' }>['action'] & Action) {
  return writeCall(getDefinition(intent).call, args);
}
