import type { Judge } from './string-match.ts';
import { cleanAnswer, includesAll, meetsFuzzily, scoreStringMatch } from './string-match.ts';
import type { MminaAnswers, MminaChecks, MminaResult, MminaTask, MminaTrace } from './task.ts';
import { readGroup } from './task.ts';

/**
 * MMInA as its published `run.py` counts (read at commit 628f4b8), faults included, for comparison with
 * published figures:
 * - single-hop tasks never count a hop, so their hop success is 0: use the task success;
 * - a two-hop task's first text is compared as written with a lower-case URL: with a capital in it, it
 *   can never be met;
 * - once a Kiwix hop was made by leaving for the next site, nothing is checked any more, so that the
 *   task can pass only when that next site is `end`;
 * - one URL can make two hops;
 * - `end` counts as a hop that nobody makes: a full pass is (n − 1) of n.
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
    const now = list[hops];
    if (now === undefined) break;
    if (leftKiwix(url, now, list[hops + 1])) {
      hops += 1;
      break;
    }
    hops += countAdvances(url, now, task);
  }
  return { passed: list[hops] === 'end', hops, hopCount: list.length };
}

function leftKiwix(url: string, now: string, next: string | undefined): boolean {
  return (
    now.includes('kiwix') && !url.includes('kiwix') && next !== undefined && url.includes(next)
  );
}

/** Both tests look at the same hop, so that a URL that meets both advances twice. */
function countAdvances(url: string, now: string, { city, flight, shop }: MminaTask): number {
  const booked =
    (isAt('momondo', url, now) && url.includes(flight ?? '')) ||
    (isAt('7770', url, now) && url.includes(shop ?? ''));
  const reached = url.includes(now) && namesCity(url, city);
  return (booked ? 1 : 0) + (reached ? 1 : 0);
}

function isAt(site: string, url: string, now: string): boolean {
  return url.includes(site) && now.includes(site);
}

/** Whether a URL (lower case) names a task's city: both words of `from to`, else the one name. */
function namesCity(url: string, city: string | undefined): boolean {
  return (city ?? '').split(' ').every((name) => url.includes(name.toLowerCase()));
}

/** Whether a visited URL, in lower case, makes a hop. */
type Condition = (url: string) => boolean;

/**
 * MMInA as its paper describes it (§4.2): hops are conditions in a queue, met one after the other, at
 * most one by each URL; the task passes when all are met and the agent then stopped. Texts are compared
 * without case. `end` is no hop. A single-hop task's one hop is its evaluators' verdict.
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

function listConditions(task: MminaTask): Condition[] {
  if (readGroup(task.domain) === 'multihop') {
    const hops = (task.procedure ?? []).filter((hop) => hop !== 'end');
    return hops.map((hop) => (url) => isReached(url, hop.toLowerCase(), task));
  }
  const parts = (task.eval.reference_answers?.must_include ?? []).map((part) => part.toLowerCase());
  const [first] = parts;
  if (first === undefined) return [];
  return [(url) => !url.includes('kiwix') && url.includes(first), (url) => includesAll(url, parts)];
}

/** On the site, and there at what the task asks of that kind of site. */
function isReached(url: string, hop: string, { city, flight, shop }: MminaTask): boolean {
  if (!url.includes(hop)) return false;
  if (hop.includes('kiwix')) return true;
  if (hop.includes('momondo')) return url.includes((flight ?? '').toLowerCase());
  if (hop.includes('7770')) return url.includes((shop ?? '').toLowerCase());
  return namesCity(url, city);
}

/**
 * Product of a task's evaluators, 1 or 0 (MMInA's `evaluators.py`). An evaluator that is not known, or
 * whose material is missing from the trace, gives 0: nothing unproven passes.
 */
async function scoreChecks(
  { eval: checks }: MminaTask,
  trace: MminaTrace,
  judge: Judge,
): Promise<number> {
  for (const type of checks.eval_types) {
    if ((await scoreCheck(type, checks, trace, judge)) === 0) return 0;
  }
  return 1;
}

async function scoreCheck(
  type: string,
  checks: MminaTask['eval'],
  { urls, answer, contents = [] }: MminaTrace,
  judge: Judge,
): Promise<number> {
  const url = urls.at(-1) ?? '';
  switch (type) {
    case 'string_match':
      return scoreStringMatch(answer ?? '', checks.reference_answers ?? {}, judge);
    case 'url_match':
      return scoreUrlMatch(url, checks);
    case 'trip_match':
      return scoreTripMatch(url, checks.reference_answers ?? {}, judge);
    case 'program_html':
      return (checks.program_html ?? []).every(
        ({ required_contents }, index) =>
          scoreContents(contents[index] ?? '', required_contents) === 1,
      )
        ? 1
        : 0;
    default:
      return 0;
  }
}

const OR = ' |OR| ';

/**
 * 1 when a URL is one of the references (`EXACT`, also where no rule is said), or holds one of them
 * (`GOLD in PRED`); else 0. One slash at the end does not count, case does. Another rule gives 0, where
 * MMInA stops.
 */
export function scoreUrlMatch(
  url: string,
  { reference_url, url_note = 'EXACT' }: Pick<MminaChecks, 'reference_url' | 'url_note'>,
): number {
  const given = cutSlash(url);
  const references = (reference_url ?? '').split(OR).map(cutSlash);
  switch (url_note) {
    case 'EXACT':
      return references.includes(given) ? 1 : 0;
    case 'GOLD in PRED':
      return references.some((one) => given.includes(one)) ? 1 : 0;
    default:
      return 0;
  }
}

/**
 * 1 when the last URL meets all references as an answer would (`trip_match`), else 0. Deviation: without
 * case, where MMInA's lower-cased texts can never be met by a URL with capitals.
 */
export async function scoreTripMatch(
  url: string,
  { exact_match, must_include = [], fuzzy_match = [] }: MminaAnswers,
  judge: Judge,
): Promise<number> {
  const given = url.toLowerCase();
  if (exact_match !== undefined && cleanAnswer(exact_match) !== given) return 0;
  if (!includesAll(given, must_include.map(cleanAnswer))) return 0;
  return (await meetsFuzzily(url, fuzzy_match, judge)) ? 1 : 0;
}

/** 1 when a page's text holds any of the required ones, without case; else 0 (`program_html`). */
export function scoreContents(contents: string, required: string): number {
  const text = contents.toLowerCase();
  return required.split(OR).some((one) => text.includes(one.trim().toLowerCase())) ? 1 : 0;
}

function cutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
