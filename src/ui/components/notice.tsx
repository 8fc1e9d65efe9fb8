import type { ReactNode } from 'react';
import { Button, IconButton } from './buttons.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'good' | 'warning' | 'error';

/** A button under a notice; `id` comes back in the event. */
export interface NoticeAction {
  id: string;
  label: string;
}

/** What went wrong in the three sentences a person needs; empty ones are left out. */
export interface NoticeText {
  /** What happened. */
  happened: string;
  /** What was kept. */
  saved: string | null;
  /** What to do. */
  next: string | null;
}

interface NoticeProps extends NoticeText {
  tone: NoticeTone;
  actions?: readonly NoticeAction[];
  onAction?: (id: string) => void;
  onDismiss?: () => void;
  /** `alert` interrupts a screen reader; leave it out where the change is announced elsewhere. */
  role?: 'alert' | 'status';
}

const ICONS: Record<NoticeTone, ReactNode> = {
  info: <InfoIcon />,
  good: <CheckIcon />,
  warning: <WarningIcon />,
  error: <WarningIcon />,
};

export function Notice(props: NoticeProps) {
  const { tone, happened, saved: kept, next, actions = [], onAction, onDismiss, role } = props;
  return (
    <div className={`${styles.notice ?? ''} ${styles[tone] ?? ''}`} role={role}>
      <span className={styles.icon}>{ICONS[tone]}</span>
      <div className={styles.text}>
        <p className={styles.happened}>{happened}</p>
        {kept !== null && <p>{kept}</p>}
        {next !== null && <p>{next}</p>}
        {actions.length > 0 && (
          <div className={styles.actions}>
            {actions.map((action) => (
              <Button key={action.id} onClick={() => onAction?.(action.id)}>
                {action.label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {onDismiss !== undefined && (
        <IconButton label="Dismiss" icon={<CloseIcon />} onClick={onDismiss} />
      )}
    </div>
  );
}
