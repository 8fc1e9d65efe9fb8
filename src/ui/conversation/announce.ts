import { message } from '../../messages/message.ts';
import type { ActionEntry, Entry } from './entry.ts';
import { describeEntryFinding, STATE_LABELS } from './entry.ts';

function describeEntry(entry: Entry): string | null {
  switch (entry.kind) {
    case 'utterance':
      return entry.speaker === 'navigator' && entry.by === 'copilot' ? entry.text : null;
    case 'question':
      return [entry.question, ...entry.options.map((option) => option.label)].join(' ');
    case 'approval':
      return entry.answer === null
        ? message('commonAnnounceApproval', entry.description, entry.reason)
        : null;
    case 'notice':
      return [entry.happened, entry.saved, entry.next].filter((part) => part !== null).join(' ');
    case 'action': {
      if (entry.state === 'saving') return null;
      const state = message(STATE_LABELS[entry.state].label);
      const line = message('commonAnnounceState', entry.description, state);
      return [line, ...listErrors(entry)].join('. ');
    }
    case 'thinking':
      return null;
  }
}

function listErrors({ findings }: ActionEntry): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(describeEntryFinding);
}

/**
 * Returns what a screen reader announces when the list changes from `before` to `after`: what the navigator said, asked
 * or did, actions whose state or description changed, and undone turns. Skips the user's own words and actions that are
 * still being saved.
 */
export function announceChanges(before: readonly Entry[], after: readonly Entry[]): string[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const news = after.flatMap((entry) => {
    const text = isWorthAnnouncing(known.get(entry.id), entry) ? describeEntry(entry) : null;
    return text === null ? [] : [text];
  });
  return mergeRepeats([...listUndone(before, after), ...news]);
}

function isWorthAnnouncing(old: Entry | undefined, entry: Entry): boolean {
  if (!old) return true;
  if (old === entry || old.kind !== 'action' || entry.kind !== 'action') return false;
  return (
    old.state !== entry.state ||
    old.description !== entry.description ||
    listErrors(entry).length > listErrors(old).length
  );
}

/** Merges equal lines in a row: ten clicks on one button are announced once. */
function mergeRepeats(lines: readonly string[]): string[] {
  const runs: { line: string; times: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return runs.map(({ line, times }) =>
    times === 1 ? line : message('commonAnnounceTimes', line, times),
  );
}

/** One missing entry was undone; several missing entries mean that another list is shown. */
function listUndone(before: readonly Entry[], after: readonly Entry[]): string[] {
  const remaining = new Set(after.map(({ id }) => id));
  const [entry, ...others] = before.filter(({ id }) => !remaining.has(id));
  if (!entry || others.length > 0) return [];
  if (entry.kind === 'action') return [message('commonAnnounceUndone', entry.description)];
  if (entry.kind !== 'utterance') return [];
  return [message('commonAnnounceUndone', message('commonQuoted', entry.text))];
}
