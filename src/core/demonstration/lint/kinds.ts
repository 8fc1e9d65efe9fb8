import type { LintFinding, RuleName } from './finding.ts';

/** What a finding is about, for lists: a rule is too fine to choose by. */
export const FINDING_KINDS = ['screenshot', 'page', 'target', 'text', 'secret', 'order'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

const KINDS: Readonly<Record<RuleName, FindingKind>> = {
  'screenshot-lost': 'screenshot',
  'screenshot-proof': 'screenshot',
  'screenshot-pending': 'screenshot',
  'screenshot-missing': 'screenshot',
  'screenshot-stale': 'screenshot',
  'page-missing': 'page',
  'page-lost': 'page',
  'page-empty': 'page',
  'page-headless': 'page',
  'page-late': 'page',
  'frame-lost': 'page',
  'boxes-lost': 'page',
  'box-broken': 'page',
  'uid-repeated': 'page',
  'no-target': 'target',
  'target-mixed-up': 'target',
  'target-no-box': 'target',
  'target-not-in-page': 'target',
  'target-differs': 'target',
  'target-too-deep': 'target',
  'empty-utterance': 'text',
  'no-address': 'text',
  'broken-text': 'text',
  'secret-in-page': 'secret',
  secret: 'secret',
  empty: 'order',
  'no-actions': 'order',
  'not-stopped': 'order',
  'duplicate-turn': 'order',
  'foreign-turn': 'order',
  disorder: 'order',
  'lost-cause': 'order',
  'turn-damaged': 'order',
};

export type FindingCounts = Partial<Record<FindingKind, number>>;

/** How many findings there are of each kind. */
export function countKinds(findings: readonly Pick<LintFinding, 'rule'>[]): FindingCounts {
  const counts: FindingCounts = {};
  for (const { rule } of findings) {
    const kind = (KINDS as Readonly<Record<string, FindingKind | undefined>>)[rule] ?? 'order';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

export function sumCounts(counts: FindingCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
