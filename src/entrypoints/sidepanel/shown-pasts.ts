import type { PastName, PastOutcome } from '../../core/navigator/memory/past.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { formatCount } from '../../ui/format/amount.ts';

const OUTCOMES: Record<PastOutcome, string> = {
  worked: 'worked',
  failed: 'failed',
  unknown: 'outcome not known',
};
const LONGEST_REQUEST = 60;

/** `Shown to the model: 1 earlier demonstration (“put a lamp into the cart”, worked).` Conversations are told apart. */
function describeShown(pasts: readonly PastName[]): string {
  const told = pasts.map(({ request, outcome }) => `“${shorten(request)}”, ${OUTCOMES[outcome]}`);
  const talks = pasts.filter(({ isConversation }) => isConversation).length;
  const counts = [
    ...(talks < pasts.length ? [formatCount(pasts.length - talks, 'earlier demonstration')] : []),
    ...(talks > 0 ? [formatCount(talks, 'earlier conversation')] : []),
  ];
  return `Shown to the model: ${counts.join(' and ')} (${told.join('; ')}).`;
}

/** The list with what the model is shown of the past, where its reply will be. */
export function addShownPasts(
  entries: readonly Entry[],
  pasts: readonly PastName[] | undefined,
  id: string,
  at: number,
): readonly Entry[] {
  if (!pasts || pasts.length === 0) return entries;
  const shown = describeShown(pasts);
  const last = entries.at(-1);
  if (last?.kind === 'thinking' && last.streaming) {
    return [...entries.slice(0, -1), { ...last, shown }];
  }
  return [
    ...entries,
    { kind: 'thinking', id: `${id} shown`, at, text: '', streaming: true, shown },
  ];
}

function shorten(text: string): string {
  const points = Array.from(text);
  return points.length > LONGEST_REQUEST
    ? `${points.slice(0, LONGEST_REQUEST - 1).join('')}…`
    : text;
}
