import type { Intent } from '../../action/action.ts';
import { getDefinition, targetOf } from '../../action/action.ts';
import type { BrowserTurn, Demonstration, SayTurn } from '../../demonstration/demonstration.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import { applyDifferences } from '../../demonstration/difference.ts';
import { writeAttribute } from '../../snapshot/markup.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { ReadElement } from '../../snapshot/weblinx-page.ts';
import { readElement } from '../../snapshot/weblinx-page.ts';
import { writeBox } from './boxes.ts';

/** A browser turn, its number, and which of its files are in the export. */
export interface Event {
  turn: BrowserTurn;
  /** WebLINX's event_id. */
  n: number;
  hasPage: boolean;
  hasScreenshot: boolean;
  /** The screenshot after the action. */
  hasEffect?: boolean;
}

/** Returns a chat turn of replay.json: without state and action, as the library's checks need. */
export function writeSay(
  { action, at, imported }: SayTurn,
  recordingStart: number,
): Record<string, unknown> {
  const say = {
    type: 'chat',
    timestamp: secondsSince(recordingStart, at),
    speaker: action.speaker,
    utterance: action.utterance,
  };
  return applyDifferences(say, imported?.differences ?? []);
}

/**
 * Returns a browser turn of replay.json; `page` is needed for a turn with a target. Members in which an imported turn
 * differed get their old values.
 */
export function writeEvent(
  event: Event,
  page: PageSnapshot | null,
  recordingStart: number,
): Record<string, unknown> {
  const { turn, n } = event;
  const target = hasTarget(turn) ? writeTarget(turn, page) : null;
  const written = {
    type: 'browser',
    timestamp: secondsSince(recordingStart, turn.at),
    state: writeState(event),
    action: {
      intent: turn.action.intent,
      arguments: {
        metadata: writeMetadata(turn, isTabTurn(turn)),
        properties: writeProperties(turn),
        ...(target && { element: target.element }),
        ...writeArguments(turn.action),
      },
      event_id: n,
      element_html: target?.elementHtml ?? null,
      screenshot_effect: event.hasEffect ? nameFiles(n).effect : null,
    },
  };
  return applyDifferences(written, turn.imported?.differences ?? []);
}

/** Whether WebLINX's layout has this intent; it doesn't have Wayscribe's extras. */
export function isExported({ action }: BrowserTurn): boolean {
  return getLayout(action.intent) !== null;
}

/** Whether the library expects an element with this intent. */
export function hasTarget({ action }: BrowserTurn): boolean {
  return getLayout(action.intent)?.hasElement === true;
}

export function isTabTurn({ action }: Pick<BrowserTurn, 'action'>): boolean {
  return getLayout(action.intent)?.tab !== undefined;
}

/** Returns null for an intent that WebLINX doesn't have. */
export function getLayout(intent: Intent) {
  return getDefinition(intent).formats?.weblinx ?? null;
}

function writeState({ turn, n, hasPage, hasScreenshot }: Event): object {
  const isGood = turn.screenshot.status === 'kept' && turn.screenshot.proof.kind !== 'stale';
  const { screenshot, page } = nameFiles(n);
  return {
    screenshot: hasScreenshot ? screenshot : null,
    page: hasPage ? page : null,
    ...(hasScreenshot && { screenshot_status: isGood ? 'good' : 'broken' }),
  };
}

/** Tab turns have constant values in the dataset. */
function writeMetadata({ action, at, metadata }: BrowserTurn, isTab: boolean): object {
  return {
    mouseX: isTab ? 0 : finiteOr(metadata.mouseX, 0),
    mouseY: isTab ? 0 : finiteOr(metadata.mouseY, 0),
    tabId: isTab ? -1 : metadata.tabId,
    timestamp: Math.round(at),
    url: isTab ? '' : action.intent === 'load' ? action.url : metadata.url,
    viewportHeight: isTab ? -1 : Math.round(metadata.viewportHeight),
    viewportWidth: isTab ? -1 : Math.round(metadata.viewportWidth),
    zoomLevel: isTab ? 1 : finiteOr(metadata.zoomLevel, 1),
  };
}

function writeArguments(action: BrowserTurn['action']): object {
  const members = action as unknown as Readonly<Record<string, string | number>>;
  const names = Object.entries(getLayout(action.intent)?.arguments ?? {});
  return Object.fromEntries(
    names.map(([member, name]) => {
      const value = members[member];
      return [name, typeof value === 'number' ? finiteOr(value, 0) : value];
    }),
  );
}

function secondsSince(recordingStart: number, at: number): number {
  return (Math.round(at) - recordingStart) / 1000;
}

/** The library accepts missing numbers but not null, which NaN becomes in JSON. */
function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}

/** Returns the file names of the event with this event_id; the suffix is 0 before the action and 1 after it. */
export function nameFiles(n: number) {
  return {
    page: `page-${n}-0.html`,
    screenshot: `screenshot-${n}-0.png`,
    effect: `screenshot-${n}-1.png`,
    mhtml: `page-${n}-0.mhtml`,
    accessible: `page-${n}-0.json`,
    boxes: `bboxes-${n}.json`,
  };
}

/**
 * Returns WebLINX's name of a demonstration and its folder: the imported one, else seven lower-case letters, always the same
 * for an id.
 */
export function nameShortcode({
  id,
  imported,
}: Pick<Demonstration, 'id'> & Partial<Pick<Demonstration, 'imported'>>): string {
  if (imported?.name !== undefined) return imported.name;
  // FNV-1a, 64 bit, over UTF-16 units.
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < id.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(id.charCodeAt(index))) * 0x100000001b3n);
  }
  let name = '';
  for (let letter = 0; letter < 7; letter += 1) {
    name += String.fromCharCode(97 + Number(hash % 26n));
    hash /= 26n;
  }
  return name;
}

/**
 * Returns the target of a turn: content from the saved page, attributes from the turn (after typing they hold what was
 * typed), the box in screenshot px; `elementHtml` is the element before the action. Null for an action without a target.
 */
function writeTarget(turn: BrowserTurn, page: PageSnapshot | null) {
  const uid = turn.element?.uid ?? targetOf(turn.action);
  if (uid === null) return null;
  const saved = page && readElement(page, uid);
  const target = turn.element ?? describeSaved(uid, saved);
  const attributes = { ...target.attributes, [UID_ATTRIBUTE]: uid };
  return {
    element: {
      tagName: target.tagName,
      attributes,
      bbox: writeBox(target.box, turn.metadata.zoomLevel),
      textContent: saved?.textContent ?? target.textContent,
      innerHTML: saved?.innerHTML ?? '',
      outerHTML: writeOuterHtml(target.tagName, attributes, saved),
      xpath: target.xpath,
    },
    elementHtml: saved?.outerHTML ?? null,
  };
}

/** For a turn that names its target without describing it: what the library needs to read it. */
function describeSaved(uid: string, saved: ReadElement | null): TurnElement {
  return {
    uid,
    frameId: 0,
    tagName: saved?.tagName ?? '',
    attributes: saved?.attributes ?? {},
    box: { x: 0, y: 0, width: 0, height: 0 },
    ...{ textContent: '', xpath: '', name: '', role: '' },
  };
}

function writeOuterHtml(
  tagName: string,
  attributes: Record<string, string>,
  saved: ReadElement | null,
): string {
  const written = Object.entries(attributes);
  if (
    saved !== null &&
    written.length === Object.keys(saved.attributes).length &&
    written.every(([name, value]) => saved.attributes[name] === value)
  ) {
    return saved.outerHTML;
  }
  const tag = /[a-z]/.test(tagName) ? tagName : tagName.toLowerCase();
  const start = `<${tag}${written.map(([name, value]) => writeAttribute(name, value)).join('')}>`;
  const end = `</${tag}>`;
  return saved?.outerHTML.endsWith(end) ? start + saved.innerHTML + end : start;
}

/** Event members that the dataset has in screenshot px; layerX/Y and movementX/Y stay CSS px. */
const SCALED = 'clientX clientY pageX pageY screenX screenY offsetX offsetY x y'.split(' ');

/**
 * Returns `arguments.properties`: the event's own fields and, under `wayscribe`, which the library ignores, what WebLINX
 * has no field for: that the copilot acted, or that the state may not be the one before the action.
 */
export function writeProperties(turn: BrowserTurn): Record<string, unknown> {
  const { by, screenshot, snapshot } = turn;
  const proof = screenshot.status === 'kept' ? screenshot.proof : null;
  const isPlain = proof === null || proof.kind === 'unchanged' || proof.kind === 'told';
  const remarks = {
    ...(by === 'copilot' && { by }),
    ...(!isPlain && { proof }),
    ...(snapshot?.exact === false && { pageExact: false }),
  };
  const hasRemarks = Object.keys(remarks).length > 0;
  return { ...writeOwn(turn), ...(hasRemarks && { wayscribe: remarks }) };
}

function writeOwn(turn: BrowserTurn): Record<string, unknown> {
  const { action, metadata, properties } = turn;
  switch (action.intent) {
    case 'click':
    case 'hover':
    case 'scroll':
      return scaleProperties(moveToTop(turn), metadata.zoomLevel);
    case 'load':
      return {
        tabId: metadata.tabId,
        frameId: 0,
        timeStamp: turn.at,
        transitionType: 'link',
        ...properties,
        url: action.url,
        transitionQualifiers: readTexts(properties['transitionQualifiers']),
      };
    case 'tabcreate':
    case 'tabremove':
      return { ...properties, tabId: action.tabId };
    case 'tabswitch':
      return { ...properties, tabId: action.tabId, tabIdOrigin: action.fromTabId };
    default:
      return properties;
  }
}

/** Moves an event in a frame, which counts from the frame's corner, into the top viewport. */
function moveToTop({ element, metadata, properties, snapshot }: BrowserTurn) {
  const top = snapshot?.frames[0]?.frameId ?? 0;
  if (element === null || element.frameId === top || !('clientX' in properties)) return properties;
  const { mouseX, mouseY } = metadata;
  return { ...properties, clientX: mouseX, clientY: mouseY, x: mouseX, y: mouseY };
}

/** Multiplies the members that are positions by `zoom`. */
export function scaleProperties(
  properties: Record<string, unknown>,
  zoom: number,
): Record<string, unknown> {
  const scaled = { ...properties };
  for (const name of SCALED) {
    const px = properties[name];
    if (typeof px === 'number' && Number.isFinite(px)) scaled[name] = px * zoom;
  }
  return scaled;
}

/** Returns the strings in a list; anything else counts as an empty list. */
export function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}
