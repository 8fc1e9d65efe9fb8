import type { BrowserTurn, Turn, TurnElement } from '../../demonstration/demonstration.ts';
import { describeReceipt } from '../describe.ts';
import type { HistoryEntry } from '../history.ts';
import { judgeSite } from '../rules/site-list.ts';
import type { SiteLists } from '../rules/site-list.ts';
import type { DeedTarget } from './deed.ts';
import { makeDeed, toCandidate } from './deed.ts';

/** More than any prompt tells. */
const MOST = 20;

/**
 * What the instructor did by hand in the demonstration that is being recorded, with what came of it, as the
 * navigator is told; `known` are the turns that it was told of. What only followed from an action is left out,
 * and so is what was done on sites that are ruled out by `sites`.
 */
export function tellShown(
  turns: readonly Turn[],
  known: ReadonlySet<string>,
  sites: SiteLists,
): { id: string; entry: HistoryEntry }[] {
  return turns
    .filter((turn) => turn.kind === 'browser')
    .filter((turn) => turn.by === 'person' && !known.has(turn.id) && !isEffect(turn))
    .filter((turn) => listAddresses(turn).every((address) => judgeSite(address, sites) === null))
    .flatMap((turn) => {
      const entry = tellTurn(turn);
      return entry ? [{ id: turn.id, entry }] : [];
    })
    .slice(-MOST);
}

function isEffect({ causedBy, properties }: BrowserTurn): boolean {
  return causedBy !== null || properties['transitionType'] === 'start_page';
}

function listAddresses({ metadata, action }: BrowserTurn): string[] {
  return action.intent === 'load' ? [metadata.url, action.url] : [metadata.url];
}

function tellTurn({ id, at, action, element, receipt }: BrowserTurn): HistoryEntry | null {
  const target = element && toTarget(element);
  const deed = makeDeed({ id, at, action, target });
  if (!deed) return null;
  const came = receipt && describeReceipt(receipt, target && toCandidate(target));
  return {
    ...{ kind: 'acted', action: deed.action, receipt },
    outcome: came ?? 'it is not known what came of it',
    description: `${deed.description} (done by the instructor)`,
  };
}

function toTarget(element: TurnElement): DeedTarget {
  const { uid, frameId, tagName, attributes, role, name, textContent } = element;
  return {
    ...{ uid, frameId, role, name, text: textContent },
    tag: tagName.toLowerCase(),
    placeholder: attributes['placeholder'] ?? '',
    key: `${attributes['name'] ?? ''} ${attributes['id'] ?? ''}`.trim(),
  };
}
