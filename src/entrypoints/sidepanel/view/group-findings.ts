import type { EntryFinding } from '../../../ui/conversation/entry.ts';

/** `turnId` is null for findings about the whole demonstration. */
export interface TurnFinding extends EntryFinding {
  turnId: string | null;
}

/** Groups equal findings, errors first. `first` is the first turn, `turns` their number. */
export function groupFindings(findings: readonly TurnFinding[]) {
  const ordered = findings.toSorted((a, b) => a.severity.localeCompare(b.severity));
  const groups = new Map<string, (string | null)[]>();
  for (const { message, turnId } of ordered) {
    groups.set(message, [...(groups.get(message) ?? []), turnId]);
  }
  return [...groups].map(([message, turnIds]) => {
    const turns = new Set(turnIds.filter((turnId) => turnId !== null)).size;
    return { message, turns, first: turnIds[0] ?? null };
  });
}
