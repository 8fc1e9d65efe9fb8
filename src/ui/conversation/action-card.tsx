import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import {
  ActingIcon,
  CheckIcon,
  ChevronIcon,
  ClockIcon,
  NoChangeIcon,
  NoImageIcon,
  RefusedIcon,
  StopIcon,
  WarningIcon,
} from '../components/icons.tsx';
import { formatEntryTime } from '../format.ts';
import styles from './action-card.module.css';
import { ActionDetailsView } from './action-details.tsx';
import type { ActionState, ActionEntry, EntryEvents } from './entry.ts';
import { STATE_LABELS, splitVerb } from './entry.ts';
import { ScreenshotThumbnail } from './screenshot-view.tsx';

const STATE_ICONS: Record<ActionState, ReactNode> = {
  acting: <ActingIcon />,
  keeping: <ActingIcon />,
  kept: <CheckIcon />,
  'stale-shot': <ClockIcon />,
  'no-shot': <NoImageIcon />,
  done: <CheckIcon />,
  unchanged: <NoChangeIcon />,
  unknown: <WarningIcon />,
  refused: <RefusedIcon />,
  stopped: <StopIcon />,
};

/** One action: what was done to what, what it changed, where, and how it stands. */
interface ActionCardProps {
  entry: ActionEntry;
  origin: number | null;
  /** Absent where nothing can be done with it any more. */
  events?: EntryEvents;
}

export function ActionCard({ entry, origin, events }: ActionCardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const titleId = `${id}-title`;
  const detailsId = `${id}-details`;
  const { verb, rest } = splitVerb(entry.description);
  const look = STATE_LABELS[entry.state];
  return (
    <article className={styles.card} aria-labelledby={titleId} data-tone={look.tone}>
      <ScreenshotThumbnail shot={entry.screenshot} />
      <div className={styles.text}>
        <div className={styles.head}>
          <p className={styles.title} id={titleId}>
            <b>{verb}</b>
            {rest}
          </p>
          <button
            type="button"
            className={styles.toggle}
            aria-label="Details"
            title={open ? 'Hide details' : 'Details'}
            aria-expanded={open}
            aria-controls={detailsId}
            aria-describedby={titleId}
            onClick={() => setOpen(!open)}
          >
            <ChevronIcon />
          </button>
        </div>
        {entry.detail !== null && <p className={styles.detail}>{entry.detail}</p>}
        {entry.agreement !== undefined && <p className={styles.detail}>{entry.agreement}</p>}
        <div className={styles.meta}>
          <span className={styles.state}>
            {STATE_ICONS[entry.state]}
            {look.word}
          </span>
          <span className={styles.who}>
            {entry.by === 'copilot' ? 'copilot' : 'you'} <span aria-hidden="true">·</span>{' '}
            {formatEntryTime(entry.at, origin)}
          </span>
        </div>
      </div>
      {entry.findings.map((finding, index) => (
        <p
          className={styles.finding}
          data-severity={finding.severity}
          key={`${String(index)} ${finding.code}`}
        >
          <WarningIcon />
          <span>
            {finding.severity === 'error' && <b>Not kept right. </b>}
            {finding.message}
          </span>
        </p>
      ))}
      <div id={detailsId} className={styles.details} hidden={!open}>
        {open && <ActionDetailsView entry={entry} events={events ?? null} />}
      </div>
    </article>
  );
}
