import type { ReactNode } from 'react';
import { message } from '../../messages/message.ts';
import { Button } from './buttons.tsx';
import { Notice } from './notice.tsx';
import styles from './progress.module.css';

/** Reserves space for rows that are loading; `label` says what is read. */
export function Skeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <p>{label}</p>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}

interface ReadingProps {
  label: string;
  failed: string;
  saved?: string;
  /** What the error says; null while it is being read. */
  failure: string | null;
  onRetry: () => void;
}

/** Stands for what is being read, or could not be read. */
export function Reading({ label, failed, saved, failure, onRetry }: ReadingProps) {
  if (failure === null) return <Skeleton label={label} rows={4} />;
  return (
    <div className={styles.failed}>
      <Notice
        tone="error"
        role="alert"
        happened={failed}
        saved={saved ?? message('commonReadFailureSaved')}
        next={failure}
        actions={[{ id: 'retry', label: message('commonTryAgain') }]}
        onAction={onRetry}
      />
    </div>
  );
}

interface ProgressProps {
  /** The accessible name of the bar. */
  label: string;
  /** Of `max`, which is 1 by default. */
  value: number;
  max?: number;
  /** The id of the element that names what is worked on. */
  describedBy?: string | undefined;
  cancelLabel?: string;
  onCancel: () => void;
  /** What is said of the amount, and further buttons. */
  children?: ReactNode;
}

/** How far a piece of work is, and the button that cancels it. */
export function Progress(props: ProgressProps) {
  const { label, value, max = 1, describedBy, cancelLabel, onCancel, children } = props;
  return (
    <div className={styles.progress}>
      <progress value={value} max={Math.max(max, 1)} aria-label={label} />
      {children}
      <Button aria-describedby={describedBy} onClick={onCancel}>
        {cancelLabel ?? message('commonCancel')}
      </Button>
    </div>
  );
}
