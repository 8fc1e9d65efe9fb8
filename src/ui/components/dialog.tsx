import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { message } from '../../messages/message.ts';
import { IconButton } from './buttons.tsx';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  title: string;
  /** Also called when Escape closes it. */
  onClose: () => void;
  isWide?: boolean;
  children: ReactNode;
}

export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? styles.wide : styles.narrow}
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <IconButton
          icon={<CloseIcon />}
          label={message('commonClose')}
          onClick={() => dialog.current?.close()}
        />
      </div>
      {children}
    </dialog>
  );
}
