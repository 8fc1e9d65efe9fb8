import type { CapturedTurn, TurnRevision } from '../../core/demonstration/captured-turn.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import { startCapture } from '../../dom/capture/capture.ts';
import { watchTypedSecrets } from '../../dom/capture/text/typed-secrets.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent, Kept } from '../../protocol/background.ts';
import type { DocumentReader } from './document-reader.ts';
import { createOutbox } from './outbox.ts';
import { createScreenshotRequests, takeShotAtRest } from './screenshot-requests.ts';
import { listenPersistently } from '../../dom/native.ts';
import { timeOfEvent } from '../../dom/time.ts';
import { writeHex } from '../../core/bytes.ts';
import type { SecretDigest } from '../../core/demonstration/secrets/digest.ts';

/** How far back each turn's change log reaches: a shot older than this proves nothing anyway. */
export const LOG_MS = 61_000;

const ask = senderTo<BackgroundFromContent>('background');

/** Hears before anything is masked by the user's selectors. */
interface CaptureListener {
  onCaptured: (captured: CapturedTurn) => void;
  onRevised: (revised: TurnRevision) => void;
}

interface Capture {
  controller: AbortController;
  flush: () => void;
  typed: ReturnType<typeof watchTypedSecrets>;
}

export type Recording = ReturnType<typeof createRecording>;

/** Switches capturing on and off in this document and sends what it sees. */
export function createRecording(reader: DocumentReader, overlay: Overlay, signal: AbortSignal) {
  const outbox = createOutbox(signal);
  const shots = createScreenshotRequests(reader, signal);
  let capture: Capture | null = null;
  let listener: CaptureListener | null = null;
  let copilotSince: number | null = null;
  let chosen = DEFAULT_OPTIONS;

  function begin(): void {
    outbox.prepare();
    const controller = new AbortController();
    const until = AbortSignal.any([signal, controller.signal]);
    const { flush } = startCapture(
      {
        ...reader,
        document,
        options: () => chosen,
        take: (targets) => reader.take('viewport', targets),
        isOurs: overlay.owns,
        changes: (butFocusSince) => reader.changes(Date.now() - LOG_MS, butFocusSince),
        newId: makeId,
        copilotSince: () => copilotSince,
        emit: (captured) => {
          listener?.onCaptured(captured);
          void send(captured);
        },
        revise: (revised) => {
          listener?.onRevised(revised);
          shots.acted();
          reader.masking.whenKnown(() =>
            outbox.revise({ ...revised, action: reader.masking.cleanAction(revised.action) }),
          );
        },
        requestScreenshot: shots.want,
      },
      until,
    );
    capture = { controller, flush, typed: reportTypedSecrets(reader, until) };
  }

  /** Secrets typed so far are sent first, because the turn may show them; at once if possible. */
  function send(captured: CapturedTurn): Promise<Kept> {
    capture?.typed.flush();
    shots.acted();
    const clean = reader.masking.clean(captured);
    return clean instanceof Promise ? clean.then(outbox.capture) : outbox.capture(clean);
  }

  return {
    isOn: (): boolean => capture !== null,
    /** Takes a screenshot of the page at rest; for an action that waits for it. */
    takeShot: () => takeShotAtRest(reader),
    /** Keeps an action that is about to be performed; resolves when its state is safe. */
    keep: send,
    /** The copilot is about to put a text into a field, which may be a secret one. */
    noteCopilotText: (field: Element, text: string): void => capture?.typed.note(field, text),
    /** Since when (epoch ms) the copilot acts here; null when it is done. */
    setCopilotActive: (since: number | null): void => {
      copilotSince = since;
    },
    copilotSince: (): number | null => copilotSince,
    setListener: (next: CaptureListener | null): void => {
      listener = next;
    },
    /** Ends what the person is typing: it is captured as it is. */
    flush: (): void => capture?.flush(),
    /** Whether a person's actions are captured from now on, and how. Off: resolves when all is handed over. */
    async set(options: RecordingOptions | null): Promise<void> {
      chosen = options ?? DEFAULT_OPTIONS;
      if (options && !capture) begin();
      if (!options && capture) {
        capture.flush();
        capture.controller.abort();
        capture = null;
        await outbox.drain();
      }
    },
  };
}

function reportTypedSecrets(reader: DocumentReader, signal: AbortSignal): Capture['typed'] {
  const report = (digests: SecretDigest[]): void =>
    void ask('secrets.typed', { digests }).catch(() => undefined);
  const typed = watchTypedSecrets({ ...reader, document, newSalt: makeId, report }, signal);
  reader.masking.askAboutValues(typed.isTyped);
  return typed;
}

/** 128 random bits in hex. `crypto.randomUUID` is only there on pages that came by https. */
export function makeId(): string {
  return writeHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** A page that rewrites its address without end is heard once in this time. */
const MIN_REPLACE_GAP_MS = 100;

/**
 * Tells who begins a navigation of this page: the browser says afterwards only what kind it was. Where a
 * person goes back or into the page's own address, the page stays and is taken as it was before.
 */
export function watchNavigations(
  reader: DocumentReader,
  recording: Recording,
  signal: AbortSignal,
): void {
  // Loads of frames aren't turns.
  if (window.top !== window) return;
  let replacedAt = -Infinity;

  const report = (event: NavigateEvent): void => {
    if (!event.isTrusted || !recording.isOn() || event.downloadRequest !== null) return;
    const { navigationType: type, userInitiated: byHand, destination } = event;
    const isReplacing = type === 'replace' && destination.sameDocument;
    if (isReplacing && event.timeStamp - replacedAt < MIN_REPLACE_GAP_MS) return;
    if (isReplacing) replacedAt = event.timeStamp;
    const at = timeOfEvent(event);
    void ask('page.navigates', { at, type, byHand }).catch(() => undefined);
    if (!byHand || !destination.sameDocument) return;
    void recording.keep({
      turnId: makeId(),
      at,
      seq: 0,
      by: 'person',
      action: { intent: 'leave' },
      element: null,
      pointer: { x: 0, y: 0 },
      properties: { to: destination.url },
      raw: reader.take('viewport'),
      changes: reader.changes(at - LOG_MS),
      causedBy: null,
    });
  };
  listenPersistently<NavigateEvent>(document, window.navigation, 'navigate', report, {
    capture: true,
    passive: true,
    signal,
  });
}
