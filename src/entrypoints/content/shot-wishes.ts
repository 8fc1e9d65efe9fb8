import { getVisibility } from '../../dom/read/native.ts';
import { PAINT_LAG_MS } from '../../core/demonstration/proof.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { DocumentReader } from './document-reader.ts';
import { isConnected } from './outbox.ts';

/** Unchanged for this long the page is at rest, and what it shows is painted. */
const REST_MS = PAINT_LAG_MS + 10;
/** A page that never rests gets an honest "stale". */
const REST_CAP_MS = 1500;
/** When the browser's quota is spent, asked again after this long. */
const AGAIN_MS = 350;

const ask = senderTo<BackgroundFromContent>('background');

/** Asks for screenshots of this document's tab when it is at rest. */
export function createShotWishes(reader: DocumentReader, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shotAt: number | null = null;
  signal.addEventListener('abort', () => clearTimeout(timer));

  function changedSince(at: number): boolean {
    const { instants, complete, since } = reader.changes(at);
    return !complete || since > at || instants.length > 0;
  }

  function askAtRest(until: number): void {
    clearTimeout(timer);
    if (signal.aborted || getVisibility(document) === 'hidden') return;
    if (shotAt !== null && !changedSince(shotAt)) return;
    const now = Date.now();
    if (now < until && changedSince(now - REST_MS)) {
      timer = setTimeout(() => askAtRest(until), REST_MS / 4);
      return;
    }
    if (!isConnected()) return;
    ask('shot.take', { patient: false })
      .then((taken) => {
        if (taken) shotAt = now;
        else if (now < until) timer = setTimeout(() => askAtRest(until), AGAIN_MS);
      })
      .catch(() => undefined);
  }

  return {
    /** For the next action, whatever it will be; not if nothing has changed since the last shot. */
    want: () => askAtRest(Date.now() + REST_CAP_MS),

    /** For an action that waits for it. */
    async takeAtRest(): Promise<void> {
      const until = Date.now() + REST_CAP_MS;
      while (Date.now() < until && changedSince(Date.now() - REST_MS)) {
        await new Promise((resolve) => setTimeout(resolve, REST_MS / 4));
      }
      await ask('shot.take', { patient: true });
    },
  };
}
