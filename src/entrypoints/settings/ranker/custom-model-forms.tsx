import type { ReactNode, SubmitEvent } from 'react';
import { useState } from 'react';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { CheckField, Field, TextField } from '../../../ui/components/fields.tsx';
import { installFromFiles, installFromUrls } from './models-controller.ts';
import styles from './models.module.css';

interface MoreFormProps {
  title: MessageName;
  onSubmit: () => void;
  children: ReactNode;
}

function MoreForm({ title, onSubmit, children }: MoreFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <details className={styles.more}>
      <summary>{message(title)}</summary>
      <form onSubmit={submit} noValidate>
        {children}
      </form>
    </details>
  );
}

/** A model from the user's files. */
export function ModelFromFiles({ disabled }: { disabled: boolean }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isDmr, setIsDmr] = useState(false);
  return (
    <MoreForm title="settingsFromFiles" onSubmit={() => installFromFiles(files, isDmr)}>
      <Field label={message('settingsModelFiles')} hint={message('settingsModelFilesHint')}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            multiple
            accept=".onnx,.txt,.json"
            onChange={({ target }) => setFiles([...(target.files ?? [])])}
          />
        )}
      </Field>
      <CheckField label={message('settingsIsDmr')} checked={isDmr} onChange={setIsDmr} />
      <Button submits disabled={disabled || files.length === 0}>
        {message('commonImport')}
      </Button>
    </MoreForm>
  );
}

function nameHosts(urls: readonly string[]): string {
  const names = urls.map((url) =>
    URL.canParse(url) ? new URL(url).host : message('settingsThisAddress'),
  );
  const [first = '', second] = new Set(names);
  return second === undefined ? first : message('settingsHosts', first, second);
}

/** A model from the user's addresses; asks for confirmation and names the hosts before fetching. */
export function ModelFromUrl({ disabled }: { disabled: boolean }) {
  const [weights, setWeights] = useState('');
  const [vocabulary, setVocabulary] = useState('');
  const [isAsking, setAsking] = useState(false);
  const hosts = nameHosts([weights, vocabulary]);
  const submit = () => {
    if (isAsking) installFromUrls(weights, vocabulary);
    setAsking(!isAsking);
  };
  const renderUrl = (
    label: MessageName,
    hint: MessageName,
    value: string,
    onChange: (value: string) => void,
  ) => (
    <div className={styles.wide}>
      <TextField
        label={message(label)}
        hint={message(hint)}
        type="url"
        inputMode="url"
        placeholder="https://…"
        value={value}
        onChange={(url) => {
          onChange(url);
          setAsking(false);
        }}
      />
    </div>
  );
  return (
    <MoreForm title="settingsFromUrl" onSubmit={submit}>
      {renderUrl('settingsWeightsUrl', 'settingsWeightsUrlHint', weights, setWeights)}
      {renderUrl('settingsVocabularyUrl', 'settingsVocabularyUrlHint', vocabulary, setVocabulary)}
      <div className={styles.actions}>
        <p role="status" className={styles.said}>
          {isAsking && message('settingsFetchQuestion', hosts)}
        </p>
        <Button
          submits
          variant={isAsking ? 'primary' : 'plain'}
          disabled={disabled || weights === '' || vocabulary === ''}
        >
          {isAsking ? message('settingsFetchFrom', hosts) : message('settingsFetch')}
        </Button>
        {isAsking && <Button onClick={() => setAsking(false)}>{message('settingsNotNow')}</Button>}
      </div>
    </MoreForm>
  );
}
