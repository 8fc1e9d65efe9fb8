import { listenForGood } from '../read/listen.ts';

/** The key under which a document tells its parent its token. */
const KEY = '__wayscribe';
/**
 * Where a document's script waits for what scripts of the same extension say, in frames of the same origin: they
 * share a world that no page sees.
 */
const ASIDE = Symbol.for('wayscribe.frames');
/**
 * A page could post tokens for a frame of its own, any number of them. The true one of a window's first
 * document is its very first; that of a later document is still among the last few.
 */
const FIRST = 2;
const LAST = 8;

/** Where a window is among those of its parent, of which there were `count` then. */
export interface WindowIndex {
  index: number;
  count: number;
}

/** A child's word for which of this document's windows it is in; its last `attempt` counts. */
export interface ToldIndex extends WindowIndex, Told {}

interface Told {
  token: string;
  attempt: number;
}

/** Which document is in which frame element, told by the documents themselves. */
export interface FrameTokens {
  /** This document's own: random, made once. */
  readonly token: string;
  /** This window's; null for the top one and for those in shadow trees, which no parent lists. */
  locate(): WindowIndex | null;
  /**
   * Tells the parent, unseen by pages, where that is of the same origin: false while it has no script of ours.
   * Null for a parent of another origin, and for the top window.
   */
  tellAside(): boolean | null;
  /** A child's, which came to us unseen by pages; false when it no longer fits the windows here. */
  adopt(child: ToldIndex): boolean;
  /**
   * Tells the parent by a message to its window: one that was open before us, and listens to everything,
   * sees it. For where there is no other way.
   */
  post(): void;
  /** Tokens of the documents in a frame element, the newest last. */
  tokensOf(frame: Element): readonly string[];
}

/**
 * Makes this document's token and listens for those that children post. Messages of this kind go no
 * further, so start it before the page's scripts run.
 */
export function startFrameTokens(window: Window, signal: AbortSignal): FrameTokens {
  const token = makeToken();
  const posted = new WeakMap<object, readonly string[]>();
  const adopted = new WeakMap<object, readonly Told[]>();
  const attempts = new Map<string, number>();
  const listen = (event: MessageEvent<unknown>): void => {
    const told = readToken(event.data);
    if (told === null || !isChildOf(event.source, window)) return;
    event.stopImmediatePropagation();
    const before = posted.get(event.source) ?? [];
    const first = before.slice(0, FIRST);
    if (first.includes(told)) return;
    const later = before.slice(FIRST).filter((one) => one !== told);
    posted.set(event.source, [...first, ...[...later, told].slice(-LAST)]);
  };
  listenForGood(window.document, window, 'message', listen, { capture: true, signal });
  function keep(content: object, child: Told): boolean {
    attempts.set(child.token, child.attempt);
    const others = (adopted.get(content) ?? []).filter((one) => one.token !== child.token);
    adopted.set(content, [...others, child].slice(-LAST));
    return true;
  }

  listenAside(window, signal, (child, told) => {
    const known = readToken({ [KEY]: told });
    if (known === null || !isChildOf(child, window)) return false;
    return keep(child, { token: known, attempt: Infinity });
  });

  return {
    token,
    locate: () => locate(window),
    tellAside: () => tellAside(window, token),
    adopt(child) {
      const content = window.length === child.count ? getChild(window, child.index) : null;
      if (content === null || (attempts.get(child.token) ?? 0) > child.attempt) return false;
      return keep(content, child);
    },
    post() {
      if (window.parent !== window && !signal.aborted) {
        window.parent.postMessage({ [KEY]: token }, '*');
      }
    },
    tokensOf(frame) {
      const content: unknown = 'contentWindow' in frame ? frame.contentWindow : null;
      if (typeof content !== 'object' || content === null) return [];
      const known = (adopted.get(content) ?? [])
        .filter((one) => attempts.get(one.token) === one.attempt)
        .map((one) => one.token);
      const others = posted.get(content) ?? [];
      return known.length === 0 ? others : [...new Set([...others, ...known])];
    },
  };
}

function listenAside(
  window: Window,
  signal: AbortSignal,
  hear: (child: unknown, token: unknown) => boolean,
): void {
  Reflect.defineProperty(window, ASIDE, { value: hear, configurable: true });
  signal.addEventListener('abort', () => {
    // Another script may have come in place of this one.
    if (Reflect.get(window, ASIDE) === hear) Reflect.deleteProperty(window, ASIDE);
  });
}

function tellAside(window: Window, token: string): boolean | null {
  if (window.parent === window) return null;
  try {
    const hear: unknown = Reflect.get(window.parent, ASIDE);
    return typeof hear === 'function' && Reflect.apply(hear, null, [window, token]) === true;
  } catch {
    return null;
  }
}

/** Windows of other origins may be counted and compared, though not looked into. */
function locate(window: Window): WindowIndex | null {
  const { parent } = window;
  if (parent === window) return null;
  const count = parent.length;
  for (let index = 0; index < count; index += 1) {
    if (getChild(parent, index) === window) return { index, count };
  }
  return null;
}

function getChild(window: Window, index: number): object | null {
  const child: unknown = index < window.length ? window[index] : null;
  return typeof child === 'object' ? child : null;
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

function isChildOf(source: unknown, window: Window): source is Window {
  if (typeof source !== 'object' || source === null || source === window) return false;
  return 'parent' in source && source.parent === window;
}
