import type { PageAction, Speaker, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import { describeReceipt } from '../describe.ts';
import type { SiteLists } from '../sites.ts';
import { explainBlockedSite } from '../sites.ts';
import type { UserAction, UserActionTarget } from './user-action.ts';
import { createUserAction, toCandidate } from './user-action.ts';

/** What was said and done in a conversation, oldest first. */
export type HistoryEntry =
  | { kind: 'said'; speaker: Speaker; text: string }
  /** `receipt` is null if it was not performed. */
  | {
      kind: 'acted';
      action: PageAction | TabAction;
      receipt: Receipt | null;
      outcome: string;
      description?: string;
      /** In a take-over or a demonstration. */
      byInstructor?: true;
    };

/** Entries of actions, which every strategy prints; the instructor's last message stays the request. */
export function toUserActionHistory(
  userActions: readonly Pick<UserAction, 'action' | 'description'>[],
): HistoryEntry[] {
  return userActions.map(({ action, description }) => ({
    kind: 'acted',
    action,
    receipt: null,
    outcome: 'The instructor took over and did this by hand; do not do it again.',
    description: `${description} (done by the instructor)`,
    byInstructor: true,
  }));
}

/** More than any prompt includes. */
const MAX_ENTRIES = 20;

/**
 * Returns the instructor's actions in the current recording, without the `known` turns, effects of other actions and
 * actions on blocked sites.
 */
export function toDemonstratedHistory(
  turns: readonly Turn[],
  known: ReadonlySet<string>,
  sites: SiteLists,
): { id: string; entry: HistoryEntry }[] {
  return turns
    .filter((turn) => turn.kind === 'browser')
    .filter((turn) => turn.by === 'person' && !known.has(turn.id) && !isEffect(turn))
    .filter((turn) =>
      listAddresses(turn).every((address) => explainBlockedSite(address, sites) === null),
    )
    .flatMap((turn) => {
      const entry = turnToEntry(turn);
      return entry ? [{ id: turn.id, entry }] : [];
    })
    .slice(-MAX_ENTRIES);
}

function isEffect({ causedBy, properties }: BrowserTurn): boolean {
  return causedBy !== null || properties['transitionType'] === 'start_page';
}

function listAddresses({ metadata, action }: BrowserTurn): string[] {
  return action.intent === 'load' ? [metadata.url, action.url] : [metadata.url];
}

function turnToEntry({ id, at, action, element, receipt }: BrowserTurn): HistoryEntry | null {
  const target = element && toUserActionTarget(element);
  const userAction = createUserAction({ id, at, action, target });
  if (!userAction) return null;
  const came = receipt && describeReceipt(receipt, target && toCandidate(target));
  return {
    ...{ kind: 'acted', action: userAction.action, receipt },
    outcome: came ?? 'it is not known what came of it',
    description: `${userAction.description} (done by the instructor)`,
    byInstructor: true,
  };
}

function toUserActionTarget(element: TurnElement): UserActionTarget {
  const { uid, frameId, tagName, attributes, role, name, textContent } = element;
  return {
    ...{ uid, frameId, role, name, text: textContent },
    tag: tagName.toLowerCase(),
    placeholder: attributes['placeholder'] ?? '',
    key: `${attributes['name'] ?? ''} ${attributes['id'] ?? ''}`.trim(),
  };
}
