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

/** Keeps what one conversation is allowed, on any tab. */
export class Gatekeeper {
  #scope: ConversationScope = EMPTY_SCOPE;
  readonly #waiting = new Map<string, (decision: PermissionDecision) => void>();

  /** Returns why the page in the tab must not be read. */
  async findBar(tabId: number): Promise<Failure | null> {
    const { sites } = await readRules();
    const message = explainBlockedPage(this.#scope, await readAddress(tabId), sites);
    return message === null ? null : { ok: false, message, fix: null };
  }

  /** Whether the navigator may read pages of this address in this conversation without asking. */
  async mayRead(address: string): Promise<boolean> {
    return explainBlockedPage(this.#scope, address, (await readRules()).sites) === null;
  }

  /** Whether the user's lists allow a message about this tab. */
  async mayHear(tabId: number): Promise<boolean> {
    return explainBlockedSite(await readAddress(tabId), (await readRules()).sites) === null;
  }

  /** The user wrote a message about this tab. */
  async hear(text: string, tabId: number): Promise<void> {
    this.#scope = addMessage(this.#scope, text, await readAddress(tabId));
  }

  /** Answers a request for approval. Returns false if this turn doesn't wait for one. */
  readonly decide = (turnId: string, decision: PermissionDecision): boolean => {
    const answer = this.#waiting.get(turnId);
    answer?.(decision);
    return answer !== undefined;
  };

  takeBack(turnId: string): void {
    this.#scope = revokeTaskGrants(this.#scope, turnId);
  }

  /** Opens the gate of one run. Actions are judged by the page that `see` got last. */
  open(tabId: number, approvals: Approvals): { gate: Gate; see: (seen: TabObservation) => void } {
    let seen: TabObservation | null = null;
    const gate: Gate = {
      readSituation: (target) => this.#readSituation(tabId, seen, target),
      ask: ({ turnId, target }, signal) =>
        approvals === 'ask' ? this.#ask(tabId, turnId, target, signal) : Promise.resolve(approvals),
      // Only ends the wait.
      withdraw: (turnId) => void this.decide(turnId, 'deny'),
      saveGrants: (turnId, grants, how) => this.#saveGrants(turnId, grants, how),
      allowHost: (host) => void (this.#scope = allowVisit(this.#scope, host)),
    };
    const see = (observation: TabObservation): void => {
      seen = observation;
      this.#scope = addReadHost(this.#scope, observation.url);
    };
    return { gate, see };
  }

  async #readSituation(
    tabId: number,
    seen: TabObservation | null,
    target: Candidate | null,
  ): Promise<Omit<Situation, 'named'>> {
    const page = await readAddress(tabId);
    const frame = seen?.page.frames.find(({ frameId }) => frameId === target?.frameId);
    const document = frame?.url ?? page;
    const root = seen?.root;
    const book = await readRules();
    const { hosts: scope, visited, read, messages: said, granted } = this.#scope;
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
    grants: readonly Grant[],
    how: 'task' | 'always',
  ): Promise<void> {
    const left = grants.filter(({ condition }) => condition === 'leave-sites');
    const hosts = left.map(({ host }) => host);
    this.#scope = allowHosts(this.#scope, hosts);
    if (how === 'task') this.#scope = allowForTask(this.#scope, turnId, grants);
    else await changeRules((book) => addGrants(book, grants));
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
