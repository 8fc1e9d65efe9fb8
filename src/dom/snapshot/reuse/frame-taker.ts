import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { getWindow, listAnimations, measure } from '../../native.ts';
import type { ChangeClock } from './change-clock.ts';
import { placeFrames, readViewState, takeFrame } from '../take.ts';
import type { TakenElements, TakeOptions, TakeResult } from '../take.ts';
import { measureTarget, isInView } from '../target-box.ts';
import { toNumber } from '../uids.ts';
import type { WalkMemory } from './walk-memory.ts';
import { isSameView } from './changed-parts.ts';

/** `again`: the last take still holds. */
type FrameTake = (Extract<TakeResult, { ok: true }> & { again: boolean }) | FailedTake;
type FailedTake = Extract<TakeResult, { ok: false }>;

/** What differs from take to take. */
export type TakeRequest = Pick<TakeOptions, 'boxes' | 'always' | 'omit'>;

export interface TakerTools extends Omit<TakeOptions, keyof TakeRequest> {
  clock: Pick<ChangeClock, 'flush' | 'watch'>;
  memory: WalkMemory;
  /** Another value whenever something changed of which the document shows no trace, such as what the user says is secret. */
  unseen?: () => number;
}

interface LastTake {
  raw: RawFrame;
  seen: TakenElements;
  boxes: TakeRequest['boxes'];
  unseen: number | undefined;
}

/**
 * Takes a document like `takeFrame`, and gives the last take again as long as it still holds: the
 * clock saw no change, and what changes without the clock's knowledge is as it was. That is looked at
 * each time: values set by scripts, scroll and size of the viewport, shadow roots of custom elements,
 * contents of templates, running animations, and the places of some elements in view and of all that
 * are asked for in `always`. What is not noticed is a style sheet changed through its rules, or a
 * hovered state, that shows or moves something else than those.
 */
export function createFrameTaker(
  document: Document,
  tools: TakerTools,
  signal: AbortSignal,
): (wish: TakeRequest) => FrameTake {
  const { clock, memory, unseen, shadowRoots } = tools;
  let last: LastTake | null = null;
  const forget = (): void => {
    last = null;
  };
  // Also lets go of elements that left the page.
  clock.watch((records) => {
    forget();
    memory.noteMutations(records);
  }, signal);
  shadowRoots.watch(() => {
    forget();
    memory.clear();
  }, signal);
  // Templates' contents are documents of their own: the clock, which is about what is seen, leaves them out.
  const templates = new MutationObserver(forget);
  signal.addEventListener('abort', () => templates.disconnect(), { once: true });

  return (wish) => {
    clock.flush();
    if (templates.takeRecords().length > 0 || last?.unseen !== unseen?.()) forget();
    const again = last && !signal.aborted ? reuseLastTake(document, last, tools, wish) : null;
    // Looking for shadow roots may just have found one.
    if (again && last) return { ok: true, raw: again, seen: last.seen, again: true };
    // Once the listeners are gone, nothing that is remembered can be relied on.
    if (signal.aborted) memory.clear();
    const taken = takeFrame(document, { ...tools, ...wish });
    if (taken.ok && !taken.seen.holdsSecret && !signal.aborted) {
      const { raw, seen } = taken;
      for (const content of seen.templates) observeAll(templates, content);
      last = { raw, seen, boxes: wish.boxes, unseen: unseen?.() };
    } else forget();
    return taken.ok ? { ...taken, again: false } : taken;
  };
}

/** The last take as of now; null when it does not hold any more. */
function reuseLastTake(
  document: Document,
  { raw, seen, boxes: scope }: LastTake,
  { uids, shadowRoots, tokensOf }: TakerTools,
  { boxes: wished, always }: TakeRequest,
): RawFrame | null {
  const window = getWindow(document);
  if (!window || scope !== wished) return null;
  const moment = readViewState(document, window);
  const holds =
    isSameView(raw, moment) &&
    seen.probes.every(({ index, element }) => isBoxAt(raw.boxes, index, measure(element))) &&
    !listAnimations(document).some(({ playState }) => playState === 'running') &&
    seen.hostless.every((element) => shadowRoots.find(element) === null) &&
    seen.isStateUnchanged();
  if (!holds) return null;
  let { boxes } = raw;
  for (const element of always ?? []) {
    const value = uids.look(element);
    const index = value === undefined ? -1 : raw.uids.indexOf(toNumber(value));
    if (index < 0) continue;
    const rect = measureTarget(element);
    if (isBoxAt(boxes, index, rect)) continue;
    // In view, it has been shown or moved since.
    const isShown = isInView(rect, window) && rect.width > 0 && rect.height > 0;
    if (!Number.isNaN(boxes[4 * index]) || isShown) return null;
    if (boxes === raw.boxes) boxes = raw.boxes.slice();
    boxes.set([rect.x, rect.y, rect.width, rect.height], 4 * index);
  }
  return { ...raw, ...moment, boxes, children: placeFrames(seen.frames, tokensOf, window) };
}

/** Boxes are kept with single precision. */
function isBoxAt(boxes: Float32Array, index: number, { x, y, width, height }: DOMRect): boolean {
  return [x, y, width, height].every((side, at) => boxes[4 * index + at] === Math.fround(side));
}

/** Observing what is observed already changes nothing. */
function observeAll(observer: MutationObserver, root: Node): void {
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}

type FrameContext = Pick<RawFrame, 'url' | 'title' | 'children'>;

/** `salt` tells the document from others. */
export function createEditions(salt: number) {
  let last: FrameContext | null = null;
  let count = 0;
  return {
    /** After each take; null where there was none. `isAgain`: the nodes and their boxes are as they were. */
    note(taken: FrameContext | null, isAgain: boolean): void {
      if (!isAgain || !isSameContext(taken, last)) count += 1;
      last = taken;
    },
    /** Another one whenever a take found the document other than the take before did. */
    name: (): string => `${salt} ${count}`,
  };
}

function isSameContext(one: FrameContext | null, other: FrameContext | null): boolean {
  if (!one || one.url !== other?.url || one.title !== other.title) return false;
  return JSON.stringify(one.children) === JSON.stringify(other.children);
}
