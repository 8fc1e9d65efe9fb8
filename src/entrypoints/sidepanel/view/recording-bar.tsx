import { Button, IconButton } from '../../../ui/button/button.tsx';
import { formatCount } from '../../../ui/format/amount.ts';
import { formatElapsed } from '../../../ui/format/time.ts';
import {
  LibraryIcon,
  PauseIcon,
  RecordIcon,
  ResumeIcon,
  SettingsIcon,
  StopIcon,
  WarningIcon,
} from '../../../ui/icons/glyphs.tsx';
import styles from './recording-bar.module.css';
import { useNow } from './use-now.ts';
import type { RecordingModel, RunningRecording, SidePanelEvents } from './view-model.ts';

interface RecordingBarProps {
  recording: RecordingModel;
  events: SidePanelEvents;
}

function Progress({ recording, events }: { recording: RunningRecording; events: SidePanelEvents }) {
  const now = useNow(recording.since !== null);
  const { since, activeMs, warnings } = recording;
  const elapsed = activeMs + (since === null ? 0 : Math.max(0, now - since));
  return (
    <div className={styles.progress} data-state={recording.state}>
      <p className={styles.state}>
        {recording.state === 'paused' ? <PauseIcon /> : <RecordIcon />}
        <span role="status">{recording.state === 'paused' ? 'Paused' : 'Recording'}</span>
        <span role="timer" className={styles.time}>
          {formatElapsed(elapsed)}
        </span>
      </p>
      <p className={styles.counts}>
        {formatCount(recording.turns, 'turn')}
        {recording.turns > 0 && (
          <button
            type="button"
            className={styles.undo}
            aria-label="Undo last turn"
            title="Take the last turn out of the demonstration"
            onClick={events.onUndo}
          >
            Undo last
          </button>
        )}
        {warnings > 0 && (
          <>
            <span className={styles.warnings} title={formatCount(warnings, 'warning')}>
              <WarningIcon />
              {warnings}
              <span className="visually-hidden">{warnings === 1 ? ' warning' : ' warnings'}</span>
            </span>
          </>
        )}
      </p>
    </div>
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

function Start({ recording, events }: RecordingBarProps) {
  const isWaiting = recording.state === 'starting' || recording.state === 'stopping';
  return (
    <>
      <span className={styles.mark}>
        <Button disabled={isWaiting} onClick={events.onRecord}>
          <RecordIcon />
          Record
        </Button>
      </span>
      {isWaiting && (
        <p className={styles.waiting} role="status">
          {recording.state === 'starting' ? 'Starting…' : 'Keeping the last turn…'}
        </p>
      )}
    </>
  );
}

/** Start, pause and stop, and how the recording stands. */
export function RecordingBar(props: RecordingBarProps) {
  const { recording, events } = props;
  return (
    <div className={styles.bar}>
      {recording.state === 'recording' || recording.state === 'paused' ? (
        <>
          <Progress recording={recording} events={events} />
          <Controls recording={recording} events={events} />
        </>
      ) : (
        <>
          <Start {...props} />
          <span className={styles.space} />
        </>
      )}
      <span className={styles.links}>
        <IconButton label="Demonstrations" icon={<LibraryIcon />} onClick={events.onOpenStudio} />
        <IconButton label="Settings" icon={<SettingsIcon />} onClick={events.onOpenSettings} />
      </span>
    </div>
  );
}
