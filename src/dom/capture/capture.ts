import { listenForGood } from '../read/listen.ts';
import { findClosest, getWindow } from '../read/native.ts';
import { createChanges } from './changes.ts';
import { createClicks } from './clicks.ts';
import { createClipboard } from './clipboard.ts';
import { findDeepTarget, holds } from './deep-target.ts';
import { watchDialogs } from './dialogs.ts';
import { createDrags } from './drags.ts';
import { createDrops } from './drops.ts';
import { createFocusLooks } from './focus-looks.ts';
import { createHand } from './hand.ts';
import { createHovering } from './hovering.ts';
import { createKeys } from './keys.ts';
import type { CapturePorts } from './ports.ts';
import { watchRootEvents } from './root-events.ts';
import { createScrolling } from './scrolling.ts';
import { watchForShots } from './shot-hints.ts';
import { createTyping } from './typing.ts';

/**
 * Sees what a person does in one document and hands out each action with the page as it was just
 * before. Listens passively at the window in the capture phase, ahead of the page; never prevents,
 * never dispatches. Nothing is handed out after `signal` aborts, except what `flush` hands over.
 */
export function startCapture(ports: CapturePorts, signal: AbortSignal): { flush: () => void } {
  const window = getWindow(ports.document);
  if (!window) return { flush: () => undefined };
  const hovering = createHovering(ports, createHand(ports), signal);
  const { hand } = hovering;
  const typing = createTyping(ports, hand, signal);
  const scrolling = createScrolling(ports, hand);
  const changes = createChanges(ports, hand);
  const clicks = createClicks(ports, hand);
  const drags = createDrags(ports, hand);
  const drops = createDrops(ports, hand, drags.start);
  const clipboard = createClipboard(ports, hand);
  const focusLooks = createFocusLooks(ports);
  const endEpisodes = (): void => {
    typing.end();
    scrolling.end();
    changes.end();
  };
  const keys = createKeys(ports, hand, typing, endEpisodes);
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
    listenForGood<WindowEventMap[K]>(ports.document, window, type, guard(handle), {
      capture: true,
      passive: true,
      signal,
    });
  const onSubmit = (event: Event): void => {
    typing.end();
    const cause = hand.causeOf(event);
    const form = findDeepTarget(event, ports);
    if (!cause || !form || !isPartOf(cause.target, form)) return;
    hand.emit({ intent: 'submit', uid: ports.uidOf(form) }, form, cause, event);
  };
  const onScroll = (event: Event): void => {
    drags.onScroll();
    drops.onScroll();
    // What a page scrolls to by itself, as its answer to a key, is that key's effect.
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
    hand.moveTo(event);
    clicks.onMove(event);
  });
  on('pointerdown', (event) => {
    hand.moveTo(event);
    clicks.settle();
    typing.settleKeys();
    keys.decide();
    typing.onPress(findDeepTarget(event, ports));
    scrolling.end();
    changes.end();
    const press = hand.press(event);
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
    // The browser answers the shortcut, and no text comes of it.
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
    // A frame goes with its page, whose last state is what counts.
    const before = window.top === window && hand.leave(event);
    if (before) hand.emit({ intent: 'leave' }, null, before, null);
  });
  listenForGood(ports.document, ports.document, 'visibilitychange', flush, { signal });
  watchDialogs(ports, hand, keys.answered, signal);
  watchForShots(ports, on, signal);
  return { flush };
}

/** With autofill the browser makes events of keys, too, that have no key. */
function isKey(event: Event): event is KeyboardEvent {
  return event instanceof KeyboardEvent;
}

/** Scripts that send a form make trusted `submit` events too; a person's press was in the form. */
function isPartOf(pressed: Element, form: Element): boolean {
  const button = findClosest(pressed, 'button, input');
  const owner =
    button instanceof HTMLButtonElement || button instanceof HTMLInputElement ? button.form : null;
  return owner === form || holds(form, pressed);
}
