import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects when the signal aborts. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
