import type { Failure } from '../../core/navigator/run/ports.ts';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import type { ConversationScope } from '../../core/navigator/rules/conversation-scope.ts';
import {
  allowForTask,
  allowHosts,
  explainBlockedPage,
  addMessage,
  allowVisit,
  EMPTY_SCOPE,
  addReadHost,
  revokeTaskGrants,
} from '../../core/navigator/rules/conversation-scope.ts';
import type { Gate } from '../../core/navigator/rules/gate.ts';
import { addGrants } from '../../core/navigator/rules/rule-book.ts';
import type { Grant } from '../../core/navigator/rules/rule-book.ts';
import { explainBlockedSite } from '../../core/navigator/sites.ts';
import { readTargetFacts } from '../../core/navigator/rules/target-facts.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import type { ElementNode } from '../../core/snapshot/element-tree.ts';
import { readWholeText } from '../../core/snapshot/element-tree.ts';
import { changeRules, readRules } from '../../platform/settings/rule-book.ts';
import type { TabObservation } from '../tab/observe-tab.ts';
import { showTarget } from './page-marks.ts';
import { untilAborted } from '../until-aborted.ts';

/** Who answers when permission is asked for: the user, or the script that sent the message, beforehand. */
export type Approvals = 'ask' | 'once' | 'deny';

/** What one conversation of the copilot is allowed, on any tab. */
export function createGatekeeper() {
  let scope: ConversationScope = EMPTY_SCOPE;
  const waiting = new Map<string, (decision: PermissionDecision) => void>();

  /** Why the page in the tab must not be read; null when it may. */
  async function findBar(tabId: number): Promise<Failure | null> {
    const { sites } = await readRules();
    const reason = explainBlockedPage(scope, await readAddress(tabId), sites);
    return reason === null ? null : { ok: false, message: reason, fix: null };
  }

  async function keep(
    turnId: string,
    grants: readonly Grant[],
    how: 'task' | 'always',
  ): Promise<void> {
    const left = grants.filter(({ condition }) => condition === 'leave-sites');
    scope = allowHosts(
      scope,
      left.map(({ host }) => host),
    );
    if (how === 'task') scope = allowForTask(scope, turnId, grants);
    else await changeRules((book) => addGrants(book, grants));
  }

  async function waitForAnswer(turnId: string, signal: AbortSignal): Promise<PermissionDecision> {
    const answer = Promise.withResolvers<PermissionDecision>();
    waiting.set(turnId, answer.resolve);
    try {
      return await untilAborted(answer.promise, signal);
    } finally {
      waiting.delete(turnId);
    }
  }

  return {
    findBar,

    /** Whether a message about this tab could be heard; only the user's lists say what it could not. */
    async mayHear(tabId: number): Promise<boolean> {
      return explainBlockedSite(await readAddress(tabId), (await readRules()).sites) === null;
    },

    /** The user has spoken, with this tab before them. */
    async hear(text: string, tabId: number): Promise<void> {
      scope = addMessage(scope, text, await readAddress(tabId));
    },

    /** Answers the request about an action; false when none waits for it. */
    decide(turnId: string, decision: PermissionDecision): boolean {
      const answer = waiting.get(turnId);
      answer?.(decision);
      return answer !== undefined;
    },

    /** What was allowed for the task, when asked about this action, is no longer. */
    takeBack(turnId: string): void {
      scope = revokeTaskGrants(scope, turnId);
    },

    /** What the actions of one round pass, and what they are judged by: the page as it was read last. */
    open(tabId: number, approvals: Approvals): { gate: Gate; see: (seen: TabObservation) => void } {
      let seen: TabObservation | null = null;
      const gate: Gate = {
        async readSituation(target) {
          const page = await readAddress(tabId);
          const frame = seen?.page.frames.find(({ frameId }) => frameId === target?.frameId);
          const document = frame?.url ?? page;
          const { root } = seen ?? {};
          const { hosts, visited, read, messages, granted } = scope;
          return {
            page,
            document,
            facts: root && target ? readTargetFacts(root, target.uid, document) : null,
            scope: hosts,
            visited,
            read,
            said: messages,
            readText: () => (root ? readDocument(root, target) : ''),
            book: await readRules(),
            granted,
          };
        },
        async ask(request, signal) {
          if (approvals !== 'ask') return approvals;
          const { turnId, target } = request;
          void showTarget(tabId, target, 'Wayscribe asks you in the panel');
          try {
            return await waitForAnswer(turnId, signal);
          } finally {
            void showTarget(tabId, target && { ...target, uid: null });
          }
        },
        // This answer is no longer awaited; it frees what is.
        withdraw: (turnId) => waiting.get(turnId)?.('deny'),
        saveGrants: keep,
        allowHost(host) {
          scope = allowVisit(scope, host);
        },
      };
      const see = (observation: TabObservation): void => {
        seen = observation;
        scope = addReadHost(scope, observation.url);
      };
      return { gate, see };
    },
  };
}

/** Empty when the tab is gone. */
async function readAddress(tabId: number): Promise<string> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.url ?? '';
}

/** The text of the document that a target is in, without those of frames in it. */
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
