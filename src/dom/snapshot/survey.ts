import * as dom from '../native.ts';
import type { ChangeClock } from './reuse/change-clock.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import { mayHost } from './shadow-roots.ts';
import type { Uids } from './uids.ts';
import { HOST, STRAY, SURVEYED } from './uids.ts';

/** Longest stretch of work without a look at the clock, in elements. */
const BATCH_SIZE = 100;
/** Least rest between two rounds on a page that changes all the time, ms. */
const MIN_REST_MS = 2000;
/** The rest is also this many times as long as the round took. */
const REST_SHARE = 20;

export interface SurveyTools {
  uids: Uids;
  shadowRoots: ShadowRoots;
  clock: Pick<ChangeClock, 'lastChangeAt' | 'flush'>;
  /** Hears of elements that began or ceased to lie far from their ancestors. */
  strayed?: (element: Element) => void;
}

/**
 * While the page is idle, looks at all its elements, and again after it changed: gives them numbers,
 * asks built-in elements for shadow roots they got meanwhile, and notes which lie far from their
 * ancestors. What a snapshot then need not do in the middle of a person's click.
 */
export function startSurvey(document: Document, signal: AbortSignal, tools: SurveyTools): void {
  const window = dom.getWindow(document);
  if (!window || signal.aborted) return;
  let handle = 0;
  let timer = 0;
  let surveyed = -1;
  let spent = 0;
  let round: Generator<void> | null = null;

  const work = (deadline: IdleDeadline): void => {
    if (!round) {
      tools.clock.flush();
      if (tools.clock.lastChangeAt === surveyed) {
        rest();
        return;
      }
      surveyed = tools.clock.lastChangeAt;
      spent = 0;
      round = surveyOnce(document, window, tools);
    }
    const began = performance.now();
    let isDone: boolean;
    do isDone = round.next().done === true;
    while (!isDone && deadline.timeRemaining() > 1);
    spent += performance.now() - began;
    if (isDone) {
      round = null;
      rest();
    } else wait();
  };
  const wait = (): void => {
    handle = window.requestIdleCallback(work);
  };
  const rest = (): void => {
    timer = window.setTimeout(wait, Math.max(MIN_REST_MS, REST_SHARE * spent));
  };
  wait();
  signal.addEventListener(
    'abort',
    () => {
      window.cancelIdleCallback(handle);
      window.clearTimeout(timer);
    },
    { once: true },
  );
}

/** One look at everything, in stretches: yields whenever it may be put off. */
export function* surveyOnce(
  document: Document,
  window: Window,
  { uids, shadowRoots, strayed }: Pick<SurveyTools, 'uids' | 'shadowRoots' | 'strayed'>,
): Generator<void, void, undefined> {
  const root = dom.getDocumentElement(document);
  const waiting: Node[] = root ? [root] : [];
  let done = 0;
  for (let start = waiting.pop(); start; start = waiting.pop()) {
    const walker = dom.makeTreeWalker(document, start, NodeFilter.SHOW_ELEMENT);
    let node: Node | null = start === root ? start : walker.nextNode();
    for (; node; node = walker.nextNode()) {
      const element = node as Element;
      const value = uids.look(element) ?? uids.add(element);
      const name = dom.getNodeName(element);
      const isNew = (value & HOST) === 0 && mayHost(name);
      const shadowRoot = isNew ? shadowRoots.find(element) : shadowRoots.known(element);
      if (shadowRoot) waiting.push(shadowRoot);
      const strays = isStray(element, window);
      if (strays !== ((value & STRAY) !== 0)) {
        if (strays) uids.mark(element, STRAY);
        else uids.unmark(element, STRAY);
        strayed?.(element);
      }
      if ((value & SURVEYED) === 0) uids.mark(element, SURVEYED);
      if (++done % BATCH_SIZE === 0) yield;
    }
  }
}

/**
 * Whether an element may lie far away from the ancestors it is inside of: fixed ones do, and absolute
 * ones whose parent does not place them. Looking only inside what is near the viewport would miss those.
 */
export function isStray(element: Element, window: Window): boolean {
  const { position } = window.getComputedStyle(element);
  if (position === 'fixed') return true;
  if (position !== 'absolute') return false;
  const parent = dom.getParentElement(element);
  if (!parent || !(element instanceof HTMLElement) || dom.getOffsetParent(element) !== parent) {
    return true;
  }
  // Body and table cells count as offset parents without placing anything.
  return window.getComputedStyle(parent).position === 'static';
}
