import { IconButton } from '../../../ui/button/button.tsx';
import { formatBytes, formatCount } from '../../../ui/format/amount.ts';
import { RedoIcon, RefusedIcon, UndoIcon, WarningIcon } from '../../../ui/icons/glyphs.tsx';
import styles from './kept-line.module.css';
import type { Counted, RunningRecording, SidePanelEvents } from './view-model.ts';

interface BadgeProps {
  tone: 'wrong' | 'warned';
  counted: Counted;
  onReveal: (entryId: string) => void;
}

const WORDS = {
  wrong: 'not kept right',
  warned: 'with a warning',
};

/** Counts turns that need a look, and goes to the first one. */
function Badge({ tone, counted: { count, first }, onReveal }: BadgeProps) {
  if (count === 0 || first === null) return null;
  const label = `${formatCount(count, 'turn')} ${WORDS[tone]}; show the first`;
  return (
    <button
      type="button"
      className={styles.badge}
      data-tone={tone}
      aria-label={label}
      title={label}
      onClick={() => {
        onReveal(first);
      }}
    >
      {tone === 'wrong' ? <RefusedIcon /> : <WarningIcon />}
      {count}
    </button>
  );
}

interface KeptLineProps {
  recording: RunningRecording;
  events: Pick<SidePanelEvents, 'onUndo' | 'onRedo'>;
  onReveal: (entryId: string) => void;
}

/** How much is kept, what was not, and taking back. Its parts have their places from the start. */
export function KeptLine({ recording, events, onReveal }: KeptLineProps) {
  const { turns, bytes, freeBytes, canUndo, canRedo, wrong, warned } = recording;
  return (
    <>
      <p className={styles.counts}>
        <span>{formatCount(turns, 'turn')}</span>
        {bytes !== null && (
          <>
            <span aria-hidden="true"> · </span>
            <span className="visually-hidden">, </span>
            <span>{formatBytes(bytes)}</span>
          </>
        )}
        {freeBytes !== null && (
          <span className={styles.low}> {formatBytes(freeBytes)} left on the disk</span>
        )}
      </p>
      <Badge tone="wrong" counted={wrong} onReveal={onReveal} />
      <Badge tone="warned" counted={warned} onReveal={onReveal} />
      <span className={styles.steps}>
        <IconButton
          label="Undo last turn"
          icon={<UndoIcon />}
          aria-disabled={!canUndo}
          onClick={() => canUndo && events.onUndo()}
        />
        <IconButton
          label="Redo turn"
          icon={<RedoIcon />}
          aria-disabled={!canRedo}
          onClick={() => canRedo && events.onRedo()}
        />
      </span>
    </>
  );
}
