/*
 * A browser lock decides which page of the extension controls a tab, and is released with that page however it ends.
 * A run takes its tab from the current holder; a page that only looks takes a free tab only.
 */

/** For a round, until `signal` aborts. True where somebody else had the tab; `onTaken`: another round took it. */
export async function takeTab(
  tabId: number,
  onTaken: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (await hold(tabId, { ifAvailable: true }, onTaken, signal)) return false;
  await hold(tabId, { steal: true }, onTaken, signal);
  return true;
}

/** To look on in a tab until `signal` aborts; false where a round is at work there. `onTaken`: one has begun to. */
export function borrowTab(
  tabId: number,
  onTaken: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  return hold(tabId, { ifAvailable: true }, onTaken, signal);
}

function hold(
  tabId: number,
  how: LockOptions,
  onTaken: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const held = Promise.withResolvers<boolean>();
  const over = Promise.withResolvers<null>();
  if (signal.aborted) over.resolve(null);
  signal.addEventListener('abort', () => over.resolve(null), { once: true });
  navigator.locks
    .request(`tab ${tabId}`, how, async (lock) => {
      held.resolve(lock !== null);
      if (lock) await over.promise;
    })
    .catch(() => {
      held.resolve(false);
      if (!signal.aborted) onTaken();
    });
  return held.promise;
}
