import type { ReactNode } from 'react';
import styles from './icon.module.css';

/** A decorative line drawing on a 24-unit grid; what it means is said by the text or label beside it. */
export function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      className={filled ? styles.filled : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
