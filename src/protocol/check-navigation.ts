import type { NavigationReport } from './background.ts';

const TYPES: readonly unknown[] = ['push', 'replace', 'reload', 'traverse'];

/** Pages' processes send these, so they are looked at before they are used. */
export function isNavigationReport(value: unknown): value is NavigationReport {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    Number.isFinite(value.at) &&
    'byHand' in value &&
    typeof value.byHand === 'boolean' &&
    'type' in value &&
    TYPES.includes(value.type)
  );
}
