import styles from './skeleton.module.css';

/** Holds the place of rows that are being read; says what is awaited. */
export function Skeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <p>{label}…</p>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
