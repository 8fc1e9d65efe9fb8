import { AgentSession } from '../../app/agent/agent-session.ts';
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
class AgentLinks {
  readonly #store: PanelStore;
  readonly #copilot: Copilot;
  readonly #signal: AbortSignal;
  readonly #followed = new Set<string>();
  readonly #connected = new Map<string, Connected>();
  /** Refused by their server, or answered by another program; dialled again after a new pairing. */
  readonly #refused = new Map<string, { name: string; token: string }>();

  constructor(store: PanelStore, copilot: Copilot, signal: AbortSignal) {
    this.#store = store;
    this.#copilot = copilot;
    this.#signal = signal;
  }

  /** Follows new pairings, and closes the links of those that were revoked. */
  async update(): Promise<void> {
    const pairings = await readPairings();
    for (const [id, { link }] of this.#connected) {
      if (pairings.some((each) => each.id === id)) continue;
      link.send({ type: 'revoked' });
      link.close();
    }
    for (const id of this.#refused.keys()) {
      if (!pairings.some((each) => each.id === id)) this.#refused.delete(id);
    }
    this.#show();
    for (const { id, token } of pairings) {
      if (this.#followed.has(id) || this.#refused.get(id)?.token === token) continue;
      this.#followed.add(id);
      void navigator.locks
        .request(`agent ${id}`, { signal: this.#signal }, () => this.#follow(id))
        .catch(() => this.#followed.delete(id));
    }
  }

  allow(id: string): void {
    this.#connected.get(id)?.session.allow();
  }

  /** Dials an agent until its pairing is revoked or refused. */
  async #follow(id: string): Promise<void> {
    while (!this.#signal.aborted) {
      const pairing = (await readPairings()).find((each) => each.id === id);
      if (!pairing) break;
      const { name, token } = pairing;
      if (this.#refused.get(id)?.token === token) break;
      const dialled = await dialAgent(pairing);
      if (dialled.ok) {
        this.#refused.delete(id);
        this.#connected.set(id, this.#open(dialled.link));
        this.#show();
        await dialled.link.closed;
        this.#connected.delete(id);
      } else if (dialled.failure === 'stranger' || dialled.failure === 'refused') {
        this.#refused.set(id, { name, token });
      }
      this.#show();
      // Settings holds the connection for a moment after a pairing.
      const isTaken = !dialled.ok && dialled.failure === 'taken';
      await new Promise((resolve) => setTimeout(resolve, isTaken ? TAKEN_MS : RETRY_MS));
    }
    this.#followed.delete(id);
  }

  #open(link: AgentLink): Connected {
    const { getState } = this.#store;
    const session = new AgentSession(link, {
      copilot: this.#copilot,
      readTab: () => getState().tab,
      untilInFront: (tabId) =>
        new Promise((resolve) => {
          if (getState().tab?.tabId === tabId) resolve();
          const stop = this.#store.subscribe(({ tab }) => {
            if (tab?.tabId !== tabId) return;
            stop();
            resolve();
          });
        }),
      onChange: () => this.#show(),
    });
    return { link, session };
  }

  #show(): void {
    const agents: AgentModel[] = [
      ...[...this.#connected.values()].map(({ link: { pairing }, session }) => ({
        id: pairing.id,
        name: pairing.name,
        state: describeState(session),
      })),
      ...[...this.#refused].map(([id, { name }]) => ({ id, name, state: 'refused' as const })),
    ];
    this.#store.setState({ agents });
  }
}

function describeState(session: AgentSession): AgentModel['state'] {
  if (session.isStopped()) return 'stopped';
  return session.isWorking() ? 'working' : 'connected';
}

export function openAgentsController(store: PanelStore, copilot: Copilot, signal: AbortSignal) {
  const links = new AgentLinks(store, copilot, signal);
  watchPairings(() => void links.update(), signal);
  void links.update();
  return {
    onAllowAgent: (id: string) => links.allow(id),
    onOpenAgents: () =>
      void chrome.tabs.create({
        url: chrome.runtime.getURL('src/entrypoints/settings/index.html#agents'),
      }),
  };
}
