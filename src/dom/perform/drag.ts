import type { ActionOf } from '../../core/action/action.ts';
import { press } from './click.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { cancelPointer, cancelPress, movePointer, send, sendDrag } from './input/pointer.ts';
import { nameElement } from './target/element-name.ts';
import { locate } from './target/locate.ts';
import type { Point } from './target/point.ts';
import { listPoints } from './target/point.ts';
import { checkTarget, findHit, isShown } from './target/preflight.ts';
import { nextFrame, nextTask } from './task.ts';
import { closestComposed, containsComposed, elementAt } from '../composed-tree.ts';

/** How many steps the pointer takes on its way, one a frame, because pages follow it once a frame. */
const MOVES = 12;
/** For how many frames the pointer rests at the end: some pages check only every 50 ms what is under it. */
const RESTS = 8;
/** What the browser itself lets a person carry (HTML standard, §6.11). */
const CARRIED = '[draggable="true"],a[href]:not([draggable="false"]),img:not([draggable="false"])';

/**
 * Drags an element onto another one, or by `x` and `y`. Pages that use the browser's own drag and drop get its events,
 * others those of a held pointer.
 */
export async function prepareDrag(
  source: Element,
  { uid, toUid, x, y }: ActionOf<'drag'>,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  if (toUid === uid) return refuse('unsupported', 'Files from outside can’t be dragged in here.');
  if (source instanceof HTMLInputElement && source.type === 'range')
    return refuse(
      'unsupported',
      `${nameElement(source)} is a slider: say which value it should have.`,
    );
  const located = toUid === null ? null : locate(toUid, ctx);
  if (located?.ok === false) return located;
  const destination = located?.element ?? null;
  if (destination && !isShown(destination))
    return refuse('hidden', `${nameElement(destination)} is not visible.`);
  const hit = await checkTarget(source, 'strict', ctx);
  if (!hit.ok) return hit;
  return {
    ok: true,
    subject: source,
    async act() {
      const found = findHit(source, 'strict', ctx);
      if (!found.ok) return found;
      const { element, point } = found;
      movePointer(element, point, ctx);
      await nextTask(ctx.signal);
      const refusedBy = await press(element, point, ctx);
      const by: Point = { x: point.x + x, y: point.y + y };
      const findEnd = (): Point => (destination && listPoints(destination)[0]) ?? by;
      // Pages make an element draggable as late as in the press.
      const carried = refusedBy === 'none' ? closestComposed(element, CARRIED) : null;
      const way: Way = { start: point, findEnd, destination };
      const isCarried = carried !== null && (await carry(carried, way, ctx));
      if (!isCarried) await holdAndMove(element, way, refusedBy === 'pointer', ctx);
      return null;
    },
  };
}

interface Way {
  start: Point;
  /** Where it ends by now: the page may make room for what is dragged. */
  findEnd: () => Point;
  destination: Element | null;
}

/** Moves from the start to the end, and returns the end; `visit` gets each place and what is there. */
async function travel(
  { start, findEnd, destination }: Way,
  visit: (point: Point, over: Element) => void,
  ctx: PerformContext,
): Promise<Point> {
  // A person scrolls with what they hold.
  if (destination && listPoints(destination).length === 0)
    destination.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  let end = findEnd();
  let hasCome = false;
  for (let move = 1; move <= MOVES + RESTS; move += 1) {
    // A list makes room as soon as the pointer is over one of its items: to follow that one would undo it.
    if (!hasCome) end = findEnd();
    const share = Math.min(1, move / MOVES);
    const point = {
      x: start.x + (end.x - start.x) * share,
      y: start.y + (end.y - start.y) * share,
    };
    const over = elementAt(point, ctx);
    if (over) visit(point, over);
    hasCome ||= destination !== null && over !== null && containsComposed(destination, over);
    await nextFrame(ctx.signal);
  }
  return end;
}

/** The browser's own drag and drop. False if the page refuses it at its start and follows the pointer itself. */
async function carry(carried: Element, way: Way, ctx: PerformContext): Promise<boolean> {
  const data = new DataTransfer();
  const { start } = way;
  if (!sendDrag(carried, 'dragstart', start, data)) return false;
  cancelPointer(carried, start);
  await nextTask(ctx.signal);
  let last: { over: Element; point: Point; isTaken: boolean } | null = null;
  let end = start;
  try {
    end = await travel(
      way,
      (point, over) => {
        sendDrag(carried, 'drag', point, data);
        if (last?.over !== over) sendDrag(over, 'dragenter', point, data);
        if (last && last.over !== over) sendDrag(last.over, 'dragleave', point, data);
        last = { over, point, isTaken: !sendDrag(over, 'dragover', point, data) };
      },
      ctx,
    );
    drop(last, data);
  } finally {
    sendDrag(carried, 'dragend', end, data);
  }
  return true;
}

/** What does not take the drop is left instead. */
function drop(
  last: { over: Element; point: Point; isTaken: boolean } | null,
  data: DataTransfer,
): void {
  if (last) sendDrag(last.over, last.isTaken ? 'drop' : 'dragleave', last.point, data);
}

/** Moves with the button held, and lets go. */
async function holdAndMove(
  element: Element,
  way: Way,
  isAlone: boolean,
  ctx: PerformContext,
): Promise<void> {
  let at = { over: element, point: way.start };
  try {
    await travel(
      way,
      (point, over) => {
        movePointer(over, point, ctx, true);
        at = { over, point };
      },
      ctx,
    );
  } catch (stopped) {
    cancelPress(at.over, at.point);
    throw stopped;
  }
  send(elementAt(at.point, ctx) ?? at.over, 'pointerup', at.point, { isAlone });
}
