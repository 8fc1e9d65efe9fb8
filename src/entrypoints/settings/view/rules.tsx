import type { Condition, Effect } from '../../../core/navigator/rules/condition.ts';
import { RULES } from '../../../core/navigator/rules/condition.ts';
import type { Grant } from '../../../core/navigator/rules/rule-book.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { RulesEvents, RulesModel } from './rules-model.ts';
import styles from './rules.module.css';
import { SitesForm } from './sites-form.tsx';

type Shown = Exclude<Condition, 'blocked-site'>;

const DEEDS: Record<Shown, string> = {
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

const EFFECT_WORDS: Record<Effect, string> = { ask: 'Ask me', allow: 'Allow', deny: 'Never' };

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
      <SitesForm sites={rules.sites} onSave={events.onSaveSites} />
    </div>
  );
}

interface EffectRowProps {
  condition: Shown;
  effect: Effect;
  onEffect: RulesEvents['onEffect'];
}

function EffectRow({ condition, effect, onEffect }: EffectRowProps) {
  return (
    <li>
      <label className={styles.row}>
        <span>{DEEDS[condition]}</span>
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
              {EFFECT_WORDS[each]}
              {each === RULES[condition].effect && ' (usual)'}
            </option>
          ))}
        </select>
      </label>
    </li>
  );
}

/** How an action is called where a permission for it is listed. */
const INTENT_WORDS: Partial<Record<Grant['intent'], string>> = {
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
                {grant.condition === 'blocked-site' ? '' : DEEDS[grant.condition]}{' '}
                {INTENT_WORDS[grant.intent] ?? ''} <b>{grant.host}</b>
              </span>
              <Button
                aria-label={`Revoke: ${grant.condition} on ${grant.host}`}
                onClick={() => {
                  onRevoke(grant);
                }}
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
