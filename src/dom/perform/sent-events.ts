import type { PerformContext } from './context.ts';

const SENT = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup'];

/** Watches what becomes of events on their way through the page. */
export function watchSent(
  ctx: Pick<PerformContext, 'document'>,
  signal: AbortSignal,
): { isTaken: () => boolean } {
  const view = ctx.document.defaultView;
  const sent: Event[] = [];
  const arrived = new WeakSet<Event>();
  for (const type of SENT) {
    view?.addEventListener(type, (event) => sent.push(event), { capture: true, signal });
    view?.addEventListener(type, (event) => arrived.add(event), { signal });
  }
  return {
    /** A page that stops or prevents an event has done something with it, seen or not. */
    isTaken: () => sent.some((event) => event.defaultPrevented || !arrived.has(event)),
  };
}
