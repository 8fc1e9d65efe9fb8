import type { ExtraAction, Intent } from '../../action/action.ts';
import type { BrowserTurn, SayTurn } from '../../demonstration/demonstration.ts';
import { applyDifferences } from '../../demonstration/difference.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { writeTarget } from './element.ts';
import { nameEffect, namePage, nameScreenshot } from './names.ts';
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
