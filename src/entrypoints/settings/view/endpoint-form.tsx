import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import type { EndpointSettings } from '../../../core/navigator/endpoint-settings.ts';
import {
  ENDPOINT_PRESETS,
  findPreset,
  validateEndpoint,
} from '../../../core/navigator/endpoint-settings.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import styles from './endpoint-form.module.css';
import { Field } from './field.tsx';
import { SaveResult, TestResult } from './test-result.tsx';
import type { SaveModel, SettingsEvents, TestModel } from './view-model.ts';

interface EndpointFormProps {
  /** As stored; the form starts from it once. */
  stored: EndpointSettings | null;
  test: TestModel;
  saving: SaveModel;
  events: SettingsEvents;
}

const EMPTY: EndpointSettings = { baseUrl: 'http://localhost:11434/v1', apiKey: '', model: '' };

/** Where the model is asked; problems are shown once a button was pressed. */
export function EndpointForm({ stored, test, saving, events }: EndpointFormProps) {
  const [draft, setDraft] = useState(stored ?? EMPTY);
  const [checked, setChecked] = useState(false);
  const preset = findPreset(draft.baseUrl);
  const validated = validateEndpoint(draft);
  const explain = (field: keyof EndpointSettings): string | null => {
    if (!checked || validated.ok) return null;
    return validated.problems.find((problem) => problem.field === field)?.message ?? null;
  };
  const edit = (change: Partial<EndpointSettings>) => {
    setDraft({ ...draft, ...change });
    events.onEdit();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    setChecked(true);
    if (!validated.ok) return;
    const isTest = event.nativeEvent.submitter?.getAttribute('value') === 'test';
    (isTest ? events.onTest : events.onSave)(validated.settings);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Endpoint" hint={preset?.setUp ?? null} problem={null}>
        {(ids) => (
          <select
            {...ids}
            value={preset?.id ?? 'custom'}
            onChange={(event) => {
              const chosen = ENDPOINT_PRESETS.find(({ id }) => id === event.target.value);
              if (chosen) edit({ baseUrl: chosen.baseUrl });
            }}
          >
            {ENDPOINT_PRESETS.map((each) => (
              <option key={each.id} value={each.id}>
                {each.label}
              </option>
            ))}
          </select>
        )}
      </Field>
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
            onChange={(event) => {
              edit({ baseUrl: event.target.value });
            }}
          />
        )}
      </Field>
      <Field
        label="Key"
        hint={preset?.needsKey ? null : 'Leave it empty if the endpoint asks for none.'}
        problem={explain('apiKey')}
      >
        {(ids) => (
          <input
            {...ids}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={draft.apiKey}
            onChange={(event) => {
              edit({ apiKey: event.target.value });
            }}
          />
        )}
      </Field>
      <Field label="Model" hint={null} problem={explain('model')}>
        {(ids) => (
          <input
            {...ids}
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder={preset?.modelHint ?? 'the name of the model'}
            value={draft.model}
            onChange={(event) => {
              edit({ model: event.target.value });
            }}
          />
        )}
      </Field>
      <TestResult test={test} />
      <div className={styles.actions}>
        <Button variant="primary" submits value="save">
          Save
        </Button>
        <Button submits value="test" disabled={test.state === 'running'}>
          Test connection
        </Button>
        {stored !== null && (
          <ConfirmButton
            label="Forget"
            keepLabel="Keep"
            question="Forget this endpoint and its key? The built-in navigator takes over."
            onConfirm={() => {
              setDraft(EMPTY);
              setChecked(false);
              events.onForget();
            }}
          />
        )}
        <SaveResult saving={saving} />
      </div>
    </form>
  );
}
