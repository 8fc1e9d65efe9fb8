import { create } from 'zustand';
import type { Condition, RuleEffect } from '../../../core/navigator/rules/conditions.ts';
import { RULES } from '../../../core/navigator/rules/conditions.ts';
import type { Grant, RuleBook } from '../../../core/navigator/rules/rule-book.ts';
import { removeGrant, setEffect } from '../../../core/navigator/rules/rule-book.ts';
import { validateSites } from '../../../core/navigator/sites.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { changeRules, followRules } from '../../../platform/settings/stored-settings.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { LinesForm, Select } from '../../../ui/components/fields.tsx';
import styles from './rules.module.css';

const NO_PROBLEMS = { allow: null as string | null, deny: null as string | null };

/** The copilot's rules, which the panel may change as well. */
const useRules = create(() => ({
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

/** `saysSo`: the form that asked for it says "Saved." once it is. */
function change(by: (book: RuleBook) => RuleBook, saysSo = false): void {
  useRules.setState({ isSaved: false });
  changeRules(by).then(
    (book) => useRules.setState({ book, ...(saysSo && { problems: NO_PROBLEMS, isSaved: true }) }),
    (error: unknown) => {
      const deny = message('settingsSaveFailed', String(error));
      useRules.setState({ problems: { allow: null, deny } });
    },
  );
}

function chooseEffect(condition: Condition, effect: RuleEffect): void {
  change((book) => setEffect(book, condition, effect));
}

function revokeGrant(grant: Grant): void {
  change((book) => removeGrant(book, grant));
}

/** Lists as entered, one pattern per line. */
function saveSites(allowed: string, denied: string): void {
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
  change((book) => ({ ...book, sites }), true);
}

const CONDITIONS: Record<Exclude<Condition, 'blocked-site'>, MessageName> = {
  'leave-sites': 'settingsRuleLeave',
  pay: 'settingsRulePay',
  send: 'settingsRuleSend',
  delete: 'settingsRuleDelete',
  submit: 'settingsRuleSubmit',
  upload: 'settingsRuleUpload',
  download: 'settingsRuleDownload',
  'type-secret': 'settingsRuleSecret',
  'call-tool': 'settingsRuleTool',
  'carry-data': 'settingsRuleCarry',
  repeat: 'settingsRuleRepeat',
};

const EFFECTS: Record<RuleEffect, MessageName> = {
  ask: 'settingsAsk',
  allow: 'settingsAllow',
  deny: 'settingsNever',
};

/** What the copilot asks about, what was always allowed, and where it may work. */
export function Rules() {
  const { book, problems, isSaved } = useRules();
  if (!book) return null;
  const { effects, grants, sites } = book;
  return (
    <div className={styles.rules}>
      <ul className={styles.list}>
        {(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[])
          .filter((condition) => !RULES[condition].fixed)
          .map((condition) => (
            <li key={condition}>
              <label className={styles.row}>
                <span>{message(CONDITIONS[condition])}</span>
                <Select
                  value={effects[condition] ?? RULES[condition].effect}
                  options={listEffects(condition)}
                  onChange={(chosen) => chooseEffect(condition, chosen)}
                />
              </label>
            </li>
          ))}
      </ul>
      <p className={styles.note}>{message('settingsRulesNote')}</p>
      <Grants grants={grants} />
      <LinesForm
        name={message('settingsSites')}
        isSaved={isSaved}
        fields={[
          {
            label: message('settingsDenied'),
            hint: message('settingsDeniedHint'),
            problem: problems.deny,
            stored: sites.deny,
          },
          {
            label: message('settingsAllowed'),
            hint: message('settingsAllowedHint'),
            problem: problems.allow,
            stored: sites.allow,
          },
        ]}
        onSave={([deny = '', allow = '']) => saveSites(allow, deny)}
      />
    </div>
  );
}

function listEffects(condition: Condition) {
  return (['ask', 'allow', 'deny'] as const).map((value) => {
    const label = message(EFFECTS[value]);
    const isDefault = value === RULES[condition].effect;
    return { value, label: isDefault ? message('settingsDefault', label) : label };
  });
}

const INTENTS: Partial<Record<Grant['intent'], MessageName>> = {
  click: 'settingsByClick',
  press: 'settingsByKey',
  submit: 'settingsBySubmit',
  textInput: 'settingsByTyping',
  change: 'settingsByChoosing',
  load: 'settingsByAddress',
};

function describeGrant({ condition, intent, host }: Grant): string {
  const name = condition === 'blocked-site' ? '' : message(CONDITIONS[condition]);
  const by = INTENTS[intent];
  return by
    ? message('settingsGrantBy', name, message(by), host)
    : message('settingsGrant', name, host);
}

function Grants({ grants }: Pick<RuleBook, 'grants'>) {
  return (
    <section className={styles.grants} aria-label={message('settingsGrants')}>
      <h3>{message('settingsGrants')}</h3>
      {grants.length === 0 ? (
        <p className={styles.note}>{message('settingsGrantsNone')}</p>
      ) : (
        <ul className={styles.list}>
          {grants.map((grant) => (
            <li className={styles.row} key={Object.values(grant).join(' ')}>
              <span>{describeGrant(grant)}</span>
              <Button
                aria-label={message('settingsRevokeNamed', describeGrant(grant))}
                onClick={() => revokeGrant(grant)}
              >
                {message('settingsRevoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
