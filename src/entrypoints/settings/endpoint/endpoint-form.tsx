import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import {
  BUILT_IN,
  ENDPOINT_PRESETS,
  findPreset,
  isBuiltIn,
} from '../../../core/navigator/model/endpoint-presets.ts';
import type { Remedy } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { CheckIcon } from '../../../ui/components/icons.tsx';
import { UnlockForm } from '../../../ui/components/unlock-form.tsx';
import { Field } from '../form-fields.tsx';
import type { EndpointEvents, EndpointModel, KeyLockState, SaveModel } from '../settings-model.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { Diagnosis } from './diagnosis.tsx';
import type { DraftField, EndpointDraft } from './endpoint-draft.ts';
import { createDraft, parseDraft } from './endpoint-draft.ts';
import styles from './endpoint-form.module.css';

interface EndpointFormProps {
  /** The form starts from what is stored, once. */
  endpoint: EndpointModel;
  events: EndpointEvents;
}

/** Where the model is asked; problems are shown once a button was pressed. */
export function EndpointForm({ endpoint, events }: EndpointFormProps) {
  const { stored, seal, diagnosis, origin } = endpoint;
  const [draft, setDraft] = useState(() => createDraft(stored, seal));
  const [checked, setChecked] = useState(false);
  const preset = findPreset(draft.baseUrl);
  const read = parseDraft(draft, stored, seal);
  const builtIn = isBuiltIn(draft);
  const explain = (field: DraftField): string | null => {
    if (!checked || read.ok) return null;
    return read.problems.find((problem) => problem.field === field)?.message ?? null;
  };
  const edit = (change: Partial<EndpointDraft>) => {
    setDraft({ ...draft, ...change });
    events.onEdit();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    setChecked(true);
    if (event.nativeEvent.submitter?.getAttribute('value') === 'diagnose') diagnoseDraft(draft);
    else if (read.ok) {
      events.onSave(read.settings, read.key);
      setDraft({ ...draft, passphrase: '' });
    }
  };
  const diagnoseDraft = (of: EndpointDraft) => {
    // How the key is kept makes no difference to the endpoint.
    const meant = parseDraft({ ...of, encryptsKey: false }, stored, seal);
    if (meant.ok) events.onDiagnose(meant.settings);
  };
  const put = (remedy: Remedy, choice: string) => {
    if (remedy.kind === 'get-model') {
      events.onGetModel(draft.images);
      return;
    }
    const mended = { ...draft, ...toDraftChange(remedy, choice) };
    setDraft(mended);
    diagnoseDraft(mended);
  };
  return (
    <div className={styles.endpoint}>
      {seal === 'locked' && <UnlockForm unlock={endpoint.unlock} onUnlock={events.onUnlock} />}
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label="Endpoint"
          hint={preset?.setUp?.replace('{origin}', origin) ?? null}
          problem={null}
        >
          {(ids) => (
            <select
              {...ids}
              value={preset?.id ?? 'custom'}
              onChange={({ target }) => {
                const chosen = ENDPOINT_PRESETS.find(({ id }) => id === target.value);
                if (chosen) edit({ baseUrl: chosen.baseUrl });
              }}
            >
              {ENDPOINT_PRESETS.filter(
                ({ baseUrl }) => baseUrl !== BUILT_IN || endpoint.offersBuiltIn || builtIn,
              ).map((each) => (
                <option key={each.id} value={each.id}>
                  {each.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {!builtIn && (
          <>
            <Field label="Base URL" hint={null} problem={explain('baseUrl')}>
              {(ids) => (
                <input
                  {...ids}
                  type="url"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="https://…/v1"
                  value={draft.baseUrl}
                  onChange={({ target }) => edit({ baseUrl: target.value })}
                />
              )}
            </Field>
            <KeyField
              draft={draft}
              seal={seal}
              needsKey={preset?.needsKey ?? false}
              explain={explain}
              onEdit={edit}
              events={events}
            />
            <Field label="Model" hint={null} problem={explain('model')}>
              {(ids) => (
                <input
                  {...ids}
                  type="text"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder={preset?.modelHint ?? 'the name of the model'}
                  value={draft.model}
                  onChange={({ target }) => edit({ model: target.value })}
                />
              )}
            </Field>
          </>
        )}
        <AdvancedFields draft={draft} explain={explain} onEdit={edit} />
        <div className={styles.actions}>
          <Button variant="primary" submits value="save">
            Save
          </Button>
          {diagnosis.state === 'running' ? (
            // A key of its own: a button that became the submitting one under a click would submit.
            <Button key="cancel" onClick={events.onCancelDiagnosis}>
              Cancel
            </Button>
          ) : (
            <Button key="diagnose" submits value="diagnose" disabled={seal === 'locked'}>
              Diagnose
            </Button>
          )}
          {stored !== null && (
            <ConfirmButton
              label="Forget"
              cancelLabel="Keep"
              question="Forget this endpoint and its key? The built-in navigator takes over."
              onConfirm={() => {
                setDraft(createDraft(null, 'none'));
                setChecked(false);
                events.onForget();
              }}
            />
          )}
          <SaveResult saving={endpoint.saving} />
        </div>
      </form>
      <Diagnosis diagnosis={diagnosis} onRemedy={put} />
    </div>
  );
}

/** What a remedy changes in the form. */
function toDraftChange(
  remedy: Exclude<Remedy, { kind: 'get-model' }>,
  choice: string,
): Partial<EndpointDraft> {
  switch (remedy.kind) {
    case 'base-url':
      return { baseUrl: remedy.baseUrl };
    case 'model':
      return { model: choice };
    case 'context':
      return { contextTokens: String(remedy.tokens) };
    case 'turn-off':
      return { [remedy.option]: false };
  }
}

interface KeyFieldProps {
  draft: EndpointDraft;
  seal: KeyLockState;
  needsKey: boolean;
  explain: (field: DraftField) => string | null;
  onEdit: (change: Partial<EndpointDraft>) => void;
  events: Pick<EndpointEvents, 'onLock' | 'onForgetKey'>;
}

/** The key, and whether a passphrase seals it. */
function KeyField({ draft, seal, needsKey, explain, onEdit, events }: KeyFieldProps) {
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
            onChange={({ target }) => onEdit({ apiKey: target.value })}
          />
        )}
      </Field>
      {draft.apiKey.trim() !== '' && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.encryptsKey}
            onChange={({ target }) => onEdit({ encryptsKey: target.checked })}
          />
          Seal the key with a passphrase, asked for once after each start of the browser
        </label>
      )}
      {draft.apiKey.trim() !== '' && draft.encryptsKey && (
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
              onChange={({ target }) => onEdit({ passphrase: target.value })}
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

function SaveResult({ saving }: { saving: SaveModel }) {
  return (
    <p role="status" className={saving.state === 'failed' ? styles.failed : styles.saved}>
      {saving.state === 'saved' && (
        <>
          <CheckIcon /> Saved
        </>
      )}
      {saving.state === 'failed' && saving.message}
    </p>
  );
}
