import type { PageAction } from '../../core/action/action.ts';
import { targetOf } from '../../core/action/action.ts';
import type { PerformResult } from '../../core/action/receipt.ts';
import { maskAction } from '../../core/demonstration/secrets/secret-fields.ts';
import { describeElement } from '../../dom/capture/describe-element.ts';
import { stopOnEscape } from '../../dom/overlay/chip.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import type { PerformContext } from '../../dom/perform/context.ts';
import { createAfterwards } from '../../dom/perform/effects/afterwards.ts';
import { performAction } from '../../dom/perform/perform.ts';
import { locate } from '../../dom/perform/target/locate.ts';
import { nextTask } from '../../dom/perform/task.ts';
import { getVisibility } from '../../dom/native.ts';
import { senderTo } from '../../platform/messages.ts';
import type { Charge, Content } from '../../protocol/content.ts';
import type { DataOf } from '../../protocol/message.ts';
import type { Panel } from '../../protocol/panel.ts';
import type { DocumentReader } from './document-reader.ts';
import { isExtensionConnected } from './document-reader.ts';
import { fetchFiles } from './fetch-files.ts';
import type { Recording } from './recording.ts';
import type { UserActionReporter } from './user-action-reporter.ts';
import { listRoots } from '../../dom/composed-tree.ts';
import { Sightings } from '../../dom/perform/target/fingerprint.ts';
import { listCovered } from '../../dom/perform/target/preflight.ts';

/** As far back as a shot may have been taken. */
const LOG_MS = 61_000;
/** How long the mark stands on the target before anything happens: long enough to see and stop. */
const MARK_SHOWN_MS = 450;

const sendToPanel = senderTo<Panel>('panel');

type PerformRequest = DataOf<Content, 'action.perform'>;

class NotSavedError extends Error {}
/** Why an action was given up that had not begun. */
class ControlTakenError extends Error {}

/** What the copilot does in this document: mark, keep, act. One action at a time. */
export function createPiloting(
  reader: DocumentReader,
  recording: Recording,
  watching: UserActionReporter,
  overlay: Overlay,
  signal: AbortSignal,
) {
  let running: AbortController | null = null;
  /** The first event of what is running has been sent, or is about to be. */
  let hasBegun = false;
  let seq = 0;
  /** While Stop is offered, in a frame inside the page. */
  let escaping: AbortController | null = null;
  let stopShown = false;
  let charge: Charge = 'working';

  const sightings = new Sightings();
  const afterwards = createAfterwards(() => performance.now(), signal);

  async function perform(order: PerformRequest): Promise<PerformResult> {
    if (running) return refuse('unsupported', 'Another action is still under way on this page.');
    if (charge !== 'working') return CONTROL_TAKEN;
    const controller = new AbortController();
    running = controller;
    hasBegun = false;
    recording.setCopilotActive(Date.now());
    const isHeldBack = (): boolean => controller.signal.reason instanceof ControlTakenError;
    try {
      const performed = await markAndPerform(order, AbortSignal.any([signal, controller.signal]));
      return !performed.ok && isHeldBack() ? CONTROL_TAKEN : performed;
    } catch (error) {
      if (isHeldBack()) return CONTROL_TAKEN;
      if (controller.signal.aborted) return refuse('stopped', 'Stopped before it was done.');
      if (error instanceof NotSavedError) return refuse('unsupported', error.message);
      throw error;
    } finally {
      running = null;
      recording.setCopilotActive(null);
      overlay.hideTarget();
    }
  }

  async function markAndPerform(
    { turnId, action, label, seenWords, wasAsked, leaves, files }: PerformRequest,
    stop: AbortSignal,
  ): Promise<PerformResult> {
    const ctx = makeContext(stop);
    const uid = targetOf(action);
    const located = uid === null ? null : locate(uid, ctx);
    const target = located?.ok ? located.element : null;
    if (target && getVisibility(document) === 'visible') {
      target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      overlay.showTarget(target, label);
      await waitFor(MARK_SHOWN_MS, stop);
      overlay.hideTarget();
    }
    return performAction(action, {
      ...ctx,
      seenWords,
      wasAsked,
      leaves,
      files: files && {
        names: files.map(({ name }) => name),
        fetch: () => fetchFiles(turnId, files, stop),
      },
      // The target, which may have been redrawn since the command.
      beforeAct: async (found) => {
        // The receiver is gone, and the resumed run may do it again.
        if (!isExtensionConnected() || !(await rejectOnAbort(isPanelListening(turnId), stop))) {
          throw new NotSavedError('Wayscribe was closed or reloaded before it was done.');
        }
        if (recording.isOn())
          await rejectOnAbort(keep(turnId, nameTarget(action, found), found, stop), stop);
        hasBegun = true;
        afterwards.leave(action, found);
      },
      isAwaiting: () => sendToPanel('pilot.isAwaiting', { turnId }).catch(() => false),
      keepWatch: (reported) => afterwards.note(turnId, reported),
    });
  }

  function makeContext(stop: AbortSignal): PerformContext {
    return {
      document,
      signal: stop,
      now: () => performance.now(),
      resolve: reader.resolve,
      uidOf: reader.uidOf,
      shadowRootOf: reader.shadowRootOf,
      isSecret: reader.isSecret,
      overlayHost: overlay.host,
      sightings,
      openTab: (url) => void sendToPanel('pilot.openTab', { url }).catch(() => undefined),
    };
  }

  function nameTarget(action: PageAction, found: Element | null): PageAction {
    return found && action.uid !== null ? { ...action, uid: reader.uidOf(found) } : action;
  }

  /** After the answer is sent: notes how to recognise the shown elements after a redraw. */
  function noteSeen(): void {
    void nextTask(signal).then(
      () => {
        const ctx = makeContext(signal);
        sightings.note(listRoots(ctx), reader.uidOf);
      },
      () => undefined,
    );
  }

  /** The state before the action, safe in the store before the action begins. */
  async function keep(
    turnId: string,
    action: PageAction,
    target: Element | null,
    stop: AbortSignal,
  ): Promise<void> {
    seq += 1;
    // Neither the picture nor the page kept shows anything of ours.
    overlay.hide();
    await waitForPaint();
    await recording.takeShot();
    stop.throwIfAborted();
    const at = Date.now();
    const box = target?.getBoundingClientRect();
    const secret = target !== null && reader.isSecret(target);
    if (target && action.intent === 'textInput') recording.noteCopilotText(target, action.text);
    const kept = await recording.keep({
      turnId,
      at,
      seq,
      by: 'copilot',
      action: secret ? maskAction(action) : action,
      element: target && describeElement(target, reader),
      pointer: box
        ? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        : { x: innerWidth / 2, y: innerHeight / 2 },
      properties: {},
      raw: reader.take('viewport', target ? [target] : []),
      changes: reader.changes(at - LOG_MS),
      causedBy: null,
    });
    // The round may have ended meanwhile.
    if (stopShown) showStop(true);
    if (!kept.kept) {
      throw new NotSavedError(`The page could not be kept (${kept.reason}), so nothing was done.`);
    }
  }

  /** The top document shows Stop; the keyboard may be in a frame of it, most of all where something is typed. */
  function showStop(shown: boolean): void {
    stopShown = shown;
    if (!shown) {
      charge = 'working';
      afterwards.end();
      void watching.set(false);
    }
    if (window.top !== window) {
      escaping?.abort();
      // The person who has the tab has Escape, too.
      escaping = shown && charge !== 'taken' ? new AbortController() : null;
      if (escaping) stopOnEscape(document, stopAll, AbortSignal.any([signal, escaping.signal]));
      return;
    }
    if (!shown) {
      overlay.hideStop();
      // What came of the last action, without anything of ours in the picture.
      if (recording.isOn())
        void waitForPaint()
          .then(recording.takeShot)
          .catch(() => undefined);
      return;
    }
    overlay.showStop(stopAll, {
      state: charge,
      onTakeOver: () => wish('take-over'),
      onResume: () => wish('go-on'),
    });
  }

  function wish(what: 'take-over' | 'go-on'): void {
    sendToPanel('pilot.charge', { wish: what }).catch(() => undefined);
  }

  async function showCharge(next: Charge): Promise<void> {
    charge = next;
    // What the person sets back is not laid to the page.
    if (next === 'taken') afterwards.end();
    // What has begun is finished: half an action would be the worst of states.
    if (next !== 'working' && !hasBegun) running?.abort(new ControlTakenError());
    if (stopShown) showStop(true);
    // After the overlay, which takes its own presses first.
    await watching.set(next === 'taken');
  }

  function stopAll(): void {
    running?.abort();
    sendToPanel('pilot.stopped', null).catch(() => undefined);
  }

  return {
    perform,
    noteSeen,
    listCovered: () => listCovered(makeContext(signal)).map(reader.uidOf),
    stop: () => running?.abort(),
    review: afterwards.review,

    showTarget(uid: string | null, label: string): boolean {
      const target = uid === null ? null : reader.resolve(uid);
      if (!target) {
        overlay.hideTarget();
        return false;
      }
      target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      overlay.showTarget(target, label);
      return true;
    },

    showStop,
    showCharge,
  };
}

const CONTROL_TAKEN = refuse(
  'held',
  'You paused or took over before I did it, so it was not done.',
);

function refuse(reason: 'unsupported' | 'stopped' | 'held', message: string): PerformResult {
  return { ok: false, reason, message };
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('stopped'));
    });
  });
}

/** Settles as `work` does, or rejects as soon as `stop` aborts. */
function rejectOnAbort<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
    work.then(resolve, reject);
  });
}

/** Until what was taken away is off the screen; in a hidden tab no frame comes, so a moment must do. */
function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });
}

const askPanel = senderTo<Panel>('panel');

/** Whether the page of ours that ordered an action is still there; where another one answers, that is not known. */
function isPanelListening(turnId: string): Promise<boolean> {
  return askPanel('pilot.isAwaiting', { turnId }).then(
    () => true,
    (error: unknown) => !/Receiving end|port closed|Nobody answered/.test(String(error)),
  );
}
