import type { ExtraAction, Intent } from '../../action/action.ts';
import { targetOf } from '../../action/action.ts';
import type { BrowserTurn, SayTurn, TurnElement } from '../../demonstration/demonstration.ts';
import { applyDifferences } from '../../demonstration/difference.ts';
import { writeAttribute } from '../../snapshot/markup.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { ReadElement } from '../../snapshot/weblinx-page.ts';
import { readElement } from '../../snapshot/weblinx-page.ts';
import { writeBox } from './boxes.ts';
import { writeProperties } from './properties.ts';

/** A browser turn with its number among them, and which of its files are in the export. */
export interface Event {
  turn: BrowserTurn;
  /** WebLINX's event_id. */
  n: number;
  hasPage: boolean;
  hasScreenshot: boolean;
  /** The screenshot after the action. */
  hasEffect?: boolean;
}

/** A chat turn of replay.json: without state and action, as the library's checks need. */
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
 * A browser turn of replay.json; `page` is the kept page, when the turn has a target to look up in it.
 * An imported turn says again what it said otherwise.
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
        metadata: isTabTurn(turn) ? writeTabMetadata(turn) : writeMetadata(turn),
        properties: writeProperties(turn),
        ...(target && { element: target.element }),
        ...writeArguments(turn.action),
      },
      event_id: n,
      element_html: target?.elementHtml ?? null,
      screenshot_effect: event.hasEffect ? nameEffect(n) : null,
    },
  };
  return applyDifferences(written, turn.imported?.differences ?? []);
}

const EXTRAS: ReadonlySet<Intent> = new Set<ExtraAction['intent']>([
  ...(['press', 'back', 'forward'] as const),
  ...(['doubleClick', 'rightClick', 'drag', 'dialog'] as const),
]);

/** True of what the layout has a place for: Wayscribe's extras have none. */
export function isExported({ action }: BrowserTurn): boolean {
  return !EXTRAS.has(action.intent);
}

/** True of intents that the library expects an element with. */
export function hasTarget({ action }: BrowserTurn): boolean {
  return ['click', 'hover', 'textInput', 'change', 'submit', 'copy', 'paste'].includes(
    action.intent,
  );
}

/** Tab turns are about no page. */
export function isTabTurn({ action }: Pick<BrowserTurn, 'action'>): boolean {
  return ['tabcreate', 'tabremove', 'tabswitch'].includes(action.intent);
}

function writeState({ turn, n, hasPage, hasScreenshot }: Event): object {
  const shown = turn.screenshot.status === 'kept' && turn.screenshot.proof.kind !== 'stale';
  return {
    screenshot: hasScreenshot ? nameScreenshot(n) : null,
    page: hasPage ? namePage(n) : null,
    ...(hasScreenshot && { screenshot_status: shown ? 'good' : 'broken' }),
  };
}

function writeMetadata({ action, at, metadata }: BrowserTurn): object {
  return {
    mouseX: finiteOr(metadata.mouseX, 0),
    mouseY: finiteOr(metadata.mouseY, 0),
    tabId: metadata.tabId,
    timestamp: Math.round(at),
    url: action.intent === 'load' ? action.url : metadata.url,
    viewportHeight: Math.round(metadata.viewportHeight),
    viewportWidth: Math.round(metadata.viewportWidth),
    zoomLevel: finiteOr(metadata.zoomLevel, 1),
  };
}

/** Fixed by the dataset's practice. */
function writeTabMetadata({ at }: BrowserTurn): object {
  return {
    mouseX: 0,
    mouseY: 0,
    tabId: -1,
    timestamp: Math.round(at),
    url: '',
    viewportHeight: -1,
    viewportWidth: -1,
    zoomLevel: 1,
  };
}

function writeArguments(action: BrowserTurn['action']): object {
  switch (action.intent) {
    case 'textInput':
      return { text: action.text };
    case 'change':
      return { value: action.value };
    case 'scroll':
      return { scrollX: finiteOr(action.x, 0), scrollY: finiteOr(action.y, 0) };
    case 'copy':
      return { selected: action.text };
    case 'paste':
      return { pasted: action.text };
    default:
      return {};
  }
}

function secondsSince(recordingStart: number, at: number): number {
  return (Math.round(at) - recordingStart) / 1000;
}

/** The library takes absent numbers, but not null, which JSON makes of NaN. */
function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}

/** File names of a browser event; `n` is its event_id. State before the action has the suffix 0. */
export function namePage(n: number): string {
  return `page-${n}-0.html`;
}

export function nameScreenshot(n: number): string {
  return `screenshot-${n}-0.png`;
}

/** After the action. */
export function nameEffect(n: number): string {
  return `screenshot-${n}-1.png`;
}

export function nameMhtml(n: number): string {
  return `page-${n}-0.mhtml`;
}

export function nameAccessible(n: number): string {
  return `page-${n}-0.json`;
}

export function nameBoxes(n: number): string {
  return `bboxes-${n}.json`;
}

/**
 * WebLINX's name of a demonstration and its folder: seven lower-case letters. The same id always
 * gives the same name; two of 26^7 (8 thousand million) collide rarely enough for a data set.
 */
export function nameShortcode(id: string): string {
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

export interface WrittenTarget {
  /** `arguments.element`. */
  element: Record<string, unknown>;
  /** `action.element_html`: the target in the kept page, before the action. */
  elementHtml: string | null;
}

/**
 * The target of a turn: content from the kept page, attributes from the turn (after typing they hold
 * what was typed), the box in screenshot px. Null for an action without a target.
 */
function writeTarget(turn: BrowserTurn, page: PageSnapshot | null): WrittenTarget | null {
  const uid = turn.element?.uid ?? targetOf(turn.action);
  if (uid === null) return null;
  const kept = page && readElement(page, uid);
  const target = turn.element ?? describeKept(uid, kept);
  const attributes = { ...target.attributes, [UID_ATTRIBUTE]: uid };
  return {
    element: {
      tagName: target.tagName,
      attributes,
      bbox: writeBox(target.box, turn.metadata.zoomLevel),
      textContent: kept?.textContent ?? target.textContent,
      innerHTML: kept?.innerHTML ?? '',
      outerHTML: writeOuterHtml(target.tagName, attributes, kept),
      xpath: target.xpath,
    },
    elementHtml: kept?.outerHTML ?? null,
  };
}

/** For a turn that names its target without describing it: what the library needs to read it. */
function describeKept(uid: string, kept: ReadElement | null): TurnElement {
  return {
    uid,
    frameId: 0,
    tagName: kept?.tagName ?? '',
    attributes: kept?.attributes ?? {},
    box: { x: 0, y: 0, width: 0, height: 0 },
    textContent: '',
    xpath: '',
    name: '',
    role: '',
  };
}

/** The kept element with the turn's attributes in its start tag. */
function writeOuterHtml(
  tagName: string,
  attributes: Record<string, string>,
  kept: ReadElement | null,
): string {
  if (kept !== null && hasSame(attributes, kept.attributes)) return kept.outerHTML;
  const tag = /[a-z]/.test(tagName) ? tagName : tagName.toLowerCase();
  const written = Object.entries(attributes).map(([name, value]) => writeAttribute(name, value));
  return `<${tag}${written.join('')}>${kept === null ? '' : afterStartTag(tag, kept)}`;
}

function afterStartTag(tag: string, { innerHTML, outerHTML }: ReadElement): string {
  const end = `</${tag}>`;
  return outerHTML.endsWith(end) ? innerHTML + end : '';
}

function hasSame(some: Record<string, string>, others: Record<string, string>): boolean {
  const names = Object.keys(some);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => some[name] === others[name])
  );
}
