import { useRef } from 'react';
import type { AccessBlock } from '../../../core/snapshot/page-access.ts';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import {
  ActingIcon,
  PauseIcon,
  StopIcon,
  WarningIcon,
  PageIcon,
} from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { formatTokenUsage } from '../../../ui/format.ts';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { SidePanelModel } from '../panel-model.ts';
import type { RunModel } from '../run-entries.ts';
import type { AgentModel } from '../panel-state.ts';
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

const STATES: Record<AgentModel['state'], MessageName> = {
  connected: 'panelAgentConnected',
  working: 'panelAgentWorking',
  stopped: 'panelAgentStopped',
  refused: 'panelAgentRefused',
};

interface AgentsLineProps {
  agents: readonly AgentModel[];
  events: SidePanelEvents;
}

/** Which agents from outside the browser are connected, and which of them has the tab. */
export function AgentsLine({ agents, events }: AgentsLineProps) {
  if (agents.length === 0) return null;
  return (
    <ul className={styles.agents} aria-label={message('panelAgents')}>
      {agents.map(({ id, name, state }) => (
        <li key={id} className={styles.agent} data-state={state} role="status">
          <span className={styles.dot} />
          <span className={styles.text}>{message(STATES[state], name)}</span>
          {state === 'stopped' && (
            <Button variant="quiet" onClick={() => events.onAllowAgent(id)}>
              {message('panelAgentAllow')}
            </Button>
          )}
          {state === 'refused' && (
            <Button variant="quiet" onClick={events.onOpenAgents}>
              {message('panelAgentPairAgain')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const BLOCKED_PAGES: Record<AccessBlock, MessageName> = {
  'no-page': 'panelBlockedNoPage',
  'extension-page': 'panelBlockedExtension',
  'browser-page': 'panelBlockedBrowser',
  'web-store': 'panelBlockedStore',
  pdf: 'panelBlockedPdf',
  file: 'panelBlockedFile',
};

interface TabLineProps extends Pick<SidePanelModel, 'tab' | 'role'> {
  isRecording: boolean;
  /** Clears the conversation; null while that is not possible. */
  onClear: (() => void) | null;
}

/** The tab that is recorded and acted on, and a notice if that is not possible. */
export function TabLine({ tab, role, isRecording, onClear }: TabLineProps) {
  const remedy = role === 'me' ? 'panelOpenYourself' : 'panelOpenOrAsk';
  return (
    <div className={styles.tab}>
      <p className={styles.line}>
        <PageIcon />
        <span className="visually-hidden">{message('panelWorkingOn')} </span>
        <b>
          <MiddleText text={tab.title || message('panelUntitledPage')} tail={12} />
        </b>
        {onClear !== null && (
          <Button variant="quiet" aria-label={message('panelClearConversation')} onClick={onClear}>
            {message('panelClear')}
          </Button>
        )}
      </p>
      {tab.blocked !== null && (
        <Notice
          tone="info"
          happened={message(BLOCKED_PAGES[tab.blocked])}
          saved={message(isRecording ? 'panelNotRecorded' : 'panelDataIsSafe')}
          next={message(tab.blocked === 'file' ? 'panelAllowFiles' : remedy)}
          role="status"
        />
      )}
    </div>
  );
}
