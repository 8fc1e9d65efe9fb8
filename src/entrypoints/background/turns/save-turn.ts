import { encodeText } from '../../../core/bytes.ts';
import type { CapturedTurn, TurnRevision } from '../../../core/demonstration/captured-turn.ts';
import { encodeBoxes } from '../../../core/demonstration/content.ts';
import type {
  BrowserTurn,
  StoredFrame,
  StoredSnapshot,
} from '../../../core/demonstration/demonstration.ts';
import { reviseTurn } from '../../../core/demonstration/recording-state.ts';
import { redactPage, redactTurn } from '../../../core/demonstration/secrets/redact.ts';
import { composePage } from '../../../core/snapshot/compose.ts';
import type { PageSnapshot } from '../../../core/snapshot/snapshot.ts';
import { getTurn } from '../../../platform/store/read.ts';
import type { Content } from '../../../platform/store/write.ts';
import { addTurn, makeContent } from '../../../platform/store/write.ts';
import type { Kept } from '../../../protocol/background.ts';
import type { OtherFrame } from '../tabs/frames.ts';
import { readOtherFrames } from '../tabs/frames.ts';
import { track } from '../tasks.ts';
import type { Extras, KeptExtras } from './extras.ts';
import type { KeptShot } from './save-screenshot.ts';
import { LOG_REACH_MS, keepShotOfCopilot, keepShotOfPerson } from './save-screenshot.ts';
import type { Shots } from './screenshots.ts';
import { findMasks, readPlace } from './screenshots.ts';
import type { TurnWriting } from './write-turn.ts';
import { updateTurn } from './write-turn.ts';

export interface Place {
  tabId: number;
  frameId: number;
  /** Address of the tab. */
  url: string;
}

export interface Keeping extends TurnWriting {
  shots: Shots;
  extras: Extras;
  /** Turns being added, by id: their revisions come after. */
  adding: Map<string, Promise<unknown>>;
  /** Frames and screenshots on their way to turns that are in the store. */
  completing: Set<Promise<unknown>>;
  /** Effects of actions being determined: useful, but not worth a long wait. */
  afterwards: Set<Promise<unknown>>;
}

/** A page that moves by itself is never complete. */
const MOST_WAITS = 3;

/** Resolves when nothing is on its way any more. What has just been saved is still to be completed. */
export async function untilComplete({
  inFlight,
  completing,
}: Pick<Keeping, 'inFlight' | 'completing'>): Promise<void> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const left = [...inFlight, ...completing];
    if (left.length === 0) return;
    await Promise.allSettled(left);
  }
}

type TurnCaptured = CapturedTurn & { action: BrowserTurn['action'] };

/** What comes from the tab while the first write is under way. */
interface Coming {
  others: Promise<OtherFrame[]>;
  shot: Promise<KeptShot>;
  extras: Promise<KeptExtras | null>;
}

/**
 * Saves an action that a content script has captured. What the acting frame sent is on disk before this resolves; the
 * other frames and the screenshot follow. A copilot's action waits for everything, so that it is performed only when the
 * state before it is stored.
 */
export async function keepTurn(
  keeping: Keeping,
  demonstrationId: string,
  captured: TurnCaptured,
  place: Place,
): Promise<Kept> {
  const db = await keeping.db();
  // First: the page may change while the turn is being written.
  const coming = readTab(keeping, captured, place);
  const search = await keeping.guard.search(demonstrationId);
  const own = redactPage(composePage([{ frameId: place.frameId, raw: captured.raw }]), search);
  const isWhole = place.frameId === 0 && captured.raw.children.length === 0;
  const { snapshot, contents } = await splitSnapshot(own, isWhole);
  const turn = redactTurn({ ...makeTurn(demonstrationId, captured, place, own), snapshot }, search);
  const isNew = await addTurn(db, turn, contents);
  if (!isNew) {
    const stored = await getTurn(db, turn.id);
    // A repeated turn is completed if the service worker was stopped before it was.
    const isComplete = stored?.kind !== 'browser' || stored.screenshot.status === 'kept';
    if (isComplete) return { kept: true };
  }
  keeping.report({ type: 'turn.kept', demonstrationId, turnId: turn.id });

  const rest = completeTurn(keeping, { ...captured, demonstrationId }, place, coming).catch(
    (error: unknown) => {
      const message = explain(error);
      keeping.report({ type: 'warning', about: 'turn', message });
    },
  );
  void track(keeping.completing, rest);
  if (captured.by === 'copilot') await rest;
  return { kept: true };
}

function readTab(
  { shots, extras }: Keeping,
  { raw, changes, at, by }: TurnCaptured,
  { tabId, frameId }: Place,
): Coming {
  const others = readOtherFrames(tabId, frameId, at - LOG_REACH_MS);
  const moment = {
    tabId,
    at: raw.takenAt,
    acting: { frameId, log: changes, place: readPlace(raw) },
    others: async () =>
      (await others).map((other) => ({
        frameId: other.frameId,
        log: other.log,
        place: readPlace(other.raw),
      })),
    masks: async () => findMasks([{ frameId, raw }, ...(await others)]),
    devicePixelRatio: raw.devicePixelRatio,
  };
  const logs = async () => [changes, ...(await others).map(({ log }) => log)];
  return {
    others,
    shot: by === 'copilot' ? keepShotOfCopilot(shots, moment) : keepShotOfPerson(shots, moment),
    extras: extras.keep(tabId, raw.takenAt, logs),
  };
}

/** Adds the other frames, the screenshot and the extras to a turn in the store. */
async function completeTurn(
  keeping: Keeping,
  captured: TurnCaptured & { demonstrationId: string },
  place: Place,
  coming: Coming,
): Promise<void> {
  const { demonstrationId, turnId, raw } = captured;
  const [others, shot, extras] = await Promise.all([coming.others, coming.shot, coming.extras]);
  const search = await keeping.guard.search(demonstrationId);
  const read = others.flatMap((other) =>
    other.raw ? [{ frameId: other.frameId, raw: other.raw }] : [],
  );
  const page = redactPage(composePage([{ frameId: place.frameId, raw }, ...read]), search);
  const exact = others.every(
    (other) =>
      other.raw && other.log?.complete && other.log.instants.every((at) => at <= raw.takenAt),
  );
  const { snapshot, contents } = await splitSnapshot(page, exact);
  const { metadata, element } = makeTurn(demonstrationId, captured, place, page);
  await updateTurn(
    keeping,
    turnId,
    (stored) => ({
      ...stored,
      metadata,
      // A revision may have come meanwhile: its texts stay, only the place is known better now.
      element: stored.element && element ? { ...stored.element, box: element.box } : stored.element,
      snapshot,
      screenshot: shot.screenshot,
      ...(extras && { extras: extras.extras }),
    }),
    [...contents, ...shot.contents, ...(extras?.contents ?? [])],
  );
}

/** Applies a later version of an action: more text typed, scrolled further. */
export async function reviseKeptTurn(
  keeping: Pick<Keeping, 'db' | 'guard' | 'report' | 'adding'>,
  { turnId, action }: TurnRevision,
): Promise<Kept> {
  await keeping.adding.get(turnId)?.catch(() => undefined);
  const turn = await updateTurn(keeping, turnId, (stored) => reviseTurn(stored, action));
  return turn ? { kept: true } : { kept: false, reason: 'the turn is not in the store' };
}

function makeTurn(
  demonstrationId: string,
  captured: TurnCaptured,
  { tabId, frameId, url }: Place,
  page: PageSnapshot,
): BrowserTurn {
  const top = page.frames[0];
  const own = page.frames.find((frame) => frame.frameId === frameId);
  const origin = own?.place ?? { x: 0, y: 0, scaleX: 1, scaleY: 1 };
  const { turnId, at, seq, by, action, element, pointer, properties, causedBy } = captured;
  return {
    kind: 'browser',
    id: turnId,
    ...{ demonstrationId, at, seq, by, action },
    element: element && { ...element, frameId, box: own?.boxes[element.uid] ?? element.box },
    metadata: {
      mouseX: origin.x + pointer.x * origin.scaleX,
      mouseY: origin.y + pointer.y * origin.scaleY,
      tabId,
      url: top?.frameId === 0 ? top.url : url,
      viewportWidth: top?.viewport.width ?? -1,
      viewportHeight: top?.viewport.height ?? -1,
      zoomLevel: page.devicePixelRatio,
    },
    properties,
    snapshot: null,
    screenshot: { status: 'pending' },
    receipt: null,
    causedBy,
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
