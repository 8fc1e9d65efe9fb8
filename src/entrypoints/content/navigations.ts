import { listenPersistently } from '../../dom/native.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { DocumentReader } from './document-reader.ts';
import { makeId } from './recording.ts';
import type { Recording } from './recording.ts';
import { measureClockSkew } from '../../dom/time.ts';

/** How far back the change log reaches: a shot older than this proves nothing anyway. */
const LOG_MS = 61_000;
/** A page that rewrites its address without end is heard once in this time. */
const MIN_REPLACE_GAP_MS = 100;

const ask = senderTo<BackgroundFromContent>('background');

/**
 * Tells who begins a navigation of this page: the browser says afterwards only what kind it was. Where a
 * person goes back or into the page's own address, the page stays and is taken as it was before.
 */
export function watchNavigations(
  reader: Pick<DocumentReader, 'take' | 'changes'>,
  recording: Pick<Recording, 'isOn' | 'keep'>,
  signal: AbortSignal,
): void {
  // Frames' navigations are none of a demonstration's loads.
  if (window.top !== window) return;
  let replacedAt = -Infinity;

  const report = (event: NavigateEvent): void => {
    if (!event.isTrusted || !recording.isOn() || event.downloadRequest !== null) return;
    const { navigationType: type, userInitiated: byHand, destination } = event;
    const isReplacing = type === 'replace' && destination.sameDocument;
    if (isReplacing && event.timeStamp - replacedAt < MIN_REPLACE_GAP_MS) return;
    if (isReplacing) replacedAt = event.timeStamp;
    const at = performance.timeOrigin + event.timeStamp + measureClockSkew();
    void ask('page.navigates', { at, type, byHand }).catch(() => undefined);
    if (!byHand || !destination.sameDocument) return;
    void recording.keep({
      turnId: makeId(),
      at,
      seq: 0,
      by: 'person',
      action: { intent: 'leave' },
      element: null,
      pointer: { x: 0, y: 0 },
      properties: { to: destination.url },
      raw: reader.take('viewport'),
      changes: reader.changes(at - LOG_MS),
      causedBy: null,
    });
  };
  listenPersistently<NavigateEvent>(document, window.navigation, 'navigate', report, {
    capture: true,
    passive: true,
    signal,
  });
}
