import { scoreChecks } from './checks.ts';
import { namesCity } from './city.ts';
import { includesAll } from './string-match.ts';
import type { Judge } from './string-match.ts';
import type { MminaResult, MminaTask, MminaTrace } from './task.ts';
import { readGroup } from './task.ts';

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
