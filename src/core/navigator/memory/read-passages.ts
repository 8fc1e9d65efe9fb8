import { collapse } from '../../ranking/visible-text.ts';
import { readHost } from '../rules/host.ts';
import type { PastAct, PastTurn } from './past-turn.ts';

/** Something said by the instructor, or done on a page, and the host that it was about. */
export type Passage = { site: string } & (
  { kind: 'said'; text: string } | { kind: 'did'; turn: PastAct }
);

/** What only moves the view or the tabs, and what a person takes away, teaches nothing of how to do it. */
const MINOR = new Set(['scroll', 'copy', 'tabcreate', 'tabremove', 'tabswitch']);

/**
 * What was asked and done, oldest first, without what followed from it by itself. What was said belongs
 * to the site that it led to, or where nothing followed, to the last one. `turns` in order.
 */
export function readPassages(turns: readonly PastTurn[]): Passage[] {
  const passages: Passage[] = [];
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
    if (site === '' || turn.causedBy !== null || MINOR.has(turn.action.intent)) continue;
    place(site);
    last = site;
    passages.push({ kind: 'did', site, turn });
  }
  if (last !== '') place(last);
  return passages;
}

/** Every host that a demonstration went to, by whatever way. */
export function listSites(turns: readonly PastTurn[]): string[] {
  const browser = turns.flatMap((turn) => (turn.kind === 'browser' ? [turn] : []));
  const found = browser.flatMap((turn) => [readHost(turn.metadata.url), findSite(turn)]);
  return [...new Set(found)].filter((site) => site !== '');
}

/** A load belongs to the site that it opens. */
function findSite({ action, metadata }: PastAct): string {
  return readHost(action.intent === 'load' ? action.url : metadata.url);
}
