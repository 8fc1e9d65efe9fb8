import type { PerformContext } from '../context.ts';
import { canHost, isInside, listRoots } from '../target/composed-tree.ts';

/** An attribute that looks depend on, as it was before the action. */
export interface OldAttribute {
  element: Element;
  name: string;
  value: string | null;
  /** Changed while the events were being sent: surely because of them. */
  prompt: boolean;
}

/** What moves in a page, told from what was moving before the action. */
export interface PageActivity {
  /** The action begins: whatever has changed until now is the page's own unrest. */
  begin(): void;
  /** The action's last event has been sent. */
  endEvents(): void;
  /** ctx.now() of the last change or answered request since the action began, or null. */
  lastAt(): number | null;
  /** Grows with every change. */
  version(): number;
  /** Nodes that were changing before the action: no evidence of anything. */
  restless(): ReadonlySet<Node>;
  attributes(): OldAttribute[];
  /** Elements without text of their own (icons, pictures) that were put in. */
  pictures(): { element: Element; prompt: boolean }[];
  /** Controls that the browser's own validation refused. */
  invalid(): Element[];
  /** Whether the page has kept a press or an input from the browser or from its other listeners. */
  isTaken(): boolean;
  /** A navigation that the action set off: where to, and whether this document is being left. */
  leaving(): { to: string; gone: boolean } | null;
  /** The document and the shadow roots in it, those that came up since included. */
  roots(): Iterable<Document | ShadowRoot>;
  stop(): void;
}

/** Attributes that looks depend on, by name or as states that style sheets select by; others change for bookkeeping. */
const LOOKS =
  /^(?:class|style|hidden|src|srcset|href|d|fill|inert|data-(?:state|status|selected|checked|active|current|open|expanded|on|value))$/u;

/** A node that changes more often than this after an action is a clock or an animation. */
const MOST_CHANGES = 8;

/** A rewritten text or attribute; elements that come and go make no node a clock. */
function isRewrite(record: MutationRecord): boolean {
  const moved = [...record.addedNodes, ...record.removedNodes];
  return moved.every((node) => node instanceof Text);
}

export function watchActivity(ctx: PerformContext): PageActivity {
  const roots = new Set(listRoots(ctx));
  const restless = new Set<Node>();
  const counts = new Map<Node, number>();
  const attributes = new Map<Element, Map<string, OldAttribute>>();
  const pictures: { element: Element; prompt: boolean }[] = [];
  const invalid: Element[] = [];
  const ended = new AbortController();
  const sent = watchSent(ctx, ended.signal);
  let began: number | null = null;
  let prompt = true;
  let lastAt: number | null = null;
  let version = 0;
  let leaving: { to: string; gone: boolean } | null = null;
  let sentAfter = Infinity;

  const observer = new MutationObserver((records) => {
    read(records);
  });
  const observe = (root: Node): void => {
    observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
  };

  function read(records: MutationRecord[]): void {
    const overlay = ctx.overlayHost();
    const touched = new Set<Node>();
    for (const record of records) {
      if (involves(record, overlay)) continue;
      if (began !== null || isRewrite(record)) touched.add(record.target);
      for (const node of record.addedNodes) observeShadows(node);
      if (began !== null && !restless.has(record.target)) note(record);
    }
    for (const node of touched) count(node);
  }

  function count(node: Node): void {
    if (began === null) {
      restless.add(node);
      return;
    }
    const times = (counts.get(node) ?? 0) + 1;
    counts.set(node, times);
    if (times > MOST_CHANGES) restless.add(node);
    if (restless.has(node)) return;
    lastAt = ctx.now();
    version += 1;
  }

  function note(record: MutationRecord): void {
    const { target: element } = record;
    if (!(element instanceof Element)) return;
    const name = record.attributeName;
    if (name !== null && LOOKS.test(name)) {
      const known = attributes.get(element) ?? new Map<string, OldAttribute>();
      attributes.set(element, known);
      if (!known.has(name)) known.set(name, { element, name, value: record.oldValue, prompt });
    }
    for (const node of record.addedNodes) {
      if (node instanceof Element && !node.textContent.trim()) {
        pictures.push({ element: node, prompt });
      }
    }
  }

  function observeShadows(node: Node): void {
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll('*')]) {
      const shadow = canHost(element) ? ctx.shadowRootOf(element) : null;
      if (!shadow || roots.has(shadow)) continue;
      roots.add(shadow);
      observe(shadow);
      for (const child of shadow.children) observeShadows(child);
    }
  }

  const requests = new PerformanceObserver((list) => {
    // Those that were sent before the action are not its doing.
    if (list.getEntries().some((entry) => entry.startTime >= sentAfter)) lastAt = ctx.now();
  });

  for (const root of roots) observe(root);
  requests.observe({ type: 'resource' });
  listenForLeaving();
  ctx.document.addEventListener('invalid', hearInvalid, { capture: true, signal: ended.signal });

  function hearInvalid(event: Event): void {
    const control = event.composedPath()[0];
    if (began !== null && control instanceof Element) invalid.push(control);
  }

  function listenForLeaving(): void {
    const view = ctx.document.defaultView;
    const options = { signal: ended.signal };
    view?.navigation.addEventListener(
      'navigate',
      (event) => {
        const stays = event.hashChange || event.destination.sameDocument;
        if (began === null || stays || event.downloadRequest !== null) return;
        const to = event.destination.url;
        // The page may still call it off, or take it over without leaving.
        queueMicrotask(() => {
          if (!event.defaultPrevented) leaving = { to, gone: false };
        });
      },
      options,
    );
    view?.navigation.addEventListener(
      'navigatesuccess',
      () => {
        leaving = null;
      },
      options,
    );
    view?.addEventListener(
      'pagehide',
      () => {
        leaving = { to: leaving?.to ?? '', gone: true };
      },
      options,
    );
  }

  return {
    begin() {
      read(observer.takeRecords());
      began = ctx.now();
      sentAfter = performance.now();
    },
    endEvents() {
      read(observer.takeRecords());
      prompt = false;
    },
    lastAt() {
      read(observer.takeRecords());
      return lastAt;
    },
    version: () => version,
    restless: () => restless,
    attributes: () => [...attributes.values()].flatMap((each) => [...each.values()]),
    pictures: () => pictures,
    invalid: () => invalid,
    isTaken: sent.isTaken,
    leaving: () => leaving,
    roots: () => roots,
    stop() {
      observer.disconnect();
      requests.disconnect();
      ended.abort();
    },
  };

  function involves(record: MutationRecord, overlay: Element | null): boolean {
    if (!overlay) return false;
    if (record.target instanceof Element && isInside(record.target, overlay, ctx)) return true;
    const moved = [...record.addedNodes, ...record.removedNodes];
    return moved.length > 0 && moved.every((node) => node === overlay);
  }
}

const SENT = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup'];

/** Watches what becomes of events on their way through the page. */
function watchSent(
  ctx: Pick<PerformContext, 'document'>,
  signal: AbortSignal,
): { isTaken: () => boolean } {
  const view = ctx.document.defaultView;
  const sent: Event[] = [];
  const arrived = new WeakSet<Event>();
  for (const type of SENT) {
    view?.addEventListener(type, (event) => sent.push(event), { capture: true, signal });
    view?.addEventListener(type, (event) => arrived.add(event), { signal });
  }
  return {
    /** A page that stops or prevents an event has done something with it, seen or not. */
    isTaken: () => sent.some((event) => event.defaultPrevented || !arrived.has(event)),
  };
}
