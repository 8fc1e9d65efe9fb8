import type { Judge } from './string-match.ts';
import { scoreStringMatch } from './string-match.ts';
import type { MminaTask, MminaTrace } from './task.ts';
import { scoreContents, scoreTripMatch, scoreUrlMatch } from './url-match.ts';

/**
 * Product of a task's evaluators, 1 or 0 (MMInA's `evaluators.py`). An evaluator that is not known, or
 * whose material is missing from the trace, gives 0: nothing unproven passes.
 */
export async function scoreChecks(
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
