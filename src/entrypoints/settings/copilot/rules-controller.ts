import { create } from 'zustand';
import type { Condition, RuleEffect } from '../../../core/navigator/rules/conditions.ts';
import type { Grant, RuleBook } from '../../../core/navigator/rules/rule-book.ts';
import { removeGrant, setEffect } from '../../../core/navigator/rules/rule-book.ts';
import { validateSites } from '../../../core/navigator/sites.ts';
import { message } from '../../../messages/message.ts';
import { changeRules, followRules } from '../../../platform/settings/stored-settings.ts';

const NO_PROBLEMS = { allow: null as string | null, deny: null as string | null };

/** The copilot's rules, which the panel may change as well. */
export const useRules = create(() => ({
  /** Null until it is read. */
  book: null as RuleBook | null,
  /** What is wrong with the lists of sites that were entered last, and whether they were saved. */
  problems: NO_PROBLEMS,
  isSaved: false,
}));

let following = new AbortController();

/** Shows the rules and follows their changes. */
export function loadRules(): void {
  following.abort();
  following = new AbortController();
  followRules((book) => useRules.setState({ book }), following.signal);
}

function change(by: (book: RuleBook) => RuleBook): void {
  useRules.setState({ isSaved: false });
  changeRules(by).then(
    (book) => useRules.setState({ book }),
    (error: unknown) => {
      const deny = message('settingsSaveFailed', String(error));
      useRules.setState({ problems: { allow: null, deny } });
    },
  );
}

export function chooseEffect(condition: Condition, effect: RuleEffect): void {
  change((book) => setEffect(book, condition, effect));
}

export function revokeGrant(grant: Grant): void {
  change((book) => removeGrant(book, grant));
}

/** Lists as entered, one pattern per line. */
export function saveSites(allowed: string, denied: string): void {
  const [allow, deny] = [validateSites(allowed), validateSites(denied)];
  if (!allow.ok || !deny.ok) {
    const problems = {
      allow: allow.ok ? null : allow.reason,
      deny: deny.ok ? null : deny.reason,
    };
    useRules.setState({ problems, isSaved: false });
    return;
  }
  const sites = { allow: allow.patterns, deny: deny.patterns };
  change((book) => ({ ...book, sites }));
  useRules.setState({ problems: NO_PROBLEMS, isSaved: true });
}
