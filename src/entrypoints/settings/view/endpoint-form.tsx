import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { checkEndpoint, hasProblem, trimEndpoint } from './check-endpoint.ts';
import styles from './endpoint-form.module.css';
import { Field } from './field.tsx';
import { findPreset, PRESETS } from './presets.ts';
import { SaveResult, TestResult } from './test-result.tsx';
import type { EndpointSettings, SaveModel, SettingsEvents, TestModel } from './view-model.ts';

interface EndpointFormProps {
  /** As stored; the form starts from it once. */
  stored: EndpointSettings | null;
  test: TestModel;
  saving: SaveModel;
  events: SettingsEvents;
}

const EMPTY: EndpointSettings = {
  preset: 'ollama',
  baseUrl: findPreset('ollama').baseUrl,
  apiKey: '',
  model: '',
};

/** Where the model is asked; problems are shown once a button was pressed. */
export function EndpointForm({ stored, test, saving, events }: EndpointFormProps) {
  const [draft, setDraft] = useState(stored ?? EMPTY);
  const [checked, setChecked] = useState(false);
  const preset = findPreset(draft.preset);
  const problems = checkEndpoint(draft);
  const shown = checked ? problems : { baseUrl: null, apiKey: null, model: null };
  const edit = (change: Partial<EndpointSettings>) => {
    setDraft({ ...draft, ...change });
    events.onEdit();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    setChecked(true);
    if (hasProblem(problems)) return;
    const isTest = event.nativeEvent.submitter?.getAttribute('value') === 'test';
    (isTest ? events.onTest : events.onSave)(trimEndpoint(draft));
  };
  const models = test.state === 'works' || test.state === 'fails' ? test.models : [];
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Endpoint" hint={preset.hint} problem={null}>
        {(ids) => (
          <select
            {...ids}
            value={preset.id}
            onChange={(event) => {
              const chosen = findPreset(event.target.value);
              edit({ preset: chosen.id, baseUrl: chosen.baseUrl });
            }}
          >
            {PRESETS.map((each) => (
              <option key={each.id} value={each.id}>
                {each.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Base URL" hint={null} problem={shown.baseUrl}>
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
        hint={preset.needsKey ? null : 'Leave it empty if the endpoint asks for none.'}
        problem={shown.apiKey}
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
      <Field label="Model" hint={null} problem={shown.model}>
        {(ids) => (
          <>
            <input
              {...ids}
              type="text"
              list="endpoint-models"
              autoComplete="off"
              spellCheck={false}
              placeholder={preset.modelExample}
              value={draft.model}
              onChange={(event) => {
                edit({ model: event.target.value });
              }}
            />
            <datalist id="endpoint-models">
              {models.map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
          </>
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
