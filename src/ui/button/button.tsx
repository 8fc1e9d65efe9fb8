import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

type NativeButton = Omit<ComponentProps<'button'>, 'className' | 'type'>;

/** `primary` once per view; `danger` stops or deletes; `quiet` has no edge. */
type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends NativeButton {
  variant?: ButtonVariant;
  /** Submits the form it stands in. */
  submits?: boolean;
}

export function Button({ variant = 'plain', submits = false, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
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
