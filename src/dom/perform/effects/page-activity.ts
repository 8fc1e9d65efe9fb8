import type { PerformContext } from '../context.ts';
import { canHost, isInside, listRoots } from '../../composed-tree.ts';

/** An attribute that looks depend on, as it was before the action. */
export interface OldAttribute {
  element: Element;
  name: string;
  value: string | null;
  /** Changed while the events were being sent: surely because of them. */
  prompt: boolean;
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

/** Events that an action sends. */
const SENT = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup'];

/** `watching`: whatever changes is the page's own unrest. `acting`: the action's events are being sent. */
type ActivityState = 'watching' | 'acting' | 'settling';

/** Distinguishes what changes in a page because of an action from what was changing before. */
export class PageActivity {
  private readonly ctx: PerformContext;
  private state: ActivityState = 'watching';
  private sentAfter = Infinity;
  private changedAt: number | null = null;
  /** Those that ran before the action. */
  private animations: ReadonlySet<Animation> = new Set();
  private readonly changeCounts = new Map<Node, number>();
  private readonly oldAttributes = new Map<Element, Map<string, OldAttribute>>();
  private readonly ended = new AbortController();
  private readonly sent: Event[] = [];
  private readonly arrived = new WeakSet<Event>();
  private readonly observer = new MutationObserver((records) => this.read(records));
  private readonly requests = new PerformanceObserver((list) =>
    this.readAnswered(list.getEntries()),
  );

  version = 0;
  /** Whether a request that was sent since the action began has been answered. Those under way can't be seen here. */
  hasRequested = false;
  /** Nodes that were changing before the action, or change too often: no evidence of anything. */
  readonly restless = new Set<Node>();
  /** Elements without text of their own (icons, pictures) that were added. */
  readonly pictures: { element: Element; prompt: boolean }[] = [];
  /** Controls that the browser's own validation refused. */
  readonly invalid = new Set<Element>();
  /** A navigation that the action started: where to, and whether this document is being left. */
  leaving: { to: string; gone: boolean } | null = null;
  /** The document and the shadow roots in it, including those added since. */
  readonly roots: Set<Document | ShadowRoot>;

  constructor(ctx: PerformContext) {
    this.ctx = ctx;
    this.roots = new Set(ctx.knownRoots?.() ?? listRoots(ctx));
    for (const root of this.roots) this.observe(root);
    this.requests.observe({ type: 'resource' });
    this.listen();
  }

  begin(): void {
    this.read(this.observer.takeRecords());
    this.state = 'acting';
    this.animations = new Set(this.listRunning());
    this.sentAfter = performance.now();
  }

  endEvents(): void {
    this.read(this.observer.takeRecords());
    this.state = 'settling';
  }

  /** ctx.now() of the last change or answered request since the action began, or null. */
  lastAt(): number | null {
    this.read(this.observer.takeRecords());
    this.readAnswered(this.requests.takeRecords());
    return this.changedAt;
  }

  attributes(): OldAttribute[] {
    return [...this.oldAttributes.values()].flatMap((each) => [...each.values()]);
  }

  /** Whether the page stopped or prevented an event: it has done something with it, seen or not. */
  isTaken(): boolean {
    return this.sent.some((event) => event.defaultPrevented || !this.arrived.has(event));
  }

  /** Whether an animation or transition runs that did not when the action began. */
  isAnimated(): boolean {
    return this.listRunning().some((animation) => !this.animations.has(animation));
  }

  stop(): void {
    this.observer.disconnect();
    this.requests.disconnect();
    this.ended.abort();
  }

  private readAnswered(entries: readonly PerformanceEntry[]): void {
    // Those that were sent before the action are not its doing.
    if (!entries.some(({ startTime }) => startTime >= this.sentAfter)) return;
    this.hasRequested = true;
    this.changedAt = this.ctx.now();
  }

  private listRunning(): Animation[] {
    const all = [...this.roots].flatMap((root) => root.getAnimations());
    return all.filter(({ playState }) => playState === 'running');
  }

  private listen(): void {
    const { document } = this.ctx;
    const view = document.defaultView;
    const { signal } = this.ended;
    for (const type of SENT) {
      view?.addEventListener(type, (event) => this.sent.push(event), { capture: true, signal });
      view?.addEventListener(type, (event) => this.arrived.add(event), { signal });
    }
    const onInvalid = (event: Event): void => {
      const [control] = event.composedPath();
      if (this.state !== 'watching' && control instanceof Element) this.invalid.add(control);
    };
    document.addEventListener('invalid', onInvalid, { capture: true, signal });
    const onNavigate = (event: NavigateEvent): void => this.noteNavigation(event);
    view?.navigation.addEventListener('navigate', onNavigate, { signal });
    const onStayed = (): void => void (this.leaving = null);
    view?.navigation.addEventListener('navigatesuccess', onStayed, { signal });
    const onGone = (): void => void (this.leaving = { to: this.leaving?.to ?? '', gone: true });
    view?.addEventListener('pagehide', onGone, { signal });
  }

  private noteNavigation(event: NavigateEvent): void {
    const stays = event.hashChange || event.destination.sameDocument;
    if (this.state === 'watching' || stays || event.downloadRequest !== null) return;
    const to = event.destination.url;
    // The page may still call it off, or take it over without leaving.
    queueMicrotask(() => {
      if (!event.defaultPrevented) this.leaving = { to, gone: false };
    });
  }

  private observe(root: Node): void {
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    this.observer.observe(root, { ...all, attributeOldValue: true });
  }

  private read(records: readonly MutationRecord[]): void {
    const isActing = this.state !== 'watching';
    const overlay = this.ctx.overlayHost();
    const touched = new Set<Node>();
    for (const record of records) {
      if (overlay && this.isOwn(record, overlay)) continue;
      if (isActing || isRewrite(record)) touched.add(record.target);
      for (const node of record.addedNodes) this.observeShadows(node);
      if (isActing && !this.restless.has(record.target)) this.note(record);
    }
    for (const node of touched) this.count(node);
  }

  private count(node: Node): void {
    const times = (this.changeCounts.get(node) ?? 0) + 1;
    if (this.state === 'watching') this.restless.add(node);
    else this.changeCounts.set(node, times);
    if (times > MOST_CHANGES) this.restless.add(node);
    if (this.restless.has(node)) return;
    this.changedAt = this.ctx.now();
    this.version += 1;
  }

  private note({ target: element, attributeName: name, oldValue, addedNodes }: MutationRecord) {
    if (!(element instanceof Element)) return;
    const prompt = this.state === 'acting';
    if (name !== null && LOOKS.test(name)) {
      const known = this.oldAttributes.get(element) ?? new Map<string, OldAttribute>();
      this.oldAttributes.set(element, known);
      if (!known.has(name)) known.set(name, { element, name, value: oldValue, prompt });
    }
    for (const node of addedNodes) {
      const isPicture = node instanceof Element && !node.textContent.trim();
      if (isPicture) this.pictures.push({ element: node, prompt });
    }
  }

  private observeShadows(node: Node): void {
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll('*')]) {
      const shadow = canHost(element) ? this.ctx.shadowRootOf(element) : null;
      if (!shadow || this.roots.has(shadow)) continue;
      this.roots.add(shadow);
      this.observe(shadow);
      for (const child of shadow.children) this.observeShadows(child);
    }
  }

  /** Whether a change is our own overlay's. */
  private isOwn({ target, addedNodes, removedNodes }: MutationRecord, overlay: Element): boolean {
    if (target instanceof Element && isInside(target, overlay, this.ctx)) return true;
    const moved = [...addedNodes, ...removedNodes];
    return moved.length > 0 && moved.every((node) => node === overlay);
  }
}
