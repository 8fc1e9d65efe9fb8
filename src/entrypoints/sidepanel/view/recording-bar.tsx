import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../../ui/components/buttons.tsx';
import {
  ChevronIcon,
  LibraryIcon,
  PauseIcon,
  RecordIcon,
  RedoIcon,
  RefusedIcon,
  ResumeIcon,
  SettingsIcon,
  StopIcon,
  UndoIcon,
  WarningIcon,
} from '../../../ui/components/icons.tsx';
import { formatBytes, formatCount, formatElapsed } from '../../../ui/format.ts';
import styles from './recording-bar.module.css';
import { RecordingOptionsForm } from './recording-options.tsx';
import type {
  OptionsModel,
  RecordingModel,
  RunningRecording,
  SidePanelEvents,
  TurnCount,
} from './view-model.ts';

interface RecordingBarProps {
  recording: RecordingModel;
  options: OptionsModel;
  events: SidePanelEvents;
  /** An entry of the conversation is to be shown. */
  onReveal: (entryId: string) => void;
}

const OPTIONS_ID = 'recording-options';

function ElapsedTime({ recording }: { recording: RunningRecording }) {
  const now = useNow(recording.since !== null);
  const { since, activeMs } = recording;
  const elapsed = activeMs + (since === null ? 0 : Math.max(0, now - since));
  return (
    <p className={styles.state} data-state={recording.state}>
      {recording.state === 'paused' ? <PauseIcon /> : <RecordIcon />}
      <span>{recording.state === 'paused' ? 'Paused' : 'Recording'}</span>
      <span role="timer" className={styles.time}>
        {formatElapsed(elapsed)}
      </span>
    </p>
  );
}

function RunningControls({
  recording,
  events,
}: {
  recording: RunningRecording;
  events: SidePanelEvents;
}) {
  return (
    <>
      {recording.state === 'paused' ? (
        <IconButton label="Resume" icon={<ResumeIcon />} onClick={events.onResume} />
      ) : (
        <IconButton label="Pause" icon={<PauseIcon />} onClick={events.onPause} />
      )}
      <span className={styles.mark}>
        <Button onClick={events.onStop}>
          <StopIcon />
          <span className={styles.word}>Stop</span>
        </Button>
      </span>
    </>
  );
}

function OptionsButton({ options, onToggle }: { options: OptionsModel; onToggle: () => void }) {
  return (
    <button
      type="button"
      className={styles.options}
      aria-expanded={options.open}
      aria-controls={OPTIONS_ID}
      title="Options of this recording"
      onClick={onToggle}
    >
      <span className={styles.word}>Options</span>
      <ChevronIcon />
    </button>
  );
}

function IdleControls({ recording, options, events }: Omit<RecordingBarProps, 'onReveal'>) {
  const isWaiting = recording.state === 'starting' || recording.state === 'stopping';
  return (
    <>
      <span className={styles.mark}>
        <Button isBusy={isWaiting} onClick={events.onRecord}>
          <RecordIcon />
          Record
        </Button>
      </span>
      {isWaiting ? (
        <p className={styles.waiting}>
          {recording.state === 'starting' ? 'Starting…' : 'Keeping the last turn…'}
        </p>
      ) : (
        <OptionsButton options={options} onToggle={events.onToggleOptions} />
      )}
    </>
  );
}

/** What a screen reader is told as the recording begins, pauses and ends, and when the disk fills up. */
function describeRecordingState(recording: RecordingModel): string {
  switch (recording.state) {
    case 'idle':
      return '';
    case 'starting':
      return 'Starting to record';
    case 'recording':
      // Without the number, which changes with every turn.
      return recording.freeBytes === null ? 'Recording' : 'Recording. Little space is left.';
    case 'paused':
      return 'Recording paused';
    case 'stopping':
      return 'Keeping the last turn';
    case 'stopped': {
      const { turns, findings } = recording;
      const found = findings === null ? '' : `, ${formatCount(findings.length, 'finding')}`;
      return `Recording stopped: ${formatCount(turns, 'turn')}${found}`;
    }
  }
}

function Links({ events }: { events: SidePanelEvents }) {
  return (
    <span className={styles.links}>
      <IconButton label="Demonstrations" icon={<LibraryIcon />} onClick={events.onOpenStudio} />
      <IconButton label="Settings" icon={<SettingsIcon />} onClick={events.onOpenSettings} />
    </span>
  );
}

/** Start, pause and stop, what is kept so far, and what is chosen for it. */
export function RecordingBar({ recording, options, events, onReveal }: RecordingBarProps) {
  const isRunning = recording.state === 'recording' || recording.state === 'paused';
  const line: ReactNode = isRunning && (
    <div className={styles.line}>
      <RecordingCounts recording={recording} events={events} onReveal={onReveal} />
      <OptionsButton options={options} onToggle={events.onToggleOptions} />
    </div>
  );
  return (
    <>
      <div className={styles.head}>
        <div className={styles.bar}>
          {isRunning ? (
            <>
              <ElapsedTime recording={recording} />
              <RunningControls recording={recording} events={events} />
            </>
          ) : (
            <IdleControls recording={recording} options={options} events={events} />
          )}
          <Links events={events} />
        </div>
        {line}
        <p className="visually-hidden" role="status">
          {describeRecordingState(recording)}
        </p>
      </div>
      {options.open && <RecordingOptionsForm id={OPTIONS_ID} options={options} events={events} />}
    </>
  );
}

interface BadgeProps {
  tone: 'wrong' | 'warned';
  counted: TurnCount;
  onReveal: (entryId: string) => void;
}

const BADGE_LABELS = {
  wrong: 'not kept right',
  warned: 'with a warning',
};

/** Counts turns that need a look, and goes to the first one. */
function Badge({ tone, counted: { count, firstId: first }, onReveal }: BadgeProps) {
  if (count === 0 || first === null) return null;
  const label = `${formatCount(count, 'turn')} ${BADGE_LABELS[tone]}; show the first`;
  return (
    <button
      type="button"
      className={styles.badge}
      data-tone={tone}
      aria-label={label}
      title={label}
      onClick={() => onReveal(first)}
    >
      {tone === 'wrong' ? <RefusedIcon /> : <WarningIcon />}
      {count}
    </button>
  );
}

interface RecordingCountsProps {
  recording: RunningRecording;
  events: Pick<SidePanelEvents, 'onUndo' | 'onRedo'>;
  onReveal: (entryId: string) => void;
}

/** How much is kept, what was not, and taking back. Its parts have their places from the start. */
function RecordingCounts({ recording, events, onReveal }: RecordingCountsProps) {
  const {
    turns,
    bytes,
    freeBytes,
    canUndo,
    canRedo,
    withErrors: wrong,
    withWarnings: warned,
  } = recording;
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

/** The time in epoch ms, anew about each second while `running`. */
function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
