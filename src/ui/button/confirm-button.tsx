import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-button.module.css';

interface ConfirmButtonProps {
  /** What the button does: `Delete`, `Discard`. */
  label: string;
  /** Asked before it is done: says what is lost. */
  question: string;
  keepLabel: string;
  onConfirm: () => void;
  describedBy?: string;
  disabled?: boolean;
}

/** A button for what cannot be undone: the first press asks in place, the second does it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);

  useEffect(() => {
    if (asking) keep.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = asking;
  }, [asking]);

  if (!asking) {
    return (
      <Button
        ref={opener}
        variant="plain"
        disabled={props.disabled}
        aria-describedby={props.describedBy}
        onClick={() => {
          setAsking(true);
        }}
      >
        {props.label}
      </Button>
    );
  }
  return (
    <div
      className={styles.confirm}
      role="group"
      aria-label={props.question}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsking(false);
      }}
    >
      <p>{props.question}</p>
      <Button
        variant="danger"
        onClick={() => {
          setAsking(false);
          props.onConfirm();
        }}
      >
        {props.label}
      </Button>
      <Button
        ref={keep}
        onClick={() => {
          setAsking(false);
        }}
      >
        {props.keepLabel}
      </Button>
    </div>
  );
}
