import { useState } from 'react';
import type { Condition, RuleEffect } from '../../../core/navigator/rules/conditions.ts';
import { RULES } from '../../../core/navigator/rules/conditions.ts';
import type { Grant } from '../../../core/navigator/rules/rule-book.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { LinesField, LinesForm } from '../form-fields.tsx';
import type { RulesEvents, RulesModel, SitesModel } from '../settings-model.ts';
import styles from './rules.module.css';

type EditableCondition = Exclude<Condition, 'blocked-site'>;

const CONDITION_LABELS: Record<EditableCondition, string> = {
  'leave-sites': 'Go to sites you did not name',
  pay: 'Buy or pay',
  send: 'Send or publish',
  delete: 'Delete or cancel',
  submit: 'Submit other forms',
  upload: 'Give files to a site',
  download: 'Download files',
  'type-secret': 'Type into fields for passwords, codes and cards',
  'carry-data': 'Bring words from one site to another',
  repeat: 'Do again what may have been done already',
};

const EFFECT_LABELS: Record<RuleEffect, string> = { ask: 'Ask me', allow: 'Allow', deny: 'Never' };

/** What is asked about, what was allowed for good, and where the copilot may work. */
export function Rules({ rules, events }: { rules: RulesModel; events: RulesEvents }) {
  return (
    <div className={styles.rules}>
      <ul className={styles.list}>
        {rules.effects.map(({ condition, effect }) =>
          condition === 'blocked-site' ? null : (
            <EffectRow
              key={condition}
              condition={condition}
              effect={effect}
              onEffect={events.onEffect}
            />
          ),
        )}
      </ul>
      <p className={styles.note}>
        What you say yourself counts as a yes where it names the button: “click Delete” deletes.
        Paying, giving files away and bringing words to another site are asked about even then.
      </p>
      <Grants grants={rules.grants} onRevoke={events.onRevoke} />
      <SiteListsForm sites={rules.sites} onSave={events.onSaveSites} />
    </div>
  );
}

interface EffectRowProps {
  condition: EditableCondition;
  effect: RuleEffect;
  onEffect: RulesEvents['onEffect'];
}

function EffectRow({ condition, effect, onEffect }: EffectRowProps) {
  return (
    <li>
      <label className={styles.row}>
        <span>{CONDITION_LABELS[condition]}</span>
        <select
          value={effect}
          onChange={({ target }) => {
            const chosen = (['ask', 'allow', 'deny'] as const).find(
              (each) => each === target.value,
            );
            if (chosen) onEffect(condition, chosen);
          }}
        >
          {(['ask', 'allow', 'deny'] as const).map((each) => (
            <option key={each} value={each}>
              {EFFECT_LABELS[each]}
              {each === RULES[condition].effect && ' (usual)'}
            </option>
          ))}
        </select>
      </label>
    </li>
  );
}

/** How an action is called where a permission for it is listed. */
const INTENT_LABELS: Partial<Record<Grant['intent'], string>> = {
  click: 'by clicking',
  press: 'by a key',
  submit: 'by submitting a form',
  textInput: 'by typing',
  change: 'by choosing',
  load: 'by opening an address',
};

function Grants({
  grants,
  onRevoke,
}: {
  grants: readonly Grant[];
  onRevoke: RulesEvents['onRevoke'];
}) {
  return (
    <section className={styles.grants} aria-label="Always allowed">
      <h3>Always allowed</h3>
      {grants.length === 0 ? (
        <p className={styles.note}>Nothing. What you answer with “Always” is listed here.</p>
      ) : (
        <ul className={styles.list}>
          {grants.map((grant) => (
            <li className={styles.row} key={Object.values(grant).join(' ')}>
              <span>
                {grant.condition === 'blocked-site' ? '' : CONDITION_LABELS[grant.condition]}{' '}
                {INTENT_LABELS[grant.intent] ?? ''} <b>{grant.host}</b>
              </span>
              <Button
                aria-label={`Revoke: ${grant.condition} on ${grant.host}`}
                onClick={() => onRevoke(grant)}
              >
                Revoke
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
  /** One pattern per line, as entered. */
  onSave: (allow: string, deny: string) => void;
}

/** Where the copilot may work, and where it never may. */
function SiteListsForm({ sites, onSave }: SiteListsFormProps) {
  const [allow, setAllow] = useState(sites.allow.join('\n'));
  const [deny, setDeny] = useState(sites.deny.join('\n'));
  const save = () => onSave(allow, deny);
  return (
    <LinesForm save="Use these sites" saved={sites.saved} onSave={save}>
      <LinesField
        label="Never work on"
        hint="One site per line: example.com, or *.example.com for it and all below it. The copilot neither reads nor acts there."
        problem={sites.problems.deny}
        value={deny}
        onChange={setDeny}
      />
      <LinesField
        label="Work only on"
        hint="Leave it empty to allow all other sites."
        problem={sites.problems.allow}
        value={allow}
        onChange={setAllow}
      />
    </LinesForm>
  );
}
