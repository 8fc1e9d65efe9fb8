import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import type { EndpointPreset } from '../../../core/navigator/model/endpoint-presets.ts';
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
import { SelectField } from '../../../ui/components/fields.tsx';
import { CheckIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { UnlockForm } from '../../../ui/components/unlock-form.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { AdvancedFields, DraftText, KeyFields } from './draft-fields.tsx';
import type { EndpointEvents, EndpointModel } from './endpoint-controller.ts';
import type { DraftField, EndpointDraft } from './endpoint-draft.ts';
import { createDraft, parseDraft } from './endpoint-draft.ts';
import styles from './endpoint-form.module.css';

interface EndpointFormProps {
  /** The form starts from the stored endpoint when it mounts. */
  endpoint: EndpointModel;
  events: EndpointEvents;
}

/** The model endpoint. Shows problems once a button was clicked. */
export function EndpointForm({ endpoint, events }: EndpointFormProps) {
  const { stored, seal, diagnosis } = endpoint;
  const [draft, setDraft] = useState(() => createDraft(stored, seal));
  const [isChecked, setChecked] = useState(false);
  /** Without an endpoint the form begins with the choice of one. */
  const [isChosen, setChosen] = useState(stored !== null);
  const preset = isChosen ? findPreset(draft.baseUrl) : null;
  const parsed = parseDraft(draft, stored, seal);
  const explain = (field: DraftField): string | null => {
    if (!isChecked || parsed.ok) return null;
    return parsed.problems.find((problem) => problem.field === field)?.message ?? null;
  };
  const edit = (change: Partial<EndpointDraft>): void => {
    setDraft({ ...draft, ...change });
    events.onEdit();
  };
  const diagnose = (of: EndpointDraft): void => {
    // How the key is stored does not matter to the endpoint.
    const result = parseDraft({ ...of, encryptsKey: false }, stored, seal);
    if (result.ok) events.onDiagnose(result.settings);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>): void => {
    event.preventDefault();
    setChecked(true);
    if (event.nativeEvent.submitter?.getAttribute('value') === 'diagnose') diagnose(draft);
    else if (parsed.ok) {
      events.onSave(parsed.settings, parsed.key);
      setDraft({ ...draft, passphrase: '' });
    }
  };
  const applyRemedy = (remedy: Remedy, choice: string): void => {
    if (remedy.kind === 'get-model') {
      events.onGetModel(draft.images);
      return;
    }
    const corrected = { ...draft, ...toDraftChange(remedy, choice) };
    setDraft(corrected);
    diagnose(corrected);
  };
  const forget = (): void => {
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
        <PresetField
          isChosen={isChosen}
          preset={preset}
          offersBuiltIn={endpoint.offersBuiltIn || isBuiltIn(draft)}
          origin={endpoint.origin}
          onChoose={(chosen) => {
            setChosen(true);
            edit({ baseUrl: chosen.baseUrl, tools: offersTools(chosen) });
          }}
        />
        {isChosen && !isBuiltIn(draft) && (
          <>
            <DraftText name="baseUrl" {...fields} />
            <KeyFields {...{ ...fields, seal, events }} needsKey={preset?.needsKey ?? false} />
            <DraftText
              name="model"
              placeholder={preset?.modelHint ?? message('settingsModelPlaceholder')}
              {...fields}
            />
          </>
        )}
        {isChosen && <AdvancedFields {...fields} />}
        {isChosen && <FormActions endpoint={endpoint} events={events} onForget={forget} />}
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

interface PresetFieldProps {
  isChosen: boolean;
  /** Null for an endpoint without a preset. */
  preset: EndpointPreset | null;
  offersBuiltIn: boolean;
  origin: string;
  onChoose: (preset: EndpointPreset) => void;
}

const UNCHOSEN = 'none';

function PresetField({ isChosen, preset, offersBuiltIn, origin, onChoose }: PresetFieldProps) {
  const unchosen = { id: UNCHOSEN, label: message('settingsEndpointChoose') };
  const presets = ENDPOINT_PRESETS.filter(({ baseUrl }) => baseUrl !== BUILT_IN || offersBuiltIn);
  return (
    <SelectField
      label={message('settingsEndpoint')}
      hint={preset?.setUp?.replace('{origin}', origin)}
      value={isChosen ? (preset?.id ?? 'custom') : UNCHOSEN}
      options={[...(isChosen ? [] : [unchosen]), ...presets].map(({ id, label }) => ({
        value: id,
        label,
      }))}
      onChange={(id) => {
        const found = presets.find((each) => each.id === id);
        if (found) onChoose(found);
      }}
    />
  );
}

/** Save, Diagnose and Forget, with the result of saving. */
function FormActions(props: EndpointFormProps & { onForget: () => void }) {
  const { seal, stored, diagnosis, saving } = props.endpoint;
  return (
    <div className={styles.actions}>
      <Button variant="primary" submits value="save">
        {message('commonSave')}
      </Button>
      {diagnosis.state === 'running' ? (
        // A separate key: a button that turned into the submit button under a click would submit.
        <Button key="cancel" onClick={props.events.onCancelDiagnosis}>
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
          question={message('settingsForgetQuestion')}
          onConfirm={props.onForget}
        />
      )}
      <p role="status" className={saving.state === 'failed' ? styles.failed : styles.saved}>
        {saving.state === 'failed' && saving.message}
        {saving.state === 'saved' && (
          <>
            <CheckIcon /> {message('settingsEndpointSaved')}
          </>
        )}
      </p>
    </div>
  );
}
