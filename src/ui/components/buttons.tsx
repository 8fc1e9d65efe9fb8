import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { message } from '../../messages/message.ts';
import styles from './buttons.module.css';

type NativeButton = Omit<ComponentProps<'button'>, 'className' | 'type'>;

/** `primary` once per view; `danger` stops or deletes; `quiet` has no border. */
type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends NativeButton {
  variant?: ButtonVariant;
  submits?: boolean;
  /** Ignores clicks but keeps the focus, which a disabled button loses. */
  isBusy?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = 'plain', submits = false, isBusy = false, onClick, ...rest } = props;
  return (
    <button
      {...rest}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      type={submits ? 'submit' : 'button'}
      className={`${styles.button ?? ''} ${styles[variant] ?? ''}`}
    />
  );
}

interface IconButtonProps extends Omit<NativeButton, 'children' | 'aria-label'> {
  /** The accessible name, also shown on hover. */
  label: string;
  icon: ReactNode;
  isPrimary?: boolean;
  submits?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, isPrimary = false, submits = false, ...rest } = props;
  return (
    <button
      title={label}
      {...rest}
      type={submits ? 'submit' : 'button'}
      className={`${styles.button ?? ''} ${styles.square ?? ''} ${(isPrimary && styles.primary) || ''}`}
      aria-label={label}
    >
      {icon}
    </button>
  );
}

interface ConfirmButtonProps {
  label: string;
  /** Asked after the first click; says what is lost. */
  question: string;
  cancelLabel?: string;
  onConfirm: () => void;
  describedBy?: string;
  disabled?: boolean;
}

/** A button for what cannot be undone: the first click asks for confirmation in place. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);

  useEffect(() => {
    if (isAsking) cancel.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  if (!isAsking) {
    return (
      <Button
        ref={opener}
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
      <Button ref={cancel} onClick={() => setAsking(false)}>
        {props.cancelLabel ?? message('commonKeep')}
      </Button>
    </div>
  );
}

interface SegmentsProps<Value extends string> {
  label: string;
  /** `name` is the accessible name, where it must say more than the label. */
  options: readonly { value: Value; label: string; name?: string }[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 'small' | 'normal';
}

/** A row of buttons of which one is pressed. */
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
