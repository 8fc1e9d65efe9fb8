import { getVisibility } from '../../dom/read/native.ts';
import { PAINT_LAG_MS, wasHeld } from '../../core/demonstration/proof.ts';
import type { ChangeLog, ShotTimes } from '../../core/demonstration/proof.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { DocumentReader } from './document-reader.ts';
import { isConnected } from './is-connected.ts';

/** Unchanged for this long the page is at rest, and what it shows is painted. */
const REST_MS = PAINT_LAG_MS + 10;
/** A page that never rests gets an honest "stale". */
const REST_CAP_MS = 1500;
/** When the browser's quota is spent, asked again after this long. */
const AGAIN_MS = 350;
/** An older shot proves nothing: logs of changes do not reach back further than a minute. */
const FRESH_MS = 50_000;
/** When an action may be coming, one from just now is better: some changes leave no trace in any log. */
const FRESH_FOR_ACTION_MS = 2000;
/** What comes of an action may come late: so long, and so often, it is looked for. */
const FOLLOWED_MS = 10_000;
const FOLLOW_EVERY_MS = 600;

const ask = senderTo<BackgroundFromContent>('background');

/** Asks for screenshots of this document's tab when it is at rest. */
export function createShotWishes(reader: DocumentReader, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  let shot: ShotTimes | null = null;
  let actedAt: number | null = null;
  let following: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    clearTimeout(following);
  });

  /** What is held down may show only as long as that. */
  function isAtRest(now: number): boolean {
    const at = now - REST_MS;
    const log = reader.changes(at);
    return isUnchanged(log, at) && log.held.length === 0;
  }

  /** Nothing changed and nothing was done since the last shot: it serves the next action too. */
  function isServed(freshMs = FRESH_MS): boolean {
    if (shot === null || Date.now() - shot.requestedAt > freshMs) return false;
    if ((actedAt ?? 0) >= shot.requestedAt) return false;
    const log = reader.changes(shot.requestedAt - PAINT_LAG_MS);
    return isUnchanged(log, shot.requestedAt) && !wasHeld(log, shot);
  }

  function askAtRest(until: number, freshMs?: number): void {
    clearTimeout(timer);
    isWaiting = false;
    if (signal.aborted || getVisibility(document) === 'hidden' || isServed(freshMs)) return;
    const now = Date.now();
    if (now < until && !isAtRest(now)) {
      isWaiting = true;
      timer = setTimeout(() => askAtRest(until, freshMs), REST_MS / 4);
      return;
    }
    if (!isConnected()) return;
    reader.beforeShot();
    ask('shot.take', { patient: false })
      .then((taken) => {
        if (taken) shot = { requestedAt: now, doneAt: Date.now() };
        else if (now < until) timer = setTimeout(() => askAtRest(until, freshMs), AGAIN_MS);
      })
      .catch(() => undefined);
  }

  /** Looks now and then whether more has come of the last action; only a page at rest is pictured. */
  function follow(): void {
    clearTimeout(following);
    if (signal.aborted || Date.now() - (actedAt ?? 0) > FOLLOWED_MS) return;
    following = setTimeout(() => {
      const now = Date.now();
      if (!isWaiting && !isServed() && isAtRest(now)) askAtRest(now);
      follow();
    }, FOLLOW_EVERY_MS);
  }

  /** Something was done: what the page shows from now on may come of it. */
  function acted(): void {
    actedAt = Date.now();
    follow();
  }

  return {
    /** For the next action, whatever it will be; not if the last shot is from just now and nothing has changed. */
    want: (): void => {
      if (actedAt === null) acted();
      askAtRest(Date.now() + REST_CAP_MS, FRESH_FOR_ACTION_MS);
    },
    acted,

    /** For an action that waits for it. */
    async takeAtRest(): Promise<void> {
      const until = Date.now() + REST_CAP_MS;
      while (Date.now() < until && !isAtRest(Date.now())) {
        await new Promise((resolve) => setTimeout(resolve, REST_MS / 4));
      }
      reader.beforeShot();
      await ask('shot.take', { patient: true });
    },
  };
}

function isUnchanged({ instants, complete, since }: ChangeLog, at: number): boolean {
  return complete && since <= at && instants.every((instant) => instant < at);
}
