import { scoreChecks } from './checks.ts';
import { namesCity } from './city.ts';
import { includesAll } from './string-match.ts';
import type { Judge } from './string-match.ts';
import type { MminaResult, MminaTask, MminaTrace } from './task.ts';
import { readGroup } from './task.ts';

/**
 * MMInA as its published `run.py` counts (read at commit 628f4b8), faults included, for comparison with
 * published figures (mind2web-mmina.md §5.4):
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
