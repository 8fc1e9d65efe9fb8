import type { CapturedAction } from '../../../core/demonstration/captured-turn.ts';
import { hasTrait } from '../../../core/action/action.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import type { ElementDescription } from '../describe-element.ts';
import { describeElement } from '../describe-element.ts';
import type { CapturePorts } from '../ports.ts';
import { createRestingSnapshots } from './resting-snapshots.ts';
import { trackInvisibleParts } from './invisible-parts.ts';
import type { HoverTrigger, HoverVisit } from './hover-trail.ts';
import { HoverTrail } from './hover-trail.ts';
import type { PressTracker, Gesture } from './press-tracker.ts';
import { HOVER_STATE, createStateRules } from '../../snapshot/style-rules.ts';
import { findDeepTarget, findEnteredElement, isComposedAncestor } from '../../composed-tree.ts';
import type { InvisibleParts } from './invisible-parts.ts';
import type { RestingSnapshots } from './resting-snapshots.ts';
import type { StyleRules } from '../../snapshot/style-rules.ts';
import { timeNow, timeOfEvent } from '../../time.ts';
import * as dom from '../../native.ts';

/** A page that reacts to the pointer is examined this long after its first change, ms. */
const REACTED_MS = 30;
const MAX_REVEALS = 12;
const UNUSED_MS = 5000;
const MAX_CHANGED = 50;
const WHEEL_MS = 400;
const UNKNOWN_SNAPSHOT = { raw: null, isBefore: false, live: false };

/**
 * Records necessary hovers only: something became visible because the pointer came, and the person then used it. Such
 * a hover is emitted just before the action that needed it, with its own time and state.
 */
export class Hovering {
  private readonly rules: StyleRules;
  private readonly invisibleParts: InvisibleParts;
  private readonly trail: HoverTrail;
  private readonly resting: RestingSnapshots;
  /** What hovers showed, oldest first. */
  private reveals: Reveal[] = [];
  /** The reveals that the last press needed, and when that was. */
  private needed: { by: number; reveals: Reveal[] } | null = null;
  private mutatedAt = 0;
  private movedAt = 0;
  private lookedAt = 0;
  private pressedAt: { x: number; y: number } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly changed = new Set<Element>();

  constructor(
    private readonly ports: CapturePorts,
    private readonly presses: PressTracker,
    private readonly signal: AbortSignal,
  ) {
    this.rules = createStateRules(ports.shadowRootOf, HOVER_STATE);
    this.invisibleParts = trackInvisibleParts(ports);
    this.trail = new HoverTrail(this.rules);
    this.resting = createRestingSnapshots(ports, this.invisibleParts.survey, signal);
    presses.beforeEmit = (action, target, before) => this.beforeEmit(action, target, before);
    ports.clock.watch((records) => this.onMutations(records), signal);
    signal.addEventListener('abort', () => clearTimeout(this.timer), { once: true });
    this.resting.expect();
    if (dom.getReadyState(ports.document) === 'complete') this.onLoad();
  }

  onLoad(): void {
    setTimeout(() => {
      if (this.isOn()) this.resting.begin();
    });
  }

  /**
   * The pointer came or left, or moved in a shadow root that was unknown so far. Returns the element under the pointer,
   * already at the `pointerout` of the element before, because some libraries handle that event.
   */
  onOver(event: Event): Element | null {
    if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return null;
    const isLeaving = event.type === 'pointerout';
    const over = isLeaving
      ? findEnteredElement(event, this.ports)
      : findDeepTarget(event, this.ports);
    if (over !== this.trail.over()) this.moveTo(over, event);
    return over;
  }

  /** Whether the pointer moves in a root whose `pointerover` was not received, because it was there all the time. */
  isUnheard({ target }: PointerEvent): boolean {
    if (!(target instanceof Element) || target === this.trail.over()) return false;
    return this.ports.shadowRootOf(target) !== null;
  }

  /** Finds the reveals that a press or wheel event needs. Call it before the event becomes a turn. */
  onPress(event: Event): void {
    if (!this.isOn()) return;
    const at = timeOfEvent(event);
    const isWheel = event instanceof WheelEvent;
    const isSameBurst = this.needed !== null && at - this.needed.by < WHEEL_MS;
    if (isWheel && (this.reveals.length === 0 || isSameBurst)) return;
    if (!isWheel) this.look();
    const target = event instanceof MouseEvent ? findDeepTarget(event, this.ports) : null;
    this.needed = target && { by: at, reveals: this.listNeeded(target) };
    if (isWheel) return;
    this.trail.spend();
    if (event instanceof MouseEvent) this.pressedAt = { x: event.clientX, y: event.clientY };
  }

  private isOn(): boolean {
    return this.ports.options().hover && this.ports.copilotSince() === null;
  }

  private beforeEmit({ intent }: CapturedAction, target: Element | null, before: Gesture): void {
    if (intent === 'hover') return;
    if (this.needed && before.at >= this.needed.by) {
      const { reveals } = this.needed;
      this.needed = null;
      for (const reveal of reveals) {
        reveal.isKept = true;
        this.emit(reveal);
      }
    }
    if (!target || before.kind !== 'pointer' || !hasTrait(intent, 'pointed')) return;
    // What a click showed needs no hover.
    for (const reveal of this.reveals) reveal.isKept ||= isImpliedByClick(target, reveal);
  }

  private onMutations(records: readonly MutationRecord[]): void {
    if (!this.isOn()) return;
    this.resting.expect();
    const now = timeNow();
    // Without pointer use there is no hurry.
    if (this.trail.over() === null || now - this.movedAt > UNUSED_MS) return;
    if (records.length > 0) this.mutatedAt = now;
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes' && target instanceof Element) this.noteChanged(target);
      for (const root of addedNodes) {
        if (!(root instanceof Element)) continue;
        this.noteChanged(root);
        const trigger = this.trail.findTrigger(root, false, [0, now]);
        this.noteReveal(trigger, { root, isStyled: false, isInstant: false, isNew: true });
      }
    }
    this.timer ??= setTimeout(() => this.look(), REACTED_MS);
  }

  private noteChanged(element: Element): void {
    if (this.changed.size < MAX_CHANGED) this.changed.add(element);
  }

  private noteReveal(
    trigger: HoverTrigger | null,
    found: Omit<Reveal, 'trigger' | 'isKept'>,
  ): void {
    if (!trigger || this.reveals.some(({ root }) => root === found.root)) return;
    this.reveals.push({ ...found, trigger, isKept: false });
    if (this.reveals.length > MAX_REVEALS) this.reveals.shift();
  }

  /** Examines how the page has reacted to the pointer. */
  private look(): void {
    this.timer = undefined;
    if (this.signal.aborted || !this.isOn()) return;
    const now = timeNow();
    const isStyled = this.mutatedAt < this.movedAt;
    for (const root of this.invisibleParts.lift()) {
      const trigger = this.trail.findTrigger(root, isStyled, [0, now]);
      this.noteReveal(trigger, { root, isStyled, isInstant: false, isNew: false });
    }
    this.forgetHidden();
    this.invisibleParts.note(this.changed);
    this.changed.clear();
    this.lookedAt = now;
  }

  /** Forgets reveals that are hidden again or removed. Returns whether there were any. */
  private forgetHidden(): boolean {
    const count = this.reveals.length;
    this.reveals = this.reveals.filter(({ root, isNew }) => {
      if (!dom.isAttached(root)) return false;
      if (dom.isShown(root)) return true;
      if (!isNew) this.invisibleParts.add(root);
      return false;
    });
    return this.reveals.length < count;
  }

  private moveTo(over: Element | null, event: PointerEvent): void {
    const { rules, trail, ports, invisibleParts } = this;
    const at = timeOfEvent(event);
    const state = over && this.isOn() ? this.resting.before(over) : UNKNOWN_SNAPSHOT;
    const { next, entered, left } = trail.compare(over);
    const crossed = [...entered, ...left];
    const isReacting =
      this.isOn() && (crossed.some(rules.affects) || next.some(invisibleParts.has));
    const restyled = crossed
      .flatMap((one) => [one, ...listLabelled(one)])
      .filter((one) => rules.affects(one) || isRestyledByBrowser(one));
    const lifted = (isReacting ? invisibleParts.lift() : []).map((root) => ({
      root,
      earlier: trail.findTrigger(root, false, [0, at]),
    }));
    trail.move(next, { at, state, pointer: { x: event.clientX, y: event.clientY } });
    if (event.buttons !== 0 || isAtPoint(event, this.pressedAt)) trail.spend();
    this.movedAt = at;
    for (const { root, earlier } of lifted) {
      // The pointer can only enter an element that existed before.
      const trigger = next.includes(root) ? null : trail.findTrigger(root, true, [at, at]);
      const isInstant = trigger !== null;
      if (isInstant || this.mutatedAt >= this.lookedAt) {
        const found = { root, isStyled: isInstant, isInstant, isNew: false };
        this.noteReveal(trigger ?? earlier, found);
      }
    }
    if (!isReacting) {
      // No turn, but screenshots differ.
      if (restyled.length > 0) ports.clock.noteRestyle(restyled);
      return;
    }
    this.lookedAt = timeNow();
    if (this.forgetHidden() || lifted.length > 0) ports.clock.noteChange();
    else ports.clock.noteRestyle(restyled);
    this.resting.expect();
  }

  /** The reveals that `target` needed, outermost first; later ones are deeper. */
  private listNeeded(target: Element): Reveal[] {
    const found: Reveal[] = [];
    let inside = target;
    while (found.length < MAX_REVEALS) {
      const at = inside;
      const reveal = this.reveals.findLast(
        (each) => !found.includes(each) && isComposedAncestor(each.root, at) && isMeant(each),
      );
      if (!reveal) break;
      found.unshift(reveal);
      inside = reveal.trigger.element;
    }
    return found.filter(({ isKept }) => !isKept);
  }

  private emit(reveal: Reveal): void {
    const { ports } = this;
    const { trigger, isInstant } = reveal;
    const { state, at, pointer, attributes } = trigger.visit;
    const { raw } = state;
    const boxed =
      (raw && trigger.hoveredPath.find((element) => this.readBox(element, raw))) ?? null;
    const target = boxed ?? trigger.element;
    const described = describeElement(target, ports);
    const box = raw && this.readBox(target, raw);
    // It may be hidden by now.
    if (box && described.box.width * described.box.height === 0) described.box = box;
    if (target === trigger.element && !ports.hidden.holds(target)) {
      Object.assign(described, removeRevealEffects(described, attributes, reveal));
    }
    const stateBefore = boxed !== null && (state.isBefore || !isInstant);
    const changes = ports.changes();
    const before: Gesture = {
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
    const action = { intent: 'hover', uid: ports.uidOf(target) } as const;
    this.presses.emit(action, target, before, null, { stateBefore });
  }

  private readBox(element: Element, raw: RawFrame): ElementDescription['box'] | null {
    const at = 4 * raw.uids.indexOf(this.ports.numberOf(element));
    const [x = NaN, y = NaN, width = NaN, height = NaN] = at < 0 ? [] : raw.boxes.slice(at, at + 4);
    return Number.isNaN(x) ? null : { x, y, width, height };
  }
}

/** A label under the pointer hovers its control, too. */
function listLabelled(element: Element): Element[] {
  return element instanceof HTMLLabelElement && element.control ? [element.control] : [];
}

/** Browsers draw the controls that pages leave to them differently under the pointer. */
function isRestyledByBrowser(element: Element): boolean {
  return dom.matchesSelector(element, 'button, input, select, textarea');
}

function isAtPoint({ clientX, clientY }: MouseEvent, at: { x: number; y: number } | null): boolean {
  return at !== null && clientX === at.x && clientY === at.y;
}

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
  const shown = (dom.getTextContent(root) ?? '').toWellFormed();
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

/** A change by the page's script counts if it looks like a popup, or is inside the trigger. */
function isMeant({ root, trigger, isStyled }: Reveal): boolean {
  return isStyled || isPopup(root, trigger.element);
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
  if (dom.isWithin(trigger, part)) return true;
  let around = dom.getParentElement(part);
  for (let up = 1; around && up < MAX_GROUP_DEPTH && !dom.isWithin(around, trigger); up++) {
    around = dom.getParentElement(around);
  }
  if (around && dom.isWithin(around, trigger) && !isLarge(around)) return true;
  let stands = false;
  let box = dom.measure(part);
  let at: Element | null = part;
  for (let depth = 0; at && depth < MAX_WRAPPERS; depth++) {
    stands ||= ['absolute', 'fixed'].includes(readPosition(at));
    box = dom.measure(at);
    if (box.width > 0 && box.height > 0 && stands) break;
    at = dom.getFirstElementChild(at);
  }
  return stands && measureGap(box, dom.measure(trigger)) <= POPUP_DISTANCE_PX;
}

function readPosition(element: Element): string {
  const document = dom.getOwnerDocument(element);
  const window = document && dom.getWindow(document);
  return window?.getComputedStyle(element).position ?? '';
}

function isLarge(element: Element): boolean {
  const document = dom.getOwnerDocument(element);
  const root = document && dom.getDocumentElement(document);
  const window = document && dom.getWindow(document);
  if (!window || element === root) return true;
  const { width, height } = dom.measure(element);
  return width * height > LARGE_SHARE * window.innerWidth * window.innerHeight;
}

function measureGap(one: DOMRect, other: DOMRect): number {
  const x = Math.max(one.left - other.right, other.left - one.right, 0);
  const y = Math.max(one.top - other.bottom, other.top - one.bottom, 0);
  return Math.hypot(x, y);
}
