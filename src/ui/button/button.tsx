import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

type NativeButton = Omit<ComponentProps<'button'>, 'className' | 'type'>;

/** `primary` once per view; `danger` stops or deletes; `quiet` has no edge. */
type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends NativeButton {
  variant?: ButtonVariant;
  /** Submits the form it stands in. */
  submits?: boolean;
  /** Cannot be pressed for a moment, but keeps the focus, as a disabled button does not. */
  waits?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = 'plain', submits = false, waits = false, onClick, ...rest } = props;
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
