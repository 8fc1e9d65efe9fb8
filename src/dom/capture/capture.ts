import { MASK } from '../../core/demonstration/secrets/secret-fields.ts';
import { createControlChanges } from './control-changes.ts';
import { watchDialogs } from './dialogs.ts';
import { Clicks } from './pointer/clicks.ts';
import { createDrags, createDrops } from './pointer/drags.ts';
import { Hovering } from './pointer/hovering.ts';
import type { Gesture } from './pointer/press-tracker.ts';
import { PressTracker } from './pointer/press-tracker.ts';
import { Scrolling } from './pointer/scrolling.ts';
import { FOCUS_STATE, createStateRules } from '../snapshot/style-rules.ts';
import type { CapturePorts } from './ports.ts';
import { KeyPresses } from './text/keys.ts';
import { Typing } from './text/typing.ts';
import {
  containsComposed,
  findDeepTarget,
  findFocused,
  getComposedParent,
  listAncestors,
} from '../composed-tree.ts';
import type { StyleRules } from '../snapshot/style-rules.ts';
import * as dom from '../native.ts';

type Listeners = { [K in keyof WindowEventMap]?: (event: WindowEventMap[K]) => void };

/**
 * Records what a person does in one document, each action with the page as it was just before. Listens passively at
 * the window in the capture phase, ahead of the page. Emits nothing after `signal` aborts, except from `flush`.
 */
export function startCapture(ports: CapturePorts, signal: AbortSignal): { flush: () => void } {
  const window = dom.getWindow(ports.document);
  if (!window) return { flush: () => undefined };
  const capture = new Capture(ports, window, signal);
  return { flush: () => capture.flush() };
}

class Capture {
  private readonly presses: PressTracker;
  private readonly hovering: Hovering;
  private readonly typing: Typing;
  private readonly scrolling: Scrolling;
  private readonly clicks: Clicks;
  private readonly changes: ReturnType<typeof createControlChanges>;
  private readonly drags: ReturnType<typeof createDrags>;
  private readonly drops: ReturnType<typeof createDrops>;
  private readonly keys: KeyPresses;
  private readonly focus: FocusWatcher;
  private readonly rest: RestingScreenshots;
  private readonly watchRoots: (used: Element | null) => void;

  constructor(
    private readonly ports: CapturePorts,
    private readonly window: Window,
    private readonly signal: AbortSignal,
  ) {
    const presses = new PressTracker(ports);
    this.presses = presses;
    this.hovering = new Hovering(ports, presses, signal);
    this.typing = new Typing(ports, presses, signal);
    this.scrolling = new Scrolling(ports, presses);
    this.clicks = new Clicks(ports, presses);
    this.changes = createControlChanges(ports, presses, () => this.clicks.spend());
    this.drags = createDrags(ports, presses);
    this.drops = createDrops(ports, presses, this.drags.start);
    this.keys = new KeyPresses(ports, presses, this.typing, () => this.endEpisodes());
    this.focus = new FocusWatcher(ports);
    this.rest = new RestingScreenshots(ports, signal);
    this.watchRoots = watchRootEvents(ports, this.listRootListeners(), signal);
    this.listen();
    watchDialogs(ports, presses, () => this.keys.answered(), signal);
  }

  flush(): void {
    this.clicks.settle();
    this.typing.soon.flush();
    this.keys.decide();
    this.endEpisodes();
  }

  private endEpisodes(): void {
    this.typing.end();
    this.scrolling.end();
    this.changes.end();
  }

  /** Ignores events that scripts dispatch, and those on our own overlay. */
  private guard<E extends Event>(handle: (event: E) => void): (event: E) => void {
    return (event) => {
      const isOurs = event.composedPath().some(this.ports.isOurs);
      if (event.isTrusted && !this.signal.aborted && !isOurs) handle(event);
    };
  }

  private listen(): void {
    const { document } = this.ports;
    const { signal } = this;
    const options = { capture: true, passive: true, signal };
    const all: Listeners = {
      ...this.listPointerListeners(),
      ...this.listDragListeners(),
      ...this.listTextListeners(),
      ...this.listPageListeners(),
    };
    for (const [type, handle] of Object.entries(all)) {
      // Each listener stands under its own event type.
      const guarded = this.guard(handle as (event: Event) => void);
      dom.listenPersistently(document, this.window, type, guarded, options);
    }
    dom.listenPersistently(document, document, 'visibilitychange', () => this.flush(), { signal });
  }

  private listPointerListeners(): Listeners {
    const { hovering, presses, clicks, drags, scrolling, typing, changes, keys, ports, rest } =
      this;
    const onOver = (event: PointerEvent): void => this.onOver(event);
    const onClick = (event: MouseEvent): void => clicks.onClick(event);
    return {
      pointerover: (event) => {
        onOver(event);
        rest.onOver(event);
      },
      pointerout: onOver,
      pointermove(event) {
        if (hovering.isUnheard(event)) onOver(event);
        presses.recordPointer(event);
        clicks.onMove(event);
        drags.onMove(event);
      },
      pointerdown: (event) => {
        // Which hovers a press needs must be known before it becomes a turn.
        hovering.onPress(event);
        presses.recordPointer(event);
        clicks.settle();
        typing.soon.flush();
        keys.decide();
        typing.onPress(findDeepTarget(event, ports));
        scrolling.end();
        changes.onPress(findDeepTarget(event, ports));
        const press = presses.recordPress(event);
        clicks.onDown(event, press);
        this.watchRoots(press?.target ?? null);
        scrolling.onDown(event, press);
        drags.onDown(event, press);
      },
      pointerup(event) {
        if (drags.onUp(event, scrolling.isScrollBarHeld()) === 'none') clicks.spend();
        scrolling.onUp();
        clicks.onUp(event);
        rest.request(SETTLE_MS);
      },
      pointercancel() {
        drags.onCancel();
        clicks.onCancel();
      },
      mousedown: drags.onMove,
      mousemove: drags.onMove,
      gotpointercapture: drags.onCapture,
      click: onClick,
      auxclick: onClick,
      dblclick: (event) => clicks.onDouble(event),
      contextmenu: (event) => clicks.onMenu(event),
      wheel: (event) => {
        hovering.onPress(event);
        this.watchRoots(findDeepTarget(event, ports));
        scrolling.onWheel(event);
      },
    };
  }

  private listDragListeners(): Listeners {
    const { drags, drops } = this;
    return {
      selectstart: drags.onSelect,
      dragstart: drops.onStart,
      dragenter: drops.onEnter,
      dragleave: drops.onLeave,
      drop: drops.onDrop,
      dragend: drops.onEnd,
    };
  }

  private listTextListeners(): Listeners {
    const { clicks, scrolling, typing, keys, changes, hovering, ports, rest } = this;
    const onCopy = (event: ClipboardEvent): void => this.onCopy(event);
    return {
      keydown: (event) => {
        hovering.onPress(event);
        clicks.settle();
        scrolling.onKey();
        const target = findDeepTarget(event, ports);
        this.watchRoots(target);
        typing.watch(target);
        if (isKey(event)) keys.onDown(event);
        else typing.onFill(event);
      },
      keyup(event) {
        keys.onUp(event);
        rest.request(TYPING_PAUSE_MS);
      },
      beforeinput(event) {
        // The browser handles this shortcut, and it inserts no text.
        if (event.inputType.startsWith('format')) keys.answered();
        else typing.onBeforeInput(event);
      },
      input: (event) => typing.onInput(event),
      change: changes.onChange,
      copy: onCopy,
      cut: onCopy,
      paste: (event) => {
        typing.end();
        this.onPaste(event);
      },
    };
  }

  private listPageListeners(): Listeners {
    const { focus, typing, changes, hovering, ports, rest } = this;
    const onShown = (): void => rest.request(SETTLE_MS);
    return {
      load() {
        hovering.onLoad();
        onShown();
      },
      pageshow: onShown,
      submit: (event) => this.onSubmit(event),
      scroll: (event) => this.onScroll(event),
      focusin(event) {
        focus.onIn(event);
        typing.watch(findDeepTarget(event, ports));
        onShown();
      },
      focusout(event) {
        focus.onOut();
        if (typing.isIn(findDeepTarget(event, ports))) typing.leave();
        changes.leave();
      },
      pagehide: (event) => this.onPageHide(event),
    };
  }

  private listRootListeners(): RootListeners {
    const onOver = this.guard((event: Event) => this.onOver(event));
    return {
      change: this.guard(this.changes.onChange),
      submit: this.guard((event: Event) => this.onSubmit(event)),
      scroll: this.guard((event: Event) => this.onScroll(event)),
      selectstart: this.guard(this.drags.onSelect),
      pointerover: onOver,
      pointerout: onOver,
      focusin: this.guard((event: Event) => this.focus.onIn(event)),
      focusout: this.guard(() => this.focus.onOut()),
    };
  }

  private onOver(event: Event): void {
    this.watchRoots(this.hovering.onOver(event));
  }

  private onScroll(event: Event): void {
    this.drags.onScroll();
    this.drops.onScroll();
    // The page scrolled in response to a key: that is the key's effect.
    this.keys.decide();
    this.scrolling.onScroll(event);
  }

  private onSubmit(event: Event): void {
    this.typing.end();
    const cause = this.presses.causeOf(event);
    const form = findDeepTarget(event, this.ports);
    if (!cause || !form || !isPressInForm(cause.target, form)) return;
    const action = { intent: 'submit', uid: this.ports.uidOf(form) } as const;
    this.presses.emit(action, form, cause, event);
  }

  /** Cutting copies too; the deletion is part of typing. */
  private onCopy(event: ClipboardEvent): void {
    const before = this.presses.captureState(event);
    const text = before ? readSelection(before.target, this.ports) : '';
    if (before && text !== '') this.emitClipboard('copy', text, before, event);
  }

  private onPaste(event: ClipboardEvent): void {
    const before = this.presses.captureState(event);
    if (!before) return;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const text = this.ports.isSecret(before.target) ? MASK : pasted.toWellFormed();
    this.emitClipboard('paste', text, before, event);
  }

  private emitClipboard(
    intent: 'copy' | 'paste',
    text: string,
    before: Gesture,
    event: ClipboardEvent,
  ): void {
    const { target } = before;
    this.presses.emit({ intent, text, uid: this.ports.uidOf(target) }, target, before, event);
  }

  private onPageHide(event: Event): void {
    this.clicks.onLeave(event);
    this.flush();
    // Only the top frame's last state matters: frames are part of their page.
    const before = this.window.top === this.window && this.presses.captureUnload(event);
    if (before) this.presses.emit({ intent: 'leave' }, null, before, null);
  }
}

/** Autofill dispatches key events without a key. */
function isKey(event: Event): event is KeyboardEvent {
  return event instanceof KeyboardEvent;
}

/** Scripts that submit a form cause trusted `submit` events too, so the person's press must be in the form. */
function isPressInForm(pressed: Element, form: Element): boolean {
  const button = dom.findClosest(pressed, 'button, input');
  const owner =
    button instanceof HTMLButtonElement || button instanceof HTMLInputElement ? button.form : null;
  return owner === form || containsComposed(form, pressed);
}

/**
 * Marks the moment a visible focus comes or goes (a ring, a caret, a style rule), because screenshots differ then.
 * CSS alone opens whole menus with it.
 */
class FocusWatcher {
  private readonly rules: StyleRules;
  private showing: Element[] = [];

  constructor(private readonly ports: Pick<CapturePorts, 'document' | 'shadowRootOf' | 'clock'>) {
    this.rules = createStateRules(ports.shadowRootOf, FOCUS_STATE);
    this.showing = this.listShowing(findFocused(ports));
  }

  onIn(event: Event): void {
    this.showing = this.listShowing(findDeepTarget(event, this.ports));
    if (this.showing.length > 0) this.ports.clock.noteFocus(this.showing);
  }

  onOut(): void {
    if (this.showing.length > 0) this.ports.clock.noteFocus(this.showing);
    this.showing = [];
  }

  private listShowing(focused: Element | null): Element[] {
    if (!focused) return [];
    const around = [focused, ...listAncestors(focused, getComposedParent)];
    const restyled = around.filter(this.rules.affects);
    return dom.matchesSelector(focused, ':focus-visible') ? [focused, ...restyled] : restyled;
  }
}

function readSelection(target: Element, ports: CapturePorts): string {
  if (ports.isSecret(target)) return MASK;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = target;
    return value.slice(selectionStart ?? 0, selectionEnd ?? value.length).toWellFormed();
  }
  return (dom.findSelection(ports.document)?.toString() ?? '').toWellFormed();
}

/** After this long without movement the pointer has arrived; everything else settles more slowly. */
const POINTER_REST_MS = 40;
const SETTLE_MS = 120;
const TYPING_PAUSE_MS = 250;

/**
 * Requests a screenshot when the page comes to rest, so that one exists before the next action. The service worker
 * decides whether the browser's quota allows it.
 */
class RestingScreenshots {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over: EventTarget | null = null;

  constructor(
    private readonly ports: CapturePorts,
    signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => clearTimeout(this.timer));
    this.request(SETTLE_MS);
  }

  request(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.ports.requestScreenshot, afterMs);
  }

  onOver({ target }: PointerEvent): void {
    if (target === this.over) return;
    this.over = target;
    this.request(POINTER_REST_MS);
  }
}

/**
 * Events that aren't `composed` end at the shadow root they happen in. `pointerover` ends at the root that also holds
 * the element the pointer came from, `pointerout` at the one that holds the element it goes to; `focusin` and
 * `focusout` likewise.
 */
type RootListeners = Record<string, (event: Event) => void>;

function watchRootEvents(
  { shadowRootOf }: Pick<CapturePorts, 'shadowRootOf'>,
  handlers: RootListeners,
  signal: AbortSignal,
): (used: Element | null) => void {
  const known = new WeakSet<ShadowRoot>();
  return (used) => {
    let root: Node | null = used && (shadowRootOf(used) ?? dom.getRootOf(used));
    while (root instanceof ShadowRoot) {
      if (!known.has(root)) {
        known.add(root);
        listenInRoot(root, handlers, signal);
      }
      root = dom.getRootOf(root.host);
    }
  };
}

function listenInRoot(root: ShadowRoot, handlers: RootListeners, signal: AbortSignal): void {
  for (const [type, handle] of Object.entries(handlers)) {
    const hear = (event: Event): void => {
      const [first] = event.composedPath();
      // Events of slotted elements pass through here too, and are handled in their own root.
      const isOwn = first instanceof Node && dom.getRootOf(first) === root;
      if (isOwn || type.startsWith('pointer')) handle(event);
    };
    dom.listenOn(root, type, hear, { capture: true, passive: true, signal });
  }
}
