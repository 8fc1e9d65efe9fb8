import { splitMiddle } from '../format.ts';
import styles from './middle-text.module.css';

interface MiddleTextProps {
  text: string;
  /** Characters at the end that are always shown. */
  tail?: number;
}

/**
 * One line of text that loses its middle where space is short. The title and the accessible text have all of it.
 * `dir="auto"` orders the two halves in the direction of the text, for Hebrew and Arabic names.
 */
export function MiddleText({ text, tail = 8 }: MiddleTextProps) {
  const halves = splitMiddle(text, tail);
  if (halves.tail === '') {
    return (
      <span className={styles.whole} title={text} dir="auto">
        {text}
      </span>
    );
  }
  return (
    <span className={styles.middle} title={text} dir="auto">
      <span className="visually-hidden">{text}</span>
      <span className={styles.head} aria-hidden="true">
        {halves.head}
      </span>
      <span className={styles.tail} aria-hidden="true">
        {halves.tail}
      </span>
    </span>
  );
}
