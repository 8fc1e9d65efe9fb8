import type { Captured, Revised } from '../../core/demonstration/captured.ts';
import { startCapture } from '../../dom/capture/capture.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent, Kept } from '../../protocol/background.ts';
import type { DocumentReader } from './document-reader.ts';
import { createOutbox, isConnected } from './outbox.ts';

/** How far back each turn's change log reaches: a shot older than this proves nothing anyway. */
const LOG_MS = 61_000;

/** Unchanged for this long the page is at rest, and what it shows is painted. */
const REST_MS = 80;
/** A page that never rests gets an honest "stale". */
const REST_CAP_MS = 1500;

const ask = senderTo<BackgroundFromContent>('background');

export interface Recording {
  /** Whether a person's actions are captured from now on. */
  set: (recording: boolean) => void;
  isOn: () => boolean;
  /** Takes a screenshot of the page at rest; for an action that waits for it. */
  takeShot: () => Promise<void>;
  /** Keeps an action that is about to be performed; resolves when its state is safe. */
  keep: (captured: Captured) => Promise<Kept>;
  /** Since when (epoch ms) the copilot acts here; null when it is done. */
  copilotActs: (since: number | null) => void;
}

/** Switches capturing on and off in this document and sends what it sees. */
export function createRecording(
  reader: DocumentReader,
  overlay: Overlay,
  signal: AbortSignal,
): Recording {
  const outbox = createOutbox();
  let capture: { controller: AbortController; flush: () => void } | null = null;
  let shotAt = -1;
  let copilotSince: number | null = null;

  function begin(): void {
    const controller = new AbortController();
    const { flush } = startCapture(
      {
        document,
        take: (targets) => reader.take('viewport', targets),
        uidOf: reader.uidOf,
        shadowRootOf: reader.shadowRootOf,
        isOurs: overlay.owns,
        isSecret: reader.isSecret,
        mask: reader.mask,
        changes: () => reader.changes(Date.now() - LOG_MS),
        newId: () => crypto.randomUUID(),
        copilotSince: () => copilotSince,
        emit: (captured) => void outbox.capture(captured),
        revise,
        wantShot,
      },
      AbortSignal.any([signal, controller.signal]),
    );
    capture = { controller, flush };
  }

  let leaving = false;
  function revise(revised: Revised): void {
    void outbox.revise(revised, leaving);
  }
  addEventListener('pagehide', () => (leaving = true), { capture: true, signal });
  addEventListener('pageshow', () => (leaving = false), { capture: true, signal });

  /** Asks for a shot unless nothing has changed since the last one. */
  function wantShot(): void {
    const now = Date.now();
    const { instants, complete, since } = reader.changes(shotAt);
    if (shotAt >= 0 && complete && since <= shotAt && instants.length === 0) return;
    if (!isConnected()) return;
    ask('shot.take', { patient: false })
      .then((taken) => {
        if (taken) shotAt = now;
      })
      .catch(() => undefined);
  }

  return {
    isOn: () => capture !== null,
    async takeShot() {
      const end = Date.now() + REST_CAP_MS;
      while (reader.changes(Date.now() - REST_MS).instants.length > 0 && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, REST_MS / 4));
      }
      await ask('shot.take', { patient: true });
    },
    keep: (captured) => outbox.capture(captured),
    copilotActs: (since) => {
      copilotSince = since;
    },
    set(recording) {
      if (recording && !capture) begin();
      if (!recording && capture) {
        capture.flush();
        capture.controller.abort();
        capture = null;
      }
    },
  };
}
