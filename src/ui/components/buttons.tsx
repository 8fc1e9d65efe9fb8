import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import styles from './buttons.module.css';

type NativeButton = Omit<ComponentProps<'button'>, 'className' | 'type'>;

/** `primary` once per view; `danger` stops or deletes; `quiet` has no edge. */
type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends NativeButton {
  variant?: ButtonVariant;
  /** Submits the form it stands in. */
  submits?: boolean;
  /** Cannot be pressed for a moment, but keeps the focus, as a disabled button does not. */
  isBusy?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = 'plain', submits = false, isBusy: waits = false, onClick, ...rest } = props;
  return (
    <button
      {...rest}
      aria-disabled={waits || undefined}
      data-waits={waits || undefined}
      onClick={waits ? undefined : onClick}
      type={submits ? 'submit' : 'button'}
      className={`${styles.button ?? ''} ${styles[variant] ?? ''}`}
    />
  );
}

interface IconButtonProps extends Omit<NativeButton, 'children' | 'aria-label'> {
  /** Its accessible name, also shown on hover. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`${styles.button ?? ''} ${styles.square ?? ''}`}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}

interface ConfirmButtonProps {
  /** What the button does: `Delete`, `Discard`. */
  label: string;
  /** Asked before it is done: says what is lost. */
  question: string;
  cancelLabel: string;
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
        onClick={() => setAsking(true)}
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
      <Button ref={keep} onClick={() => setAsking(false)}>
        {props.cancelLabel}
      </Button>
    </div>
  );
}

interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** When the name must say more than the label has room for. */
  name?: string;
}

interface SegmentsProps<Value extends string> {
  /** What is chosen here. */
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 'small' | 'normal';
}

/** One of a few, all in view: a row of buttons of which one is pressed. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange, size = 'normal' } = props;
  return (
    <div className={styles.segments} data-size={size} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-label={option.name}
          aria-pressed={option.value === value}
          onClick={() => {
            if (option.value !== value) onChange(option.value);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
