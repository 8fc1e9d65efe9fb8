import type { ReactNode } from 'react';
import { message } from '../../messages/message.ts';
import { Button } from './buttons.tsx';
import styles from './progress.module.css';

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
