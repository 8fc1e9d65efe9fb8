import styles from './skeleton.module.css';

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
