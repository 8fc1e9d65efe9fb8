import { formatCount } from '../format/amount.ts';
import type { ThinkingEntry } from './entry.ts';
import styles from './thinking.module.css';

/** A model's reply as it comes: always the newest lines, in a box that does not grow. */
export function Thinking({ entry }: { entry: ThinkingEntry }) {
  const size = formatCount(entry.text.length, 'character');
  return (
    <div className={styles.thinking} aria-busy={entry.streaming}>
      <p className={styles.label}>
        {entry.streaming ? 'The model is writing' : 'The model wrote'}
        <span aria-hidden="true"> · </span>
        <span className={styles.size}>{size}</span>
        {entry.spent !== undefined && <span className={styles.size}> · {entry.spent}</span>}
      </p>
      {entry.shown !== undefined && <p className={styles.label}>{entry.shown}</p>}
      {/* Reversed, so that the browser keeps the newest line in view. */}
      <div className={styles.window}>
        <pre className={styles.text}>{entry.text}</pre>
      </div>
      {entry.mended !== undefined && <p className={styles.label}>{entry.mended}</p>}
    </div>
  );
}
