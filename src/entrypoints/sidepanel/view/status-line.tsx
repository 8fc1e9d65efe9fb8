import { useRef } from 'react';
import { Button } from '../../../ui/components/buttons.tsx';
import { PauseIcon, StopIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { formatCount, formatTokenUsage } from '../../../ui/format.ts';
import styles from './status-line.module.css';
import type { RunModel, SidePanelEvents, StatusModel } from './view-model.ts';

interface StatusLineProps {
  status: StatusModel;
  run: RunModel | null;
  events: RunControlEvents;
  onOpenSettings: () => void;
  /** Begins a list of hops; null where there is one, or nobody to work it off. */
  onPlan: (() => void) | null;
}

/** What navigates and ranks; while a round runs, what it does and its controls. */
export function StatusLine({
  status,
  run: round,
  events,
  onOpenSettings,
  onPlan,
}: StatusLineProps) {
  if (round !== null) {
    return (
      <div className={styles.status}>
        <p className={styles.lines}>
          <span className={styles.who}>
            <MiddleText text={round.activity} tail={12} />
          </span>
          <span>{formatCount(round.steps, 'step')} done</span>
        </p>
        <RunControls control={round.control} events={events} />
      </div>
    );
  }
  return (
    <div className={styles.status}>
      <p className={styles.lines}>
        <span className={styles.who}>
          {status.model !== null && (
            <span className={styles.dot} data-works={status.modelWorks}>
              <span className="visually-hidden">
                {status.modelWorks ? 'Connected: ' : 'Not answering: '}
              </span>
            </span>
          )}
          <MiddleText text={status.model ?? 'Built-in navigator'} />
        </span>
        <span className={styles.ranker} title={status.rankerNote} data-works={status.rankerWorks}>
          {!status.rankerWorks && <WarningIcon />}
          {status.ranker}
          <span className="visually-hidden">. {status.rankerNote}</span>
        </span>
      </p>
      {status.spending !== null && (
        <span className={styles.tokens} title="What this conversation took">
          {formatTokenUsage(status.spending)}
        </span>
      )}
      {status.model !== null && onPlan !== null && (
        <Button
          variant="quiet"
          title="List what is to be done on which site, for a task over several"
          onClick={onPlan}
        >
          Plan hops
        </Button>
      )}
      {status.model === null && (
        <Button variant="quiet" onClick={onOpenSettings}>
          Connect a model
        </Button>
      )}
    </div>
  );
}

type RunControlEvents = Pick<
  SidePanelEvents,
  'onPauseCopilot' | 'onTakeOver' | 'onReleaseCopilot' | 'onStopCopilot'
>;

interface RunControlsProps {
  control: RunModel['control'];
  events: RunControlEvents;
}

/** Who goes on with a round: the copilot, nobody, or the user. Stop is always the last. */
function RunControls({ control: charge, events }: RunControlsProps) {
  const goOn = useRef<HTMLButtonElement>(null);
  const isHeld = charge !== 'working';
  return (
    <div className={styles.controls} role="group" aria-label="Copilot">
      {/* One button, so that whoever paused by the keyboard goes on by it. */}
      {isHeld ? (
        <Button ref={goOn} variant="primary" onClick={events.onReleaseCopilot}>
          {charge === 'taken' ? 'Give back' : 'Continue'}
        </Button>
      ) : (
        <Button
          ref={goOn}
          aria-label="Pause copilot"
          title="Pause copilot"
          onClick={events.onPauseCopilot}
        >
          <PauseIcon />
        </Button>
      )}
      {charge !== 'taken' && (
        <Button
          title="Do it yourself; the copilot waits and is told"
          onClick={() => {
            events.onTakeOver();
            // This button goes.
            goOn.current?.focus();
          }}
        >
          Take over
        </Button>
      )}
      <Button
        variant="danger"
        aria-label="Stop copilot"
        title="Stop copilot (Esc)"
        onClick={events.onStopCopilot}
      >
        <StopIcon />
        Stop
      </Button>
    </div>
  );
}
