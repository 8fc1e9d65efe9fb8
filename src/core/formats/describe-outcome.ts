import type { BrowserTurn } from '../demonstration/demonstration.ts';
import { describeReceipt } from '../navigator/describe.ts';
import { toCandidate } from '../navigator/run/user-action.ts';

/** Returns what came of an action in a sentence, by its receipt. */
export function describeOutcome({ receipt, element }: BrowserTurn): string {
  if (!receipt) return 'The effect was not verified.';
  const unknown = { text: '', placeholder: '', key: '' };
  const tag = element?.tagName.toLowerCase() ?? '';
  return describeReceipt(receipt, element && toCandidate({ ...element, ...unknown, tag }));
}
