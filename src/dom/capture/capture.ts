import type { CapturedAction } from '../../core/demonstration/captured.ts';
import { findEditable, makesClickOfEnter, readChangedValue } from './controls.ts';
import { findDeepTarget } from './deep-target.ts';
import { describeElement } from './describe-element.ts';
import type { Gesture } from './gesture.ts';
import { isFresh, timeOf } from './gesture.ts';
import type { CapturePorts } from './ports.ts';
import { readProperties } from './properties.ts';
import { createScrolling } from './scrolling.ts';
import { watchForShots } from './shot-hints.ts';
import { createTyping } from './typing.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Dead']);
/** Keys that are turns of their own; others are part of typing, scrolling or a click. */
const KEPT_KEYS = new Set(['Enter', 'Escape']);

/**
 * Sees what a person does in one document and hands out each action with the page as it was just
 * before. Listens passively at the window in the capture phase, ahead of the page; never prevents,
 * never dispatches. Nothing is handed out after `signal` aborts, except what `end` flushes.
 */
export function startCapture(ports: CapturePorts, signal: AbortSignal): { flush: () => void } {
  const window = ports.document.defaultView;
  if (!window) return { flush: () => undefined };
  let seq = 0;
  let gesture: (Gesture & { key: string }) | null = null;
  let clicked: Gesture | null = null;
  let beforeInput: Gesture | null = null;
  const pointer = { x: 0, y: 0 };

  function press(event: Event): (Gesture & { key: string }) | null {
    const target = findDeepTarget(event, ports);
    if (!target) return null;
    const at = timeOf(event);
    const changes = ports.changes();
    const key = event instanceof KeyboardEvent ? event.key : '';
    const kind = event instanceof KeyboardEvent ? 'key' : 'pointer';
    return { kind, target, at, raw: ports.take(listTargets(target)), changes, turnId: null, key };
  }

  function emit(
    action: CapturedAction,
    target: Element | null,
    before: Gesture,
    event: Event | null,
  ): string {
    const turnId = ports.newId();
    const { at, raw, changes, turnId: causedBy } = before;
    seq += 1;
    ports.emit({
      turnId,
      at,
      seq,
      by: 'person',
      action,
      element: target && describeElement(target, ports),
      pointer: { ...pointer },
      properties: event ? readProperties(event) : {},
      raw,
      changes,
      causedBy,
    });
    before.turnId ??= turnId;
    return turnId;
  }

  /** The press that an event follows from; null when the program or the copilot made it. */
  function causeOf(event: Event): Gesture | null {
    if (!isFresh(gesture, timeOf(event))) return null;
    const copilotSince = ports.copilotSince();
    return copilotSince !== null && gesture.at < copilotSince ? null : gesture;
  }

  const typing = createTyping(ports, emit);
  const scrolling = createScrolling(ports, emit, press);

  function flush(): void {
    typing.end();
    scrolling.end();
  }

  const on = <K extends keyof WindowEventMap>(
    type: K,
    handle: (event: WindowEventMap[K]) => void,
  ) =>
    window.addEventListener(
      type,
      (event) => {
        if (!event.isTrusted || signal.aborted || event.composedPath().some(ports.isOurs)) return;
        handle(event);
      },
      { capture: true, passive: true, signal },
    );

  on('pointermove', (event) => {
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  });

  on('pointerdown', (event) => {
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (!typing.isIn(findDeepTarget(event, ports))) typing.end();
    scrolling.end();
    gesture = press(event);
  });

  on('keydown', (event) => {
    if (MODIFIERS.has(event.key) || event.isComposing) return;
    const target = findDeepTarget(event, ports);
    const kept = KEPT_KEYS.has(event.key);
    if (typing.isIn(target) && !kept) return;
    if (kept) flush();
    if (event.repeat) return;
    gesture = press(event);
    if (!gesture || !kept) return;
    if (event.key === 'Enter' && (makesClickOfEnter(gesture.target) || breaksLine(gesture.target)))
      return;
    emit(
      { intent: 'press', key: event.key, uid: ports.uidOf(gesture.target) },
      gesture.target,
      gesture,
      event,
    );
  });

  on('click', (event) => {
    const cause = causeOf(event);
    const hit = findDeepTarget(event, ports);
    if (!cause || !hit || event.button !== 0) return;
    // A label passes its click on to its control, and Enter in a field clicks the submit button:
    // neither has a press of its own.
    if (clicked === cause) return;
    if (cause.kind === 'key' ? cause.target !== hit : event.detail === 0) return;
    clicked = cause;
    const target = hit !== cause.target && hit.contains(cause.target) ? hit : cause.target;
    emit({ intent: 'click', uid: ports.uidOf(target) }, target, cause, event);
  });

  on('input', (event) => {
    const editable = findEditable(findDeepTarget(event, ports));
    if (!editable || ports.copilotSince() !== null) return;
    const pasted = event instanceof InputEvent && event.inputType === 'insertFromPaste';
    if (pasted && !typing.isIn(editable)) return;
    typing.input(editable, () => begunBy(editable, event), event);
  });

  /** The state before an episode: at the key that began it, or now for input of another kind. */
  function begunBy(editable: HTMLElement, event: Event): Gesture {
    const cause = causeOf(event);
    if (cause?.kind === 'key' && editable.contains(cause.target)) return { ...cause, turnId: null };
    const { target, raw, changes } = beforeInput ?? {
      target: editable,
      raw: ports.take([editable]),
      changes: ports.changes(),
    };
    return { kind: 'key', target, at: timeOf(event), raw, changes, turnId: null };
  }

  on('beforeinput', (event) => {
    const editable = findEditable(findDeepTarget(event, ports));
    if (!editable || typing.isIn(editable)) return;
    const cause = causeOf(event);
    beforeInput = cause?.kind === 'key' ? null : press(event);
  });

  on('change', (event) => {
    const target = findDeepTarget(event, ports);
    const value = readChangedValue(target);
    const cause = causeOf(event);
    if (target === null || value === null || !cause) return;
    emit({ intent: 'change', uid: ports.uidOf(target), value }, target, cause, event);
  });

  on('submit', (event) => {
    typing.end();
    const cause = causeOf(event);
    const form = findDeepTarget(event, ports);
    if (!cause || !form) return;
    emit({ intent: 'submit', uid: ports.uidOf(form) }, form, cause, event);
  });

  on('copy', (event) => {
    const target = findDeepTarget(event, ports);
    const before = press(event);
    if (!target || !before) return;
    const text = readSelection(target, ports);
    emit({ intent: 'copy', text, uid: ports.uidOf(target) }, target, before, event);
  });

  on('paste', (event) => {
    typing.end();
    const target = findDeepTarget(event, ports);
    const before = press(event);
    if (!target || !before) return;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const text = ports.isSecret(target) ? ports.mask : pasted.toWellFormed();
    emit({ intent: 'paste', text, uid: ports.uidOf(target) }, target, before, event);
  });

  on('wheel', (event) => scrolling.onWheel(event));
  on('scroll', (event) => scrolling.onScroll(event, gesture?.kind === 'key' ? gesture : null));
  on('focusout', (event) => {
    if (typing.isIn(findDeepTarget(event, ports))) typing.end();
  });
  on('pagehide', (event) => {
    flush();
    const target = ports.document.documentElement;
    const raw = ports.take([]);
    const at = timeOf(event);
    const before = {
      kind: 'pointer',
      target,
      at,
      raw,
      changes: ports.changes(),
      turnId: null,
    } as const;
    emit({ intent: 'leave' }, null, before, null);
  });
  ports.document.addEventListener('visibilitychange', flush, { signal });
  watchForShots(ports, on, signal);
  return { flush };
}

/** Enter in a multi-line field is part of the text. */
function breaksLine(target: Element): boolean {
  const editable = findEditable(target);
  return editable !== null && !(editable instanceof HTMLInputElement);
}

function readSelection(target: Element, ports: CapturePorts): string {
  if (ports.isSecret(target)) return ports.mask;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = target;
    return value.slice(selectionStart ?? 0, selectionEnd ?? value.length).toWellFormed();
  }
  return (ports.document.getSelection()?.toString() ?? '').toWellFormed();
}

/** What a press on this element may turn out to concern: itself, its form, its label's control. */
function listTargets(target: Element): Element[] {
  const control = target.closest('label')?.control;
  return [target, target.closest('form'), findEditable(target), control].filter(
    (element) => element instanceof Element,
  );
}
