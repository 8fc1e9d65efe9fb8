import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import { listenForGood } from '../../dom/read/listen.ts';
import { createOverlay } from '../../dom/overlay/overlay.ts';
import { receive, senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { Content } from '../../protocol/content.ts';
import { openReader } from './document-reader.ts';
import { isConnected } from './outbox.ts';
import { createPiloting } from './piloting.ts';
import { createRecording } from './recording.ts';

const ask = senderTo<BackgroundFromContent>('background');

/** Wires one document: answers to messages, and listens to the person while recording. */
export function startContent(controller: AbortController): void {
  const { signal } = controller;
  const overlay = createOverlay(document, signal);
  const reader = openReader(document, overlay, signal);
  const recording = createRecording(reader, overlay, signal);
  const piloting = createPiloting(reader, recording, overlay, signal);

  receive<Content>(
    'content',
    {
      'recording.set': ({ recording: options }) => recording.set(options).then(() => true as const),
      'frame.announce': () => {
        reader.announce();
        return true;
      },
      'frame.read': async ({ boxes, since }) => {
        await reader.masking.known;
        return { raw: reader.take(boxes), changes: reader.changes(since) };
      },
      'frame.masks': () => reader.masks(),
      'frame.changes': ({ since }) => reader.changes(since),
      'target.show': ({ uid, label }) => piloting.showTarget(uid, label),
      'stop.show': ({ shown }) => {
        piloting.showStop(shown);
        return true;
      },
      'action.perform': (data) => piloting.perform(data),
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
    ask('page.hello', null)
      .then((hello) => recording.set(hello.recording))
      .catch(() => {
        if (!isConnected()) controller.abort();
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

function isOwnTab(sender: chrome.runtime.MessageSender): boolean {
  return sender.url?.startsWith(chrome.runtime.getURL('')) ?? false;
}
