import type { Outcome, Result } from './measure.ts';

export interface Figures {
  requests: number;
  /** Those that can be done. */
  possible: number;
  right: number;
  /** Said to be done, and not so. */
  wrong: number;
  asked: number;
  /** Of those, questions about one element only that “yes” would have made right. */
  needless: number;
  declined: number;
  unsaid: number;
  vain: number;
  /** Those where nothing may be done, and where nothing was. */
  impossible: number;
  leftAlone: number;
}

export function sumUp(results: readonly Result[]): Figures {
  const possible = results.filter(({ request }) => typeof request.wanted === 'object');
  const impossible = results.filter(({ request }) => typeof request.wanted === 'string');
  const of = (list: readonly Result[], ...outcomes: Outcome[]): number =>
    list.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    requests: results.length,
    possible: possible.length,
    right: of(possible, 'right'),
    wrong: of(results, 'wrong'),
    asked: of(possible, 'asked'),
    needless: possible.filter(({ isNeedless }) => isNeedless).length,
    declined: of(possible, 'declined'),
    unsaid: of(possible, 'unsaid'),
    vain: of(results, 'vain'),
    impossible: impossible.length,
    leftAlone: of(impossible, 'asked', 'declined'),
  };
}

export function printResult({ request, outcome, isNeedless, report, difference }: Result): void {
  const sign = isNeedless ? 'needless' : outcome;
  console.log(`${sign.padEnd(8)} ${request.page}: ${request.say}`);
  if (outcome === 'right') return;
  const wanted = typeof request.wanted === 'string' ? ` (${request.wanted})` : '';
  console.log(`         ${report}${wanted} ${difference.join(', ')}`);
}
