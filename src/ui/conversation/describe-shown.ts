import type { Cut, PromptPart } from '../../core/navigator/question.ts';
import { formatTokens } from '../format/amount.ts';
import type { Shown } from './entry.ts';

const THINGS: Record<Exclude<PromptPart, 'text'>, string> = {
  utterances: 'messages',
  actions: 'past actions',
  page: 'elements of the page',
  memory: 'earlier demonstrations and conversations',
  hops: 'hops',
};

/** What a model was shown, and what there was no room for, a line each. */
export function describeShown({ tokens, cuts }: Shown): string[] {
  const size = `About ${formatTokens(tokens)} tokens${cuts.length === 0 ? '; nothing was left out' : ''}.`;
  return [size, ...cuts.map(describeCut)];
}

function describeCut({ part, kept, of }: Cut): string {
  if (part === 'text') return `Texts of the page were cut to ${String(kept)} %.`;
  return `There was room for ${String(kept)} of ${String(of)} ${THINGS[part]}.`;
}
