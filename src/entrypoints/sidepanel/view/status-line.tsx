import { useRef } from 'react';
import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { ActingIcon, PauseIcon, StopIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { formatTokenUsage } from '../../../ui/format.ts';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { SidePanelModel } from '../panel-model.ts';
import type { RunModel } from '../run-entries.ts';
import styles from './status-line.module.css';

interface StatusLineProps extends Pick<SidePanelModel, 'status' | 'run'> {
  events: SidePanelEvents;
  /** Starts a list of hops; null where there is one already. */
  onPlan: (() => void) | null;
}

/** The model and the ranker; during a run, its progress and controls. */
export function StatusLine({ status, run, events, onPlan }: StatusLineProps) {
  if (run !== null) {
    return (
      <div className={styles.status}>
        <p className={styles.lines}>
          <span className={styles.who}>
            <MiddleText text={run.activity} tail={12} />
          </span>
          <span>{countMessage('panelSteps', run.steps)}</span>
        </p>
        <RunControls run={run} events={events} />
      </div>
    );
  }
  const { ranker, rankerNote, rankerWorks, model, modelWorks, spending } = status;
  return (
    <div className={styles.status}>
      <p className={styles.lines}>
        <span className={styles.who}>
          {model !== null && (
            <span className={styles.dot} data-works={modelWorks}>
              <span className="visually-hidden">
                {message(modelWorks ? 'panelConnected' : 'panelNotAnswering')}{' '}
              </span>
            </span>
          )}
          <MiddleText text={model ?? message('panelBuiltIn')} />
        </span>
        <span className={styles.second}>
          {spending !== null && (
            <span title={message('panelSpending')}>{formatTokenUsage(spending)} ·</span>
          )}
          <span className={styles.ranker} title={rankerNote} data-works={rankerWorks}>
            {!rankerWorks && <WarningIcon />}
            {ranker}
            <span className="visually-hidden">. {rankerNote}</span>
          </span>
        </span>
      </p>
      {model !== null && onPlan !== null && (
        <Button variant="quiet" title={message('panelPlanHopsTitle')} onClick={onPlan}>
          {message('panelPlanHops')}
        </Button>
      )}
      <Button variant="quiet" title={message('panelAgentsTitle')} onClick={events.onOpenAgents}>
        {message('panelAgents')}
      </Button>
      {model === null && (
        <Button variant="quiet" onClick={events.onOpenSettings}>
          {message('panelConnectModel')}
        </Button>
      )}
    </div>
  );
}

/** Pause or continue, take over, and Stop as the last button. */
function RunControls({ run: { control }, events }: { run: RunModel; events: SidePanelEvents }) {
  const firstButton = useRef<HTMLButtonElement>(null);
  const isWorking = control === 'working';
  return (
    <div className={styles.controls} role="group" aria-label={message('panelCopilot')}>
      {/* The same element in both states, so that it keeps the focus. */}
      <Button
        ref={firstButton}
        variant={isWorking ? 'plain' : 'primary'}
        aria-label={isWorking ? message('panelPauseCopilot') : undefined}
        title={isWorking ? message('panelPauseCopilot') : undefined}
        onClick={isWorking ? events.onPauseCopilot : events.onReleaseCopilot}
      >
        {isWorking ? (
          <PauseIcon />
        ) : (
          message(control === 'taken' ? 'panelHandBack' : 'panelContinue')
        )}
      </Button>
      {control !== 'taken' && (
        <Button
          aria-label={message('panelTakeOver')}
          title={message('panelTakeOverTitle')}
          onClick={() => {
            events.onTakeOver();
            // This button disappears.
            firstButton.current?.focus();
          }}
        >
          <span className={styles.narrow}>
            <ActingIcon />
          </span>
          <span className={styles.wide}>{message('panelTakeOver')}</span>
        </Button>
      )}
      <Button
        variant="danger"
        aria-label={message('panelStopCopilot')}
        title={message('panelStopCopilotTitle')}
        onClick={events.onStopCopilot}
      >
        <StopIcon />
        {message('panelStop')}
      </Button>
    </div>
  );
}
