import type { Uid } from '../../../src/core/action/action.ts';
import type { RawFrame } from '../../../src/core/snapshot/snapshot.ts';
import { formatUid } from '../../../src/core/snapshot/snapshot.ts';
import { createSecrets } from '../../../src/dom/snapshot/secrets/secrets.ts';
import { createShadowRoots } from '../../../src/dom/snapshot/shadow-roots.ts';
import { takeFrame } from '../../../src/dom/snapshot/take.ts';
import { createUids } from '../../../src/dom/snapshot/uids.ts';
import { findAll, findLabels } from './find-place.ts';
import type { Place } from './instructions.ts';

/** What the benchmark asks in every frame of a page: the snapshot Wayscribe takes there. */
interface Taker {
  token: string;
  take: () => RawFrame;
  uidOf: (element: Element) => Uid;
  /** In the top frame: uids of all that the places mean, labels of boxes included. */
  listRight: (places: readonly Place[]) => Uid[];
}

declare global {
  var taker: Taker;
}

const salt = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
const uids = createUids(salt);
const secrets = createSecrets();
const token = crypto.randomUUID();

globalThis.taker = {
  token,
  take() {
    const shadowRoots = createShadowRoots(uids, (element) => element.shadowRoot);
    const taken = takeFrame(document, {
      uids,
      shadowRoots,
      token,
      tokensOf: (frame) => [takerIn((frame as HTMLIFrameElement).contentWindow).token],
      boxes: 'all',
      isSecret: secrets.isSecret,
    });
    if (!taken.ok) throw new Error(taken.reason);
    return taken.raw;
  },
  uidOf: (element) => formatUid(salt, uids.of(element)),
  listRight: (places) =>
    places
      .flatMap((place) => findAll(document, place))
      .flatMap((element) => [element, ...findLabels(element)])
      .map((element) => takerIn(element.ownerDocument.defaultView).uidOf(element)),
};

function takerIn(window: Window | null): Taker {
  return (window as (Window & typeof globalThis) | null)?.taker ?? globalThis.taker;
}
