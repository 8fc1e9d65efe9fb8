import { STATE_LOOKS } from './action-state.ts';
import type { ActionEntry, Entry } from './entry.ts';

function describeNew(entry: Entry): string | null {
  switch (entry.kind) {
    case 'utterance':
      return entry.speaker === 'navigator' && entry.by === 'copilot' ? entry.text : null;
    case 'question':
      return [entry.question, ...entry.options.map((option) => option.label)].join(' ');
    case 'approval':
      return entry.answer === null ? `May I ${entry.description}? ${entry.reason}` : null;
    case 'notice':
      return [entry.happened, entry.kept, entry.next].filter((part) => part !== null).join(' ');
    case 'action':
      return [`${entry.description}: ${STATE_LOOKS[entry.state].word}`, ...listErrors(entry)].join(
        '. ',
      );
    case 'thinking':
      return null;
  }
}

function listErrors({ findings }: ActionEntry): string[] {
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => `Not kept right: ${message}`);
}

/**
 * What a screen reader should be told when the list went from `before` to `after`: what the
 * navigator said, asked or did, and actions whose state is another now. Never what the user wrote.
 */
export function announceChanges(before: readonly Entry[], after: readonly Entry[]): string[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const news: string[] = [];
  for (const entry of after) {
    const old = known.get(entry.id);
    if (old === entry) continue;
    const isNew = old === undefined;
    const hasNewState =
      old?.kind === 'action' && entry.kind === 'action' && old.state !== entry.state;
    const isFoundWrong =
      old?.kind === 'action' &&
      entry.kind === 'action' &&
      listErrors(entry).length > listErrors(old).length;
    const text = isNew || hasNewState || isFoundWrong ? describeNew(entry) : null;
    if (text !== null) news.push(text);
  }
  return news;
}
