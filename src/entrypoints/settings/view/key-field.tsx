import { Button } from '../../../ui/button/button.tsx';
import type { DraftField, EndpointDraft } from './endpoint-draft.ts';
import styles from './endpoint-form.module.css';
import { Field } from './field.tsx';
import type { EndpointEvents, SealState } from './endpoint-model.ts';

interface KeyFieldProps {
  draft: EndpointDraft;
  seal: SealState;
  needsKey: boolean;
  explain: (field: DraftField) => string | null;
  onEdit: (change: Partial<EndpointDraft>) => void;
  events: Pick<EndpointEvents, 'onLock' | 'onForgetKey'>;
}

/** The key, and whether a passphrase seals it. */
export function KeyField({ draft, seal, needsKey, explain, onEdit, events }: KeyFieldProps) {
  if (seal === 'locked') {
    return (
      <p className={styles.note}>
        The key is sealed, and locked until its passphrase is given.{' '}
        <Button onClick={events.onForgetKey}>Forget the key</Button>
      </p>
    );
  }
  return (
    <>
      <Field
        label="Key"
        hint={needsKey ? null : 'Leave it empty if the endpoint asks for none.'}
        problem={explain('apiKey')}
      >
        {(ids) => (
          <input
            {...ids}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={draft.apiKey}
            onChange={({ target }) => {
              onEdit({ apiKey: target.value });
            }}
          />
        )}
      </Field>
      {draft.apiKey.trim() !== '' && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.seals}
            onChange={({ target }) => {
              onEdit({ seals: target.checked });
            }}
          />
          Seal the key with a passphrase, asked for once after each start of the browser
        </label>
      )}
      {draft.apiKey.trim() !== '' && draft.seals && (
        <Field
          label="Passphrase"
          hint={
            seal === 'open'
              ? 'Sealed. Leave it empty to keep the passphrase.'
              : 'It is kept nowhere: if it is lost, enter the key again.'
          }
          problem={explain('passphrase')}
        >
          {(ids) => (
            <input
              {...ids}
              type="password"
              autoComplete="new-password"
              spellCheck={false}
              value={draft.passphrase}
              onChange={({ target }) => {
                onEdit({ passphrase: target.value });
              }}
            />
          )}
        </Field>
      )}
      {seal === 'open' && (
        <p className={styles.note}>
          The key is unlocked until the browser closes.{' '}
          <Button onClick={events.onLock}>Lock now</Button>
        </p>
      )}
    </>
  );
}
