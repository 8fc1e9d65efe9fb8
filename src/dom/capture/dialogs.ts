import type { DialogKind } from '../../core/action/action.ts';
import { DIALOG_KINDS, DIALOG_TEXT_LIMIT } from '../../core/action/action.ts';
import { MASK, isSecretField } from '../../core/demonstration/secrets/secret-fields.ts';
import { getBody, getDocumentElement, getWindow, listenPersistently } from '../native.ts';
import type { PressTracker, Gesture } from './pointer/press-tracker.ts';
import type { CapturePorts } from './ports.ts';
import {
  CHANNEL_OFFERED,
  CHANNEL_REQUESTED,
  CHANNEL_ACCEPTED,
  CHANNEL_CLOSED,
  DIALOG_OPENING,
  DIALOG_CLOSED,
} from './dialog-channel.ts';
import { maskTexts } from '../snapshot/secrets/mask-markup.ts';
import { timeNow, timeOfEvent } from '../time.ts';

/** A dialog this soon after a press, or after another dialog of the same press, is its effect. */
const EFFECT_MS = 1000;
const MIN_SHOWN_MS = 1;

interface OpenDialog {
  before: Gesture;
  /** When it could be shown, epoch ms: after the snapshot was taken. */
  readyAt: number;
  kind: DialogKind;
  message: string;
  cause: Gesture | null;
}

/**
 * Records alerts, confirms and prompts that the script in the page's world reports. The page can fake these reports,
 * so they are validated like any page input. `answered` tells the key tracker that the page reacted.
 */
export function watchDialogs(
  ports: CapturePorts,
  presses: PressTracker,
  answered: () => void,
  signal: AbortSignal,
): void {
  const window = getWindow(ports.document);
  if (!window || signal.aborted) return;
  const opened: OpenDialog[] = [];
  let carrier: EventTarget | null = null;
  let last: { cause: Gesture | null; closedAt: number } = { cause: null, closedAt: 0 };

  function findCause(at: number): Gesture | null {
    const press = presses.last;
    if (!press) return null;
    const since = last.cause === press ? Math.max(press.at, last.closedAt) : press.at;
    return at - since < EFFECT_MS ? press : null;
  }

  function onOpens(event: Event): void {
    const [, kind, message] = /^(\w+):(.*)$/s.exec(readDetail(event) ?? '') ?? [];
    const known = DIALOG_KINDS.find((each) => each === kind);
    const before = presses.captureState(event, getDocumentElement(ports.document));
    if (!known || message === undefined || !before || ports.copilotSince() !== null) return;
    const cause = findCause(before.at);
    opened.push({ before, kind: known, message, cause, readyAt: timeNow() });
  }

  function onClosed(event: Event): void {
    const dialog = opened.pop();
    const closedAt = timeOfEvent(event);
    if (!dialog || closedAt - dialog.readyAt < MIN_SHOWN_MS) return;
    const { before, kind, cause } = dialog;
    last = { cause, closedAt };
    // It isn't known yet whether the page reacted to the key that opened the dialog.
    if (cause?.kind === 'key') answered();
    const message = maskText(dialog.message, ports);
    const answer = readAnswer(dialog, readDetail(event), ports);
    const action = { intent: 'dialog', kind, message, answer } as const;
    presses.emit(action, null, { ...before, turnId: cause?.turnId ?? null }, null);
    ports.requestScreenshot();
  }

  listenPersistently<Event>(
    ports.document,
    window,
    CHANNEL_OFFERED,
    (event) => {
      const node = event instanceof MouseEvent ? event.relatedTarget : null;
      if (!node) return;
      if (carrier) {
        node.dispatchEvent(new Event(CHANNEL_CLOSED));
        return;
      }
      carrier = node;
      node.addEventListener(DIALOG_OPENING, onOpens, { signal });
      node.addEventListener(DIALOG_CLOSED, onClosed, { signal });
      node.dispatchEvent(new Event(CHANNEL_ACCEPTED));
    },
    { capture: true, signal },
  );
  signal.addEventListener('abort', () => carrier?.dispatchEvent(new Event(CHANNEL_CLOSED)), {
    once: true,
  });
  if (ports.options().dialogs || !getBody(ports.document))
    window.dispatchEvent(new Event(CHANNEL_REQUESTED));
}

function readAnswer(
  { kind, message }: OpenDialog,
  reported: string | null,
  ports: CapturePorts,
): string | null {
  if (kind === 'alert' || reported === null) return null;
  if (kind === 'confirm') return reported === 'true' ? 'true' : 'false';
  const isSecret = reported !== '' && isSecretField('input', { name: message });
  return isSecret ? MASK : maskText(reported, ports);
}

/** Removes texts of masked parts of the page. */
function maskText(text: string, { document, hidden }: CapturePorts): string {
  const root = getDocumentElement(document);
  const cut = text.slice(0, DIALOG_TEXT_LIMIT).toWellFormed();
  return root ? maskTexts(cut, hidden.listIn(root)).slice(0, DIALOG_TEXT_LIMIT) : cut;
}

function readDetail(event: Event): string | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  return typeof detail === 'string' ? detail : null;
}
