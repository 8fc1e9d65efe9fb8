import type { ReactNode } from 'react';
import { message } from '../../messages/message.ts';
import { Button, IconButton } from './buttons.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'good' | 'warning' | 'error';

/** A button in a notice; its event reports `id`. */
export interface NoticeAction {
  id: string;
  label: string;
}

/** What happened, what was saved, and what to do next. */
export interface NoticeText {
  happened: string;
  saved: string | null;
  next: string | null;
}

interface NoticeProps extends Partial<NoticeText> {
  tone: NoticeTone;
  happened: string;
  actions?: readonly NoticeAction[];
  onAction?: (id: string) => void;
  onDismiss?: () => void;
  /** `alert` interrupts a screen reader; omit it where the change is announced elsewhere. */
  role?: 'alert' | 'status';
}

const ICONS: Record<NoticeTone, ReactNode> = {
  info: <InfoIcon />,
  good: <CheckIcon />,
  warning: <WarningIcon />,
  error: <WarningIcon />,
};

export function Notice(props: NoticeProps) {
  const { tone, happened, saved = null, next = null, actions = [], onAction, onDismiss } = props;
  return (
    <div className={`${styles.notice ?? ''} ${styles[tone] ?? ''}`} role={props.role}>
      <span className={styles.icon}>{ICONS[tone]}</span>
      <div className={styles.text}>
        <p className={styles.happened}>{happened}</p>
        {saved !== null && <p>{saved}</p>}
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
        <IconButton label={message('commonDismiss')} icon={<CloseIcon />} onClick={onDismiss} />
      )}
    </div>
  );
}
