import type { Uid } from '../../core/action/action.ts';
import type { ChangeLog } from '../../core/demonstration/proof.ts';
import type { Look } from '../../core/ranking/looks.ts';
import type { MaskReport, RawFrame } from '../../core/snapshot/snapshot.ts';
import { MASK } from '../../core/demonstration/secret.ts';
import { formatUid } from '../../core/snapshot/uid.ts';
import { measureSkew } from '../../dom/capture/gesture.ts';
import { getTitle } from '../../dom/read/native.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import type { BoxScope } from '../../dom/snapshot/boxes.ts';
import type { ChangeClock } from '../../dom/snapshot/change-clock.ts';
import { startChangeClock } from '../../dom/snapshot/change-clock.ts';
import { createEditions } from '../../dom/snapshot/editions.ts';
import { findElement } from '../../dom/snapshot/find-element.ts';
import { watchHeld } from '../../dom/snapshot/held.ts';
import { readLooks } from '../../dom/snapshot/looks.ts';
import type { ToldIndex } from '../../dom/snapshot/frame-tokens.ts';
import { startFrameTokens } from '../../dom/snapshot/frame-tokens.ts';
import { createLateRoots } from '../../dom/snapshot/late-roots.ts';
import { createFrameTaker } from '../../dom/snapshot/reuse.ts';
import { createShadowRoots } from '../../dom/snapshot/shadow-roots.ts';
import { watchSilentChanges } from '../../dom/snapshot/silent-state.ts';
import { startSurvey } from '../../dom/snapshot/survey.ts';
import { createUids } from '../../dom/snapshot/uids.ts';
import { createWalkMemory } from '../../dom/snapshot/walk-memory.ts';
import { createAnnouncing } from './announcing.ts';
import type { Masking } from './masking.ts';
import { openMasking } from './masking.ts';

/** Everything that reads this document, under one set of uids. */
export interface DocumentReader {
  /** Never throws; a document that cannot be read comes as an empty page, which lint reports. */
  take: (boxes: BoxScope, always?: readonly Element[]) => RawFrame;
  /** Another one whenever a take finds the document other than the take before did. */
  edition: () => string;
  /** Of the elements of the last take, what style sheets make of them. */
  looks: () => Look[];
  /** Fields whose content must not be told on, as far as this document knows. */
  secrets: () => Uid[];
  uidOf: (element: Element) => Uid;
  numberOf: (element: Element) => number;
  resolve: (uid: Uid) => Element | null;
  shadowRootOf: (element: Element) => ShadowRoot | null;
  isSecret: (element: Element) => boolean;
  mask: string;
  masking: Pick<
    Masking,
    | 'askAboutValues'
    | 'hasRegions'
    | 'follow'
    | 'choose'
    | 'clean'
    | 'cleanAction'
    | 'known'
    | 'whenKnown'
  >;
  /** Parts of the document whose texts must not be read. */
  hidden: Masking['hidden'];
  /** Where pixels must not be shown now. */
  masks: () => MaskReport;
  /** The html of the last take; empty before the first. */
  lastHtml: () => string;
  /** `since` and the answer's instants are epoch ms, as is from when on the focus is left out. */
  changes: (since: number, butFocusSince?: number) => ChangeLog;
  clock: ChangeClock;
  /** To be called before a picture is asked for: what is shown then is what later changes are measured by. */
  beforeShot: () => void;
  /** Tells the parent frame which document this is; resolves when it knows, or it was given up. */
  announce: () => Promise<void>;
  /** A child frame has told where it is; false when that no longer fits. */
  adopt: (child: ToldIndex) => boolean;
}

export function openReader(
  document: Document,
  overlay: Overlay,
  signal: AbortSignal,
): DocumentReader {
  const uids = createUids(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const shadowRoots = createShadowRoots(uids, (element) =>
    overlay.owns(element) ? null : openRoot(element),
  );
  const tokens = startFrameTokens(window, signal);
  const announce = createAnnouncing(tokens, signal);
  void announce();
  const masking = openMasking(
    document,
    { uids, shadowRoots, token: tokens.token, tokensOf: tokens.tokensOf },
    signal,
  );
  let lastHtml = '';
  const editions = createEditions(uids.salt);
  const startedAt = performance.timeOrigin + performance.now();
  const clock = startChangeClock(document, signal, shadowRoots, overlay.owns);
  const silent = watchSilentChanges(document, signal, { shadowRoots, clock, isOurs: overlay.owns });
  const held = watchHeld(document, signal, overlay.owns);
  const lateRoots = createLateRoots(shadowRoots, clock);
  const memory = createWalkMemory(uids);
  startSurvey(document, signal, { uids, shadowRoots, clock, strayed: memory.forget });
  const takeFrame = createFrameTaker(
    document,
    {
      uids,
      shadowRoots,
      token: tokens.token,
      tokensOf: tokens.tokensOf,
      isSecret: masking.isSecret,
      clock,
      memory,
      unseen: () => masking.rules() + silent.count(),
    },
    signal,
  );

  return {
    take(boxes, always = []) {
      const host = overlay.host();
      const taken = takeFrame({ boxes, always, omit: host ? [host] : [] });
      const raw = taken.ok ? masking.mask(taken.raw, taken.seen) : null;
      if (taken.ok) lateRoots.expect(taken.seen.hostless);
      editions.note(raw, taken.ok && taken.again);
      if (!raw) return makeEmptyFrame(uids.salt, tokens.token);
      lastHtml = raw.html;
      return { ...raw, takenAt: raw.takenAt + measureSkew() };
    },
    edition: editions.name,
    looks: () => readLooks(document, { uids, shadowRoots }),
    secrets: () => masking.listSecret().map((element) => formatUid(uids.salt, uids.of(element))),
    uidOf: (element) => formatUid(uids.salt, uids.of(element)),
    numberOf: uids.of,
    resolve: (uid) => findElement(document, uid, { uids, shadowRoots }),
    shadowRootOf: (element) => shadowRoots.find(element),
    isSecret: masking.isSecret,
    mask: MASK,
    masking,
    hidden: masking.hidden,
    masks() {
      lateRoots.look();
      return masking.measure();
    },
    lastHtml: () => lastHtml,
    changes(since, butFocusSince = Infinity) {
      lateRoots.look();
      clock.flush();
      // The log is kept on this document's own clock and told on the system's.
      const skew = measureSkew();
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
        live: clock.live() || silent.hasFilm(),
      };
    },
    clock,
    beforeShot: silent.refresh,
    announce,
    adopt: tokens.adopt,
  };
}

/** Closed roots too; Chrome throws for elements that cannot be hosts, which the caller expects. */
function openRoot(element: Element): ShadowRoot | null {
  return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
}

function makeEmptyFrame(salt: number, token: string): RawFrame {
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
