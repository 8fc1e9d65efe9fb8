import type { Uid } from '../../core/action/action.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import { getShadowRoot, makeTreeWalker } from '../native.ts';
import type { Uids } from './uids.ts';
import { HOST, toNumber } from './uids.ts';

/** Elements of HTML itself that can hold a shadow root (DOM Standard, "valid shadow host name"). */
export const BUILT_IN_HOSTS: ReadonlySet<string> = new Set(
  'ARTICLE ASIDE BLOCKQUOTE BODY DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN'.split(
    ' ',
  ),
);

/** Whether an element of this node name, in upper case, can have a shadow root: those and custom elements. */
export function mayHost(nodeName: string): boolean {
  return nodeName.includes('-') || BUILT_IN_HOSTS.has(nodeName);
}

export type ShadowRoots = ReturnType<typeof createShadowRoots>;

/**
 * `shadowRootOf` is what can look into closed roots (in an extension `chrome.dom.openOrClosedShadowRoot`);
 * it may throw for elements that cannot be hosts.
 */
export function createShadowRoots(
  uids: Uids,
  shadowRootOf: (element: Element) => ShadowRoot | null = getShadowRoot,
) {
  const byHost = new WeakMap<Element, ShadowRoot>();
  const watchers = new Set<(root: ShadowRoot) => void>();
  let found: WeakRef<ShadowRoot>[] = [];
  const list = (): ShadowRoot[] => {
    const alive = found.flatMap((ref) => ref.deref() ?? []);
    if (alive.length < found.length / 2) found = alive.map((root) => new WeakRef(root));
    return alive;
  };
  const ask = (element: Element): ShadowRoot | null => {
    try {
      return shadowRootOf(element);
    } catch {
      return null;
    }
  };
  return {
    /** The root of a host known before; null for others. Never asks the browser. */
    known: (host: Element): ShadowRoot | null => byHost.get(host) ?? null,
    /** Asks the browser whether the element holds a root by now. */
    find: (element: Element): ShadowRoot | null => {
      const before = byHost.get(element);
      if (before) return before;
      const root = ask(element);
      if (!root) return null;
      byHost.set(element, root);
      uids.mark(element, HOST);
      found.push(new WeakRef(root));
      for (const watcher of watchers) watcher(root);
      return root;
    },
    /** Roots that are still alive, in the order they were found. */
    list,
    /** Calls back for every root known now and found later. */
    watch: (watcher: (root: ShadowRoot) => void, signal: AbortSignal): void => {
      if (!signal.aborted) for (const root of list()) watcher(root);
      addUntil(watchers, watcher, signal);
    },
  };
}

/** The living element of a uid, in the document or a known shadow root; null when there is none. */
export function findElement(
  document: Document,
  uid: Uid,
  { uids, shadowRoots }: { uids: Uids; shadowRoots: ShadowRoots },
): Element | null {
  for (const root of [document, ...shadowRoots.list()]) {
    if (!root.isConnected) continue;
    const walker = makeTreeWalker(document, root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const value = uids.look(node);
      if (value === undefined || formatUid(uids.salt, toNumber(value)) !== uid) continue;
      return node as Element;
    }
  }
  return null;
}

/** Adds a callback to a set until `signal` aborts. */
export function addUntil<T>(watchers: Set<T>, watcher: T, signal: AbortSignal): void {
  if (signal.aborted) return;
  watchers.add(watcher);
  signal.addEventListener('abort', () => watchers.delete(watcher), { once: true });
}

/** The most undefined elements that are watched: some pages consist of elements that are never defined. */
const MAX_WAITING = 200;

/**
 * Custom elements are often there before they are defined, and get their shadow roots then, with no trace in the
 * document: what is in them is to be masked, and shown by no picture from before.
 */
export function createLateRoots(
  shadowRoots: Pick<ShadowRoots, 'find'>,
  clock: { noteChange: () => void },
): {
  expect: (hostless: readonly Element[]) => void;
  look: () => void;
} {
  let waiting: readonly Element[] = [];
  return {
    expect(hostless) {
      waiting = hostless.slice(0, MAX_WAITING);
    },
    look() {
      const left = waiting.filter((element) => shadowRoots.find(element) === null);
      if (left.length < waiting.length) clock.noteChange();
      waiting = left;
    },
  };
}
