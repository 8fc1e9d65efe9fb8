import type { Condition, Effect } from '../../../core/navigator/rules/condition.ts';
import type { Grant } from '../../../core/navigator/rules/rule-book.ts';

/** What the copilot may do, as the user has chosen. */
export interface RulesModel {
  /** In the order they are shown. */
  effects: readonly { condition: Condition; effect: Effect }[];
  /** Given by “Always”, oldest first. */
  grants: readonly Grant[];
  sites: SitesModel;
}

export interface SitesModel {
  /** As stored, one pattern each. */
  allow: readonly string[];
  deny: readonly string[];
  /** Why what was entered cannot be used; null when it can. */
  problems: { allow: string | null; deny: string | null };
  saved: boolean;
}

export interface RulesEvents {
  onEffect: (condition: Condition, effect: Effect) => void;
  onRevoke: (grant: Grant) => void;
  /** Lists as entered, one pattern per line. */
  onSaveSites: (allow: string, deny: string) => void;
}
