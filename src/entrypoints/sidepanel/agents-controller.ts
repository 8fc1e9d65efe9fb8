import type { AgentSession } from '../../app/agent/agent-session.ts';
import { openAgentSession } from '../../app/agent/agent-session.ts';
import type { AgentLink } from '../../app/agent/dial.ts';
import { dialAgent } from '../../app/agent/dial.ts';
import type { Copilot } from '../../app/copilot/copilot.ts';
import { readPairings, watchPairings } from '../../platform/agent-link/pairings.ts';
import type { AgentModel, PanelStore } from './panel-state.ts';

/** While the panel is open, a paired agent's server may start at any time. */
const RETRY_MS = 2000;
const TAKEN_MS = 250;

interface Connected {
  link: AgentLink;
  session: AgentSession;
}

/**
 * Connects to the servers of paired agents while the panel is open: an agent has a tab only while its person can see what
 * it does, answer and stop it. One panel at a time is connected to an agent, which a lock ensures.
 */
export function openAgentsController(store: PanelStore, copilot: Copilot, signal: AbortSignal) {
  const followed = new Set<string>();
  const connected = new Map<string, Connected>();
  /** Refused by their server, or answered by another program; dialled again after a new pairing. */
  const refused = new Map<string, { name: string; token: string }>();

  function show(): void {
    const agents: AgentModel[] = [
      ...[...connected.values()].map(({ link, session }) => ({
        id: link.pairing.id,
        name: link.pairing.name,
        state: session.isStopped() ? 'stopped' : session.isWorking() ? 'working' : 'connected',
      })),
      ...[...refused].map(([id, { name }]) => ({ id, name, state: 'refused' })),
    ] as AgentModel[];
    store.setState({ agents });
  }

  function open(link: AgentLink): Connected {
    const session = openAgentSession(link, {
      copilot,
      readTab: () => store.getState().tab,
      untilInFront: (tabId) =>
        new Promise((resolve) => {
          if (store.getState().tab?.tabId === tabId) resolve();
          const stop = store.subscribe(({ tab }) => {
            if (tab?.tabId !== tabId) return;
            stop();
            resolve();
          });
        }),
      onChange: show,
    });
    return { link, session };
  }

  /** Dials an agent until its pairing is revoked or refused. */
  async function follow(id: string): Promise<void> {
    while (!signal.aborted) {
      const pairing = (await readPairings()).find((each) => each.id === id);
      if (!pairing) break;
      const { name, token } = pairing;
      if (refused.get(id)?.token === token) break;
      const dialled = await dialAgent(pairing);
      if (dialled.ok) {
        refused.delete(id);
        connected.set(id, open(dialled.link));
        show();
        await dialled.link.closed;
        connected.delete(id);
      } else if (dialled.failure === 'stranger' || dialled.failure === 'refused') {
        refused.set(id, { name, token });
      }
      show();
      // Settings holds the connection for a moment after a pairing.
      const isTaken = !dialled.ok && dialled.failure === 'taken';
      const ms = isTaken ? TAKEN_MS : RETRY_MS;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
    followed.delete(id);
  }

  async function update(): Promise<void> {
    const pairings = await readPairings();
    for (const [id, { link }] of connected) {
      if (pairings.some((each) => each.id === id)) continue;
      link.send({ type: 'revoked' });
      link.close();
    }
    for (const id of refused.keys()) {
      if (!pairings.some((each) => each.id === id)) refused.delete(id);
    }
    show();
    for (const { id, token } of pairings) {
      if (followed.has(id) || refused.get(id)?.token === token) continue;
      followed.add(id);
      void navigator.locks
        .request(`agent ${id}`, { signal }, () => follow(id))
        .catch(() => followed.delete(id));
    }
  }

  watchPairings(() => void update(), signal);
  void update();
  return {
    onAllowAgent: (id: string) => connected.get(id)?.session.allow(),
    onOpenAgents: () =>
      void chrome.tabs.create({
        url: chrome.runtime.getURL('src/entrypoints/settings/index.html#agents'),
      }),
  };
}
