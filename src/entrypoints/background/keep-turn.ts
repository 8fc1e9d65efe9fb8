import { reviseTurn } from '../../core/demonstration/append.ts';
import type { BrowserTurn, Turn, TurnElement } from '../../core/demonstration/demonstration.ts';
import { composePage } from '../../core/snapshot/compose.ts';
import type { PageSnapshot, RawFrame } from '../../core/snapshot/snapshot.ts';
import type { Database } from '../../platform/store/database.ts';
import { addTurn, changeTurn } from '../../platform/store/write.ts';
import type { Kept } from '../../protocol/background.ts';
import type { Captured, Revised } from '../../core/demonstration/captured.ts';
import type { News } from '../../protocol/news.ts';
import type { OtherFrame } from './frames.ts';
import { readAllChanges, readOtherFrames } from './frames.ts';
import type { KeptShot } from './keep-shot.ts';
import { keepShotOf, LOG_REACH_MS } from './keep-shot.ts';
import type { Shots } from './shots.ts';
import { splitSnapshot } from './store-snapshot.ts';

export interface Place {
  tabId: number;
  frameId: number;
  /** Address of the tab. */
  url: string;
}

export interface Keeping {
  db: () => Promise<Database>;
  shots: Shots;
  tell: (news: News) => void;
  /** Turns on their way to the store: what is decided from earlier turns waits for them. */
  inFlight: Set<Promise<unknown>>;
}

type TurnCaptured = Captured & { action: BrowserTurn['action'] };

/**
 * Keeps an action that a content script has seen. What the acting frame sent is on disk before this
 * resolves; the other frames and the screenshot follow by themselves. A copilot's action waits for
 * everything, so that nothing happens on the page until its state is kept.
 */
export async function keepTurn(
  keeping: Keeping,
  demonstrationId: string,
  captured: TurnCaptured,
  place: Place,
): Promise<Kept> {
  const db = await keeping.db();
  const waiting = captured.by === 'copilot';
  // Begun at once: the page may change while the first write is under way.
  const others = readOtherFrames(place.tabId, place.frameId, captured.at - LOG_REACH_MS);
  const witnesses = {
    acting: captured.changes,
    others: async () => (await others).map((frame) => frame.log),
    all: (since: number) => readAllChanges(place.tabId, since),
  };
  const shot = keepShotOf(keeping.shots, place.tabId, captured.at, witnesses, waiting);

  const own = composePage([{ frameId: place.frameId, raw: captured.raw }]);
  const { snapshot, contents } = await splitSnapshot(own, true);
  const turn = { ...makeTurn(demonstrationId, captured, place, own), snapshot };
  if (!(await addTurn(db, turn, contents))) return { kept: true };
  keeping.tell({ type: 'turn.kept', demonstrationId, turnId: turn.id });

  const rest = completeTurn(keeping, db, captured, place, await others, await shot);
  if (waiting) await rest;
  else rest.catch((error: unknown) => keeping.tell({ type: 'warning', message: explain(error) }));
  return { kept: true };
}

async function completeTurn(
  keeping: Keeping,
  db: Database,
  captured: TurnCaptured,
  place: Place,
  others: OtherFrame[],
  shot: KeptShot,
): Promise<void> {
  const raws: { frameId: number; raw: RawFrame }[] = [
    { frameId: place.frameId, raw: captured.raw },
    ...others.flatMap(({ frameId, raw }) => (raw ? [{ frameId, raw }] : [])),
  ];
  const page = composePage(raws);
  const exact = others.every(
    ({ raw, log }) => raw && log?.complete && !log.instants.some((i) => i > captured.at),
  );
  const { snapshot, contents } = await splitSnapshot(page, exact);
  const complete = (stored: Turn): Turn => {
    if (stored.kind !== 'browser') return stored;
    const { metadata, element } = makeTurn(stored.demonstrationId, captured, place, page);
    const { screenshot } = shot;
    return {
      ...stored,
      metadata,
      element: moveElement(stored.element, element),
      snapshot,
      screenshot,
    };
  };
  const turn = await changeTurn(db, captured.turnId, complete, [...contents, ...shot.contents]);
  if (turn) {
    keeping.tell({
      type: 'turn.kept',
      demonstrationId: turn.demonstrationId,
      turnId: captured.turnId,
    });
  }
}

/** A revision may have come in between: its texts stay, only the place is known better now. */
function moveElement(stored: TurnElement | null, seen: TurnElement | null): TurnElement | null {
  return stored && seen ? { ...stored, box: seen.box } : stored;
}

export async function reviseKeptTurn(
  keeping: Keeping,
  revised: Revised,
  place: Place,
): Promise<Kept> {
  const db = await keeping.db();
  const turn = await changeTurn(db, revised.turnId, (stored) => {
    if (stored.kind !== 'browser' || !revised.element) {
      return reviseTurn(stored, revised.action, null);
    }
    const box = stored.element?.box ?? revised.element.box;
    const element = { ...revised.element, frameId: place.frameId, box };
    return reviseTurn(stored, revised.action, element);
  });
  if (!turn) return { kept: false, reason: 'the turn is not in the store' };
  const { demonstrationId } = turn;
  keeping.tell({ type: 'turn.kept', demonstrationId, turnId: revised.turnId });
  return { kept: true };
}

function makeTurn(
  demonstrationId: string,
  captured: TurnCaptured,
  { tabId, frameId, url }: Place,
  page: PageSnapshot,
): BrowserTurn {
  const top = page.frames[0];
  const own = page.frames.find((frame) => frame.frameId === frameId);
  const at = own?.place ?? { x: 0, y: 0, scaleX: 1, scaleY: 1 };
  const element = captured.element && {
    ...captured.element,
    frameId,
    box: own?.boxes[captured.element.uid] ?? captured.element.box,
  };
  return {
    kind: 'browser',
    id: captured.turnId,
    demonstrationId,
    at: captured.at,
    seq: captured.seq,
    by: captured.by,
    action: captured.action,
    element,
    metadata: {
      mouseX: at.x + captured.pointer.x * at.scaleX,
      mouseY: at.y + captured.pointer.y * at.scaleY,
      tabId,
      url: top?.frameId === 0 ? top.url : url,
      viewportWidth: top?.viewport.width ?? -1,
      viewportHeight: top?.viewport.height ?? -1,
      zoomLevel: page.devicePixelRatio,
    },
    properties: captured.properties,
    snapshot: null,
    screenshot: { status: 'pending' },
    receipt: null,
    causedBy: captured.causedBy,
  };
}

function explain(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    return 'The disk is full: the last turn was kept without its screenshot. Free some space, then go on.';
  }
  return `The last turn was kept, but not all of its page: ${String(error)}`;
}
