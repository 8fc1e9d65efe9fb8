import type { ReactNode } from 'react';
import { useId } from 'react';
import { WarningIcon } from '../../../ui/icons/glyphs.tsx';
import styles from './field.module.css';

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
