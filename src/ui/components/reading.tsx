import { message } from '../../messages/message.ts';
import { Notice } from './notice.tsx';
import styles from './reading.module.css';

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
  /** What is read. */
  label: string;
  /** Says that it could not be read. */
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
