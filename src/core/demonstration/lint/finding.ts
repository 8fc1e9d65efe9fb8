/** Something a dataset built from the demonstration would trip over. */
export interface LintFinding {
  /** Null when it is about the demonstration as a whole. */
  turnId: string | null;
  /** Stable name of the rule, for lists and tests. */
  rule: string;
  /** An error makes the turn (or all of it) useless or misleading; a warning makes it worth less. */
  severity: 'error' | 'warning';
  /** In the user's words: what is wrong, what it means, what to do. */
  message: string;
}

/** A rule's verdict before it is known which turn it is about. */
export type RuleFinding = Omit<LintFinding, 'turnId'>;

export function reportError(rule: string, message: string): RuleFinding {
  return { rule, severity: 'error', message };
}

export function reportWarning(rule: string, message: string): RuleFinding {
  return { rule, severity: 'warning', message };
}
