import type { EvaluatedAction } from './evaluated-action.ts';
import { parseOutput } from './parse-output.ts';
import type { EvaluatedPage } from './resolve-element.ts';
import { resolveElement } from './resolve-element.ts';

/** What a model wrote for a turn, ready to be compared; `page` is the turn's, null when it has none. */
export function readPrediction(output: string, page: EvaluatedPage | null): EvaluatedAction {
  const parsed = parseOutput(output);
  return { ...parsed, element: resolveElement(parsed, page) };
}
