import type { MminaAnswers, MminaChecks, MminaResult, MminaTask, MminaTrace } from './task.ts';
import { readGroup } from './task.ts';
import type { ChatMessage } from '../../navigator/model/question.ts';

/**
 * Evaluates a task as MMInA's published `run.py` does (commit 628f4b8), faults included, for comparison with published
 * figures:
 * - single-hop tasks never count a hop, so their hop success is 0: use the task success;
 * - a two-hop task's first text is compared as written with a lower-case URL: with a capital in it, it
 *   can never be met;
 * - once a Kiwix hop was made by leaving for the next site, nothing is checked any more, so that the
 *   task can pass only when that next site is `end`;
 * - one URL can make two hops;
 * - `end` counts as a hop, which is never made: a full pass is (n − 1) of n.
 * Running off the end of `procedure`, where Python raises, ends the task unpassed.
 */
export async function evaluateUpstream(
  task: MminaTask,
  trace: MminaTrace,
  judge: Judge,
): Promise<MminaResult> {
  switch (readGroup(task.domain)) {
    case 'singlehop':
      return { passed: (await scoreChecks(task, trace, judge)) === 1, hops: 0, hopCount: 1 };
    case '2hop':
      return countTwoHops(task, trace);
    case 'multihop':
      return countManyHops(task, trace);
  }
}

function countTwoHops({ eval: checks }: MminaTask, trace: MminaTrace): MminaResult {
  const parts = checks.reference_answers?.must_include ?? [];
  const lowered = parts.map((part) => part.toLowerCase());
  let hops = 0;
  for (const url of trace.urls.map((visited) => visited.toLowerCase())) {
    if (hops === 0 && !url.includes('kiwix') && url.includes(parts[0] ?? '')) hops = 1;
    if (hops === 1 && includesAll(url, lowered)) hops = 2;
  }
  return { passed: hops === 2, hops, hopCount: 2 };
}

function countManyHops(task: MminaTask, trace: MminaTrace): MminaResult {
  const list = task.procedure ?? [];
  let hops = 0;
  for (const url of trace.urls.map((visited) => visited.toLowerCase())) {
    const [now, next] = list.slice(hops);
    if (now === undefined) break;
    const isOnKiwix = url.includes('kiwix') || !now.includes('kiwix');
    if (!isOnKiwix && next !== undefined && url.includes(next)) {
      hops += 1;
      break;
    }
    hops += countAdvances(url, now, task);
  }
  return { passed: list[hops] === 'end', hops, hopCount: list.length };
}

/** Both tests are on the same hop, so a URL that meets both advances twice. */
function countAdvances(url: string, now: string, { city, flight, shop }: MminaTask): number {
  const isAt = (site: string): boolean => url.includes(site) && now.includes(site);
  const isBooked =
    (isAt('momondo') && url.includes(flight ?? '')) || (isAt('7770') && url.includes(shop ?? ''));
  const isReachedNow = url.includes(now) && namesCity(url, city);
  return Number(isBooked) + Number(isReachedNow);
}

/** Whether a URL in lower case names a task's city, or both of `from to`. */
function namesCity(url: string, city: string | undefined): boolean {
  return (city ?? '').split(' ').every((name) => url.includes(name.toLowerCase()));
}

/**
 * Evaluates a task as MMInA's paper describes it (§4.2): hops are conditions in a queue, met one after the other, at most
 * one by each URL; the task passes when all are met and the agent then stopped. Case is ignored, and `end` is no hop. The
 * one hop of a single-hop task is its evaluators' verdict.
 */
export async function evaluateStrict(
  task: MminaTask,
  trace: MminaTrace,
  judge: Judge,
): Promise<MminaResult> {
  const hasStopped = trace.answer !== null;
  if (readGroup(task.domain) === 'singlehop') {
    const isMet = hasStopped && (await scoreChecks(task, trace, judge)) === 1;
    return { passed: isMet, hops: isMet ? 1 : 0, hopCount: 1 };
  }
  const conditions = listConditions(task);
  let hops = 0;
  for (const url of trace.urls) if (conditions[hops]?.(url.toLowerCase())) hops++;
  const hopCount = conditions.length;
  return { passed: hasStopped && hopCount > 0 && hops === hopCount, hops, hopCount };
}

/** Returns a condition for each hop, on a visited URL in lower case. */
function listConditions(task: MminaTask): ((url: string) => boolean)[] {
  if (readGroup(task.domain) === 'multihop') {
    const hops = (task.procedure ?? []).filter((hop) => hop !== 'end');
    return hops.map((hop) => (url) => isReached(url, hop.toLowerCase(), task));
  }
  const parts = (task.eval.reference_answers?.must_include ?? []).map((part) => part.toLowerCase());
  const [first] = parts;
  if (first === undefined) return [];
  return [(url) => !url.includes('kiwix') && url.includes(first), (url) => includesAll(url, parts)];
}

/** Whether a URL is on the hop's site, and there at what the task asks of that kind of site. */
function isReached(url: string, hop: string, { city, flight, shop }: MminaTask): boolean {
  if (!url.includes(hop)) return false;
  if (hop.includes('kiwix')) return true;
  if (hop.includes('momondo')) return url.includes((flight ?? '').toLowerCase());
  if (hop.includes('7770')) return url.includes((shop ?? '').toLowerCase());
  return namesCity(url, city);
}

/** Returns the product of a task's evaluators, 1 or 0 (MMInA's `evaluators.py`). */
async function scoreChecks(
  { eval: checks }: MminaTask,
  { urls, answer, contents = [] }: MminaTrace,
  judge: Judge,
): Promise<number> {
  const url = urls.at(-1) ?? '';
  const references = checks.reference_answers ?? {};
  const evaluators: Record<string, () => number | Promise<number>> = {
    string_match: () => scoreStringMatch(answer ?? '', references, judge),
    url_match: () => scoreUrlMatch(url, checks),
    trip_match: () => scoreTripMatch(url, references, judge),
    program_html: () => {
      const scores = (checks.program_html ?? []).map(({ required_contents }, index) =>
        scoreContents(contents[index] ?? '', required_contents),
      );
      return Math.min(1, ...scores);
    },
  };
  for (const type of checks.eval_types) {
    // An unknown evaluator scores 0: what is not proven doesn't pass.
    const evaluate = Object.hasOwn(evaluators, type) ? evaluators[type] : undefined;
    if (((await evaluate?.()) ?? 0) === 0) return 0;
  }
  return 1;
}

const OR = ' |OR| ';

/**
 * Returns 1 when a URL is one of the references (`EXACT`, the default) or contains one (`GOLD in PRED`), else 0. One slash at the end is
 * ignored, case isn't. Another rule gives 0, where MMInA stops.
 */
export function scoreUrlMatch(
  url: string,
  { reference_url, url_note = 'EXACT' }: Pick<MminaChecks, 'reference_url' | 'url_note'>,
): number {
  const given = url.replace(/\/$/, '');
  const references = (reference_url ?? '').split(OR).map((one) => one.replace(/\/$/, ''));
  if (url_note === 'EXACT') return references.includes(given) ? 1 : 0;
  return url_note === 'GOLD in PRED' && references.some((one) => given.includes(one)) ? 1 : 0;
}

/**
 * Returns 1 when the last URL meets all references as an answer would (`trip_match`), else 0. Deviation: ignores case, since
 * a URL with capitals could never meet MMInA's lower-case texts.
 */
export function scoreTripMatch(
  url: string,
  references: MminaAnswers,
  judge: Judge,
): Promise<number> {
  return scoreReferences(url.toLowerCase(), references, judge, url);
}

/** Returns 1 when a page's text has any of the required ones, without case, else 0 (`program_html`). */
export function scoreContents(contents: string, required: string): number {
  const text = contents.toLowerCase();
  return required.split(OR).some((one) => text.includes(one.trim().toLowerCase())) ? 1 : 0;
}

/** Whether a statement lets one infer a reference answer; MMInA asks a model. */
export type Judge = (statement: string, reference: string) => Promise<boolean>;

/**
 * Returns the question for a judge of `fuzzy_match`, word for word as MMInA sends it (`llm_fuzzy_match` of its
 * `helper_functions.py`, commit 2ee442b) at temperature 0. Deviations: the judge is the endpoint's model, where MMInA takes
 * gpt-3.5-turbo or, without a key, Qwen 2.5 7B with another system message and sampling, so figures of different judges do
 * not compare; the answer is not cut at 16 tokens.
 */
export function writeJudgeMessages(statement: string, reference: string): ChatMessage[] {
  const question = `Given the statement "${statement}", would it be correct to infer "${reference}"? Yes or No`;
  return [
    { role: 'system', content: 'You are a helpful assistant' },
    { role: 'user', content: question },
  ];
}

/** Any `Yes`, in this case, counts. Deviation: a model's thoughts before its answer don't. */
export function readJudgeAnswer(answer: string): boolean {
  return answer.replace(/<think>.*?<\/think>/gs, '').includes('Yes');
}

/**
 * Returns 1 when an answer meets all references, else 0 (`StringEvaluator` of MMInA's `evaluators.py`, commit 2ee442b). The
 * answer and the references lose one pair of quotes and their case, but the judge reads those of `fuzzy_match` as written.
 * Without references the score is 1. `N/A` is a text like any other, unlike in WebArena.
 */
export function scoreStringMatch(
  answer: string,
  references: MminaAnswers,
  judge: Judge,
): Promise<number> {
  return scoreReferences(cleanAnswer(answer), references, judge);
}

/** `judged` is what the judge reads. It is asked only where its verdict decides, which deviates from MMInA. */
async function scoreReferences(
  given: string,
  { exact_match, must_include = [], fuzzy_match = [] }: MminaAnswers,
  judge: Judge,
  judged = given,
): Promise<number> {
  if (exact_match !== undefined && cleanAnswer(exact_match) !== given) return 0;
  if (!includesAll(given, must_include.map(cleanAnswer))) return 0;
  for (const reference of fuzzy_match) if (!(await judge(judged, reference))) return 0;
  return 1;
}

/** Blanks stay, as published. */
export function cleanAnswer(answer: string): string {
  const isQuoted = [`'`, '"'].some((quote) => answer.startsWith(quote) && answer.endsWith(quote));
  return (isQuoted ? answer.slice(1, -1) : answer).toLowerCase();
}

function includesAll(text: string, parts: readonly string[]): boolean {
  return parts.every((part) => text.includes(part));
}
