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
import { createScreenshotRequests } from './screenshot-requests.ts';

/** How far back each turn's change log reaches: a shot older than this proves nothing anyway. */
const LOG_MS = 61_000;

const ask = senderTo<BackgroundFromContent>('background');

/** Hears before anything is masked by the user's selectors. */
interface CaptureListener {
  onCaptured: (captured: CapturedTurn) => void;
  onRevised: (revised: TurnRevision) => void;
}

export interface Recording {
  /** Whether a person's actions are captured from now on, and how. Off: resolves when all is handed over. */
  set: (options: RecordingOptions | null) => Promise<void>;
  isOn: () => boolean;
  /** Takes a screenshot of the page at rest; for an action that waits for it. */
  takeShot: () => Promise<void>;
  /** Keeps an action that is about to be performed; resolves when its state is safe. */
  keep: (captured: CapturedTurn) => Promise<Kept>;
  /** The copilot is about to put a text into a field, which may be a secret one. */
  noteCopilotText: (field: Element, text: string) => void;
  /** Since when (epoch ms) the copilot acts here; null when it is done. */
  setCopilotActive: (since: number | null) => void;
  copilotSince: () => number | null;
  /** Who else hears what is captured. */
  setListener: (listener: CaptureListener | null) => void;
  /** Ends what the person is typing: it is captured as it is. */
  flush: () => void;
}

/** Switches capturing on and off in this document and sends what it sees. */
export function createRecording(
  reader: DocumentReader,
  overlay: Overlay,
  signal: AbortSignal,
): Recording {
  const outbox = createOutbox(signal);
  const shots = createScreenshotRequests(reader, signal);
  let capture: {
    controller: AbortController;
    flush: () => void;
    typed: ReturnType<typeof watchTypedSecrets>;
  } | null = null;
  let listener: CaptureListener | null = null;
  let copilotSince: number | null = null;
  let chosen = DEFAULT_OPTIONS;

  function begin(): void {
    outbox.prepare();
    const controller = new AbortController();
    const until = AbortSignal.any([signal, controller.signal]);
    const { flush } = startCapture(
      {
        document,
        options: () => chosen,
        take: (targets) => reader.take('viewport', targets),
        uidOf: reader.uidOf,
        shadowRootOf: reader.shadowRootOf,
        isOurs: overlay.owns,
        isSecret: reader.isSecret,
        mask: reader.mask,
        hidden: reader.hidden,
        changes: (butFocusSince) => reader.changes(Date.now() - LOG_MS, butFocusSince),
        differences: reader.differences,
        clock: reader.clock,
        numberOf: reader.numberOf,
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
    const typed = watchTypedSecrets(
      {
        document,
        shadowRootOf: reader.shadowRootOf,
        isSecret: reader.isSecret,
        lastHtml: reader.lastHtml,
        newSalt: makeId,
        report: (digests) => void ask('secrets.typed', { digests }).catch(() => undefined),
      },
      until,
    );
    reader.masking.askAboutValues(typed.isTyped);
    capture = { controller, flush, typed };
  }

  /** Secrets typed so far are sent first, because the turn may show them; at once if possible. */
  function send(captured: CapturedTurn): Promise<Kept> {
    capture?.typed.flush();
    shots.acted();
    const clean = reader.masking.clean(captured);
    return clean instanceof Promise ? clean.then(outbox.capture) : outbox.capture(clean);
  }

  return {
    isOn: () => capture !== null,
    takeShot: shots.takeAtRest,
    keep: send,
    noteCopilotText: (field, text) => capture?.typed.note(field, text),
    setCopilotActive: (since) => {
      copilotSince = since;
    },
    copilotSince: () => copilotSince,
    setListener: (next) => {
      listener = next;
    },
    flush: () => capture?.flush(),
    async set(options) {
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

/** 128 random bits in hex. `crypto.randomUUID` is only there on pages that came by https. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
