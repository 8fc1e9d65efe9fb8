import type { CapturePorts } from './ports.ts';

/** Resting this long, the pointer has arrived; everything else settles more slowly (recording.md §3.4). */
const ARRIVED_MS = 40;
const SETTLED_MS = 120;
const TYPED_MS = 250;

type On = <K extends keyof WindowEventMap>(
  type: K,
  handle: (event: WindowEventMap[K]) => void,
) => void;

/**
 * Asks for a screenshot when the page comes to rest, so that one is there before the next action.
 * The service worker decides whether the browser's quota allows it.
 */
export function watchForShots(ports: CapturePorts, on: On, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: EventTarget | null = null;

  const ask = (afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(ports.wantShot, afterMs);
  };

  on('pointerover', (event) => {
    if (event.target === over) return;
    over = event.target;
    ask(ARRIVED_MS);
  });
  on('pointerup', () => ask(SETTLED_MS));
  on('focusin', () => ask(SETTLED_MS));
  on('keyup', () => ask(TYPED_MS));
  on('load', () => ask(SETTLED_MS));
  on('pageshow', () => ask(SETTLED_MS));
  signal.addEventListener('abort', () => clearTimeout(timer));
  ask(SETTLED_MS);
}
