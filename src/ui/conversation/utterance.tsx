import { formatMoment } from '../format/time.ts';
import type { UtteranceEntry } from './entry.ts';
import styles from './utterance.module.css';

const SPEAKERS = { instructor: 'Instructor', navigator: 'Navigator' } as const;

export function Utterance({ entry, origin }: { entry: UtteranceEntry; origin: number | null }) {
  const who = entry.by === 'copilot' ? 'Copilot' : SPEAKERS[entry.speaker];
  return (
    <div className={`${styles.utterance ?? ''} ${styles[entry.speaker] ?? ''}`}>
      <p className={styles.who}>
        {who} <span aria-hidden="true">·</span> {formatMoment(entry.at, origin)}
      </p>
      <p className={styles.text} dir="auto">
        {entry.text}
      </p>
    </div>
  );
}
