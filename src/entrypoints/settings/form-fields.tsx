import type { ReactNode, SubmitEvent } from 'react';
import { useId } from 'react';
import { Button } from '../../ui/components/buttons.tsx';
import { WarningIcon } from '../../ui/components/icons.tsx';
import styles from './form-fields.module.css';

/** What ties a control to its label and the sentence under it. */
interface FieldIds {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  hint: string | null;
  /** What is wrong, in place of the hint; null when nothing is. */
  problem: string | null;
  children: (ids: FieldIds) => ReactNode;
}

export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': problem !== null })}
      <p id={noteId} className={problem === null ? styles.hint : styles.problem}>
        {problem !== null && <WarningIcon />}
        {problem ?? hint}
      </p>
    </div>
  );
}

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
          onChange={(event) => onChange(event.target.value)}
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
