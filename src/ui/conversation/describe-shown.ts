import type { Cut, PromptPart } from '../../core/navigator/question.ts';
import { formatCount, formatTokens } from '../format/amount.ts';
import type { Shown } from './entry.ts';

const THINGS: Record<Exclude<PromptPart, 'text'>, string> = {
  utterances: 'messages',
  actions: 'past actions',
  page: 'elements of the page',
  passages: 'passages of the page',
  memory: 'earlier demonstrations and conversations',
  hops: 'hops',
};

/** What a model was shown, and what there was no room for, a line each. */
export function describeShown({ tokens, cuts, elements, wider }: Shown): string[] {
  const size = `About ${formatTokens(tokens)} tokens${cuts.length === 0 ? '; there was room for everything' : ''}.`;
  return [
    size,
    ...(elements
      ? [`The best ${String(elements.shown)} of ${formatCount(elements.of, 'element')}.`]
      : []),
    ...(wider ? ['It lacked something, so it was asked again and shown more.'] : []),
    ...cuts.map(describeCut),
  ];
}

function describeCut({ part, kept, of }: Cut): string {
  if (part === 'text') return `Texts of the page were cut to ${String(kept)} %.`;
  return `There was room for ${String(kept)} of ${String(of)} ${THINGS[part]}.`;
}
