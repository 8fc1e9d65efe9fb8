import type { Uid } from '../../core/action/action.ts';
import type { ChangeLog } from '../../core/demonstration/proof.ts';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import { formatUid } from '../../core/snapshot/uid.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import type { BoxScope } from '../../dom/snapshot/boxes.ts';
import { startChangeClock } from '../../dom/snapshot/change-clock.ts';
import { findElement } from '../../dom/snapshot/find-element.ts';
import { startFrameTokens } from '../../dom/snapshot/frame-tokens.ts';
import { createSecrets, MASK } from '../../dom/snapshot/secrets.ts';
import { createShadowRoots } from '../../dom/snapshot/shadow-roots.ts';
import { startSurvey } from '../../dom/snapshot/survey.ts';
import { takeFrame } from '../../dom/snapshot/take.ts';
import { createUids } from '../../dom/snapshot/uids.ts';

/** Everything that reads this document, under one set of uids. */
export interface DocumentReader {
  /** Never throws; a document that cannot be read comes as an empty page, which lint reports. */
  take: (boxes: BoxScope, always?: readonly Element[]) => RawFrame;
  uidOf: (element: Element) => Uid;
  resolve: (uid: Uid) => Element | null;
  shadowRootOf: (element: Element) => ShadowRoot | null;
  isSecret: (element: Element) => boolean;
  mask: string;
  /** `since` and the answer's instants are epoch ms. */
  changes: (since: number) => ChangeLog;
  announce: () => void;
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
  const secrets = createSecrets();
  const tokens = startFrameTokens(window, signal);
  const startedAt = performance.timeOrigin + performance.now();
  const clock = startChangeClock(document, signal, shadowRoots, overlay.owns);
  secrets.watch(document, signal);
  shadowRoots.watch((root) => secrets.watch(root, signal), signal);
  startSurvey(document, signal, { uids, shadowRoots, clock });

  return {
    take(boxes, always = []) {
      const host = overlay.host();
      const taken = takeFrame(document, {
        uids,
        shadowRoots,
        token: tokens.token,
        tokensOf: tokens.tokensOf,
        boxes,
        always,
        omit: host ? [host] : [],
        isSecret: secrets.isSecret,
      });
      return taken.ok ? taken.raw : makeEmptyFrame(uids.salt, tokens.token);
    },
    uidOf: (element) => formatUid(uids.salt, uids.of(element)),
    resolve: (uid) => findElement(document, uid, { uids, shadowRoots }),
    shadowRootOf: (element) => shadowRoots.find(element),
    isSecret: secrets.isSecret,
    mask: MASK,
    changes(since) {
      clock.flush();
      const known = Math.max(since, startedAt);
      const instants = clock.changes(known);
      const complete = instants !== 'unknown';
      return { since: known, instants: complete ? instants : [], complete, live: clock.live() };
    },
    announce: tokens.announce,
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
    title: document.title,
    viewport: { width: innerWidth, height: innerHeight },
    scroll: { x: scrollX, y: scrollY },
    devicePixelRatio,
    takenAt: Date.now(),
  };
}
