import { message } from '../../messages/message.ts';
import type { ActionEntry, Entry } from './entry.ts';
import { describeEntryFinding, STATE_LABELS } from './entry.ts';

function describeEntry(entry: Entry): string | null {
  switch (entry.kind) {
    case 'utterance':
      return entry.by === 'copilot' ? entry.text : null;
    case 'question':
      return [entry.question, ...entry.options.map((option) => option.label)].join(' ');
    case 'approval':
      if (entry.answer !== null) return null;
      return message('commonAnnounceApproval', entry.description, entry.reason);
    case 'notice':
      return [entry.happened, entry.saved, entry.next].filter((part) => part !== null).join(' ');
    case 'action': {
      if (entry.state === 'saving') return null;
      const state = message(STATE_LABELS[entry.state].label);
      const line = message('commonAnnounceState', entry.description, state);
      return joinSentences([line, ...listErrors(entry)]);
    }
    case 'form':
      return message('skillsFormTitle', entry.name);
    case 'stuck':
      return entry.text;
    case 'thinking':
      return null;
  }
}

/** Returns lines as one text, each ended by its own mark or a full stop. */
export function joinSentences(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      const isLast = index === lines.length - 1;
      return isLast || /[.!?…]$/u.test(line) ? line : `${line}.`;
    })
    .join(' ');
}

function listErrors({ findings }: ActionEntry): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(describeEntryFinding);
}

/**
 * Returns what a screen reader announces when the list changes: what the copilot said, asked or did, actions whose state
 * or description changed, and undone turns. Equal lines in a row are announced once, with their number.
 */
export function announceChanges(before: readonly Entry[], after: readonly Entry[]): string[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const news = after
    .filter((entry) => isNews(known.get(entry.id), entry))
    .flatMap((entry) => describeEntry(entry) ?? []);
  const counted: { line: string; times: number }[] = [];
  for (const line of [...listUndone(before, after), ...news]) {
    const last = counted.at(-1);
    if (last?.line === line) last.times += 1;
    else counted.push({ line, times: 1 });
  }
  return counted.map(({ line, times }) =>
    times === 1 ? line : message('commonAnnounceTimes', line, times),
  );
}

function isNews(old: Entry | undefined, entry: Entry): boolean {
  if (!old) return true;
  if (old === entry || old.kind !== 'action' || entry.kind !== 'action') return false;
  return (
    old.state !== entry.state ||
    old.description !== entry.description ||
    listErrors(entry).length > listErrors(old).length
  );
}

/** One missing entry was undone; several missing entries mean that another list is shown. */
function listUndone(before: readonly Entry[], after: readonly Entry[]): string[] {
  const remaining = new Set(after.map(({ id }) => id));
  const [entry, ...others] = before.filter(({ id }) => !remaining.has(id));
  if (others.length > 0) return [];
  if (entry?.kind === 'action') return [message('commonAnnounceUndone', entry.description)];
  if (entry?.kind !== 'utterance') return [];
  return [message('commonAnnounceUndone', message('commonQuoted', entry.text))];
}
