import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from './field.tsx';
import type { ModelsEvents } from './models-model.ts';
import styles from './models.module.css';

function findHost(text: string): string {
  return URL.canParse(text) ? new URL(text).host : 'this address';
}

interface AddressProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

function Address({ label, hint, value, onChange }: AddressProps) {
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
            onChange={({ target }) => {
              onChange(target.value);
            }}
          />
        )}
      </Field>
    </div>
  );
}

/** A model from addresses of the user's; the hosts are named, and asked about, before anything is fetched. */
export function ModelUrl(props: { disabled: boolean; onFetch: ModelsEvents['onFetch'] }) {
  const [weights, setWeights] = useState('');
  const [vocabulary, setVocabulary] = useState('');
  const [asking, setAsking] = useState(false);
  const hosts = [...new Set([findHost(weights), findHost(vocabulary)])].join(' and ');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asking) props.onFetch(weights, vocabulary);
    setAsking(!asking);
  };
  return (
    <details className={styles.more}>
      <summary>From an address</summary>
      <form onSubmit={submit} noValidate>
        <Address
          label="Address of the .onnx file"
          hint="A BERT-type sentence encoder, all in one file."
          value={weights}
          onChange={(value) => {
            setWeights(value);
            setAsking(false);
          }}
        />
        <Address
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
          {asking && (
            <Button
              onClick={() => {
                setAsking(false);
              }}
            >
              Not now
            </Button>
          )}
        </div>
      </form>
    </details>
  );
}
