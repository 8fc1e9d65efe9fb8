import { STATE_LABELS } from './entry.ts';
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
      return [entry.happened, entry.saved, entry.next].filter((part) => part !== null).join(' ');
    case 'action':
      if (entry.state === 'keeping') return null;
      return [`${entry.description}: ${STATE_LABELS[entry.state].word}`, ...listErrors(entry)].join(
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
 * navigator said, asked or did, actions that are another or stand otherwise now, and what was taken back.
 * Never what the user wrote, and nothing of an action that is still being kept.
 */
export function announceChanges(before: readonly Entry[], after: readonly Entry[]): string[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const news: string[] = [];
  for (const entry of after) {
    const old = known.get(entry.id);
    if (old === entry) continue;
    const isNew = old === undefined;
    const isOther =
      old?.kind === 'action' &&
      entry.kind === 'action' &&
      (old.state !== entry.state || old.description !== entry.description);
    const isFoundWrong =
      old?.kind === 'action' &&
      entry.kind === 'action' &&
      listErrors(entry).length > listErrors(old).length;
    const text = isNew || isOther || isFoundWrong ? describeNew(entry) : null;
    if (text !== null) news.push(text);
  }
  return mergeRepeats([...listUndone(before, after), ...news]);
}

/** Ten clicks on the same in a row are told in one line. */
function mergeRepeats(lines: readonly string[]): string[] {
  const runs: { line: string; times: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return runs.map(({ line, times }) => (times === 1 ? line : `${line}, ${String(times)} times`));
}

/** One that is gone was taken back; where more are, it is another list. */
function listUndone(before: readonly Entry[], after: readonly Entry[]): string[] {
  const left = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !left.has(id));
  const [entry] = gone;
  if (gone.length !== 1 || !entry) return [];
  if (entry.kind === 'action') return [`Taken back: ${entry.description}`];
  return entry.kind === 'utterance' ? [`Taken back: “${entry.text}”`] : [];
}
