import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from './field.tsx';
import styles from './lines-form.module.css';

interface LinesFieldProps {
  label: string;
  hint: string;
  problem: string | null;
  rows?: number;
  value: string;
  onChange: (value: string) => void;
}

/** A list of which each line is one entry. */
export function LinesField({ label, hint, problem, rows = 3, value, onChange }: LinesFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <textarea
          {...ids}
          className={styles.text}
          rows={rows}
          spellCheck={false}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

interface LinesFormProps {
  /** What the button says. */
  save: string;
  saved: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** Lists that are saved together. */
export function LinesForm({ save, saved, onSave, children }: LinesFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      <p className={styles.save}>
        <Button submits>{save}</Button>
        <span role="status">{saved ? 'Saved.' : ''}</span>
      </p>
    </form>
  );
}
