import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { ReplayEvent, ReplayPage, ReplayTurn } from '../dmr/replay.ts';
import { writeBoxes, writeImportedBoxes } from './boxes.ts';
import { startOf } from './metadata.ts';
import { nameShortcode, hasTarget, isExported, isTabTurn, writeEvent, writeSay } from './turn.ts';
import { writePage } from './page.ts';
import type { Event } from './turn.ts';

/** A demonstration as WebLINX's tools see it, without writing it out. */
export interface ReplayView {
  /** Its name in WebLINX. */
  name: string;
  turns: readonly ReplayTurn[];
  /** The id of the turn that each was made of. */
  turnIds: readonly string[];
  /** Page and boxes of a turn, by its index in `turns`; null when it has none. Not held. */
  readPage(index: number): Promise<ReplayPage | null>;
  /** The same as it was kept, for rankers of our own. */
  readSnapshot(index: number): Promise<PageSnapshot | null>;
  /** The screen before a turn that has a page, as a PNG; null where none was kept. */
  readScreenshot(index: number): Promise<Uint8Array | null>;
}

/**
 * The turns of a demonstration as `listWeblinxFiles` writes them, for DMR, prompts and metrics. Reads
 * every page once, since the target's text is in it; markup of targets is not kept.
 */
export async function openReplay(content: DemonstrationContent): Promise<ReplayView> {
  const { demonstration, read } = content;
  const turns: ReplayTurn[] = [];
  const turnIds: string[] = [];
  const sources: (BrowserTurn | null)[] = [];
  const start = startOf(demonstration);
  let n = 0;
  for (const turn of content.turns) {
    if (turn.kind === 'browser' && !isExported(turn)) {
      n += 1;
      continue;
    }
    turnIds.push(turn.id);
    if (turn.kind === 'say') {
      turns.push(writeSay(turn, start) as unknown as ReplayTurn);
      sources.push(null);
      continue;
    }
    const page = isTabTurn(turn) ? null : turn.snapshot && (await readPage(read, turn.snapshot));
    turns.push(writeReplayEvent(turn, n, page, start));
    sources.push(page === null ? null : turn);
    n += 1;
  }
  const readSnapshot = async (index: number): Promise<PageSnapshot | null> => {
    const stored = sources[index]?.snapshot;
    return stored ? readPage(read, stored) : null;
  };
  return {
    name: nameShortcode(demonstration.id),
    turns,
    turnIds,
    readSnapshot,
    readScreenshot(index) {
      const screenshot = sources[index]?.screenshot;
      return screenshot?.status === 'kept' ? read(screenshot.image) : Promise.resolve(null);
    },
    async readPage(index) {
      const page = await readSnapshot(index);
      if (page === null) return null;
      const { html, uids } = writePage(page, sources[index]?.imported?.around);
      const source = sources[index];
      const boxes = source?.imported
        ? writeImportedBoxes(page)
        : writeBoxes(page, source?.element ?? null, uids);
      return { html, boxes };
    },
  };
}

/** A browser turn by itself; `page` is its page, null when it was not kept. */
export function writeReplayEvent(
  turn: BrowserTurn,
  n: number,
  page: PageSnapshot | null,
  recordingStart: number,
): ReplayEvent {
  const hasScreenshot = turn.screenshot.status === 'kept' && !isTabTurn(turn);
  const event: Event = { turn, n, hasPage: page !== null, hasScreenshot };
  const shown = hasTarget(turn) ? page : null;
  return trimEvent(writeEvent(event, shown, recordingStart) as unknown as ReplayEvent);
}

/** Without the target's markup, which no text format and no metric reads. */
function trimEvent(event: ReplayEvent): ReplayEvent {
  const { element } = event.action.arguments;
  if (!element) return event;
  const { tagName, attributes, textContent } = element;
  const given = { ...event.action.arguments, element: { tagName, attributes, textContent } };
  const { intent } = event.action;
  return { ...event, action: { intent, arguments: given } };
}
