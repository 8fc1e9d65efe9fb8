import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import {
  BUILT_IN,
  ENDPOINT_PRESETS,
  findPreset,
  isBuiltIn,
  offersTools,
} from '../../../core/navigator/model/endpoint-presets.ts';
import { message } from '../../../messages/message.ts';
import type { Remedy } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/components/fields.tsx';
import { CheckIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { UnlockForm } from '../../../ui/components/unlock-form.tsx';
import type { EndpointEvents, EndpointModel, KeyLockState, SaveModel } from '../settings-model.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { Diagnosis } from './diagnosis.tsx';
import type { DraftField, EndpointDraft } from './endpoint-draft.ts';
import { createDraft, parseDraft } from './endpoint-draft.ts';
import styles from './endpoint-form.module.css';

interface EndpointFormProps {
  /** The form starts from the stored endpoint when it mounts. */
  endpoint: EndpointModel;
  events: EndpointEvents;
}

const UNCHOSEN = 'none';

/** The model endpoint. Shows problems once a button was clicked. */
export function EndpointForm({ endpoint, events }: EndpointFormProps) {
  const { stored, seal, diagnosis, origin } = endpoint;
  const [draft, setDraft] = useState(() => createDraft(stored, seal));
  const [isChecked, setChecked] = useState(false);
  /** Without an endpoint the form begins with the choice of one. */
  const [isChosen, setChosen] = useState(stored !== null);
  const preset = isChosen ? findPreset(draft.baseUrl) : null;
  const parsed = parseDraft(draft, stored, seal);
  const builtIn = isBuiltIn(draft);
  const explain = (field: DraftField): string | null => {
    if (!isChecked || parsed.ok) return null;
    return parsed.problems.find((problem) => problem.field === field)?.message ?? null;
  };
  const edit = (change: Partial<EndpointDraft>) => {
    setDraft({ ...draft, ...change });
    events.onEdit();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    setChecked(true);
    if (event.nativeEvent.submitter?.getAttribute('value') === 'diagnose') diagnoseDraft(draft);
    else if (parsed.ok) {
      events.onSave(parsed.settings, parsed.key);
      setDraft({ ...draft, passphrase: '' });
    }
  };
  const diagnoseDraft = (of: EndpointDraft) => {
    // How the key is stored does not matter to the endpoint.
    const result = parseDraft({ ...of, encryptsKey: false }, stored, seal);
    if (result.ok) events.onDiagnose(result.settings);
  };
  const applyRemedy = (remedy: Remedy, choice: string) => {
    if (remedy.kind === 'get-model') {
      events.onGetModel(draft.images);
      return;
    }
    const corrected = { ...draft, ...toDraftChange(remedy, choice) };
    setDraft(corrected);
    diagnoseDraft(corrected);
  };
  const forget = () => {
    setDraft(createDraft(null, 'none'));
    setChosen(false);
    setChecked(false);
    events.onForget();
  };
  const fields = { draft, explain, onEdit: edit };
  return (
    <KeepFocus className={styles.endpoint}>
      {seal === 'locked' && <UnlockForm unlock={endpoint.unlock} onUnlock={events.onUnlock} />}
      <form className={styles.form} onSubmit={submit} noValidate>
        <SelectField
          label={message('settingsEndpoint')}
          hint={preset?.setUp?.replace('{origin}', origin) ?? null}
          value={isChosen ? (preset?.id ?? 'custom') : UNCHOSEN}
          options={[
            ...(isChosen ? [] : [{ value: UNCHOSEN, label: message('settingsEndpointChoose') }]),
            ...ENDPOINT_PRESETS.filter(
              ({ baseUrl }) => baseUrl !== BUILT_IN || endpoint.offersBuiltIn || builtIn,
            ).map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={(chosen) => {
            setChosen(chosen !== UNCHOSEN);
            const found = ENDPOINT_PRESETS.find(({ id }) => id === chosen);
            if (found) edit({ baseUrl: found.baseUrl, tools: offersTools(found) });
          }}
        />
        {isChosen && !builtIn && (
          <>
            <TextField
              label={message('settingsBaseUrl')}
              problem={explain('baseUrl')}
              type="url"
              inputMode="url"
              placeholder="https://…/v1"
              value={draft.baseUrl}
              onChange={(baseUrl) => edit({ baseUrl })}
            />
            <KeyField
              {...fields}
              seal={seal}
              needsKey={preset?.needsKey ?? false}
              events={events}
            />
            <TextField
              label={message('settingsModelName')}
              problem={explain('model')}
              placeholder={preset?.modelHint ?? message('settingsModelPlaceholder')}
              value={draft.model}
              onChange={(model) => edit({ model })}
            />
          </>
        )}
        {isChosen && <AdvancedFields {...fields} />}
        {isChosen && (
          <div className={styles.actions}>
            <Button variant="primary" submits value="save">
              {message('commonSave')}
            </Button>
            {diagnosis.state === 'running' ? (
              // A separate key: a button that turned into the submit button under a click would submit.
              <Button key="cancel" onClick={events.onCancelDiagnosis}>
                {message('commonCancel')}
              </Button>
            ) : (
              <Button key="diagnose" submits value="diagnose" disabled={seal === 'locked'}>
                {message('settingsDiagnose')}
              </Button>
            )}
            {stored !== null && (
              <ConfirmButton
                label={message('settingsForget')}
                cancelLabel={message('commonKeep')}
                question={message('settingsForgetQuestion')}
                onConfirm={forget}
              />
            )}
            <SaveResult saving={endpoint.saving} />
          </div>
        )}
      </form>
      <Diagnosis diagnosis={diagnosis} onRemedy={applyRemedy} />
    </KeepFocus>
  );
}

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

/** The API key and its optional passphrase. */
function KeyField({ draft, seal, needsKey, explain, onEdit, events }: KeyFieldProps) {
  if (seal === 'locked') {
    return (
      <p className={styles.note}>
        {message('settingsKeyLocked')}{' '}
        <Button onClick={events.onForgetKey}>{message('settingsForgetKey')}</Button>
      </p>
    );
  }
  const hasKey = draft.apiKey.trim() !== '';
  return (
    <>
      <TextField
        label={message('settingsKey')}
        hint={needsKey ? null : message('settingsKeyOptional')}
        problem={explain('apiKey')}
        type="password"
        value={draft.apiKey}
        onChange={(apiKey) => onEdit({ apiKey })}
      />
      {hasKey && (
        <CheckField
          label={message('settingsEncryptKey')}
          checked={draft.encryptsKey}
          onChange={(encryptsKey) => onEdit({ encryptsKey })}
        />
      )}
      {hasKey && draft.encryptsKey && (
        <TextField
          label={message('settingsPassphrase')}
          hint={message(seal === 'open' ? 'settingsPassphraseKeep' : 'settingsPassphraseHint')}
          problem={explain('passphrase')}
          type="password"
          autoComplete="new-password"
          value={draft.passphrase}
          onChange={(passphrase) => onEdit({ passphrase })}
        />
      )}
      {seal === 'open' && (
        <p className={styles.note}>
          {message('settingsKeyUnlocked')}{' '}
          <Button onClick={events.onLock}>{message('settingsLockNow')}</Button>
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
          <CheckIcon /> {message('settingsEndpointSaved')}
        </>
      )}
      {saving.state === 'failed' && saving.message}
    </p>
  );
}
