import { listenPersistently } from '../native.ts';
import { writeHex } from '../../core/bytes.ts';

/** The key under which a document tells its parent its token. */
const TOKEN_KEY = '__wayscribe';
/**
 * Where a document's script waits for what scripts of the same extension say, in frames of the same origin: they
 * share a world that no page sees.
 */
const SAME_ORIGIN_CHANNEL = Symbol.for('wayscribe.frames');
/**
 * A page could post tokens for a frame of its own, any number of them. The true one of a window's first
 * document is its very first; that of a later document is still among the last few.
 */
const FIRST_KEPT_TOKENS = 2;
const LAST_KEPT_TOKENS = 8;

/** Where a window is among those of its parent, of which there were `count` then. */
export interface WindowIndex {
  index: number;
  count: number;
}

/** A child's word for which of this document's windows it is in; its last `attempt` counts. */
export interface ReportedIndex extends WindowIndex, ReportedToken {}

interface ReportedToken {
  token: string;
  attempt: number;
}

export type FrameTokens = ReturnType<typeof startFrameTokens>;

/**
 * Makes this document's token and listens for those that children post. Messages of this kind go no
 * further, so start it before the page's scripts run.
 */
export function startFrameTokens(window: Window, signal: AbortSignal) {
  const token = writeHex(crypto.getRandomValues(new Uint8Array(16)));
  const posted = new WeakMap<object, readonly string[]>();
  const adopted = new WeakMap<object, readonly ReportedToken[]>();
  const attempts = new Map<string, number>();
  const listen = (event: MessageEvent<unknown>): void => {
    const reported = readToken(event.data);
    if (reported === null || !isChildOf(event.source, window)) return;
    event.stopImmediatePropagation();
    const before = posted.get(event.source) ?? [];
    const first = before.slice(0, FIRST_KEPT_TOKENS);
    if (first.includes(reported)) return;
    const later = before.slice(FIRST_KEPT_TOKENS).filter((one) => one !== reported);
    posted.set(event.source, [...first, ...[...later, reported].slice(-LAST_KEPT_TOKENS)]);
  };
  listenPersistently(window.document, window, 'message', listen, { capture: true, signal });
  function keep(content: object, child: ReportedToken): boolean {
    attempts.set(child.token, child.attempt);
    const others = (adopted.get(content) ?? []).filter((one) => one.token !== child.token);
    adopted.set(content, [...others, child].slice(-LAST_KEPT_TOKENS));
    return true;
  }

  listenForSameOriginChildren(window, signal, (child, reported) => {
    const known = readToken({ [TOKEN_KEY]: reported });
    if (known === null || !isChildOf(child, window)) return false;
    return keep(child, { token: known, attempt: Infinity });
  });

  return {
    token,
    /** This window's; null for the top one and for those in shadow trees, which no parent lists. */
    locate: (): WindowIndex | null => locateWindow(window),
    /**
     * Tells the parent, unseen by pages, where that is of the same origin: false while it has no script of ours.
     * Null for a parent of another origin, and for the top window.
     */
    reportToSameOriginParent: (): boolean | null => reportToSameOriginParent(window, token),
    /** A child's, which came to us unseen by pages; false when it no longer fits the windows here. */
    adopt(child: ReportedIndex): boolean {
      const content = window.length === child.count ? getChild(window, child.index) : null;
      if (content === null || (attempts.get(child.token) ?? 0) > child.attempt) return false;
      return keep(content, child);
    },
    /**
     * Tells the parent by a message to its window: one that was open before us, and listens to everything,
     * sees it. For where there is no other way.
     */
    postToParent(): void {
      if (window.parent !== window && !signal.aborted) {
        window.parent.postMessage({ [TOKEN_KEY]: token }, '*');
      }
    },
    /** Tokens of the documents in a frame element, the newest last. */
    tokensOf(frame: Element): readonly string[] {
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

function listenForSameOriginChildren(
  window: Window,
  signal: AbortSignal,
  hear: (child: unknown, token: unknown) => boolean,
): void {
  Reflect.defineProperty(window, SAME_ORIGIN_CHANNEL, { value: hear, configurable: true });
  signal.addEventListener('abort', () => {
    // Another script may have come in place of this one.
    if (Reflect.get(window, SAME_ORIGIN_CHANNEL) === hear)
      Reflect.deleteProperty(window, SAME_ORIGIN_CHANNEL);
  });
}

function reportToSameOriginParent(window: Window, token: string): boolean | null {
  if (window.parent === window) return null;
  try {
    const hear: unknown = Reflect.get(window.parent, SAME_ORIGIN_CHANNEL);
    return typeof hear === 'function' && Reflect.apply(hear, null, [window, token]) === true;
  } catch {
    return null;
  }
}

/** Windows of other origins may be counted and compared, though not looked into. */
function locateWindow(window: Window): WindowIndex | null {
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

function readToken(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !(TOKEN_KEY in data)) return null;
  const reported = data[TOKEN_KEY];
  return typeof reported === 'string' && /^[0-9a-f]{32}$/.test(reported) ? reported : null;
}

function isChildOf(source: unknown, window: Window): source is Window {
  if (typeof source !== 'object' || source === null || source === window) return false;
  return 'parent' in source && source.parent === window;
}
