import { getVisibility } from '../../dom/native.ts';
import { PAINT_LAG_MS, wasPressed } from '../../core/demonstration/screenshot-proof.ts';
import type { ChangeLog, ScreenshotTimes } from '../../core/demonstration/screenshot-proof.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { DocumentReader } from './document-reader.ts';
import { isExtensionConnected } from './document-reader.ts';

/** Unchanged for this long the page is at rest, and what it shows is painted. */
const REST_MS = PAINT_LAG_MS + 10;
/** A page that never rests gets an honest "stale". */
const MAX_REST_WAIT_MS = 1500;
/** When the browser's quota is spent, asked again after this long. */
const QUOTA_RETRY_MS = 350;
/** An older shot proves nothing: logs of changes do not reach back further than a minute. */
const MAX_SHOT_AGE_MS = 50_000;
/** When an action may be coming, one from just now is better: some changes leave no trace in any log. */
const MAX_AGE_FOR_ACTION_MS = 2000;
/** An effect may come late: how long, and how often, the page is looked at after an action. */
const FOLLOW_UP_MS = 10_000;
const FOLLOW_EVERY_MS = 600;

const ask = senderTo<BackgroundFromContent>('background');

/** Asks for screenshots of this document's tab when it is at rest. */
export function createScreenshotRequests(reader: DocumentReader, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  /** Of what is waited for, epoch ms. */
  let deadline = 0;
  let shot: ScreenshotTimes | null = null;
  let actedAt: number | null = null;
  let following: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    clearTimeout(following);
  });

  /** Nothing changed and nothing was done since the last shot: it serves the next action too. */
  function isServed(freshMs = MAX_SHOT_AGE_MS): boolean {
    if (shot === null || Date.now() - shot.requestedAt > freshMs) return false;
    if ((actedAt ?? 0) >= shot.requestedAt) return false;
    const log = reader.changes(shot.requestedAt - PAINT_LAG_MS);
    return isUnchanged(log, shot.requestedAt) && !wasPressed(log, shot);
  }

  function askAtRest(until: number, freshMs?: number): void {
    clearTimeout(timer);
    isWaiting = false;
    if (signal.aborted || getVisibility(document) === 'hidden' || isServed(freshMs)) return;
    const now = Date.now();
    if (now < until && !isAtRest(reader, now)) {
      isWaiting = true;
      timer = setTimeout(() => askAtRest(until, freshMs), REST_MS / 4);
      return;
    }
    if (!isExtensionConnected()) return;
    const forget = reader.prepareScreenshot();
    ask('shot.take', { patient: false })
      .then((taken) => {
        if (taken) shot = { requestedAt: now, doneAt: Date.now() };
        else forget();
        if (!taken && now < until)
          timer = setTimeout(() => askAtRest(until, freshMs), QUOTA_RETRY_MS);
      })
      .catch(() => undefined);
  }

  /** Looks now and then whether more has come of the last action; only a page at rest is pictured. */
  function follow(): void {
    clearTimeout(following);
    if (signal.aborted || Date.now() - (actedAt ?? 0) > FOLLOW_UP_MS) return;
    following = setTimeout(() => {
      const now = Date.now();
      if (!isWaiting && !isServed() && isAtRest(reader, now)) askAtRest(now);
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
      // A page that is changed all the time is pictured all the same, now and then.
      if (!isWaiting) deadline = Date.now() + MAX_REST_WAIT_MS;
      askAtRest(deadline, MAX_AGE_FOR_ACTION_MS);
    },
    acted,
  };
}

/** Takes a screenshot as soon as the page is at rest, or has not come to rest in time. */
export async function takeShotAtRest(reader: DocumentReader): Promise<void> {
  const until = Date.now() + MAX_REST_WAIT_MS;
  while (Date.now() < until && !isAtRest(reader, Date.now())) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS / 4));
  }
  reader.prepareScreenshot();
  await ask('shot.take', { patient: true });
}

/** What is held down may show only as long as that, and a transition ends by itself. */
function isAtRest(reader: DocumentReader, now: number): boolean {
  const at = now - REST_MS;
  const log = reader.changes(at);
  const isTurning = reader.clock.movers().some(({ isTransition }) => isTransition);
  return isUnchanged(log, at) && log.held.length === 0 && !isTurning;
}

function isUnchanged({ instants, complete, since }: ChangeLog, at: number): boolean {
  return complete && since <= at && instants.every((instant) => instant < at);
}
