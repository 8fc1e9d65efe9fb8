interface BrowserEvent<L, A extends unknown[]> {
  addListener(listener: L, ...more: A): void;
  removeListener(listener: L): void;
}

/** Listens to an event of the browser until `signal` aborts. `more`: a filter, for events that take one. */
export function listen<L, A extends unknown[]>(
  event: BrowserEvent<L, A>,
  listener: L,
  signal: AbortSignal,
  ...more: A
): void {
  event.addListener(listener, ...more);
  signal.addEventListener('abort', () => event.removeListener(listener), { once: true });
}
