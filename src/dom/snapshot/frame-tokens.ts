import { listenForGood } from '../read/listen.ts';

/** The key under which a document tells its parent its token. */
const KEY = '__wayscribe';
/**
 * A page could post tokens for a frame of its own, any number of them. The true one of a window's first
 * document is its very first; that of a later document is still among the last few.
 */
const FIRST = 2;
const LAST = 8;

/** Which document is in which frame element, told by the documents themselves. */
export interface FrameTokens {
  /** This document's own: random, made once. */
  readonly token: string;
  /** Tells the parent again, for when it was not listening yet. */
  announce(): void;
  /** Tokens that came out of a frame element's window, the newest last. */
  tokensOf(frame: Element): readonly string[];
}

/**
 * Posts this document's token to its parent and listens for those of its children. Messages of this
 * kind go no further, so start it before the page's scripts run.
 */
export function startFrameTokens(window: Window, signal: AbortSignal): FrameTokens {
  const token = makeToken();
  const tokens = new WeakMap<object, readonly string[]>();
  const listen = (event: MessageEvent<unknown>): void => {
    const told = readToken(event.data);
    if (told === null || !isChildOf(event.source, window)) return;
    event.stopImmediatePropagation();
    const before = tokens.get(event.source) ?? [];
    const first = before.slice(0, FIRST);
    if (first.includes(told)) return;
    const later = before.slice(FIRST).filter((one) => one !== told);
    tokens.set(event.source, [...first, ...[...later, told].slice(-LAST)]);
  };
  const announce = (): void => {
    if (window.parent !== window && !signal.aborted) {
      window.parent.postMessage({ [KEY]: token }, '*');
    }
  };
  listenForGood(window.document, window, 'message', listen, { capture: true, signal });
  announce();
  return {
    token,
    announce,
    tokensOf: (frame) => {
      const content: unknown = 'contentWindow' in frame ? frame.contentWindow : null;
      return typeof content === 'object' && content !== null ? (tokens.get(content) ?? []) : [];
    },
  };
}

function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readToken(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !(KEY in data)) return null;
  const told = data[KEY];
  return typeof told === 'string' && /^[0-9a-f]{32}$/.test(told) ? told : null;
}

function isChildOf(source: MessageEventSource | null, window: Window): source is Window {
  return source !== null && source !== window && 'parent' in source && source.parent === window;
}
