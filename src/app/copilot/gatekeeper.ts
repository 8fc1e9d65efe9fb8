import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import type { ConversationScope } from '../../core/navigator/rules/conversation-scope.ts';
import {
  addMessage,
  addReadHost,
  allowForTask,
  allowHosts,
  allowVisit,
  EMPTY_SCOPE,
  explainBlockedPage,
  revokeTaskGrants,
} from '../../core/navigator/rules/conversation-scope.ts';
import type { Gate } from '../../core/navigator/rules/gate.ts';
import type { Situation } from '../../core/navigator/rules/judge.ts';
import type { Grant } from '../../core/navigator/rules/rule-book.ts';
import { addGrants } from '../../core/navigator/rules/rule-book.ts';
import { readTargetFacts } from '../../core/navigator/rules/target-facts.ts';
import type { Failure } from '../../core/navigator/run/ports.ts';
import { explainBlockedSite } from '../../core/navigator/sites.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import type { ElementNode } from '../../core/snapshot/element-tree.ts';
import { readWholeText } from '../../core/snapshot/element-tree.ts';
import { changeRules, readRules } from '../../platform/settings/stored-settings.ts';
import type { TabObservation } from '../tab/observe-tab.ts';
import { untilAborted } from '../until-aborted.ts';
import { showTarget } from './page-marks.ts';

/** Who answers requests for permission: the user, or beforehand the script that sent the message. */
export type Approvals = 'ask' | 'once' | 'deny';

/** Who chooses the actions: an agent outside the browser by the id of its pairing, since names may be the same; null for the copilot. */
type Actor = string | null;

/** Keeps what one conversation is allowed, on any tab. What one agent is allowed doesn't hold for others. */
export class Gatekeeper {
  readonly #scopes = new Map<Actor, ConversationScope>();
  readonly #waiting = new Map<string, (decision: PermissionDecision) => void>();

  /** Returns why the page in the tab must not be read. */
  async findBar(tabId: number, actor: Actor): Promise<Failure | null> {
    const [address, { sites }] = await Promise.all([readAddress(tabId), readRules()]);
    const message = explainBlockedPage(this.#readScope(actor), address, sites);
    return message === null ? null : { ok: false, message, fix: null };
  }

  /** Whether pages of this address may be read in this conversation without asking. */
  async mayRead(address: string, actor: Actor): Promise<boolean> {
    return explainBlockedPage(this.#readScope(actor), address, (await readRules()).sites) === null;
  }

  /** Whether the user's lists allow a message about this tab. */
  async mayHear(tabId: number): Promise<boolean> {
    return explainBlockedSite(await readAddress(tabId), (await readRules()).sites) === null;
  }

  /** The user wrote a message about this tab. */
  async hear(text: string, tabId: number): Promise<void> {
    const address = await readAddress(tabId);
    this.#change(null, (scope) => addMessage(scope, text, address));
  }

  /** Answers a request for approval. Returns false if this turn doesn't wait for one. */
  readonly decide = (turnId: string, decision: PermissionDecision): boolean => {
    const answer = this.#waiting.get(turnId);
    answer?.(decision);
    return answer !== undefined;
  };

  takeBack(turnId: string): void {
    for (const actor of this.#scopes.keys()) {
      this.#change(actor, (scope) => revokeTaskGrants(scope, turnId));
    }
  }

  #readScope(actor: Actor): ConversationScope {
    return this.#scopes.get(actor) ?? EMPTY_SCOPE;
  }

  #change(actor: Actor, change: (scope: ConversationScope) => ConversationScope): void {
    this.#scopes.set(actor, change(this.#readScope(actor)));
  }

  /** Opens the gate of one run. Actions are judged by the page that `see` got last. */
  open(
    tabId: number,
    actor: Actor,
    approvals: Approvals,
  ): { gate: Gate; see: (seen: TabObservation) => void } {
    let seen: TabObservation | null = null;
    const gate: Gate = {
      readSituation: (target) => this.#readSituation(tabId, actor, seen, target),
      ask: ({ turnId, target }, signal) =>
        approvals === 'ask' ? this.#ask(tabId, turnId, target, signal) : Promise.resolve(approvals),
      // Only ends the wait.
      withdraw: (turnId) => void this.decide(turnId, 'deny'),
      saveGrants: (turnId, grants, how) => this.#saveGrants(turnId, actor, grants, how),
      allowHost: (host) => this.#change(actor, (scope) => allowVisit(scope, host)),
    };
    const see = (observation: TabObservation): void => {
      seen = observation;
      this.#change(actor, (scope) => addReadHost(scope, observation.url));
    };
    return { gate, see };
  }

  async #readSituation(
    tabId: number,
    actor: Actor,
    seen: TabObservation | null,
    target: Candidate | null,
  ): Promise<Omit<Situation, 'named'>> {
    const [page, book] = await Promise.all([readAddress(tabId), readRules()]);
    const frame = seen?.page.frames.find(({ frameId }) => frameId === target?.frameId);
    const document = frame?.url ?? page;
    const root = seen?.root;
    const { hosts: scope, visited, read, messages: said, granted } = this.#readScope(actor);
    return {
      ...{ page, document, scope, visited, read, said, book, granted },
      facts: root && target ? readTargetFacts(root, target.uid, document) : null,
      tools: seen?.tools ?? [],
      readText: () => (root ? readDocument(root, target) : ''),
    };
  }

  async #ask(
    tabId: number,
    turnId: string,
    target: Candidate | null,
    signal: AbortSignal,
  ): Promise<PermissionDecision> {
    const answer = Promise.withResolvers<PermissionDecision>();
    this.#waiting.set(turnId, answer.resolve);
    void showTarget(tabId, target, 'Wayscribe asks you in the panel');
    try {
      return await untilAborted(answer.promise, signal);
    } finally {
      this.#waiting.delete(turnId);
      void showTarget(tabId, target && { ...target, uid: null });
    }
  }

  async #saveGrants(
    turnId: string,
    actor: Actor,
    grants: readonly Grant[],
    how: 'task' | 'always',
  ): Promise<void> {
    const left = grants.filter(({ condition }) => condition === 'leave-sites');
    const hosts = left.map(({ host }) => host);
    this.#change(actor, (scope) => {
      const opened = allowHosts(scope, hosts);
      return how === 'task' ? allowForTask(opened, turnId, grants) : opened;
    });
    if (how === 'task') return;
    await changeRules((book) => addGrants(book, grants));
  }
}

/** Returns an empty address for a closed tab. */
async function readAddress(tabId: number): Promise<string> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.url ?? '';
}

/** Reads the text of the target's document, without its frames. */
function readDocument(root: ElementNode, target: Candidate | null): string {
  const frameId = target?.frameId ?? root.frameId;
  const waiting: ElementNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.frameId === frameId) return readWholeText(node);
    if (node.content) waiting.push(node.content);
    for (const child of [...node.children, ...(node.shadow?.children ?? [])]) {
      if (typeof child !== 'string') waiting.push(child);
    }
  }
  return '';
}
