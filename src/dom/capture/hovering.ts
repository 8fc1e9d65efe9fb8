import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import { getReadyState, isAttached, isShown } from '../read/native.ts';
import { createCalmStates } from './calm-states.ts';
import { findDeepTarget, findEntered } from './deep-target.ts';
import type { Described } from './describe-element.ts';
import { describeElement } from './describe-element.ts';
import type { Gesture } from './gesture.ts';
import { timeNow, timeOf } from './gesture.ts';
import type { Hand } from './hand.ts';
import type { Trigger } from './hover-trail.ts';
import { createHoverTrail, isAncestor } from './hover-trail.ts';
import { isPopup } from './popups.ts';
import type { CapturePorts } from './ports.ts';
import type { Reveal } from './reveal.ts';
import { isToldBy } from './reveal.ts';
import { createStateRules, HOVER } from './state-rules.ts';
import { undoReveal } from './undo-reveal.ts';
import { createVeils } from './veils.ts';

/** A page that reacts to the pointer is looked at this long after its first change, ms. */
const REACTED_MS = 30;
/** Reveals that are remembered: a chain of menus is hardly deeper. */
const REMEMBERED = 12;
const UNUSED_MS = 5000;
/** Changed elements looked at in one go. */
const MOST = 50;
/** Turns of the wheel closer than this are one. */
const WHEEL_MS = 400;
const CLICKS: ReadonlySet<string> = new Set(['click', 'doubleClick', 'rightClick', 'drag']);

/** Of what the pointer came to nothing is known from before. */
const NOT_TAKEN = { raw: null, isBefore: false, live: false };

type On = <K extends keyof WindowEventMap>(
  type: K,
  handle: (event: WindowEventMap[K]) => void,
) => void;

/**
 * Hovers, but only those that were necessary (recording.md §3.5): something became visible because the
 * pointer came, and a person then used it. Such a hover is handed out just before the action that
 * needed it, with the time and state of when it began.
 */
export function createHovering(ports: CapturePorts, hand: Hand, signal: AbortSignal) {
  const rules = createStateRules(ports, HOVER);
  const veils = createVeils(ports);
  const trail = createHoverTrail(rules);
  const calm = createCalmStates(ports, veils.survey, signal);
  let reveals: Reveal[] = [];
  /** What the press at `by` needed, until a turn is made of it. */
  let needed: { by: number; reveals: Reveal[] } | null = null;
  let mutatedAt = 0;
  let movedAt = 0;
  let pressedAt: { x: number; y: number } | null = null;
  let lookedAt = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const changed = new Set<Element>();

  const isOn = (): boolean => ports.options().hover && ports.copilotSince() === null;

  function note(trigger: Trigger | null, found: Omit<Reveal, 'trigger' | 'isKept'>): void {
    if (!trigger || reveals.some(({ root }) => root === found.root)) return;
    reveals.push({ ...found, trigger, isKept: false });
    if (reveals.length > REMEMBERED) reveals.shift();
  }

  /** What is hidden again, or gone, is no longer revealed. */
  function forgetHidden(): boolean {
    const count = reveals.length;
    reveals = reveals.filter(({ root, isNew }) => {
      if (!isAttached(root)) return false;
      if (isShown(root)) return true;
      if (!isNew) veils.add(root);
      return false;
    });
    return reveals.length < count;
  }

  /** What was shown since the pointer came. */
  function look(): void {
    timer = null;
    if (signal.aborted || !isOn()) return;
    const now = timeNow();
    const isStyled = mutatedAt < movedAt;
    for (const root of veils.lift()) {
      const trigger = trail.findTrigger(root, isStyled, [0, now]);
      note(trigger, { root, isStyled, isInstant: false, isNew: false });
    }
    forgetHidden();
    veils.note(changed);
    changed.clear();
    lookedAt = now;
  }

  function keepForLook(element: Element): void {
    if (changed.size < MOST) changed.add(element);
  }

  function hear(records: readonly MutationRecord[]): void {
    if (!isOn()) return;
    calm.expect();
    if (trail.over() === null) return;
    const now = timeNow();
    // While the pointer is not used, what is at rest is looked at.
    if (now - movedAt > UNUSED_MS) return;
    if (records.length > 0) mutatedAt = now;
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes' && target instanceof Element) keepForLook(target);
      for (const root of addedNodes) {
        if (!(root instanceof Element)) continue;
        keepForLook(root);
        const trigger = trail.findTrigger(root, false, [0, now]);
        note(trigger, { root, isStyled: false, isInstant: false, isNew: true });
      }
    }
    timer ??= setTimeout(look, REACTED_MS);
  }

  function moveTo(over: Element | null, event: PointerEvent): void {
    if (over === trail.over()) return;
    const at = timeOf(event);
    const state = over && isOn() ? calm.before(over) : NOT_TAKEN;
    const { next, entered, left } = trail.compare(over);
    const isRestyled = [...entered, ...left].some(rules.concern);
    const isAsked = isOn() && (isRestyled || next.some(veils.has));
    const lifted = (isAsked ? veils.lift() : []).map((root) => ({
      root,
      earlier: trail.findTrigger(root, false, [0, at]),
    }));
    trail.move(next, { at, state, pointer: { x: event.clientX, y: event.clientY } });
    // Dragging is another action; and a pointer that is still has what the press made the page do.
    if (event.buttons !== 0 || isAt(event, pressedAt)) trail.spend();
    movedAt = at;
    for (const { root, earlier } of lifted) {
      const trigger = next.includes(root) ? null : trail.findTrigger(root, true, [at, at]);
      // The pointer can come only to what was there before it came.
      const isInstant = trigger !== null;
      if (isInstant) note(trigger, { root, isStyled: true, isInstant, isNew: false });
      else if (mutatedAt >= lookedAt)
        note(earlier, { root, isStyled: false, isInstant, isNew: false });
    }
    // No turn, but pictures show it.
    if (!isAsked && isRestyled) ports.clock.noteRestyle();
    if (!isAsked) return;
    lookedAt = timeNow();
    if (forgetHidden() || lifted.length > 0) ports.clock.noteChange();
    else ports.clock.noteRestyle();
    calm.expect();
  }

  /** The reveals without which `target` could not have been used, outermost first; later ones lie deeper. */
  function listNeeded(target: Element): Reveal[] {
    const found: Reveal[] = [];
    let inside = target;
    while (found.length < REMEMBERED) {
      const at = inside;
      const reveal = reveals.findLast(
        (each) => !found.includes(each) && isAncestor(each.root, at) && isMeant(each),
      );
      if (!reveal) break;
      found.unshift(reveal);
      inside = reveal.trigger.element;
    }
    return found.filter(({ isKept }) => !isKept);
  }

  /** What a page itself shows counts when it stands out from the page, or within the trigger. */
  function isMeant({ root, trigger, isStyled }: Reveal): boolean {
    return isStyled || isPopup(root, trigger.element);
  }

  function keep(reveal: Reveal): void {
    const { trigger, isInstant } = reveal;
    const { state, at, pointer, attributes } = trigger.visit;
    const { raw } = state;
    const boxed = (raw && trigger.line.find((element) => readBox(element, raw))) ?? null;
    const target = boxed ?? trigger.element;
    const described = describeElement(target, ports);
    const box = raw && readBox(target, raw);
    // It may be hidden by now.
    if (box && described.box.width * described.box.height === 0) described.box = box;
    if (target === trigger.element && !ports.hidden.holds(target)) {
      Object.assign(described, undoReveal(described, attributes, reveal));
    }
    const stateBefore = boxed !== null && (state.isBefore || !isInstant);
    const changes = ports.changes();
    const gesture: Gesture = {
      kind: 'pointer',
      key: '',
      target,
      at,
      pointer,
      raw:
        raw && boxed
          ? { ...raw, takenAt: state.isBefore ? at : raw.takenAt }
          : ports.take([target]),
      changes: { ...changes, live: state.live, complete: changes.complete && stateBefore },
      described: new Map([[target, described]]),
      turnId: null,
    };
    hand.emit({ intent: 'hover', uid: ports.uidOf(target) }, target, gesture, null, {
      stateBefore,
    });
  }

  /** Where the element was in the page; null when it is not in its boxes. */
  function readBox(element: Element, raw: RawFrame): Described['box'] | null {
    const at = 4 * raw.uids.indexOf(ports.numberOf(element));
    const [x = NaN, y = NaN, width = NaN, height = NaN] = at < 0 ? [] : raw.boxes.slice(at, at + 4);
    return Number.isNaN(x) ? null : { x, y, width, height };
  }

  ports.clock.watch(hear, signal);
  signal.addEventListener('abort', () => timer && clearTimeout(timer), { once: true });
  calm.expect();
  if (getReadyState(ports.document) === 'complete') setTimeout(begin);

  function begin(): void {
    if (isOn()) calm.begin();
  }

  function onPress(event: Event): void {
    if (!isOn()) return;
    const at = timeOf(event);
    if (event instanceof WheelEvent) {
      if (reveals.length === 0 || (needed && at - needed.by < WHEEL_MS)) return;
    } else look();
    const target = event instanceof MouseEvent ? findDeepTarget(event, ports) : null;
    needed = target && { by: at, reveals: listNeeded(target) };
    if (event instanceof WheelEvent) return;
    trail.spend();
    if (event instanceof MouseEvent) pressedAt = { x: event.clientX, y: event.clientY };
  }

  /** Hovers that a turn needed go before it. */
  function keepNeeded(before: Gesture): void {
    if (!needed || before.at < needed.by) return;
    const { reveals: waiting } = needed;
    needed = null;
    for (const reveal of waiting) {
      reveal.isKept = true;
      keep(reveal);
    }
  }

  /** What was clicked needs no hover besides for what it had shown. */
  function noteClicked(target: Element): void {
    for (const reveal of reveals) reveal.isKept ||= isToldBy(target, reveal);
  }

  /**
   * Returns what the pointer is over: already where it leaves what it was over before, since some libraries
   * answer that event.
   */
  function onOver(event: Event): Element | null {
    if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return null;
    const isLeaving = event.type === 'pointerout';
    const over = isLeaving ? findEntered(event, ports) : findDeepTarget(event, ports);
    moveTo(over, event);
    return over;
  }

  return {
    /** The pointer came or left, or moved in a shadow root of which nothing was known yet. */
    onOver,

    /** Whether the pointer moves where its coming was not heard: in a root that it was in all the time. */
    isUnheard({ target }: PointerEvent): boolean {
      if (!(target instanceof Element) || target === trail.over()) return false;
      return ports.shadowRootOf(target) !== null;
    },

    /** Listens first: what a press needed must be known before anything is made of it. */
    listen(on: On): void {
      on('load', () => setTimeout(begin));
      on('pointerdown', onPress);
      on('keydown', onPress);
      on('wheel', onPress);
    },

    /** The hand, which hands out hovers before what needed them. */
    hand: {
      ...hand,
      emit: (...turn: Parameters<Hand['emit']>) => {
        const [{ intent }, target, before] = turn;
        keepNeeded(before);
        if (target && before.kind === 'pointer' && CLICKS.has(intent)) noteClicked(target);
        return hand.emit(...turn);
      },
    } satisfies Hand,
  };
}

function isAt({ clientX, clientY }: MouseEvent, at: { x: number; y: number } | null): boolean {
  return at !== null && clientX === at.x && clientY === at.y;
}
