import type { Skill } from '../../navigator/skill/skill.ts';
import type { Shape } from '../../shape.ts';
import { listOf, number, objectWith, orAbsent, text } from '../../shape.ts';

/**
 * Where a page says something: a global (`game.state.done`), or an element's attribute or text. Without either, nothing.
 */
export interface PageReading {
  /** A global variable, or a member of one: `game.isOver`. */
  global?: string;
  /** CSS. */
  selector?: string;
  attribute?: string;
}

export interface SuiteTask {
  id: string;
  /** Relative to the suite's pages, or a full address. */
  start: string;
  /** What the navigator is asked to do, or where the page says it. */
  instruction: string | PageReading;
  /** Made of a demonstration of the task: the conditions of its last step say whether the task is done. */
  skill?: Skill;
}

/** Tasks in pages that say by themselves when they are done. */
export interface Suite {
  name: string;
  /** The folder that is served; null if every task starts at a full address. */
  pages: string | null;
  /** JavaScript that starts a task in its page; `seed` is a number. */
  begin: string | null;
  /** Whether the task is over; null if only the suite's own evaluator can tell. */
  done: PageReading | null;
  /** How well it was done, above 0 for done right; null: over is done right. */
  reward: PageReading | null;
  /** How long a navigator may take. */
  seconds: number;
  /** `webarena`: writes `agent_response.json` and `network.har` for every task. */
  records: 'nothing' | 'webarena';
  tasks: readonly SuiteTask[];
}

/** The file that describes a folder of pages. */
export const SUITE_FILE = 'suite.json';

const DEFAULT_SECONDS = 120;

const globalPath: Shape = Object.assign(
  (value: unknown, place: string) =>
    typeof value === 'string' && /^[\w$]+(?:\.[\w$]+)*$/.test(value)
      ? null
      : `${place} should be a path like game.isOver`,
  { schema: { type: 'string', pattern: '^[\\w$]+(?:\\.[\\w$]+)*$' } },
);

const reading: Shape = objectWith({
  global: orAbsent(globalPath),
  selector: orAbsent(text),
  attribute: orAbsent(text),
});

const textOrReading: Shape = Object.assign(
  (value: unknown, place: string) => (typeof value === 'string' ? null : reading(value, place)),
  { schema: { anyOf: [text.schema, reading.schema] } },
);

/** The shape of `suite.json`; `docs/bench.md` describes it. */
const SUITE: Shape = objectWith({
  name: text,
  pages: orAbsent(text),
  begin: orAbsent(text),
  instruction: orAbsent(textOrReading),
  done: reading,
  reward: orAbsent(reading),
  seconds: orAbsent(number),
  tasks: listOf(objectWith({ id: text, start: text, instruction: orAbsent(textOrReading) })),
});

interface SuiteFile extends Partial<Pick<Suite, 'begin' | 'reward' | 'seconds'>> {
  name: string;
  pages?: string;
  done: PageReading;
  instruction?: string | PageReading;
  tasks: (Omit<SuiteTask, 'instruction'> & Partial<Pick<SuiteTask, 'instruction'>>)[];
}

/** Reads a `suite.json`. Returns the reason if it isn't one. */
export function readSuite(json: string): Suite | string {
  const value = parse(json);
  const fault = value === undefined ? 'it is not JSON' : SUITE(value, '');
  if (fault !== null) return fault;
  const { tasks: given, instruction: forAll, ...file } = value as SuiteFile;
  const tasks: SuiteTask[] = [];
  for (const { instruction = forAll, ...task } of given) {
    if (instruction === undefined) return `the task ${task.id} has no instruction`;
    tasks.push({ ...task, instruction });
  }
  return {
    ...{ name: file.name, pages: file.pages ?? '.', begin: file.begin ?? null },
    ...{ done: file.done, reward: file.reward ?? null, records: 'nothing', tasks },
    seconds: file.seconds ?? DEFAULT_SECONDS,
  };
}

/**
 * The tasks of a MiniWoB++ checkout, by the names of their pages without `.html`. Its pages draw a task from the random
 * numbers of a seed, and set globals when it is over (its `html/core/core.js`).
 */
export function makeMiniwobSuite(pages: readonly string[]): Suite {
  return {
    name: 'MiniWoB++',
    pages: 'html',
    // The page would end a task after ten seconds.
    begin: 'core.EPISODE_MAX_TIME = 600000; Math.seedrandom(seed); core.startEpisodeReal();',
    done: { global: 'WOB_DONE_GLOBAL' },
    reward: { global: 'WOB_RAW_REWARD_GLOBAL' },
    seconds: DEFAULT_SECONDS,
    records: 'nothing',
    tasks: pages.map((id) => ({
      id,
      start: `miniwob/${id}.html`,
      instruction: { selector: '#query' },
    })),
  };
}

export function makeDemonstratedSuite(tasks: readonly Required<SuiteTask>[]): Suite {
  return {
    ...{ name: 'Demonstrations', pages: null, begin: null, done: null, reward: null },
    ...{ seconds: DEFAULT_SECONDS, records: 'nothing', tasks },
  };
}

const WEBARENA: Shape = listOf(
  objectWith({ task_id: number, intent: text, start_urls: listOf(text) }),
);

/** Reads the tasks that `webarena-verified agent-input-get` writes. Returns the reason if they aren't. */
export function readWebarenaTasks(json: string): Suite | string {
  const value = parse(json);
  const fault = value === undefined ? 'it is not JSON' : WEBARENA(value, '');
  if (fault !== null) return fault;
  const tasks = value as { task_id: number; intent: string; start_urls: string[] }[];
  return {
    ...{ name: 'WebArena-Verified', pages: null, begin: null, done: null, reward: null },
    ...{ seconds: 300, records: 'webarena' },
    tasks: tasks.map(({ task_id: id, intent, start_urls: [start = ''] }) => ({
      id: String(id),
      start,
      instruction: intent,
    })),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
