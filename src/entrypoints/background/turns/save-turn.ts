import type { CapturedTurn, TurnRevision } from '../../../core/demonstration/captured-turn.ts';
import { encodeText } from '../../../core/bytes.ts';
import { encodeBoxes } from '../../../core/demonstration/content.ts';
import type {
  BrowserTurn,
  StoredFrame,
  StoredSnapshot,
  Turn,
} from '../../../core/demonstration/demonstration.ts';
import type { TurnElement } from '../../../core/demonstration/turn-element.ts';
import { reviseTurn } from '../../../core/demonstration/recording-state.ts';
import { redactPage, redactTurn } from '../../../core/demonstration/secrets/redact.ts';
import { composePage } from '../../../core/snapshot/compose.ts';
import type { PageSnapshot, RawFrame } from '../../../core/snapshot/snapshot.ts';
import type { Database } from '../../../platform/store/database.ts';
import { getTurn } from '../../../platform/store/read.ts';
import type { Content } from '../../../platform/store/write.ts';
import { addTurn, changeTurn, makeContent } from '../../../platform/store/write.ts';
import type { Kept } from '../../../protocol/background.ts';
import type { News } from '../../../protocol/news.ts';
import type { Extras, KeptExtras } from './extras.ts';
import type { KeptShot } from './save-screenshot.ts';
import { LOG_REACH_MS, keepShotOfCopilot, keepShotOfPerson } from './save-screenshot.ts';
import type { Shots } from './screenshots.ts';
import { findMasks, readPlace } from './screenshots.ts';
import type { SecretGuard } from './secret-guard.ts';
import type { OtherFrame } from '../tabs/frames.ts';
import { readOtherFrames, readAllChanges } from '../tabs/frames.ts';

export interface Place {
  tabId: number;
  frameId: number;
  /** Address of the tab. */
  url: string;
}

export interface Keeping {
  db: () => Promise<Database>;
  shots: Shots;
  extras: Extras;
  guard: SecretGuard;
  report: (news: News) => void;
  /** Turns on their way to the store: what is decided from earlier turns waits for them. */
  inFlight: Set<Promise<unknown>>;
  /** Turns being added, by id: what revises them comes after. */
  adding: Map<string, Promise<unknown>>;
  /** Frames and screenshots on their way to turns that are in the store. */
  completing: Set<Promise<unknown>>;
  /** What came of actions, being found out: good to have, but not worth a long wait. */
  afterwards: Set<Promise<unknown>>;
}

/** Keeps count of work that others may have to wait for. */
export function track<T>(works: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  works.add(work);
  void work.finally(() => works.delete(work)).catch(() => undefined);
  return work;
}

/** A page that moves by itself is never done. */
const MOST_ROUNDS = 3;

/** Resolves when nothing is on its way any more: what has just been kept is still to be completed. */
export async function untilComplete({
  inFlight,
  completing,
}: Pick<Keeping, 'inFlight' | 'completing'>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const left = [...inFlight, ...completing];
    if (left.length === 0) return;
    await Promise.allSettled(left);
  }
}

type TurnCaptured = CapturedTurn & { action: BrowserTurn['action'] };

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
    acting: {
      frameId: place.frameId,
      log: captured.changes,
      place: readPlace(captured.raw),
    },
    others: async () =>
      (await others).map(({ frameId, raw, log }) => ({ frameId, log, place: readPlace(raw) })),
    all: (since: number) => readAllChanges(place.tabId, since),
    masks: async () =>
      findMasks([{ frameId: place.frameId, raw: captured.raw }, ...(await others)]),
    devicePixelRatio: captured.raw.devicePixelRatio,
  };
  const keepShot = waiting ? keepShotOfCopilot : keepShotOfPerson;
  const shot = keepShot(keeping.shots, place.tabId, captured.raw.takenAt, witnesses);

  const logs = async () => [captured.changes, ...(await others).map(({ log }) => log)];
  const extras = keeping.extras.keep(place.tabId, captured.raw.takenAt, logs);

  const search = await keeping.guard.search(demonstrationId);
  const own = redactPage(composePage([{ frameId: place.frameId, raw: captured.raw }]), search);
  const isWhole = place.frameId === 0 && captured.raw.children.length === 0;
  const { snapshot, contents } = await splitSnapshot(own, isWhole);
  const turn = redactTurn({ ...makeTurn(demonstrationId, captured, place, own), snapshot }, search);
  const isNew = await addTurn(db, turn, contents);
  // Sent again: what a stopped service worker did not get to is made up for.
  if (!isNew && (await isComplete(db, turn.id))) return { kept: true };
  keeping.report({ type: 'turn.kept', demonstrationId, turnId: turn.id });

  const placed = { ...place, demonstrationId };
  const rest = completeTurn(keeping, db, captured, placed, [others, shot, extras]).catch(
    (error: unknown) => {
      keeping.report({ type: 'warning', about: 'turn', message: explain(error) });
    },
  );
  void track(keeping.completing, rest);
  if (waiting) await rest;
  return { kept: true };
}

async function isComplete(db: Database, turnId: string): Promise<boolean> {
  const turn = await getTurn(db, turnId);
  return turn?.kind !== 'browser' || turn.screenshot.status === 'kept';
}

async function completeTurn(
  keeping: Keeping,
  db: Database,
  captured: TurnCaptured,
  { demonstrationId, ...place }: Place & { demonstrationId: string },
  coming: [Promise<OtherFrame[]>, Promise<KeptShot>, Promise<KeptExtras | null>],
): Promise<void> {
  const [others, shot, extras] = await Promise.all(coming);
  const raws: { frameId: number; raw: RawFrame }[] = [
    { frameId: place.frameId, raw: captured.raw },
    ...others.flatMap(({ frameId, raw }) => (raw ? [{ frameId, raw }] : [])),
  ];
  const search = await keeping.guard.search(demonstrationId);
  const page = redactPage(composePage(raws), search);
  const exact = others.every(
    ({ raw, log }) =>
      raw && log?.complete && !log.instants.some((instant) => instant > captured.raw.takenAt),
  );
  const { snapshot, contents } = await splitSnapshot(page, exact);
  const complete = (stored: Turn): Turn => {
    if (stored.kind !== 'browser') return stored;
    const seen = makeTurn(stored.demonstrationId, captured, place, page);
    const { metadata, element } = redactTurn(seen, search);
    const { screenshot } = shot;
    return {
      ...stored,
      metadata,
      element: moveElement(stored.element, element),
      snapshot,
      screenshot,
      ...(extras && { extras: extras.extras }),
    };
  };
  const files = [...contents, ...shot.contents, ...(extras?.contents ?? [])];
  const turn = await changeTurn(db, captured.turnId, complete, files);
  if (turn) {
    keeping.report({
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
  { turnId, action }: TurnRevision,
): Promise<Kept> {
  const db = await keeping.db();
  await keeping.adding.get(turnId)?.catch(() => undefined);
  const stored = await getTurn(db, turnId);
  const search = stored && (await keeping.guard.search(stored.demonstrationId));
  const turn = await changeTurn(db, turnId, (before) => {
    const revised = reviseTurn(before, action);
    return search ? redactTurn(revised, search) : revised;
  });
  if (!turn) return { kept: false, reason: 'the turn is not in the store' };
  const { demonstrationId } = turn;
  keeping.report({ type: 'turn.kept', demonstrationId, turnId });
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

/** Splits a page into its stored form and the content that form names. */
export async function splitSnapshot(
  page: PageSnapshot,
  exact: boolean,
): Promise<{ snapshot: StoredSnapshot; contents: Content[] }> {
  const contents: Content[] = [];
  const frames: StoredFrame[] = [];
  for (const { html, boxes, ...frame } of page.frames) {
    const htmlContent = await makeContent(encodeText(html));
    const boxesContent = await makeContent(encodeBoxes(boxes));
    contents.push(htmlContent, boxesContent);
    frames.push({ ...frame, html: htmlContent.hash, boxes: boxesContent.hash });
  }
  const { devicePixelRatio, takenAt } = page;
  return { snapshot: { frames, devicePixelRatio, takenAt, exact }, contents };
}
