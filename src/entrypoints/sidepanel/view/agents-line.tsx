import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { AgentModel } from '../panel-state.ts';
import styles from './agents-line.module.css';

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
