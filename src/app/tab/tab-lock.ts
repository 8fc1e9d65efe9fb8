/*
 * Which page of the extension has a tab: the browser knows it by a lock, and lets go of that with the page,
 * however it ends. A round takes its tab from whoever has it; who only looks on there, where nobody has.
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
