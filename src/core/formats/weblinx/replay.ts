import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { ReplayEvent, ReplayPage, ReplayTurn } from '../dmr/replay.ts';
import { writePageFiles } from './boxes.ts';
import { startOf } from './metadata.ts';
import { nameShortcode, hasTarget, isExported, isTabTurn, writeEvent, writeSay } from './turn.ts';

/** A demonstration as WebLINX's tools see it, without writing it out. */
export interface ReplayView {
  /** Its name in WebLINX. */
  name: string;
  turns: readonly ReplayTurn[];
  /** Ids of the demonstration's turns, by index in `turns`. */
  turnIds: readonly string[];
  /** Reads page and boxes of the turn at an index in `turns`; null when it has none. */
  readPage(index: number): Promise<ReplayPage | null>;
  /** Reads the same page as it was saved. */
  readSnapshot(index: number): Promise<PageSnapshot | null>;
  /** Reads the PNG of the screen before a turn that has a page; null when it has none. */
  readScreenshot(index: number): Promise<Uint8Array | null>;
}

/**
 * Opens the turns of a demonstration as `listWeblinxFiles` writes them, for DMR, prompts and metrics. Reads every page
 * once, since the target's text is in it; the markup of targets is dropped.
 */
export async function openReplay(content: DemonstrationContent): Promise<ReplayView> {
  const { demonstration, read } = content;
  const turns: ReplayTurn[] = [];
  const turnIds: string[] = [];
  const sources: (BrowserTurn | null)[] = [];
  const start = startOf(demonstration);
  let n = 0;
  for (const turn of content.turns) {
    if (turn.kind === 'say') {
      turns.push(writeSay(turn, start) as unknown as ReplayTurn);
      sources.push(null);
      turnIds.push(turn.id);
      continue;
    }
    if (isExported(turn)) {
      const stored = isTabTurn(turn) ? null : turn.snapshot;
      const page = stored && (await readPage(read, stored));
      turns.push(writeReplayEvent(turn, n, page, start));
      sources.push(page && turn);
      turnIds.push(turn.id);
    }
    n += 1;
  }
  const readSnapshot = async (index: number): Promise<PageSnapshot | null> => {
    const stored = sources[index]?.snapshot;
    return stored ? readPage(read, stored) : null;
  };
  return {
    name: nameShortcode(demonstration),
    turns,
    turnIds,
    readSnapshot,
    async readScreenshot(index) {
      const screenshot = sources[index]?.screenshot;
      return screenshot?.status === 'kept' ? read(screenshot.image) : null;
    },
    async readPage(index) {
      const source = sources[index];
      const page = source ? await readSnapshot(index) : null;
      return source && page ? writePageFiles(page, source) : null;
    },
  };
}

/** Returns a browser turn of the replay without the target's markup, which text formats and metrics don't read. */
export function writeReplayEvent(
  turn: BrowserTurn,
  n: number,
  page: PageSnapshot | null,
  recordingStart: number,
): ReplayEvent {
  const hasScreenshot = turn.screenshot.status === 'kept' && !isTabTurn(turn);
  const written = writeEvent(
    { turn, n, hasPage: page !== null, hasScreenshot },
    hasTarget(turn) ? page : null,
    recordingStart,
  ) as unknown as ReplayEvent;
  const { intent, arguments: given } = written.action;
  if (!given.element) return written;
  const { tagName, attributes, textContent } = given.element;
  const element = { tagName, attributes, textContent };
  return { ...written, action: { intent, arguments: { ...given, element } } };
}
