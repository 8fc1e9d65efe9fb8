import type { Condition, RuleEffect } from '../../../core/navigator/rules/conditions.ts';
import { RULES } from '../../../core/navigator/rules/conditions.ts';
import type { Grant, RuleBook } from '../../../core/navigator/rules/rule-book.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { LinesForm, Select } from '../../../ui/components/fields.tsx';
import { chooseEffect, revokeGrant, saveSites, useRules } from './rules-controller.ts';
import styles from './rules.module.css';

const CONDITIONS: Record<Exclude<Condition, 'blocked-site'>, MessageName> = {
  'leave-sites': 'settingsRuleLeave',
  pay: 'settingsRulePay',
  send: 'settingsRuleSend',
  delete: 'settingsRuleDelete',
  submit: 'settingsRuleSubmit',
  upload: 'settingsRuleUpload',
  download: 'settingsRuleDownload',
  'type-secret': 'settingsRuleSecret',
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
