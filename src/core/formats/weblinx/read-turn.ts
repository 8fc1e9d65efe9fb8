import type { Actor } from '../../action/action.ts';
import type {
  BrowserTurn,
  ImportedTurn,
  SayTurn,
  Screenshot,
  ScreenshotProof,
  TurnElement,
} from '../../demonstration/demonstration.ts';
import { listDifferences } from '../../demonstration/difference.ts';
import { isObject } from '../read-json.ts';
import { scaleProperties } from './properties.ts';
import type { Uploaded, UploadedEvent } from './read-state.ts';
import {
  readEffect,
  readEventParts,
  readMembers,
  readNumber,
  readState,
  readText,
} from './read-state.ts';
import { hasTarget, isTabTurn, writeEvent, writeSay } from './turn.ts';

type Members = Record<string, unknown>;

/** What a turn gets from its place in the file. */
export interface TurnPlace {
  demonstrationId: string;
  id: string;
  /** Epoch ms; never before the turn it follows, since the order in the file is what counts. */
  at: number;
  seq: number;
  recordingStart: number;
  /** For findings: `replay.json, turn 7`. */
  place: string;
}

/** A chat turn; null when it is not one that Wayscribe knows. */
export function readSay(turn: Members, place: TurnPlace): SayTurn | null {
  const { speaker, utterance } = turn;
  if (speaker !== 'instructor' && speaker !== 'navigator') return null;
  const { demonstrationId, id, at, seq, recordingStart } = place;
  const say: SayTurn = {
    kind: 'say',
    ...{ id, demonstrationId, at, seq },
    by: 'person',
    action: { intent: 'say', speaker, utterance: readText(utterance) },
  };
  const differences = listDifferences(turn, { ...writeSay(say, recordingStart) });
  const imported: ImportedTurn = { format: 'weblinx', differences };
  return differences.length === 0 ? say : { ...say, imported };
}

/**
 * A browser turn with the state it names; null for an intent that Wayscribe has not. Whatever our
 * export of it would say otherwise is noted in `imported`, so that nothing is lost. `n` is the number
 * its files get, `urlBefore` the page a load came from.
 */
export async function readEvent(
  upload: Uploaded,
  turn: Members,
  { place, recordingStart, ...own }: TurnPlace,
  n: number,
  urlBefore: string,
): Promise<BrowserTurn | null> {
  const event = readEventParts(turn);
  const action = readAction(event);
  if (action === null) return null;
  const { metadata } = event;
  const { properties, by, proof, pageExact } = readOwnProperties(event);
  const url = action.intent === 'load' ? urlBefore : readText(metadata['url']);
  const isTab = isTabTurn({ action });
  const state = isTab ? null : await readState(upload, event, place, own.at, url);
  const read: BrowserTurn = {
    kind: 'browser',
    ...own,
    by,
    action,
    element: readTarget(event),
    metadata: {
      mouseX: readNumber(metadata['mouseX']),
      mouseY: readNumber(metadata['mouseY']),
      tabId: readNumber(metadata['tabId'], -1),
      url: readText(metadata['url']),
      viewportWidth: readNumber(metadata['viewportWidth'], -1),
      viewportHeight: readNumber(metadata['viewportHeight'], -1),
      zoomLevel: event.zoom,
    },
    properties,
    snapshot: state?.snapshot ? { ...state.snapshot, exact: pageExact } : null,
    screenshot: withProof(state?.screenshot ?? NO_STATE, proof),
    receipt: null,
    causedBy: null,
  };
  if (hasTarget(read) && (read.element?.uid ?? '') === '') {
    upload.find(`${place} does not say which element of its page it is about; it was kept so.`);
  }
  const { screenshot_effect: effectName } = readMembers(turn['action']);
  const effect = isTab ? null : await readEffect(upload, event, effectName, place);
  const hasScreenshot = read.screenshot.status === 'kept';
  const hasEffect = effect?.screenshot.status === 'kept';
  const hasPage = read.snapshot !== null;
  const page = hasTarget(read) ? (state?.page ?? null) : null;
  const written = writeEvent(
    { turn: read, n, hasPage, hasScreenshot, hasEffect },
    page,
    recordingStart,
  );
  const differences = listDifferences(turn, { ...written }).filter(({ path: [part, name] }) =>
    part === 'state'
      ? !(name === 'page' || name === 'screenshot' || (name === STATUS && !hasScreenshot))
      : name !== 'screenshot_effect' || effectName === undefined,
  );
  const { page: pageName, screenshot: screenshotName } = event.state;
  const imported: ImportedTurn = {
    format: 'weblinx',
    event: n,
    files: {
      ...(typeof pageName === 'string' && { page: pageName }),
      ...(typeof screenshotName === 'string' && { screenshot: screenshotName }),
    },
    ...(state?.around && { around: state.around }),
    differences,
  };
  return { ...read, ...(effect && { effect }), imported };
}

const STATUS = 'screenshot_status';

const NO_STATE: Screenshot = { status: 'missing', reason: 'the imported turn has none' };

/** Our own exports say more of a broken screenshot than that it is broken. */
function withProof(
  screenshot: Screenshot,
  proof: Extract<Screenshot, { status: 'kept' }>['proof'] | null,
): Screenshot {
  if (proof === null || screenshot.status !== 'kept') return screenshot;
  return screenshot.proof.kind === 'stale' ? { ...screenshot, proof } : screenshot;
}

/** `arguments.properties` as a turn has them, and what our own exports say under `wayscribe`. */
export interface OwnProperties {
  properties: Record<string, unknown>;
  by: Actor;
  proof: ScreenshotProof | null;
  pageExact: boolean;
}

/** Pointer events in CSS px: the dataset holds them in screenshot px. */
function readOwnProperties({ intent, properties, zoom }: UploadedEvent): OwnProperties {
  const { wayscribe, ...rest } = properties;
  const remarks = isObject(wayscribe) ? wayscribe : {};
  const { by, proof, pageExact } = remarks;
  const isPointer = intent === 'click' || intent === 'hover' || intent === 'scroll';
  return {
    properties: isPointer ? scaleProperties(rest, 1 / zoom) : rest,
    by: by === 'copilot' ? 'copilot' : 'person',
    proof: isObject(proof) ? readStale(proof) : null,
    pageExact: pageExact !== false,
  };
}

function readStale({ kind, ageMs, reason }: Record<string, unknown>): ScreenshotProof | null {
  if (kind !== 'stale' || typeof reason !== 'string') return null;
  return { kind, ageMs: readNumber(ageMs), reason };
}

/** Names are for people: a long text is cut. */
const MOST_NAME = 100;

/** `arguments.element`: its box in CSS px, in the top frame, since page files have one frame. */
function readTarget({ element, uid, zoom }: UploadedEvent): TurnElement | null {
  if (element === null) return null;
  const bbox = readMembers(element['bbox']);
  const px = (name: string): number => readNumber(bbox[name]) / zoom;
  const attributes = Object.fromEntries(
    Object.entries(readMembers(element['attributes'])).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
  const textContent = readText(element['textContent']);
  return {
    uid: uid ?? '',
    frameId: 0,
    tagName: readText(element['tagName']),
    attributes,
    box: { x: px('x'), y: px('y'), width: px('width'), height: px('height') },
    textContent,
    xpath: readText(element['xpath']),
    name: nameElement(attributes, textContent),
    role: Object.hasOwn(attributes, 'role') ? (attributes['role'] ?? '') : '',
  };
}

/** The file has no accessible name; this is what it would be in most cases. */
function nameElement(attributes: Record<string, string>, textContent: string): string {
  const named = ['aria-label', 'alt', 'title', 'placeholder'].map((name) =>
    Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : '',
  );
  const [label = '', alt = '', ...rest] = named;
  const name = [label, alt, textContent, ...rest].find((text) => text.trim() !== '') ?? '';
  return Array.from(name.trim().replace(/\s+/g, ' ')).slice(0, MOST_NAME).join('');
}

/** The action of an event in replay.json; null for an intent that Wayscribe has not. */
function readAction(event: UploadedEvent): BrowserTurn['action'] | null {
  const { intent, given, metadata, properties, uid } = event;
  // A target without a uid is in no page: lint says so.
  const target = uid ?? '';
  switch (intent) {
    case 'click':
    case 'hover':
    case 'submit':
      return { intent, uid: target };
    case 'textInput':
      return { intent, uid: target, text: readText(given['text']) };
    case 'change':
      return { intent, uid: target, value: readText(given['value']) };
    case 'load':
      return { intent, url: readText(metadata['url']) };
    case 'scroll':
      return {
        intent,
        x: readNumber(given['scrollX']),
        y: readNumber(given['scrollY']),
        uid: null,
      };
    case 'copy':
      return { intent, text: readText(given['selected']), uid };
    case 'paste':
      return { intent, text: readText(given['pasted']), uid };
    case 'tabcreate':
    case 'tabremove':
      return { intent, tabId: readNumber(properties['tabId'], -1) };
    case 'tabswitch':
      return {
        intent,
        tabId: readNumber(properties['tabId'], -1),
        fromTabId: readNumber(properties['tabIdOrigin'], -1),
      };
    default:
      return null;
  }
}
