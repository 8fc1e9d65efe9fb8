import { CONDITIONS, RULES } from '../../../core/navigator/rules/conditions.ts';
import type { RuleBook } from '../../../core/navigator/rules/rule-book.ts';
import { removeGrant, setEffect } from '../../../core/navigator/rules/rule-book.ts';
import { validateSites } from '../../../core/navigator/sites.ts';
import { message } from '../../../messages/message.ts';
import { changeRules, followRules } from '../../../platform/settings/rule-book.ts';
import type { RulesEvents, RulesModel, SitesModel } from '../settings-model.ts';

const NO_PROBLEMS: SitesModel['problems'] = { allow: null, deny: null };

/** Controls the copilot's rules, which the panel may change as well. */
export function createRulesController(onShow: (rules: RulesModel) => void) {
  let shown: RuleBook | null = null;
  let problems = NO_PROBLEMS;
  let saved = false;
  let following: AbortController | null = null;

  function show(book: RuleBook | null): void {
    shown = book;
    if (book) onShow({ ...toRulesModel(book), sites: { ...book.sites, problems, saved } });
  }

  function change(by: (book: RuleBook) => RuleBook): void {
    saved = false;
    changeRules(by).then(show, (error: unknown) => {
      problems = { allow: null, deny: message('settingsSaveFailed', String(error)) };
      show(shown);
    });
  }

  const events: RulesEvents = {
    onEffect: (condition, effect) => change((book) => setEffect(book, condition, effect)),
    onRevoke: (grant) => change((book) => removeGrant(book, grant)),
    onSaveSites(allowed, denied) {
      const [allow, deny] = [validateSites(allowed), validateSites(denied)];
      problems = {
        allow: allow.ok ? null : allow.reason,
        deny: deny.ok ? null : deny.reason,
      };
      if (!allow.ok || !deny.ok) {
        saved = false;
        show(shown);
        return;
      }
      const sites = { allow: allow.patterns, deny: deny.patterns };
      change((book) => ({ ...book, sites }));
      saved = true;
    },
  };

  return {
    events,
    /** Shows the rules and follows their changes. */
    load(): void {
      following?.abort();
      following = new AbortController();
      followRules(show, following.signal);
    },
  };
}

function toRulesModel({ effects, grants }: RuleBook): Omit<RulesModel, 'sites'> {
  const free = CONDITIONS.filter((condition) => !RULES[condition].fixed);
  return {
    effects: free.map((condition) => ({
      condition,
      effect: effects[condition] ?? RULES[condition].effect,
    })),
    grants,
  };
}
