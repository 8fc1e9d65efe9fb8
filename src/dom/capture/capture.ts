import {
  findClosest,
  findSelection,
  getRootOf,
  getWindow,
  listenPersistently,
  listenOn,
  matchesSelector,
} from '../native.ts';
import { createControlChanges } from './control-changes.ts';
import { watchDialogs } from './dialogs.ts';
import { getComposedParent } from './named-element.ts';
import { createClicks } from './pointer/clicks.ts';
import { findDeepTarget, findFocused, containsComposed } from './pointer/deep-target.ts';
import { createDrags } from './pointer/drags.ts';
import { createDrops } from './pointer/drops.ts';
import { createHovering } from './pointer/hovering.ts';
import type { PressTracker } from './pointer/press-tracker.ts';
import { createPressTracker } from './pointer/press-tracker.ts';
import { createScrolling } from './pointer/scrolling.ts';
import { FOCUS_STATE, createStateRules } from '../snapshot/style-rules.ts';
import type { CapturePorts } from './ports.ts';
import { createKeyPresses } from './text/keys.ts';
import { createTyping } from './text/typing.ts';

/**
 * Records what a person does in one document, each action with the page as it was just before. Listens passively at
 * the window in the capture phase, ahead of the page. Emits nothing after `signal` aborts, except from `flush`.
 */
export function startCapture(ports: CapturePorts, signal: AbortSignal): { flush: () => void } {
  const window = getWindow(ports.document);
  if (!window) return { flush: () => undefined };
  const hovering = createHovering(ports, createPressTracker(ports), signal);
  const { presses: hand } = hovering;
  const typing = createTyping(ports, hand, signal);
  const scrolling = createScrolling(ports, hand);
  const clicks = createClicks(ports, hand);
  const changes = createControlChanges(ports, hand, clicks.spend);
  const drags = createDrags(ports, hand);
  const drops = createDrops(ports, hand, drags.start);
  const clipboard = createClipboard(ports, hand);
  const focusLooks = createFocusWatcher(ports);
  const endEpisodes = (): void => {
    typing.end();
    scrolling.end();
    changes.end();
  };
  const keys = createKeyPresses(ports, hand, typing, endEpisodes);
  const flush = (): void => {
    clicks.settle();
    typing.settleKeys();
    keys.decide();
    endEpisodes();
  };

  const guard =
    <E extends Event>(handle: (event: E) => void) =>
    (event: E): void => {
      if (!event.isTrusted || signal.aborted || event.composedPath().some(ports.isOurs)) return;
      handle(event);
    };
  const on = <K extends keyof WindowEventMap>(
    type: K,
    handle: (event: WindowEventMap[K]) => void,
  ) =>
    listenPersistently<WindowEventMap[K]>(ports.document, window, type, guard(handle), {
      capture: true,
      passive: true,
      signal,
    });
  const onSubmit = (event: Event): void => {
    typing.end();
    const cause = hand.causeOf(event);
    const form = findDeepTarget(event, ports);
    if (!cause || !form || !isPressInForm(cause.target, form)) return;
    hand.emit({ intent: 'submit', uid: ports.uidOf(form) }, form, cause, event);
  };
  const onScroll = (event: Event): void => {
    drags.onScroll();
    drops.onScroll();
    // The page scrolled in response to a key: that is the key's effect.
    keys.decide();
    scrolling.onScroll(event);
  };
  const onOver = (event: Event): void => {
    watchRoots(hovering.onOver(event));
  };
  const watchRoots = watchRootEvents(
    ports,
    {
      change: guard(changes.onChange),
      submit: guard(onSubmit),
      scroll: guard(onScroll),
      selectstart: guard(drags.onSelect),
      pointerover: guard(onOver),
      pointerout: guard(onOver),
      focusin: guard(focusLooks.onIn),
      focusout: guard(focusLooks.onOut),
    },
    signal,
  );

  on('pointerover', onOver);
  on('pointerout', onOver);
  on('pointermove', (event) => {
    if (hovering.isUnheard(event)) onOver(event);
  });
  hovering.listen(on);
  on('pointermove', (event) => {
    hand.recordPointer(event);
    clicks.onMove(event);
  });
  on('pointerdown', (event) => {
    hand.recordPointer(event);
    clicks.settle();
    typing.settleKeys();
    keys.decide();
    typing.onPress(findDeepTarget(event, ports));
    scrolling.end();
    changes.onPress(findDeepTarget(event, ports));
    const press = hand.recordPress(event);
    clicks.onDown(event, press);
    watchRoots(press?.target ?? null);
    scrolling.onDown(event, press);
    drags.onDown(event, press);
  });
  on('mousedown', drags.onMove);
  on('pointermove', drags.onMove);
  on('mousemove', drags.onMove);
  on('gotpointercapture', drags.onCapture);
  on('pointercancel', () => {
    drags.onCancel();
    clicks.onCancel();
  });
  on('selectstart', drags.onSelect);
  on('pointerup', (event) => {
    if (drags.onUp(event, scrolling.isHeld()) === 'none') clicks.spend();
    scrolling.onUp();
    clicks.onUp(event);
  });
  on('dragstart', drops.onStart);
  on('dragenter', drops.onEnter);
  on('dragleave', drops.onLeave);
  on('drop', drops.onDrop);
  on('dragend', drops.onEnd);
  on('keydown', (event) => {
    clicks.settle();
    scrolling.onKey();
    const target = findDeepTarget(event, ports);
    watchRoots(target);
    typing.watch(target);
    if (isKey(event)) keys.onDown(event);
    else typing.onFill(event);
  });
  on('keyup', keys.onUp);
  on('click', clicks.onClick);
  on('auxclick', clicks.onClick);
  on('dblclick', clicks.onDouble);
  on('contextmenu', clicks.onMenu);
  on('beforeinput', (event) => {
    // The browser handles this shortcut, and it inserts no text.
    if (event.inputType.startsWith('format')) keys.answered();
    else typing.onBeforeInput(event);
  });
  on('input', typing.onInput);
  on('change', changes.onChange);
  on('copy', clipboard.onCopy);
  on('cut', clipboard.onCopy);
  on('paste', (event) => {
    typing.end();
    clipboard.onPaste(event);
  });
  on('submit', onSubmit);
  on('wheel', (event) => {
    watchRoots(findDeepTarget(event, ports));
    scrolling.onWheel(event);
  });
  on('scroll', onScroll);
  on('focusin', (event) => {
    focusLooks.onIn(event);
    typing.watch(findDeepTarget(event, ports));
  });
  on('focusout', (event) => {
    focusLooks.onOut();
    if (typing.isIn(findDeepTarget(event, ports))) typing.leave();
    changes.leave();
  });
  on('pagehide', (event) => {
    clicks.onLeave(event);
    flush();
    // Only the top frame's last state matters: frames are part of their page.
    const before = window.top === window && hand.captureUnload(event);
    if (before) hand.emit({ intent: 'leave' }, null, before, null);
  });
  listenPersistently(ports.document, ports.document, 'visibilitychange', flush, { signal });
  watchDialogs(ports, hand, keys.answered, signal);
  requestScreenshotsAtRest(ports, on, signal);
  return { flush };
}

/** Autofill dispatches key events without a key. */
function isKey(event: Event): event is KeyboardEvent {
  return event instanceof KeyboardEvent;
}

/** Scripts that submit a form cause trusted `submit` events too, so the person's press must be in the form. */
function isPressInForm(pressed: Element, form: Element): boolean {
  const button = findClosest(pressed, 'button, input');
  const owner =
    button instanceof HTMLButtonElement || button instanceof HTMLInputElement ? button.form : null;
  return owner === form || containsComposed(form, pressed);
}

/**
 * Marks the moment a visible focus comes or goes (a ring, a caret, a style rule), because screenshots differ then.
 * CSS alone opens whole menus with it.
 */
function createFocusWatcher(ports: Pick<CapturePorts, 'document' | 'shadowRootOf' | 'clock'>): {
  onIn: (event: Event) => void;
  onOut: () => void;
} {
  const rules = createStateRules(ports.shadowRootOf, FOCUS_STATE);
  /** What shows that this has the focus. */
  const listShowing = (focused: Element): Element[] => {
    const showing = matchesSelector(focused, ':focus-visible') ? [focused] : [];
    for (let at: Element | null = focused; at; at = getComposedParent(at)) {
      if (rules.affects(at)) showing.push(at);
    }
    return showing;
  };
  const focused = findFocused(ports);
  let showing = focused ? listShowing(focused) : [];
  return {
    onIn(event) {
      const target = findDeepTarget(event, ports);
      showing = target ? listShowing(target) : [];
      if (showing.length > 0) ports.clock.noteFocus(showing);
    },
    onOut() {
      if (showing.length > 0) ports.clock.noteFocus(showing);
      showing = [];
    },
  };
}

/** Records copying and pasting, with secrets masked. */
function createClipboard(ports: CapturePorts, hand: PressTracker) {
  return {
    /** Cutting copies too; the deletion is part of typing. */
    onCopy(event: ClipboardEvent): void {
      const before = hand.captureState(event);
      if (!before) return;
      const { target } = before;
      const text = readSelection(target, ports);
      if (text === '') return;
      hand.emit({ intent: 'copy', text, uid: ports.uidOf(target) }, target, before, event);
    },

    onPaste(event: ClipboardEvent): void {
      const before = hand.captureState(event);
      if (!before) return;
      const { target } = before;
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      const text = ports.isSecret(target) ? ports.mask : pasted.toWellFormed();
      hand.emit({ intent: 'paste', text, uid: ports.uidOf(target) }, target, before, event);
    },
  };
}

function readSelection(target: Element, ports: CapturePorts): string {
  if (ports.isSecret(target)) return ports.mask;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = target;
    return value.slice(selectionStart ?? 0, selectionEnd ?? value.length).toWellFormed();
  }
  return (findSelection(ports.document)?.toString() ?? '').toWellFormed();
}

/** After this long without movement the pointer has arrived; everything else settles more slowly. */
const POINTER_REST_MS = 40;
const SETTLE_MS = 120;
const TYPING_PAUSE_MS = 250;

type AddWindowListener = <K extends keyof WindowEventMap>(
  type: K,
  handle: (event: WindowEventMap[K]) => void,
) => void;

/**
 * Requests a screenshot when the page comes to rest, so that one exists before the next action. The service worker
 * decides whether the browser's quota allows it.
 */
function requestScreenshotsAtRest(
  ports: CapturePorts,
  on: AddWindowListener,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: EventTarget | null = null;

  const ask = (afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(ports.requestScreenshot, afterMs);
  };

  on('pointerover', (event) => {
    if (event.target === over) return;
    over = event.target;
    ask(POINTER_REST_MS);
  });
  on('pointerup', () => ask(SETTLE_MS));
  on('focusin', () => ask(SETTLE_MS));
  on('keyup', () => ask(TYPING_PAUSE_MS));
  on('load', () => ask(SETTLE_MS));
  on('pageshow', () => ask(SETTLE_MS));
  signal.addEventListener('abort', () => clearTimeout(timer));
  ask(SETTLE_MS);
}

/**
 * Events that aren't `composed` end at the shadow root they happen in. `pointerover` ends at the root that also holds
 * the element the pointer came from, `pointerout` at the one that holds the element it goes to; `focusin` and
 * `focusout` likewise.
 */
type RootEvents = Partial<
  Record<
    | 'change'
    | 'submit'
    | 'scroll'
    | 'selectstart'
    | 'pointerover'
    | 'pointerout'
    | 'focusin'
    | 'focusout',
    (event: Event) => void
  >
>;

function watchRootEvents(
  { shadowRootOf }: Pick<CapturePorts, 'shadowRootOf'>,
  handlers: RootEvents,
  signal: AbortSignal,
): (used: Element | null) => void {
  const known = new WeakSet<ShadowRoot>();
  return (used) => {
    let root: Node | null = used && (shadowRootOf(used) ?? getRootOf(used));
    while (root instanceof ShadowRoot) {
      if (!known.has(root)) {
        known.add(root);
        listenInRoot(root, handlers, signal);
      }
      root = getRootOf(root.host);
    }
  };
}

function listenInRoot(root: ShadowRoot, handlers: RootEvents, signal: AbortSignal): void {
  for (const [type, handle] of Object.entries(handlers)) {
    const hear = (event: Event): void => {
      const [first] = event.composedPath();
      // Events of slotted elements pass through here too, and are handled in their own root.
      const isOwn = first instanceof Node && getRootOf(first) === root;
      if (isOwn || type.startsWith('pointer')) handle(event);
    };
    listenOn(root, type, hear, { capture: true, passive: true, signal });
  }
}
