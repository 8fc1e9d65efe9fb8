import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { Uid } from '../../core/action/action.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import { MASK } from '../../core/demonstration/secrets/secret-fields.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import { listPageTools } from '../../dom/perform/page-tools.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import { createOverlay } from '../../dom/overlay/overlay.ts';
import {
  getDocumentElement,
  getFirstElementChild,
  getNextElementSibling,
  listenPersistently,
} from '../../dom/native.ts';
import type { Handlers } from '../../platform/messages.ts';
import { receive, senderTo, isOwnPage } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { AccessibleState, Content, FrameState } from '../../protocol/content.ts';
import type { DocumentReader } from './document-reader.ts';
import { isExtensionConnected, openReader } from './document-reader.ts';
import { Piloting } from './piloting.ts';
import type { Recording } from './recording.ts';
import { createRecording, watchNavigations } from './recording.ts';
import { createUserActionReporter } from './user-action-reporter.ts';
import { maskTexts } from '../../dom/snapshot/secrets/mask-markup.ts';
import { measureClockSkew } from '../../dom/time.ts';

const ask = senderTo<BackgroundFromContent>('background');

/** Until it is answered it is not known what to mask, and nothing is sent. */
const GREETING_RETRY_MS = 500;

/** Wires one document: answers to messages, and listens to the person while recording. */
function startContent(controller: AbortController): void {
  const { signal } = controller;
  abortWhenOrphaned(controller);
  const overlay = createOverlay(document, signal);
  const reader = openReader(document, overlay, signal);
  const recording = createRecording(reader, overlay, signal);
  const watching = createUserActionReporter(reader, overlay, recording, signal);
  const piloting = new Piloting(reader, recording, watching, overlay, signal);

  watchNavigations(reader, recording, signal);

  let latest: RecordingOptions | null = null;

  /** What is masked comes first; once recording ends, what is still on its way is masked too. */
  async function set(options: RecordingOptions | null): Promise<void> {
    latest = options;
    if (options) reader.masking.set('recording', options.masks);
    await recording.set(options);
    watching.refresh();
    if (!latest) reader.masking.set('recording', []);
  }

  receive<Content>(
    'content',
    createHandlers({ controller, reader, overlay, recording, piloting, set }),
    // Content scripts of other documents have no business here: only our own pages and worker.
    (_type, sender) => sender.tab === undefined || isOwnPage(sender),
    signal,
  );

  const greet = (): void => {
    ask('page.hello', { startedAt: performance.timeOrigin + measureClockSkew() })
      .then(({ recording: options, masks }) => {
        reader.masking.set('settings', masks);
        return set(options);
      })
      .catch(() => {
        if (!isExtensionConnected()) controller.abort();
        else if (!signal.aborted) setTimeout(greet, GREETING_RETRY_MS);
      });
  };
  // Until the answer is here the script listens: an action in the first moments is not lost, and
  // the service worker drops what comes while nothing is recorded.
  void recording.set(DEFAULT_OPTIONS);
  greet();
  // A page that was kept for going back has heard nothing in the meantime.
  const again = ({ persisted }: PageTransitionEvent) => persisted && greet();
  listenPersistently<PageTransitionEvent>(document, window, 'pageshow', again, { signal });
}

interface ContentParts {
  controller: AbortController;
  reader: DocumentReader;
  overlay: Overlay;
  recording: Recording;
  piloting: Piloting;
  set: (options: RecordingOptions | null) => Promise<void>;
}

function createHandlers({
  controller,
  reader,
  overlay,
  recording,
  piloting,
  set,
}: ContentParts): Handlers<Content> {
  return {
    'recording.set': ({ recording: options }) => set(options).then(() => true as const),
    'masks.set': ({ selectors }) => {
      reader.masking.set('settings', selectors);
      return true;
    },
    'frame.announce': () => reader.announce().then(() => true as const),
    'frame.adopt': (child) => reader.adopt(child),
    'frame.read': async ({ boxes, since }) => {
      await reader.masking.known;
      const state = { raw: reader.take(boxes), changes: reader.changes(since) };
      // Read for what was done in another frame: what was typed here is done with.
      recording.flush();
      return state;
    },
    'frame.observe': async ({ known }) => {
      await reader.masking.known;
      const raw = reader.take('all');
      const edition = reader.edition();
      if (edition === known) return 'same';
      piloting.noteSeen();
      const [looks, secrets] = [reader.looks(), reader.secrets()];
      return { raw, edition, looks, secrets, covered: piloting.listCovered() };
    },
    'tools.list': () => listPageTools(document),
    'frame.rest': ({ since }) => readAtRest(reader, since),
    'frame.accessible': ({ since }) => (overlay.host() ? null : readAccessible(reader, since)),
    'frame.masks': () => reader.masking.known.then(reader.masks),
    'frame.changes': ({ since }) => reader.changes(since),
    'target.show': ({ uid, label }) => piloting.showTarget(uid, label),
    'stop.show': ({ shown }) => {
      piloting.showStop(shown);
      return true;
    },
    'charge.show': ({ charge }) => piloting.showCharge(charge).then(() => true as const),
    'action.perform': (data) => piloting.perform(data),
    'action.review': ({ isLast }) => piloting.review(isLast),
    'action.stop': () => {
      piloting.stop();
      return true;
    },
    'script.end': () => {
      controller.abort();
      return true;
    },
  };
}

/**
 * Scripts get no event when the extension is reloaded or removed. Checked ahead of all other listeners, so that the
 * person's first action removes the scripts before they do anything.
 */
function abortWhenOrphaned(controller: AbortController): void {
  const { signal } = controller;
  const check = (): void => {
    if (!isExtensionConnected()) controller.abort();
  };
  for (const type of ['pointerover', 'pointerdown', 'keydown', 'wheel', 'pagehide', 'pageshow']) {
    listenPersistently(document, window, type, check, { capture: true, passive: true, signal });
  }
}

/** Of an idle period this much is left to the page. */
const IDLE_MARGIN_MS = 3;
const NAME_LIMIT = 1000;

/**
 * Name and role of what is in the viewport, worked out a few elements at a time while the browser has
 * nothing else to do; null as soon as the document changes or the copilot's marks are on it.
 */
async function readAccessible(
  reader: DocumentReader,
  since: number,
): Promise<AccessibleState | null> {
  await reader.masking.known;
  let deadline = await waitForIdle();
  if (hasChanged(reader, since)) return null;
  const shown = listVisible(reader);
  const root = getDocumentElement(document);
  const masked = root ? reader.hidden.listIn(root) : [];
  const nodes: AccessibleState['nodes'] = {};
  for (const element of walkElements(root, reader)) {
    if (deadline.timeRemaining() < IDLE_MARGIN_MS) {
      deadline = await waitForIdle();
      if (hasChanged(reader, since)) return null;
    }
    const uid = reader.uidOf(element);
    if (shown.has(uid)) nodes[uid] = describeAccessible(element, reader, masked);
  }
  return { nodes, changes: reader.changes(since), hasMaskedParts: reader.masking.hasRegions() };
}

function hasChanged(reader: DocumentReader, since: number): boolean {
  const { complete, instants } = reader.changes(since);
  return !complete || instants.length > 0;
}

function listVisible(reader: DocumentReader): Set<Uid> {
  const { salt, uids, boxes } = reader.take('viewport');
  const shown = new Set<Uid>();
  for (const [index, n] of uids.entries()) {
    if (!Number.isNaN(boxes[4 * index])) shown.add(formatUid(salt, n));
  }
  return shown;
}

/** Every element, those in shadow roots too, without going deep: pages can be thousands of elements deep. */
function* walkElements(root: Element | null, reader: DocumentReader): Generator<Element> {
  const waiting: Element[] = root ? [root] : [];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    const next = element === root ? null : getNextElementSibling(element);
    if (next) waiting.push(next);
    const child = getFirstElementChild(element);
    if (child) waiting.push(child);
    const inside = reader.shadowRootOf(element)?.firstElementChild;
    if (inside) waiting.push(inside);
  }
}

function describeAccessible(
  element: Element,
  { hidden, isSecret }: DocumentReader,
  masked: readonly Element[],
): { role: string; name: string } {
  const role = tryOrNull(() => getRole(element)) ?? 'generic';
  if (hidden.holds(element)) return { role, name: MASK };
  const name = tryOrNull(() => computeAccessibleName(element)) ?? '';
  // A field's own value may be in the name of what it stands in.
  const parts = isSecret(element) ? [...masked, element] : masked;
  return { role, name: maskTexts(name, parts).slice(0, NAME_LIMIT).toWellFormed() };
}

/** A page that breaks the computation costs one name. */
function tryOrNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** A page that is never idle for so long is read all the same. */
const IDLE_TIMEOUT_MS = 2000;

/**
 * This document when the browser has time for it, if nothing changed since `since` (epoch ms): a person
 * who goes on waits for nothing. What was read serves the next action too, which costs less for it.
 */
async function readAtRest(reader: DocumentReader, since: number): Promise<FrameState | null> {
  await reader.masking.known;
  await waitForIdle();
  const changes = reader.changes(since);
  if (!changes.complete || changes.instants.length > 0) return null;
  return { raw: reader.take('viewport'), changes };
}

function waitForIdle(): Promise<IdleDeadline> {
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS }));
}

/*
 * One script for every frame, there only while something is recorded or piloted. It may be injected
 * twice into a document (registered and by hand); the second time nothing happens.
 */
declare global {
  var wayscribeContent: AbortController | undefined;
}

// A page could give one of its elements this name, which is then to be read here too.
const running: unknown = globalThis.wayscribeContent;
if (!(running instanceof AbortController) || running.signal.aborted) {
  const controller = new AbortController();
  globalThis.wayscribeContent = controller;
  startContent(controller);
}
