import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import { measureSkew } from '../../dom/capture/gesture.ts';
import { listenForGood } from '../../dom/read/listen.ts';
import { createOverlay } from '../../dom/overlay/overlay.ts';
import { receive, senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { Content } from '../../protocol/content.ts';
import { readAccessible } from './accessible.ts';
import { openReader } from './document-reader.ts';
import { watchNavigations } from './navigations.ts';
import { isConnected } from './is-connected.ts';
import { createPiloting } from './piloting.ts';
import { createRecording } from './recording.ts';
import { createWatching } from './watching.ts';
import { readAtRest } from './rest.ts';

const ask = senderTo<BackgroundFromContent>('background');

/** Until it is answered it is not known what to mask, and nothing is sent. */
const GREET_AGAIN_MS = 500;

/** Wires one document: answers to messages, and listens to the person while recording. */
export function startContent(controller: AbortController): void {
  const { signal } = controller;
  fallSilentWhenOrphaned(controller);
  const overlay = createOverlay(document, signal);
  const reader = openReader(document, overlay, signal);
  const recording = createRecording(reader, overlay, signal);
  const watching = createWatching(reader, overlay, recording, signal);
  const piloting = createPiloting(reader, recording, watching, overlay, signal);

  watchNavigations(reader, recording, signal);

  let latest: RecordingOptions | null = null;

  /** What is masked comes first; once recording ends, what is still on its way is masked too. */
  async function set(options: RecordingOptions | null): Promise<void> {
    latest = options;
    if (options) reader.masking.choose(options.masks);
    await recording.set(options);
    watching.refresh();
    if (!latest) reader.masking.choose([]);
  }

  receive<Content>(
    'content',
    {
      'recording.set': ({ recording: options }) => set(options).then(() => true as const),
      'masks.set': ({ selectors }) => {
        reader.masking.follow(selectors);
        return true;
      },
      'frame.announce': () => reader.announce().then(() => true as const),
      'frame.adopt': (child) => reader.adopt(child),
      'frame.read': async ({ boxes, since }) => {
        await reader.masking.known;
        const state = { raw: reader.take(boxes), changes: reader.changes(since) };
        // Read for what was done in another frame: what was typed here is done with.
        recording.flush();
        return state;
      },
      'frame.observe': async ({ known }) => {
        await reader.masking.known;
        const raw = reader.take('all');
        const edition = reader.edition();
        if (edition === known) return 'same';
        piloting.noteSeen();
        const [looks, secrets] = [reader.looks(), reader.secrets()];
        return { raw, edition, looks, secrets, covered: piloting.listCovered() };
      },
      'frame.rest': ({ since }) => readAtRest(reader, since),
      'frame.accessible': ({ since }) => (overlay.host() ? null : readAccessible(reader, since)),
      'frame.masks': () => reader.masking.known.then(reader.masks),
      'frame.changes': ({ since }) => reader.changes(since),
      'target.show': ({ uid, label }) => piloting.showTarget(uid, label),
      'stop.show': ({ shown }) => {
        piloting.showStop(shown);
        return true;
      },
      'charge.show': ({ charge }) => piloting.showCharge(charge).then(() => true as const),
      'action.perform': (data) => piloting.perform(data),
      'action.review': ({ isLast }) => piloting.review(isLast),
      'action.stop': () => {
        piloting.stop();
        return true;
      },
      'script.end': () => {
        controller.abort();
        return true;
      },
    },
    // Content scripts of other documents have no business here: only our own pages and worker.
    (_type, sender) => sender.tab === undefined || isOwnTab(sender),
    signal,
  );

  const greet = (): void => {
    ask('page.hello', { startedAt: performance.timeOrigin + measureSkew() })
      .then(({ recording: options, masks }) => {
        reader.masking.follow(masks);
        return set(options);
      })
      .catch(() => {
        if (!isConnected()) controller.abort();
        else if (!signal.aborted) setTimeout(greet, GREET_AGAIN_MS);
      });
  };
  // Until the answer is here the script listens: an action in the first moments is not lost, and
  // the service worker drops what comes while nothing is recorded.
  void recording.set(DEFAULT_OPTIONS);
  greet();
  // A page that was kept for going back has heard nothing in the meantime.
  const again = ({ persisted }: PageTransitionEvent) => persisted && greet();
  listenForGood<PageTransitionEvent>(document, window, 'pageshow', again, { signal });
}

/**
 * When the extension was reloaded or removed nobody tells its scripts. Asked ahead of all other
 * listeners, so that the first thing a person does takes them away before they do anything.
 */
function fallSilentWhenOrphaned(controller: AbortController): void {
  const { signal } = controller;
  const check = (): void => {
    if (!isConnected()) controller.abort();
  };
  for (const type of ['pointerover', 'pointerdown', 'keydown', 'wheel', 'pagehide', 'pageshow']) {
    listenForGood(document, window, type, check, { capture: true, passive: true, signal });
  }
}

function isOwnTab(sender: chrome.runtime.MessageSender): boolean {
  return sender.url?.startsWith(chrome.runtime.getURL('')) ?? false;
}
