import type { Uid } from '../../core/action/action.ts';
import { PAINT_LAG_MS } from '../../core/demonstration/screenshot-proof.ts';
import type { ChangeLog, Differences } from '../../core/demonstration/screenshot-proof.ts';
import type { Look } from '../../core/ranking/page/looks.ts';
import type { MaskReport, RawFrame } from '../../core/snapshot/snapshot.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import { getTitle } from '../../dom/native.ts';
import type { BoxScope } from '../../dom/snapshot/boxes.ts';
import {
  findElement,
  createShadowRoots,
  createLateRoots,
} from '../../dom/snapshot/shadow-roots.ts';
import type { FrameTokens, WindowIndex } from '../../dom/snapshot/frame-tokens.ts';
import { startFrameTokens } from '../../dom/snapshot/frame-tokens.ts';
import { watchPressIntervals } from '../../dom/snapshot/press-intervals.ts';
import { readLooks } from '../../dom/snapshot/looks.ts';
import { trackChangedParts } from '../../dom/snapshot/reuse/changed-parts.ts';
import { ChangeClock } from '../../dom/snapshot/reuse/change-clock.ts';
import { createFrameTaker, createEditions } from '../../dom/snapshot/reuse/frame-taker.ts';
import { createWalkMemory } from '../../dom/snapshot/reuse/walk-memory.ts';
import { watchSilentChanges } from '../../dom/snapshot/silent-state.ts';
import { startSurvey } from '../../dom/snapshot/survey.ts';
import { ACTIVE_STATE, createStateRules } from '../../dom/snapshot/style-rules.ts';
import { createUids } from '../../dom/snapshot/uids.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import { listAncestors } from '../../dom/composed-tree.ts';
import { measureClockSkew, readDocumentTime } from '../../dom/time.ts';
import { Masking } from './masking.ts';
import type { ShadowRoots } from '../../dom/snapshot/shadow-roots.ts';
import type { Uids } from '../../dom/snapshot/uids.ts';

/** Two frames on a usual screen, and some. */
const STILL_MS = 50;

export type DocumentReader = ReturnType<typeof openReader>;

/** Everything that reads this document, under one set of uids. */
export function openReader(document: Document, overlay: Overlay, signal: AbortSignal) {
  const uids = createUids(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const shadowRoots = createShadowRoots(uids, (element) =>
    overlay.owns(element) ? null : openRoot(element),
  );
  const tokens = startFrameTokens(window, signal);
  const announce = createFrameAnnouncer(tokens, signal);
  void announce();
  const { token, tokensOf } = tokens;
  const masking = new Masking(document, { uids, shadowRoots, token, tokensOf }, signal);
  let lastHtml = '';
  let isTaken = false;
  const editions = createEditions(uids.salt);
  const history = trackChanges(document, signal, { uids, shadowRoots, isOurs: overlay.owns });
  const { clock, lateRoots } = history;
  clock.watch(() => (isTaken = false), signal);
  const memory = createWalkMemory(uids);
  startSurvey(document, signal, { uids, shadowRoots, clock, strayed: memory.forget });
  const takeFrame = createFrameTaker(
    document,
    {
      uids,
      shadowRoots,
      token,
      tokensOf,
      isSecret: masking.isSecret,
      clock,
      memory,
      unseen: () => masking.version + history.countSilent(),
    },
    signal,
  );

  function take(boxes: BoxScope, always: readonly Element[] = []): RawFrame {
    const host = overlay.host();
    const taken = takeFrame({ boxes, always, omit: host ? [host] : [] });
    isTaken = taken.ok;
    const raw = taken.ok ? masking.mask(taken.raw, taken.seen) : null;
    if (taken.ok) lateRoots.expect(taken.seen.hostless);
    editions.note(raw, taken.ok && taken.again);
    if (!raw) return makeEmptyFrame(uids.salt, token);
    lastHtml = raw.html;
    return { ...raw, takenAt: raw.takenAt + measureClockSkew() };
  }

  function listRoots(): (Document | ShadowRoot)[] {
    return [document, ...shadowRoots.list().filter(({ isConnected }) => isConnected)];
  }

  return {
    take,
    /** Another one whenever a take finds the document other than the take before did. */
    edition: editions.name,
    /** Of the elements of the last take, what style sheets make of them. */
    looks: (): Look[] => readLooks(document, { uids, shadowRoots }),
    /** Fields whose content must not leave the document, as far as this document knows. */
    secrets: (): Uid[] =>
      masking.listSecret().map((element) => formatUid(uids.salt, uids.of(element))),
    uidOf: (element: Element): Uid => formatUid(uids.salt, uids.of(element)),
    numberOf: uids.of,
    resolve: (uid: Uid): Element | null => findElement(document, uid, { uids, shadowRoots }),
    /** The document and the shadow roots that takes have found in it. */
    listRoots,
    /** The same; null if the document has changed since. */
    knownRoots(): (Document | ShadowRoot)[] | null {
      clock.flush();
      lateRoots.look();
      return isTaken ? listRoots() : null;
    },
    shadowRootOf: (element: Element): ShadowRoot | null => shadowRoots.find(element),
    isSecret: masking.isSecret,
    masking,
    hidden: masking.hidden,
    /** Where pixels must not be shown now. */
    masks(): MaskReport {
      lateRoots.look();
      return masking.measure();
    },
    /** The html of the last take; empty before the first. */
    lastHtml: (): string => lastHtml,
    changes: history.changes,
    differences: history.differences,
    clock,
    isStill: (): boolean => clock.isStill(STILL_MS),
    /**
     * Call it before a screenshot is requested: later changes are measured by what the page shows then. Returns what to
     * call if none was taken.
     */
    prepareScreenshot: (): (() => void) => history.noteScreenshot(() => take('viewport')),
    /** Reports this document to the parent frame. Resolves when the parent has answered, or after giving up. */
    announce,
    /** Takes in where a child frame is. Returns false if that is out of date. */
    adopt: tokens.adopt,
  };
}

/** Knows what has changed in the document, and where it can differ from the last screenshots. */
function trackChanges(
  document: Document,
  signal: AbortSignal,
  {
    uids,
    shadowRoots,
    isOurs,
  }: { uids: Uids; shadowRoots: ShadowRoots; isOurs: (node: EventTarget) => boolean },
) {
  const startedAt = readDocumentTime();
  const clock = new ChangeClock(document, signal, shadowRoots, isOurs);
  const silent = watchSilentChanges(document, signal, { shadowRoots, clock, isOurs });
  const activeRules = createStateRules(shadowRoots.find, ACTIVE_STATE);
  const held = watchPressIntervals(document, signal, isOurs, (target) => {
    clock.notePress([target, ...listAncestors(target).filter(activeRules.affects)]);
  });
  const lateRoots = createLateRoots(shadowRoots, clock);
  const parts = trackChangedParts(document, signal, {
    clock,
    numberOf: uids.of,
    shadowRootOf: shadowRoots.find,
    animatedImages: silent.animatedImages,
  });

  return {
    clock,
    lateRoots,
    countSilent: silent.count,
    /** `since` and the answer's instants are epoch ms, as is from when on the focus is left out. */
    changes(since: number, butFocusSince: number = Infinity): ChangeLog {
      lateRoots.look();
      clock.flush();
      // The log uses this document's clock; answers use the system's.
      const skew = measureClockSkew();
      const unheard = silent.changes(Math.max(since - skew, startedAt));
      const known = clock.changes(unheard.since, butFocusSince - skew);
      const instants = [...unheard.instants, ...known.instants].sort((one, other) => one - other);
      return {
        since: known.since + skew,
        instants: instants.map((instant) => instant + skew),
        held: held(since - skew).map(({ from, until }) => ({
          from: from + skew,
          until: until + skew,
        })),
        complete: true,
        live: clock.live() || silent.animatedImages().length > 0,
      };
    },
    /** Where the document in `now` can differ from the last screenshots; null when what is acted on is not in it. */
    differences(now: RawFrame, target: Element | null): Differences[] {
      const skew = measureClockSkew();
      return parts.differences(now, target && uids.of(target)).map(({ since, moved, changed }) => ({
        since: since + skew,
        moved,
        changed: changed.map(({ box, at }) => ({ box, at: at + skew })),
      }));
    },
    /** Remembers the page as a screenshot will show it, if it is painted. Returns what forgets it again. */
    noteScreenshot(take: () => RawFrame): () => void {
      silent.refresh();
      const now = readDocumentTime();
      clock.flush();
      // What changed just before may be in the document, and not in the picture.
      const since = now - PAINT_LAG_MS;
      const isPainted = clock.changes(since).instants.length === 0 && held(since).length === 0;
      return isPainted ? parts.note(take(), now) : () => undefined;
    },
  };
}

/** Closed roots too; Chrome throws for elements that cannot be hosts, which the caller expects. */
function openRoot(element: Element): ShadowRoot | null {
  return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
}

export function makeEmptyFrame(salt: number, token: string): RawFrame {
  return {
    html: '',
    salt,
    uids: new Uint32Array(),
    names: '',
    boxes: new Float32Array(),
    edits: [],
    spans: new Uint32Array(),
    omit: [],
    token,
    children: [],
    url: location.href,
    title: getTitle(document),
    viewport: { width: innerWidth, height: innerHeight },
    scroll: { x: scrollX, y: scrollY },
    devicePixelRatio,
    takenAt: Date.now(),
  };
}

/** False once the extension was reloaded or removed: this script is an orphan then. */
export function isExtensionConnected(): boolean {
  // The types know nothing of orphans.
  const { id } = chrome.runtime as { id?: string };
  return id !== undefined;
}

const ask = senderTo<BackgroundFromContent>('background');

/** Waits before each try: the parent's script may start later, and windows come and go while a page loads. */
const RETRY_DELAYS_MS = [0, 30, 100, 300, 1000, 3000];

/**
 * Tells the parent frame which of its windows this document is in: straight, where that is of the same origin;
 * else by way of the service worker. Neither does a page hear. Only where that cannot work, for documents of
 * another origin in shadow trees, by a message to the parent's window.
 * Resolves when the parent knows, or it was given up.
 */
function createFrameAnnouncer(tokens: FrameTokens, signal: AbortSignal): () => Promise<void> {
  let attempt = 0;

  /** Whether the parent knows; null if it has no script of ours, `unlisted` if the parent is unknown. */
  async function report(here: WindowIndex): Promise<boolean | 'unlisted' | null> {
    attempt += 1;
    const reported = { ...here, token: tokens.token, attempt };
    const taken = await ask('frame.placed', reported).catch(() => null);
    // Windows may have come and gone on the way.
    return taken === true ? isSameIndex(here, tokens.locate()) : taken;
  }

  return async () => {
    if (window.parent === window) return;
    let taken: boolean | 'unlisted' | null = null;
    for (const wait of RETRY_DELAYS_MS) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted || !isExtensionConnected()) return;
      const isReported = tokens.reportToSameOriginParent();
      if (isReported) return;
      // One of the same origin that does not hear has no script of ours yet, and would hear no message.
      if (isReported === false) continue;
      const here = tokens.locate();
      if (!here) break;
      taken = await report(here);
      if (taken === 'unlisted') break;
      if (taken) return;
    }
    if (tokens.reportToSameOriginParent() === null && (taken !== null || !tokens.locate()))
      tokens.postToParent();
  };
}

function isSameIndex(one: WindowIndex, other: WindowIndex | null): boolean {
  return other?.index === one.index && other.count === one.count;
}
