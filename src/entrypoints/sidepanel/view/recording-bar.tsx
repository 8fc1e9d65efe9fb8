import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { formatCount } from '../../../ui/format/amount.ts';
import { formatElapsed } from '../../../ui/format/time.ts';
import {
  ChevronIcon,
  LibraryIcon,
  PauseIcon,
  RecordIcon,
  ResumeIcon,
  SettingsIcon,
  StopIcon,
} from '../../../ui/icons/glyphs.tsx';
import { KeptLine } from './kept-line.tsx';
import styles from './recording-bar.module.css';
import { RecordingOptionsForm } from './recording-options.tsx';
import { useNow } from './use-now.ts';
import type {
  OptionsModel,
  RecordingModel,
  RunningRecording,
  SidePanelEvents,
} from './view-model.ts';

interface RecordingBarProps {
  recording: RecordingModel;
  options: OptionsModel;
  events: SidePanelEvents;
  /** An entry of the conversation is to be shown. */
  onReveal: (entryId: string) => void;
}

const OPTIONS_ID = 'recording-options';

function Progress({ recording }: { recording: RunningRecording }) {
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

function Controls({ recording, events }: { recording: RunningRecording; events: SidePanelEvents }) {
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

function Start({ recording, options, events }: Omit<RecordingBarProps, 'onReveal'>) {
  const isWaiting = recording.state === 'starting' || recording.state === 'stopping';
  return (
    <>
      <span className={styles.mark}>
        <Button waits={isWaiting} onClick={events.onRecord}>
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
function tellStanding(recording: RecordingModel): string {
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
      <KeptLine recording={recording} events={events} onReveal={onReveal} />
      <OptionsButton options={options} onToggle={events.onToggleOptions} />
    </div>
  );
  return (
    <>
      <div className={styles.head}>
        <div className={styles.bar}>
          {isRunning ? (
            <>
              <Progress recording={recording} />
              <Controls recording={recording} events={events} />
            </>
          ) : (
            <Start recording={recording} options={options} events={events} />
          )}
          <Links events={events} />
        </div>
        {line}
        <p className="visually-hidden" role="status">
          {tellStanding(recording)}
        </p>
      </div>
      {options.open && <RecordingOptionsForm id={OPTIONS_ID} options={options} events={events} />}
    </>
  );
}
