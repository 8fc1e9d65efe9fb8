import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { message } from '../../messages/message.ts';
import { IconButton } from '../components/buttons.tsx';
import {
  ActingIcon,
  CheckIcon,
  ChevronIcon,
  ClockIcon,
  NoChangeIcon,
  NoImageIcon,
  RefusedIcon,
  StopIcon,
  UndoIcon,
  WarningIcon,
} from '../components/icons.tsx';
import { formatEntryTime } from '../format.ts';
import styles from './action-card.module.css';
import { ActionDetailsView } from './action-details.tsx';
import type { ActionEntry, ActionState, EntryEvents } from './entry.ts';
import { describeEntryFinding, splitVerb, STATE_LABELS } from './entry.ts';
import { ScreenshotThumbnail } from './screenshot-view.tsx';

const STATE_ICONS: Record<ActionState, ReactNode> = {
  acting: <ActingIcon />,
  saving: <ActingIcon />,
  saved: <CheckIcon />,
  'late-screenshot': <ClockIcon />,
  'no-screenshot': <NoImageIcon />,
  done: <CheckIcon />,
  unchanged: <NoChangeIcon />,
  'not-as-asked': <RefusedIcon />,
  unknown: <WarningIcon />,
  refused: <RefusedIcon />,
  stopped: <StopIcon />,
};

interface ActionCardProps {
  entry: ActionEntry;
  /** Epoch ms that times count from. */
  origin: number | null;
  /** Absent in a stored demonstration, where the action cannot be corrected. */
  events?: EntryEvents;
  /** Details and findings are shown elsewhere. */
  isSummary?: boolean;
}

/** One action: what was done, to what, its effect, a screenshot and its state. */
export function ActionCard({ entry, origin, events, isSummary = false }: ActionCardProps) {
  const [isOpen, setOpen] = useState(false);
  const late = entry.state === 'late-screenshot';
  const findings = entry.findings.filter(
    ({ severity }) => !isSummary && (severity === 'error' || !late),
  );
  const titleId = useId();
  const detailsId = `${titleId}-details`;
  const { verb, rest } = splitVerb(entry.description);
  const { label, tone } = STATE_LABELS[entry.state];
  const { detail } = entry;
  const isLabelRepeated = detail?.includes(message(label)) === true;
  // A check mark beside the effect says "done"; beside "nothing changed" it would mislead.
  const isEffectShown =
    tone === 'good' && detail !== null && entry.details.receipt?.verdict !== 'unchanged';
  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      data-tone={tone}
      title={origin === null ? formatEntryTime(entry.at, null) : undefined}
    >
      <ScreenshotThumbnail shot={entry.screenshot} />
      <div className={styles.text}>
        <div className={styles.head}>
          <p className={styles.title} id={titleId}>
            <b>{verb}</b>
            {rest}
          </p>
          {entry.canUndo === true && events && (
            <IconButton
              icon={<UndoIcon />}
              label={message('commonUndo')}
              aria-describedby={titleId}
              onClick={() => events.onRevert(entry.id)}
            />
          )}
          {!isSummary && (
            <button
              type="button"
              className={styles.toggle}
              aria-label={message('commonDetails')}
              title={message(isOpen ? 'commonHideDetails' : 'commonDetails')}
              aria-expanded={isOpen}
              aria-controls={detailsId}
              aria-describedby={titleId}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronIcon />
            </button>
          )}
        </div>
        {entry.agreement !== undefined && <p className={styles.detail}>{entry.agreement}</p>}
        <div className={styles.meta}>
          <span className={styles.state}>
            {STATE_ICONS[entry.state]}
            {!isLabelRepeated && (
              <span className={isEffectShown ? 'visually-hidden' : undefined}>
                {message(label)}
              </span>
            )}
          </span>
          {detail !== null && <span className={styles.detail}>{detail}</span>}
          {origin !== null && (
            <span className={styles.who}>
              {message(entry.by === 'copilot' ? 'commonByCopilot' : 'commonByYou')}{' '}
              <span aria-hidden="true">·</span> {formatEntryTime(entry.at, origin)}
            </span>
          )}
        </div>
      </div>
      {findings.map((each, at) => (
        <p className={styles.finding} data-severity={each.severity} key={`${at} ${each.code}`}>
          <WarningIcon />
          <span>{describeEntryFinding(each)}</span>
        </p>
      ))}
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {isOpen && <ActionDetailsView entry={entry} events={events} />}
      </div>
    </article>
  );
}
