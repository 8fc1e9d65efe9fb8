import { useEffect, useState, useId } from 'react';
import { countMessage, message } from '../../../messages/message.ts';
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
import { formatBytes, formatElapsed } from '../../../ui/format.ts';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { RecordingModel, RunningRecording, SidePanelModel } from '../panel-model.ts';
import styles from './recording-bar.module.css';
import { CheckField, LinesField } from '../../../ui/components/fields.tsx';
import optionStyles from './recording-options.module.css';

interface RecordingBarProps extends Pick<SidePanelModel, 'recording' | 'options'> {
  events: SidePanelEvents;
  /** Shows an entry of the conversation. */
  onReveal: (entryId: string) => void;
}

type RunningProps = Omit<RecordingBarProps, 'options'> & { recording: RunningRecording };

const OPTIONS_ID = 'recording-options';

/** Starts, pauses and stops a recording, and shows its size and options. */
export function RecordingBar(props: RecordingBarProps) {
  const { recording, options, events } = props;
  const running =
    recording.state === 'recording' || recording.state === 'paused' ? recording : null;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.bar}>
          {running ? (
            <RunningControls {...props} recording={running} />
          ) : (
            <IdleControls {...props} />
          )}
          <span className={styles.links}>
            <IconButton
              label={message('commonDemonstrations')}
              icon={<LibraryIcon />}
              onClick={events.onOpenStudio}
            />
            <IconButton
              label={message('commonSettings')}
              icon={<SettingsIcon />}
              onClick={events.onOpenSettings}
            />
          </span>
        </div>
        {running && (
          <div className={styles.line}>
            <RecordingCounts {...props} recording={running} />
            <OptionsButton {...props} />
          </div>
        )}
        <p className="visually-hidden" role="status">
          {announceRecording(recording)}
        </p>
      </div>
      {options.open && <RecordingOptionsForm id={OPTIONS_ID} options={options} events={events} />}
    </>
  );
}

function RunningControls({ recording, events }: RunningProps) {
  const { state, since, activeMs } = recording;
  const now = useNow(since !== null);
  const isPaused = state === 'paused';
  return (
    <>
      <p className={styles.state} data-state={state}>
        {isPaused ? <PauseIcon /> : <RecordIcon />}
        <span>{message(isPaused ? 'panelPaused' : 'panelRecording')}</span>
        <span role="timer" className={styles.time}>
          {formatElapsed(activeMs + (since === null ? 0 : Math.max(0, now - since)))}
        </span>
      </p>
      <IconButton
        label={message(isPaused ? 'panelResume' : 'panelPause')}
        icon={isPaused ? <ResumeIcon /> : <PauseIcon />}
        onClick={isPaused ? events.onResume : events.onPause}
      />
      <span className={styles.mark}>
        <Button onClick={events.onStop}>
          <StopIcon />
          <span className={styles.word}>{message('panelStop')}</span>
        </Button>
      </span>
    </>
  );
}

function OptionsButton({ options, events }: Pick<RecordingBarProps, 'options' | 'events'>) {
  return (
    <button
      type="button"
      className={styles.options}
      aria-expanded={options.open}
      aria-controls={OPTIONS_ID}
      title={message('panelOptionsTitle')}
      onClick={events.onToggleOptions}
    >
      <span className={styles.word}>{message('panelOptions')}</span>
      <ChevronIcon />
    </button>
  );
}

function IdleControls({ recording, options, events }: RecordingBarProps) {
  const isWaiting = recording.state === 'starting' || recording.state === 'stopping';
  return (
    <>
      <span className={styles.mark}>
        <Button isBusy={isWaiting} onClick={events.onRecord}>
          <RecordIcon />
          {message('panelRecord')}
        </Button>
      </span>
      {isWaiting ? (
        <p className={styles.waiting}>
          {message(recording.state === 'starting' ? 'panelStarting' : 'panelStopping')}
        </p>
      ) : (
        <OptionsButton options={options} events={events} />
      )}
    </>
  );
}

const ANNOUNCEMENTS = {
  starting: 'panelAnnounceStarting',
  recording: 'panelRecording',
  paused: 'panelAnnouncePaused',
  stopping: 'panelAnnounceStopping',
} as const;

/** Returns what a screen reader announces as the recording changes and as the disk fills up. */
function announceRecording(recording: RecordingModel): string {
  if (recording.state === 'idle') return '';
  if (recording.state === 'recording' && recording.freeBytes !== null) {
    // Without the free bytes, which change with every turn.
    return message('panelAnnounceLowSpace');
  }
  if (recording.state !== 'stopped') return message(ANNOUNCEMENTS[recording.state]);
  const { findings } = recording;
  const turns = countMessage('turnCount', recording.turns);
  if (findings === null) return message('panelAnnounceStopped', turns);
  const found = countMessage('commonFindings', findings.length);
  return message('panelAnnounceStoppedFindings', turns, found);
}

interface BadgeProps extends Pick<RecordingBarProps, 'onReveal'> {
  severity: 'error' | 'warning';
  turnIds: readonly string[];
}

/** Counts turns with findings, and shows the first one on click. */
function Badge({ severity, turnIds, onReveal }: BadgeProps) {
  const [first] = turnIds;
  if (first === undefined) return null;
  const isError = severity === 'error';
  const name = isError ? 'panelTurnsWithErrors' : 'panelTurnsWithWarnings';
  const label = countMessage(name, turnIds.length);
  return (
    <button
      type="button"
      className={styles.badge}
      data-severity={severity}
      aria-label={label}
      title={label}
      onClick={() => onReveal(first)}
    >
      {isError ? <RefusedIcon /> : <WarningIcon />}
      {turnIds.length}
    </button>
  );
}

/** The size of the recording, its problems, undo and redo. Nothing moves when the numbers change. */
function RecordingCounts({ recording, events, onReveal }: RunningProps) {
  const { turns, bytes, freeBytes, canUndo, canRedo, withErrors, withWarnings } = recording;
  return (
    <>
      <p className={styles.counts}>
        <span>{countMessage('turnCount', turns)}</span>
        {bytes !== null && (
          <>
            <span aria-hidden="true"> · </span>
            <span className="visually-hidden">, </span>
            <span>{formatBytes(bytes)}</span>
          </>
        )}
        {freeBytes !== null && (
          <span className={styles.low}> {message('panelSpaceLeft', formatBytes(freeBytes))}</span>
        )}
      </p>
      <Badge severity="error" turnIds={withErrors} onReveal={onReveal} />
      <Badge severity="warning" turnIds={withWarnings} onReveal={onReveal} />
      <span className={styles.steps}>
        <IconButton
          label={message('panelUndo')}
          icon={<UndoIcon />}
          aria-disabled={!canUndo}
          onClick={() => canUndo && events.onUndo()}
        />
        <IconButton
          label={message('panelRedo')}
          icon={<RedoIcon />}
          aria-disabled={!canRedo}
          onClick={() => canRedo && events.onRedo()}
        />
      </span>
    </>
  );
}

/** Returns the time in epoch ms, updated twice a second while `isRunning`. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

const SWITCHES = [
  { key: 'video', label: 'panelVideo', hint: 'panelVideoHint' },
  { key: 'hover', label: 'panelHovers', hint: 'panelHoversHint' },
  { key: 'dialogs', label: 'panelDialogs', hint: 'panelDialogsHint' },
  { key: 'extras', label: 'panelExtras', hint: 'panelExtrasHint' },
] as const;

interface RecordingOptionsProps extends Pick<SidePanelModel, 'options'> {
  events: SidePanelEvents;
}

/** The options of the next recording; of the current one they are read-only. */
function RecordingOptionsForm(props: RecordingOptionsProps & { id: string }) {
  return (
    <section
      id={props.id}
      className={optionStyles.options}
      aria-label={message('panelOptionsTitle')}
    >
      {props.options.fixed ? <ReadOnlyOptions {...props} /> : <EditableOptions {...props} />}
    </section>
  );
}

function EditableOptions({ options: { chosen, masks, problem }, events }: RecordingOptionsProps) {
  const id = useId();
  return (
    <>
      {SWITCHES.map(({ key, label, hint }) => (
        <div key={key} className={optionStyles.switch}>
          <CheckField
            label={<b>{message(label)}</b>}
            checked={chosen[key]}
            aria-describedby={`${id}-${key}`}
            onChange={(isOn) => events.onOptions({ ...chosen, [key]: isOn })}
          />
          <p id={`${id}-${key}`}>{message(hint)}</p>
        </div>
      ))}
      <LinesField
        label={message('panelMasks')}
        hint={message('panelMasksHint')}
        rows={2}
        value={masks}
        problem={problem}
        onChange={events.onMasks}
      />
    </>
  );
}

function ReadOnlyOptions({ options: { chosen } }: RecordingOptionsProps) {
  const facts = SWITCHES.map(({ key, label }) => ({
    label: message(label),
    value: message(chosen[key] ? 'panelOn' : 'panelOff'),
  }));
  const masks = chosen.masks.join('\n') || message('panelMasksNone');
  return (
    <>
      <p>{message('panelOptionsFixed')}</p>
      <dl className={optionStyles.facts}>
        {[...facts, { label: message('panelMasks'), value: masks }].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
