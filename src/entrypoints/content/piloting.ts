import type { PageAction, Uid } from '../../core/action/action.ts';
import { targetOf } from '../../core/action/action.ts';
import type { LaterReceipt, PerformResult } from '../../core/action/receipt.ts';
import { maskAction, maskToolInput } from '../../core/demonstration/secrets/secret-fields.ts';
import { describeElement } from '../../dom/capture/describe-element.ts';
import { stopOnEscape } from '../../dom/overlay/chip.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import type { PerformContext } from '../../dom/perform/context.ts';
import { createAfterwards } from '../../dom/perform/effects/afterwards.ts';
import { performAction } from '../../dom/perform/perform.ts';
import { locate } from '../../dom/perform/target/locate.ts';
import { nextTask, wait } from '../../dom/perform/task.ts';
import { getVisibility } from '../../dom/native.ts';
import { senderTo } from '../../platform/messages.ts';
import type { Charge, Content, FileFacts } from '../../protocol/content.ts';
import type { DataOf } from '../../protocol/message.ts';
import type { Panel } from '../../protocol/panel.ts';
import type { DocumentReader } from './document-reader.ts';
import { isExtensionConnected } from './document-reader.ts';
import type { Recording } from './recording.ts';
import type { UserActionReporter } from './user-action-reporter.ts';
import { Sightings } from '../../dom/perform/target/fingerprint.ts';
import { listCovered } from '../../dom/perform/target/preflight.ts';
import type { Afterwards } from '../../dom/perform/effects/afterwards.ts';
import { LOG_MS } from './recording.ts';

/** How long the copilot's mark is on the target before anything happens: long enough to see and stop. */
const MARK_SHOWN_MS = 450;
/** Within this time after a command, the panel that sent it is assumed to be open still. */
const FRESH_MS = 100;
/** How long the mark stays on the target of an outside agent's action, so that the person sees what was done. */
const MARK_KEPT_MS = 1000;

const sendToPanel = senderTo<Panel>('panel');

type PerformRequest = DataOf<Content, 'action.perform'>;

class NotSavedError extends Error {}
/** Why an action was given up that had not begun. */
class ControlTakenError extends Error {}

/** What the copilot does in this document: mark, save, act. One action at a time. */
export class Piloting {
  private running: AbortController | null = null;
  /** Whether its first event has been sent, or is about to be. */
  private hasBegun = false;
  private turns = 0;
  /** Listens for Escape in a frame inside the page while Stop is offered. */
  private escaping: AbortController | null = null;
  private isStopShown = false;
  private keptMark: ReturnType<typeof setTimeout> | undefined;
  private charge: Charge = 'working';
  private readonly sightings = new Sightings();
  private readonly afterwards: Afterwards;

  constructor(
    private readonly reader: DocumentReader,
    private readonly recording: Recording,
    private readonly watching: UserActionReporter,
    private readonly overlay: Overlay,
    private readonly signal: AbortSignal,
  ) {
    this.afterwards = createAfterwards(() => performance.now(), signal);
  }

  async perform(request: PerformRequest): Promise<PerformResult> {
    if (this.running)
      return refuse('unsupported', 'Another action is still under way on this page.');
    if (this.charge !== 'working') return CONTROL_TAKEN;
    const controller = new AbortController();
    const stop = AbortSignal.any([this.signal, controller.signal]);
    this.running = controller;
    this.hasBegun = false;
    this.recording.setCopilotActive(Date.now());
    const isHeldBack = (): boolean => controller.signal.reason instanceof ControlTakenError;
    try {
      const performed = await this.markAndPerform(request, stop);
      return !performed.ok && isHeldBack() ? CONTROL_TAKEN : performed;
    } catch (error) {
      if (isHeldBack()) return CONTROL_TAKEN;
      if (controller.signal.aborted) return refuse('stopped', 'Stopped before it was done.');
      if (error instanceof NotSavedError) return refuse('unsupported', error.message);
      throw error;
    } finally {
      this.running = null;
      this.recording.setCopilotActive(null);
      this.endMark(request.forAgent === true);
    }
  }

  private async markAndPerform(
    { turnId, action, label, forAgent, seenWords, wasAsked, leaves, files }: PerformRequest,
    stop: AbortSignal,
  ): Promise<PerformResult> {
    const at = performance.now();
    const ctx = this.makeContext(stop);
    const uid = targetOf(action);
    // A mark brings the target into view, which would add to how far is to be scrolled.
    const isMarked = uid !== null && !forAgent && action.intent !== 'scroll';
    const located = isMarked ? locate(uid, ctx) : null;
    if (located?.ok && getVisibility(document) === 'visible') {
      this.mark(located.element, label);
      await wait(MARK_SHOWN_MS, stop);
      this.overlay.hideTarget();
    }
    return performAction(action, {
      ...ctx,
      seenWords,
      wasAsked,
      leaves,
      settlesEarly: forAgent,
      files: files && {
        names: files.map(({ name }) => name),
        fetch: () => fetchFiles(turnId, files, stop),
      },
      // The target, which may have been redrawn since the command.
      beforeAct: async (found) => {
        // Without a receiver, the resumed run may do it again.
        const isFresh = performance.now() - at < FRESH_MS;
        if (!isFresh && !(await rejectOnAbort(isPanelListening(turnId), stop)))
          throw new NotSavedError(CLOSED);
        await this.begin(turnId, action, found, stop);
      },
      // An agent doesn’t wait while the mark is drawn.
      afterAct: (found) => {
        if (!forAgent || !found?.isConnected || getVisibility(document) !== 'visible') return;
        clearTimeout(this.keptMark);
        this.overlay.showTarget(found, label);
      },
      isAwaiting: () => sendToPanel('pilot.isAwaiting', { turnId }).catch(() => false),
      keepWatch: (reported) => this.afterwards.note(turnId, reported),
    });
  }

  private async begin(
    turnId: string,
    action: PageAction,
    found: Element | null,
    stop: AbortSignal,
  ): Promise<void> {
    if (!isExtensionConnected()) throw new NotSavedError(CLOSED);
    if (this.recording.isOn()) {
      const hasTarget = found && targetOf(action) !== null;
      const named = hasTarget ? { ...action, uid: this.reader.uidOf(found) } : action;
      await rejectOnAbort(this.save(turnId, named, found, stop), stop);
    }
    this.hasBegun = true;
    this.afterwards.leave(action, found);
  }

  private makeContext(stop: AbortSignal): PerformContext {
    return {
      ...this.reader,
      document,
      signal: stop,
      now: () => performance.now(),
      overlayHost: this.overlay.host,
      sightings: this.sightings,
      openTab: (url) => void sendToPanel('pilot.openTab', { url }).catch(() => undefined),
    };
  }

  /** Removes the mark; `isKept`: after a while, unless it would be in the screenshots of a recording. */
  private endMark(isKept: boolean): void {
    clearTimeout(this.keptMark);
    if (isKept && !this.recording.isOn()) {
      this.keptMark = setTimeout(() => this.overlay.hideTarget(), MARK_KEPT_MS);
    } else this.overlay.hideTarget();
  }

  private mark(target: Element, label: string): void {
    clearTimeout(this.keptMark);
    target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    this.overlay.showTarget(target, label);
  }

  /** Notes how to recognise the shown elements after a redraw, once the answer has been sent. */
  noteSeen(): void {
    void nextTask(this.signal).then(
      () => this.sightings.note(this.reader.listRoots(), this.reader.uidOf),
      () => undefined,
    );
  }

  listCovered(): Uid[] {
    const ctx = this.makeContext(this.signal);
    return listCovered(this.reader.listRoots(), ctx).map(this.reader.uidOf);
  }

  /** Saves the state before the action; resolves when it is safe in the store. */
  private async save(
    turnId: string,
    action: PageAction,
    target: Element | null,
    stop: AbortSignal,
  ): Promise<void> {
    const { reader, recording, overlay } = this;
    this.turns += 1;
    // Neither the screenshot nor the saved page shows our overlay.
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
      seq: this.turns,
      by: 'copilot',
      action: secret ? maskAction(action) : maskToolInput(action),
      element: target && describeElement(target, reader),
      pointer: box
        ? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        : { x: innerWidth / 2, y: innerHeight / 2 },
      properties: {},
      raw: reader.take('viewport', target ? [target] : []),
      changes: reader.changes(at - LOG_MS),
      causedBy: null,
    });
    // The run may have ended meanwhile.
    if (this.isStopShown) this.showStop(true);
    if (!kept.kept) {
      throw new NotSavedError(`The page could not be kept (${kept.reason}), so nothing was done.`);
    }
  }

  /** The top document shows Stop; the keyboard may be in a frame of it, most of all where something is typed. */
  showStop(shown: boolean): void {
    this.isStopShown = shown;
    if (!shown) {
      this.charge = 'working';
      this.afterwards.end();
      void this.watching.set(false);
    }
    if (window.top !== window) this.listenForEscape(shown);
    else if (shown) {
      this.overlay.showStop(() => this.stopAll(), {
        state: this.charge,
        onTakeOver: () => requestCharge('take-over'),
        onResume: () => requestCharge('go-on'),
      });
    } else {
      this.endMark(false);
      this.overlay.hideStop();
      // Shows what came of the last action, without our overlay.
      if (!this.recording.isOn()) return;
      waitForPaint()
        .then(this.recording.takeShot)
        .catch(() => undefined);
    }
  }

  private listenForEscape(shown: boolean): void {
    this.escaping?.abort();
    // A person who has taken over the tab has its Escape, too.
    this.escaping = shown && this.charge !== 'taken' ? new AbortController() : null;
    if (!this.escaping) return;
    const until = AbortSignal.any([this.signal, this.escaping.signal]);
    stopOnEscape(document, () => this.stopAll(), until);
  }

  async showCharge(next: Charge): Promise<void> {
    this.charge = next;
    // What the person sets back is not attributed to the page.
    if (next === 'taken') this.afterwards.end();
    // What has begun is finished: half an action would be the worst of states.
    if (next !== 'working' && !this.hasBegun) this.running?.abort(new ControlTakenError());
    if (this.isStopShown) this.showStop(true);
    // After the overlay, which takes its own presses first.
    await this.watching.set(next === 'taken');
  }

  showTarget(uid: string | null, label: string): boolean {
    const target = uid === null ? null : this.reader.resolve(uid);
    if (target) this.mark(target, label);
    else this.endMark(false);
    return target !== null;
  }

  review(isLast: boolean): Promise<LaterReceipt[]> {
    return this.afterwards.review(isLast);
  }

  stop(): void {
    this.running?.abort();
  }

  private stopAll(): void {
    this.stop();
    sendToPanel('pilot.stopped', null).catch(() => undefined);
  }
}

function requestCharge(wish: 'take-over' | 'go-on'): void {
  sendToPanel('pilot.charge', { wish }).catch(() => undefined);
}

const CLOSED = 'Wayscribe was closed or reloaded before it was done.';

const CONTROL_TAKEN = refuse(
  'held',
  'You paused or took over before I did it, so it was not done.',
);

function refuse(reason: 'unsupported' | 'stopped' | 'held', message: string): PerformResult {
  return { ok: false, reason, message };
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

/** Whether the page of ours that ordered an action is still there; where another one answers, that is not known. */
function isPanelListening(turnId: string): Promise<boolean> {
  return sendToPanel('pilot.isAwaiting', { turnId }).then(
    () => true,
    (error: unknown) => !/Receiving end|port closed|Nobody answered/.test(String(error)),
  );
}

/** Gets the files of a turn from the panel, part by part; rejects when one is no longer to be had. */
async function fetchFiles(
  turnId: string,
  facts: readonly FileFacts[],
  signal: AbortSignal,
): Promise<File[]> {
  const files: File[] = [];
  for (const [index, { name, type, size, lastModified }] of facts.entries()) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let from = 0; from < size;) {
      signal.throwIfAborted();
      const part = await sendToPanel('pilot.filePart', { turnId, index, from });
      if (!part || part.length === 0) throw new Error(`${name} can no longer be read`);
      parts.push(new Uint8Array(part));
      from += part.length;
    }
    files.push(new File(parts, name, { type, lastModified }));
  }
  return files;
}
