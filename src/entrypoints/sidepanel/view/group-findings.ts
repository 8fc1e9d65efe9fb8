import type { Finding } from '../../../ui/conversation/entry.ts';

/** `turnId` is null when it is about the demonstration as a whole. */
export interface TurnFinding extends Finding {
  turnId: string | null;
}

export interface FindingGroup {
  message: string;
  /** In how many turns it was found. */
  turns: number;
  /** The turn to look at first; null when it is about the whole. */
  first: string | null;
}

/** One line for what was found alike in many turns, errors first. */
export function groupFindings(findings: readonly TurnFinding[]): FindingGroup[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const groups = new Map<string, { first: string | null; turns: Set<string> }>();
  for (const { message, turnId } of [...errors, ...warnings]) {
    const group = groups.get(message) ?? { first: turnId, turns: new Set() };
    if (turnId !== null) group.turns.add(turnId);
    groups.set(message, group);
  }
  return [...groups].map(([message, { first, turns }]) => ({ message, first, turns: turns.size }));
}
