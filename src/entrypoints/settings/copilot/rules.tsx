import { useState } from 'react';
import type { Condition, RuleEffect } from '../../../core/navigator/rules/conditions.ts';
import { RULES } from '../../../core/navigator/rules/conditions.ts';
import type { Grant } from '../../../core/navigator/rules/rule-book.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { LinesField, LinesForm, Select } from '../../../ui/components/fields.tsx';
import type { RulesEvents, RulesModel, SitesModel } from '../settings-model.ts';
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
export function Rules({ rules, events }: { rules: RulesModel; events: RulesEvents }) {
  return (
    <div className={styles.rules}>
      <ul className={styles.list}>
        {rules.effects.map(({ condition, effect }) =>
          condition === 'blocked-site' ? null : (
            <li key={condition}>
              <label className={styles.row}>
                <span>{message(CONDITIONS[condition])}</span>
                <Select
                  value={effect}
                  options={listEffects(condition)}
                  onChange={(chosen) => events.onEffect(condition, chosen)}
                />
              </label>
            </li>
          ),
        )}
      </ul>
      <p className={styles.note}>{message('settingsRulesNote')}</p>
      <Grants grants={rules.grants} onRevoke={events.onRevoke} />
      <SiteListsForm sites={rules.sites} onSave={events.onSaveSites} />
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

function Grants({ grants, onRevoke }: Pick<RulesModel, 'grants'> & Pick<RulesEvents, 'onRevoke'>) {
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
                onClick={() => onRevoke(grant)}
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

interface SiteListsFormProps {
  sites: SitesModel;
  onSave: RulesEvents['onSaveSites'];
}

/** The sites on which the copilot may and may not work. */
function SiteListsForm({ sites, onSave }: SiteListsFormProps) {
  const [allow, setAllow] = useState(sites.allow.join('\n'));
  const [deny, setDeny] = useState(sites.deny.join('\n'));
  return (
    <LinesForm
      name={message('settingsSites')}
      isSaved={sites.saved}
      onSave={() => onSave(allow, deny)}
    >
      <LinesField
        label={message('settingsDenied')}
        hint={message('settingsDeniedHint')}
        problem={sites.problems.deny}
        value={deny}
        onChange={setDeny}
      />
      <LinesField
        label={message('settingsAllowed')}
        hint={message('settingsAllowedHint')}
        problem={sites.problems.allow}
        value={allow}
        onChange={setAllow}
      />
    </LinesForm>
  );
}
