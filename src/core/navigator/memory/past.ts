import type { BrowserTurn, SayTurn, TurnMetadata } from '../../demonstration/demonstration.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import { collapse } from '../../ranking/page/visible-text.ts';
import { readHost } from '../sites.ts';

export type PastOutcome = 'worked' | 'failed' | 'unknown';

/** A past demonstration, or run of a conversation. */
export interface PastName {
  id: string;
  /** It was not recorded. */
  isConversation?: true;
  /** In the instructor's words. */
  request: string;
  /** Its host; several, if it may include other sites. */
  sites: readonly string[];
  outcome: PastOutcome;
}

/** A past as prompts describe it: in words, without uids or what was typed privately. */
export interface Past extends PastName {
  /** After the request, oldest first. */
  steps: readonly string[];
}

/** What recorded turns and the actions of unrecorded runs have in common. */
export type PastAction = Pick<BrowserTurn, 'kind' | 'at' | 'action' | 'receipt' | 'causedBy'> & {
  element: Pick<TurnElement, 'tagName' | 'role' | 'name' | 'textContent'> | null;
  metadata: Pick<TurnMetadata, 'url'>;
};

export type PastTurn = PastAction | Pick<SayTurn, 'kind' | 'action'>;

/** Something said by the instructor, or done on a page, with its host. */
export type PastPassage = { site: string } & (
  { kind: 'said'; text: string } | { kind: 'did'; turn: PastAction }
);

/** Moving the view or the tabs, and copying, doesn't show how a request is done. */
const MINOR_INTENTS = new Set(['scroll', 'copy', 'tabcreate', 'tabremove', 'tabswitch']);

/**
 * Lists requests and actions in order, without effects of other actions. A request belongs to the site that it led to,
 * or to the last one.
 */
export function readPastPassages(turns: readonly PastTurn[]): PastPassage[] {
  const passages: PastPassage[] = [];
  let waiting: string[] = [];
  let last = '';
  const place = (site: string): void => {
    passages.push(...waiting.map((text) => ({ kind: 'said' as const, site, text })));
    waiting = [];
  };
  for (const turn of turns) {
    if (turn.kind === 'say') {
      const text = collapse(turn.action.utterance);
      if (turn.action.speaker === 'instructor' && text !== '') waiting.push(text);
      continue;
    }
    const site = findSite(turn);
    if (site === '' || turn.causedBy !== null || MINOR_INTENTS.has(turn.action.intent)) continue;
    place(site);
    last = site;
    passages.push({ kind: 'did', site, turn });
  }
  if (last !== '') place(last);
  return passages;
}

/** Lists all visited hosts. */
export function listSites(turns: readonly PastTurn[]): string[] {
  const browser = turns.flatMap((turn) => (turn.kind === 'browser' ? [turn] : []));
  const found = browser.flatMap((turn) => [readHost(turn.metadata.url), findSite(turn)]);
  return [...new Set(found)].filter((site) => site !== '');
}

/** A load belongs to the site that it opens. */
function findSite({ action, metadata }: PastAction): string {
  return readHost(action.intent === 'load' ? action.url : metadata.url);
}
