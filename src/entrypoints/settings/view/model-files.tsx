import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from './field.tsx';
import type { ModelsEvents } from './models-model.ts';
import styles from './models.module.css';

/** A model from files of the user's own. */
export function ModelFiles(props: { disabled: boolean; onImport: ModelsEvents['onImport'] }) {
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
              onChange={({ target }) => {
                setFiles([...(target.files ?? [])]);
              }}
            />
          )}
        </Field>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isDmr}
            onChange={({ target }) => {
              setIsDmr(target.checked);
            }}
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
