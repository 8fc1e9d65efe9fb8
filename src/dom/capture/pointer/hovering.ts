import { hasTrait } from '../../../core/action/action.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import {
  getDocumentElement,
  getFirstElementChild,
  getOwnerDocument,
  getParentElement,
  getReadyState,
  getTextContent,
  getWindow,
  isAttached,
  isShown,
  isWithin,
  matchesSelector,
  measure,
} from '../../native.ts';
import type { ElementDescription } from '../describe-element.ts';
import { describeElement } from '../describe-element.ts';
import type { CapturePorts } from '../ports.ts';
import { createRestingSnapshots } from './resting-snapshots.ts';
import { findDeepTarget, findEnteredElement } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import { timeNow, timeOfEvent } from './gesture.ts';
import { trackInvisibleParts } from './invisible-parts.ts';
import type { HoverTrigger, HoverVisit } from './hover-trail.ts';
import { createHoverTrail, isComposedAncestor } from './hover-trail.ts';
import type { PressTracker } from './press-tracker.ts';
import { HOVER_STATE, createStateRules } from '../../snapshot/style-rules.ts';

/** A page that reacts to the pointer is examined this long after its first change, ms. */
const REACTED_MS = 30;
const MAX_REVEALS = 12;
const UNUSED_MS = 5000;
const MAX_CHANGED = 50;
const WHEEL_MS = 400;
/** Of what the pointer came to nothing is known from before. */
const UNKNOWN_SNAPSHOT = { raw: null, isBefore: false, live: false };

type AddWindowListener = <K extends keyof WindowEventMap>(
  type: K,
  handle: (event: WindowEventMap[K]) => void,
) => void;

/**
 * Records necessary hovers only: something became visible because the pointer came, and the person then used it. Such
 * a hover is emitted just before the action that needed it, with its own time and state.
 */
export function createHovering(ports: CapturePorts, hand: PressTracker, signal: AbortSignal) {
  const rules = createStateRules(ports.shadowRootOf, HOVER_STATE);
  const invisibleParts = trackInvisibleParts(ports);
  const trail = createHoverTrail(rules);
  const calm = createRestingSnapshots(ports, invisibleParts.survey, signal);
  let reveals: Reveal[] = [];
  let needed: { by: number; reveals: Reveal[] } | null = null;
  let mutatedAt = 0;
  let movedAt = 0;
  let pressedAt: { x: number; y: number } | null = null;
  let lookedAt = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const changed = new Set<Element>();

  const isOn = (): boolean => ports.options().hover && ports.copilotSince() === null;

  function note(trigger: HoverTrigger | null, found: Omit<Reveal, 'trigger' | 'isKept'>): void {
    if (!trigger || reveals.some(({ root }) => root === found.root)) return;
    reveals.push({ ...found, trigger, isKept: false });
    if (reveals.length > MAX_REVEALS) reveals.shift();
  }

  /** Forgets reveals that are hidden again or removed. */
  function forgetHidden(): boolean {
    const count = reveals.length;
    reveals = reveals.filter(({ root, isNew }) => {
      if (!isAttached(root)) return false;
      if (isShown(root)) return true;
      if (!isNew) invisibleParts.add(root);
      return false;
    });
    return reveals.length < count;
  }

  function look(): void {
    timer = null;
    if (signal.aborted || !isOn()) return;
    const now = timeNow();
    const isStyled = mutatedAt < movedAt;
    for (const root of invisibleParts.lift()) {
      const trigger = trail.findTrigger(root, isStyled, [0, now]);
      note(trigger, { root, isStyled, isInstant: false, isNew: false });
    }
    forgetHidden();
    invisibleParts.note(changed);
    changed.clear();
    lookedAt = now;
  }

  function keepForLook(element: Element): void {
    if (changed.size < MAX_CHANGED) changed.add(element);
  }

  function hear(records: readonly MutationRecord[]): void {
    if (!isOn()) return;
    calm.expect();
    if (trail.over() === null) return;
    const now = timeNow();
    // Without pointer use there is no hurry.
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
    const at = timeOfEvent(event);
    const state = over && isOn() ? calm.before(over) : UNKNOWN_SNAPSHOT;
    const { next, entered, left } = trail.compare(over);
    const crossed = [...entered, ...left];
    const isAsked = isOn() && (crossed.some(rules.affects) || next.some(invisibleParts.has));
    const hovered = crossed.flatMap((one) => [one, ...listLabelled(one)]);
    const restyled = hovered.filter((one) => rules.affects(one) || isRestyledByBrowser(one));
    const lifted = (isAsked ? invisibleParts.lift() : []).map((root) => ({
      root,
      earlier: trail.findTrigger(root, false, [0, at]),
    }));
    trail.move(next, { at, state, pointer: { x: event.clientX, y: event.clientY } });
    if (event.buttons !== 0 || isAtPoint(event, pressedAt)) trail.spend();
    movedAt = at;
    for (const { root, earlier } of lifted) {
      const trigger = next.includes(root) ? null : trail.findTrigger(root, true, [at, at]);
      // The pointer can only enter an element that existed before.
      const isInstant = trigger !== null;
      if (isInstant) note(trigger, { root, isStyled: true, isInstant, isNew: false });
      else if (mutatedAt >= lookedAt)
        note(earlier, { root, isStyled: false, isInstant, isNew: false });
    }
    // No turn, but screenshots differ.
    if (!isAsked && restyled.length > 0) ports.clock.noteRestyle(restyled);
    if (!isAsked) return;
    lookedAt = timeNow();
    if (forgetHidden() || lifted.length > 0) ports.clock.noteChange();
    else ports.clock.noteRestyle(restyled);
    calm.expect();
  }

  /** The reveals that `target` needed, outermost first; later ones are deeper. */
  function listNeeded(target: Element): Reveal[] {
    const found: Reveal[] = [];
    let inside = target;
    while (found.length < MAX_REVEALS) {
      const at = inside;
      const reveal = reveals.findLast(
        (each) => !found.includes(each) && isComposedAncestor(each.root, at) && isMeant(each),
      );
      if (!reveal) break;
      found.unshift(reveal);
      inside = reveal.trigger.element;
    }
    return found.filter(({ isKept }) => !isKept);
  }

  /** A change by the page's script counts if it looks like a popup, or is inside the trigger. */
  function isMeant({ root, trigger, isStyled }: Reveal): boolean {
    return isStyled || isPopup(root, trigger.element);
  }

  function keep(reveal: Reveal): void {
    const { trigger, isInstant } = reveal;
    const { state, at, pointer, attributes } = trigger.visit;
    const { raw } = state;
    const boxed = (raw && trigger.hoveredPath.find((element) => readBox(element, raw))) ?? null;
    const target = boxed ?? trigger.element;
    const described = describeElement(target, ports);
    const box = raw && readBox(target, raw);
    // It may be hidden by now.
    if (box && described.box.width * described.box.height === 0) described.box = box;
    if (target === trigger.element && !ports.hidden.holds(target)) {
      Object.assign(described, removeRevealEffects(described, attributes, reveal));
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

  /** The element's box in the saved page; null if it has none there. */
  function readBox(element: Element, raw: RawFrame): ElementDescription['box'] | null {
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
    const at = timeOfEvent(event);
    if (event instanceof WheelEvent) {
      if (reveals.length === 0 || (needed && at - needed.by < WHEEL_MS)) return;
    } else look();
    const target = event instanceof MouseEvent ? findDeepTarget(event, ports) : null;
    needed = target && { by: at, reveals: listNeeded(target) };
    if (event instanceof WheelEvent) return;
    trail.spend();
    if (event instanceof MouseEvent) pressedAt = { x: event.clientX, y: event.clientY };
  }

  function keepNeeded(before: Gesture): void {
    if (!needed || before.at < needed.by) return;
    const { reveals: waiting } = needed;
    needed = null;
    for (const reveal of waiting) {
      reveal.isKept = true;
      keep(reveal);
    }
  }

  /** What was clicked needs no hover for what its click showed. */
  function noteClicked(target: Element): void {
    for (const reveal of reveals) reveal.isKept ||= isImpliedByClick(target, reveal);
  }

  /**
   * Returns the element under the pointer, already at the `pointerout` of the element before, because some libraries
   * handle that event.
   */
  function onOver(event: Event): Element | null {
    if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return null;
    const isLeaving = event.type === 'pointerout';
    const over = isLeaving ? findEnteredElement(event, ports) : findDeepTarget(event, ports);
    moveTo(over, event);
    return over;
  }

  return {
    /** The pointer came or left, or moved in a shadow root that was unknown so far. */
    onOver,

    /**
     * Whether the pointer moves in a root whose `pointerover` was not received, because it was there all the time.
     */
    isUnheard({ target }: PointerEvent): boolean {
      if (!(target instanceof Element) || target === trail.over()) return false;
      return ports.shadowRootOf(target) !== null;
    },

    /** Listens first: which reveals a press needed must be known before the press becomes a turn. */
    listen(on: AddWindowListener): void {
      on('load', () => setTimeout(begin));
      on('pointerdown', onPress);
      on('keydown', onPress);
      on('wheel', onPress);
    },

    /** The press tracker, emitting needed hovers before their actions. */
    presses: {
      ...hand,
      emit: (...turn: Parameters<PressTracker['emit']>) => {
        const [{ intent }, target, before] = turn;
        keepNeeded(before);
        if (target && before.kind === 'pointer' && hasTrait(intent, 'pointed')) noteClicked(target);
        return hand.emit(...turn);
      },
    } satisfies PressTracker,
  };
}

/** A label under the pointer hovers its control, too. */
function listLabelled(element: Element): Element[] {
  return element instanceof HTMLLabelElement && element.control ? [element.control] : [];
}

/** Browsers draw the controls that pages leave to them differently under the pointer. */
function isRestyledByBrowser(element: Element): boolean {
  return matchesSelector(element, 'button, input, select, textarea');
}

function isAtPoint({ clientX, clientY }: MouseEvent, at: { x: number; y: number } | null): boolean {
  return at !== null && clientX === at.x && clientY === at.y;
}

/** Something that became visible because something was hovered. */
interface Reveal {
  root: Element;
  trigger: HoverTrigger;
  isStyled: boolean;
  /** Already at the first pointer event that the page received. */
  isInstant: boolean;
  isNew: boolean;
  /** Whether a turn already implies that the pointer came. */
  isKept: boolean;
}

/** Whether a click on `target` implies the hover that revealed something else. */
function isImpliedByClick(target: Element, { root, trigger }: Reveal): boolean {
  return !isComposedAncestor(root, target) && isComposedAncestor(trigger.element, target);
}

/**
 * The description of the hovered element without the page's reactions since, as far as they are known; `root` is what
 * was revealed.
 */
function removeRevealEffects(
  { attributes, textContent, name }: ElementDescription,
  before: HoverVisit['attributes'],
  { root, isNew }: { root: Element; isNew: boolean },
): Partial<ElementDescription> {
  const shown = (getTextContent(root) ?? '').toWellFormed();
  const noted = before.map(([key, value]) => [key, value.toWellFormed()] as const);
  // The value of a field is not its attribute's.
  const isField = 'value' in attributes;
  return {
    attributes: isField || noted.length === 0 ? attributes : Object.fromEntries(noted),
    textContent: isNew && shown !== '' ? textContent.replace(shown, '') : textContent,
    name: collapseSpace(collapseSpace(name).replace(collapseSpace(shown), '')),
  };
}

function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A popup at most this far from its trigger belongs to it, CSS px. */
const POPUP_DISTANCE_PX = 64;
const MAX_WRAPPERS = 5;
/** Where expanding content is inserted, relative to its trigger. */
const MAX_GROUP_DEPTH = 3;
/** The part that contains a list or card is larger. */
const LARGE_SHARE = 0.25;

/**
 * Whether a part shown by a script looks like a reaction to hovering `trigger`: inside it or its small container, or
 * floating beside it. News that arrives meanwhile does not.
 */
function isPopup(part: Element, trigger: Element): boolean {
  if (isWithin(trigger, part)) return true;
  let around = getParentElement(part);
  for (let up = 1; around && up < MAX_GROUP_DEPTH && !isWithin(around, trigger); up++) {
    around = getParentElement(around);
  }
  if (around && isWithin(around, trigger) && !isLarge(around)) return true;
  let stands = false;
  let box = measure(part);
  let at: Element | null = part;
  for (let depth = 0; at && depth < MAX_WRAPPERS; depth++) {
    stands ||= ['absolute', 'fixed'].includes(readPosition(at));
    box = measure(at);
    if (box.width > 0 && box.height > 0 && stands) break;
    at = getFirstElementChild(at);
  }
  return stands && measureGap(box, measure(trigger)) <= POPUP_DISTANCE_PX;
}

function readPosition(element: Element): string {
  const document = getOwnerDocument(element);
  const window = document && getWindow(document);
  return window?.getComputedStyle(element).position ?? '';
}

function isLarge(element: Element): boolean {
  const document = getOwnerDocument(element);
  const root = document && getDocumentElement(document);
  const window = document && getWindow(document);
  if (!window || element === root) return true;
  const { width, height } = measure(element);
  return width * height > LARGE_SHARE * window.innerWidth * window.innerHeight;
}

function measureGap(one: DOMRect, other: DOMRect): number {
  const x = Math.max(one.left - other.right, other.left - one.right, 0);
  const y = Math.max(one.top - other.bottom, other.top - one.bottom, 0);
  return Math.hypot(x, y);
}
