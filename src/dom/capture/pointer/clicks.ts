import { measureTarget } from '../../snapshot/target-box.ts';
import { isActivationKey } from '../text/controls.ts';
import type { PressTracker, Gesture } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';
import { DeferredTasks } from '../deferred-tasks.ts';
import { findDeepTarget } from '../../composed-tree.ts';

/** A pointer that moved further between press and release dragged or selected. */
export const CLICK_TOLERANCE_PX = 8;

/** Keys that open the context menu: its own key, or Shift+F10. */
export const CONTEXT_MENU_KEYS: ReadonlySet<string> = new Set(['ContextMenu', 'F10']);

/** Records clicks of the main button, the middle button (which opens links in new tabs) and the right button. */
export class Clicks {
  private readonly clicked = new WeakSet<Gesture>();
  private readonly soon = new DeferredTasks();
  /** The first press of a possible double click. */
  private first: Gesture | null = null;
  private menuOf: Gesture | null = null;
  private down = { x: 0, y: 0 };
  /** The press of the main button that is neither released nor moved yet. */
  private held: Gesture | null = null;
  private isSpent = false;

  constructor(
    private readonly ports: CapturePorts,
    private readonly presses: PressTracker,
  ) {}

  /** The next event decides whether the last release was a click. */
  settle(): void {
    this.soon.flush();
  }

  onDown({ clientX, clientY, button }: PointerEvent, press: Gesture | null): void {
    this.down = { x: clientX, y: clientY };
    this.held = button === 0 ? press : null;
    this.isSpent = false;
  }

  onMove(event: PointerEvent): void {
    if (this.hasMoved(event)) this.held = null;
  }

  onCancel(): void {
    this.held = null;
  }

  /** There is no release if the page unloads, or its frame is removed, in response to the press. */
  onLeave(event: Event): void {
    const { held } = this;
    if (!held || this.presses.causeOf(event) !== held || this.clicked.has(held)) return;
    this.emit('click', held, null);
  }

  /** The press became something else; ignores the click event that follows. */
  spend(): void {
    this.isSpent = true;
  }

  /**
   * The browser fires no click if the target is gone, if the backdrop of a dialog closed by the press, or if
   * something covered the target during the press. The person did click.
   */
  onUp(event: PointerEvent): void {
    this.held = null;
    const cause = this.presses.causeOf(event);
    if (this.isSpent || cause?.kind !== 'pointer' || event.button !== 0) return;
    const hasMoved = this.hasMoved(event);
    const over = findDeepTarget(event, this.ports);
    this.soon.defer(() => {
      const { width, height } = measureTarget(cause.target);
      const isThere = width > 0 && height > 0 && over === cause.target;
      if (this.clicked.has(cause) || isThere || hasMoved) return;
      this.first = cause;
      this.emit('click', cause, event);
    });
  }

  onClick(event: MouseEvent): void {
    const cause = this.presses.causeOf(event);
    const hit = findDeepTarget(event, this.ports);
    if (!cause || !hit || event.button > 1) return;
    if (this.isSpent && event.detail > 0) return;
    // A label passes its click on to its control, and Enter in a field clicks the submit button: neither has a
    // press of its own.
    if (this.clicked.has(cause)) return;
    if (cause.kind === 'key' ? !isClickOfKey(cause, hit, event) : event.detail === 0) return;
    if (cause.kind === 'pointer' && hit !== cause.target && this.hasMoved(event)) return;
    if (event.detail === 1) this.first = cause;
    // If the target moved during the press, the common ancestor gets the click; the person meant the pressed
    // element.
    this.emit('click', cause, event);
  }

  /** The browser fires a double click for every second click in a row; the person means the first. */
  onDouble(event: MouseEvent): void {
    const { first } = this;
    const second = this.presses.causeOf(event);
    if (event.detail !== 2 || !first || !second || first === second) return;
    if (!this.clicked.has(second)) return;
    this.emit('doubleClick', { ...first, at: second.at, turnId: second.turnId }, event);
    this.first = null;
  }

  onMenu(event: MouseEvent): void {
    const cause = this.presses.causeOf(event);
    if (!cause || cause === this.menuOf) return;
    if (cause.kind === 'key' && !CONTEXT_MENU_KEYS.has(cause.key)) return;
    this.menuOf = cause;
    this.emit('rightClick', cause, event);
  }

  private hasMoved({ clientX, clientY }: MouseEvent): boolean {
    return Math.hypot(clientX - this.down.x, clientY - this.down.y) > CLICK_TOLERANCE_PX;
  }

  private emit(
    intent: 'click' | 'doubleClick' | 'rightClick',
    before: Gesture,
    event: MouseEvent | null,
  ): void {
    if (intent === 'click') this.clicked.add(before);
    const { target } = before;
    this.presses.emit({ intent, uid: this.ports.uidOf(target) }, target, before, event);
  }
}

/** In a closed root, the click that Enter causes on the submit button seems to come from the field. */
function isClickOfKey({ target, key }: Gesture, hit: Element, event: MouseEvent): boolean {
  const isSeen = event.composedPath()[0] === hit;
  return target === hit && (isSeen || isActivationKey(target, key));
}
