import { listenOn } from './native.ts';

/**
 * Listens until `signal` aborts, whatever the page does: `document.open()` takes every listener off the
 * document and its window, ours too. It also empties the document, which an observer survives and
 * sees; adding a listener that is still there changes nothing.
 */
export function listenForGood<E extends Event>(
  document: Document,
  target: EventTarget,
  type: string,
  listener: (event: E) => void,
  options: AddEventListenerOptions & { signal: AbortSignal },
): void {
  const { signal } = options;
  if (signal.aborted) return;
  const hear = (event: Event): void => {
    listener(event as E);
  };
  listenOn(target, type, hear, options);
  const observer = new MutationObserver(() => {
    listenOn(target, type, hear, options);
  });
  observer.observe(document, { childList: true });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}
