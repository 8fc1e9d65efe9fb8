import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/components/buttons.tsx';
import { Field } from '../form-fields.tsx';
import type { ModelsEvents } from '../settings-model.ts';
import styles from './models.module.css';

/** A model from files of the user's own. */
export function ModelFromFiles(props: { disabled: boolean; onImport: ModelsEvents['onImport'] }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isDmr, setIsDmr] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    props.onImport({ files, isDmr });
  };
  return (
    <details className={styles.more}>
      <summary>From files</summary>
      <form onSubmit={submit} noValidate>
        <Field
          label="Files of the model"
          hint="Choose the .onnx file together with vocab.txt or tokenizer.json, and config.json if you have it."
          problem={null}
        >
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
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isDmr}
            onChange={({ target }) => setIsDmr(target.checked)}
          />
          It is WebLINX’s fine-tuned DMR (MiniLM-L6-dmr), which reads texts of its own. config.json
          often tells: then it need not be ticked.
        </label>
        <Button submits disabled={props.disabled || files.length === 0}>
          Import
        </Button>
      </form>
    </details>
  );
}

function getHost(text: string): string {
  return URL.canParse(text) ? new URL(text).host : 'this address';
}

interface UrlFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

function UrlField({ label, hint, value, onChange }: UrlFieldProps) {
  return (
    <div className={styles.wide}>
      <Field label={label} hint={hint} problem={null}>
        {(ids) => (
          <input
            {...ids}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://…"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  );
}

/** A model from addresses of the user's; the hosts are named, and asked about, before anything is fetched. */
export function ModelFromUrl(props: { disabled: boolean; onFetch: ModelsEvents['onFetch'] }) {
  const [weights, setWeights] = useState('');
  const [vocabulary, setVocabulary] = useState('');
  const [asking, setAsking] = useState(false);
  const hosts = [...new Set([getHost(weights), getHost(vocabulary)])].join(' and ');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asking) props.onFetch(weights, vocabulary);
    setAsking(!asking);
  };
  return (
    <details className={styles.more}>
      <summary>From an address</summary>
      <form onSubmit={submit} noValidate>
        <UrlField
          label="Address of the .onnx file"
          hint="A BERT-type sentence encoder, all in one file."
          value={weights}
          onChange={(value) => {
            setWeights(value);
            setAsking(false);
          }}
        />
        <UrlField
          label="Address of vocab.txt or tokenizer.json"
          hint="The vocabulary that belongs to it."
          value={vocabulary}
          onChange={(value) => {
            setVocabulary(value);
            setAsking(false);
          }}
        />
        <div className={styles.actions}>
          <p role="status" className={styles.said}>
            {asking &&
              `Fetch it from ${hosts}? That host, and where it leads on to, will see your network address.`}
          </p>
          <Button
            submits
            variant={asking ? 'primary' : 'plain'}
            disabled={props.disabled || weights === '' || vocabulary === ''}
          >
            {asking ? `Fetch from ${hosts}` : 'Fetch…'}
          </Button>
          {asking && <Button onClick={() => setAsking(false)}>Not now</Button>}
        </div>
      </form>
    </details>
  );
}
