import { anyObject, listOf, objectWith, orAbsent, orNull, text } from '../../shape.ts';

/** The members of MMInA's task files that evaluation needs. */
export interface MminaTask {
  /** The folder of a task: `shopping`, `wikipedia`, `normal`, `compare`, `multi567`, `multipro`. */
  domain: string;
  eval: MminaChecks;
  /** Of multihop tasks: a part of the URL per hop, then `end`. */
  procedure?: readonly string[];
  /** `from to`, or one name. */
  city?: string;
  flight?: string;
  shop?: string;
}

export interface MminaChecks {
  eval_types: readonly string[];
  reference_answers?: MminaAnswers | null;
  /** Several are separated by ` |OR| `. */
  reference_url?: string | null;
  url_note?: string;
  program_html?: readonly { required_contents: string }[];
}

export interface MminaAnswers {
  exact_match?: string;
  must_include?: readonly string[];
  fuzzy_match?: readonly string[];
}

export interface MminaTrace {
  /** The URL before each action, in order, that before `stop` included; the one after it is not checked. */
  urls: readonly string[];
  /** The argument of `stop`; null when the agent never stopped. */
  answer: string | null;
  /** Text of the page or locator that each `program_html` entry names, in their order. */
  contents?: readonly string[];
}

/** What counts as a hop depends on the evaluator. */
export interface MminaResult {
  passed: boolean;
  hops: number;
  hopCount: number;
}

export type MminaGroup = 'singlehop' | '2hop' | 'multihop';

export function readGroup(domain: string): MminaGroup {
  if (domain === 'shopping' || domain === 'wikipedia') return 'singlehop';
  return domain === 'normal' ? '2hop' : 'multihop';
}

export interface MminaScores {
  /** Over the hops of all tasks together. */
  hopSuccess: number | null;
  taskSuccess: number | null;
  tasks: number;
}

/** Returns MMInA's two figures, 0 … 1 (paper §4.2; published `all_pass / all_all` and PASS / N); null for no tasks. */
export function aggregateResults(results: readonly MminaResult[]): MminaScores {
  const hops = results.reduce((sum, result) => sum + result.hops, 0);
  const all = results.reduce((sum, result) => sum + result.hopCount, 0);
  const passed = results.filter((result) => result.passed).length;
  return {
    hopSuccess: all === 0 ? null : hops / all,
    taskSuccess: results.length === 0 ? null : passed / results.length,
    tasks: results.length,
  };
}

/** MMInA's folders, which say how a task is counted. */
const DOMAINS = new Set(['shopping', 'wikipedia', 'normal', 'compare', 'multi567', 'multipro']);

const TASK = objectWith({
  eval: objectWith({
    eval_types: listOf(text),
    reference_answers: orAbsent(
      orNull(
        objectWith({
          exact_match: orAbsent(text),
          must_include: orAbsent(listOf(text)),
          fuzzy_match: orAbsent(listOf(text)),
        }),
      ),
    ),
    reference_url: orAbsent(orNull(text)),
    url_note: orAbsent(text),
    program_html: orAbsent(listOf(anyObject)),
  }),
  procedure: orAbsent(listOf(text)),
  city: orAbsent(text),
  flight: orAbsent(text),
  shop: orAbsent(text),
});

/**
 * A task as MMInA's files hold it, written or corrected by hand; else what is wrong with it. One that
 * lies in none of MMInA's folders is a multi-hop task when it has a `procedure`, else a single-hop one.
 */
export function readGivenTask(
  value: unknown,
  folder: string,
): { ok: true; task: MminaTask } | { ok: false; reason: string } {
  const reason = TASK(value, '');
  if (reason !== null) return { ok: false, reason };
  const { eval: checks, procedure, city, flight, shop } = value as Omit<MminaTask, 'domain'>;
  const guessed = procedure === undefined ? 'wikipedia' : 'multi567';
  return {
    ok: true,
    task: {
      domain: DOMAINS.has(folder) ? folder : guessed,
      eval: checks,
      ...(procedure !== undefined && { procedure }),
      ...(city !== undefined && { city }),
      ...(flight !== undefined && { flight }),
      ...(shop !== undefined && { shop }),
    },
  };
}
