import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import { startOf } from '../weblinx/metadata.ts';
import { nameShortcode } from '../weblinx/turn.ts';

type Cell = string | number | boolean | bigint | null;

export type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP';

/**
 * The turns of a demonstration as a table, one row each: `TIMESTAMP` columns hold epoch ms, boxes CSS px
 * in the viewport. Null where a turn has nothing of the kind. Columns are only ever added at the end.
 */
export const TURN_COLUMNS: readonly {
  name: string;
  type: ColumnType;
  read: (turn: Turn, index: number, content: DemonstrationContent) => Cell;
}[] = [
  { name: 'demonstration', type: 'STRING', read: (_turn, _index, at) => at.demonstration.id },
  {
    name: 'shortcode',
    type: 'STRING',
    read: (_turn, _index, { demonstration }) => nameShortcode(demonstration.id),
  },
  { name: 'turn_index', type: 'INT32', read: (_turn, index) => index },
  { name: 'turn_id', type: 'STRING', read: ({ id }) => id },
  { name: 'happened_at', type: 'TIMESTAMP', read: ({ at }) => Math.round(at) },
  {
    name: 'seconds',
    type: 'DOUBLE',
    read: ({ at }, _index, { demonstration }) => (at - startOf(demonstration)) / 1000,
  },
  { name: 'intent', type: 'STRING', read: ({ action }) => action.intent },
  { name: 'actor', type: 'STRING', read: ({ by }) => by },
  {
    name: 'speaker',
    type: 'STRING',
    read: ({ action }) => (action.intent === 'say' ? action.speaker : null),
  },
  { name: 'utterance', type: 'STRING', read: (turn) => readMember(turn, 'utterance') },
  { name: 'text', type: 'STRING', read: (turn) => readMember(turn, 'text') },
  { name: 'value', type: 'STRING', read: (turn) => readMember(turn, 'value') },
  { name: 'key', type: 'STRING', read: (turn) => readMember(turn, 'key') },
  { name: 'load_url', type: 'STRING', read: (turn) => readMember(turn, 'url') },
  { name: 'scroll_x', type: 'DOUBLE', read: (turn) => readScroll(turn, 'x') },
  { name: 'scroll_y', type: 'DOUBLE', read: (turn) => readScroll(turn, 'y') },
  { name: 'url', type: 'STRING', read: ofBrowser(({ metadata }) => metadata.url) },
  { name: 'tab', type: 'INT32', read: ofBrowser(({ metadata }) => metadata.tabId) },
  {
    name: 'viewport_width',
    type: 'INT32',
    read: ofBrowser((turn) => readSize(turn, 'viewportWidth')),
  },
  {
    name: 'viewport_height',
    type: 'INT32',
    read: ofBrowser((turn) => readSize(turn, 'viewportHeight')),
  },
  { name: 'zoom', type: 'DOUBLE', read: ofBrowser(({ metadata }) => finite(metadata.zoomLevel)) },
  { name: 'element_uid', type: 'STRING', read: ofBrowser(({ element }) => element?.uid ?? null) },
  {
    name: 'element_tag',
    type: 'STRING',
    read: ofBrowser(({ element }) => element?.tagName.toLowerCase() ?? null),
  },
  { name: 'element_role', type: 'STRING', read: ofBrowser(({ element }) => element?.role ?? null) },
  { name: 'element_name', type: 'STRING', read: ofBrowser(({ element }) => element?.name ?? null) },
  {
    name: 'element_xpath',
    type: 'STRING',
    read: ofBrowser(({ element }) => element?.xpath ?? null),
  },
  { name: 'box_x', type: 'DOUBLE', read: ofBrowser(({ element }) => finite(element?.box.x)) },
  { name: 'box_y', type: 'DOUBLE', read: ofBrowser(({ element }) => finite(element?.box.y)) },
  {
    name: 'box_width',
    type: 'DOUBLE',
    read: ofBrowser(({ element }) => finite(element?.box.width)),
  },
  {
    name: 'box_height',
    type: 'DOUBLE',
    read: ofBrowser(({ element }) => finite(element?.box.height)),
  },
  {
    name: 'page_hash',
    type: 'STRING',
    read: ofBrowser(({ snapshot }) => snapshot?.frames[0]?.html ?? null),
  },
  {
    name: 'page_exact',
    type: 'BOOLEAN',
    read: ofBrowser(({ snapshot }) => snapshot?.exact ?? null),
  },
  {
    name: 'frames',
    type: 'INT32',
    read: ofBrowser(({ snapshot }) => snapshot?.frames.length ?? null),
  },
  { name: 'screenshot_hash', type: 'STRING', read: ofBrowser(readImage) },
  { name: 'proof', type: 'STRING', read: ofBrowser(readProof) },
  { name: 'receipt', type: 'STRING', read: ofBrowser(({ receipt }) => receipt?.verdict ?? null) },
  { name: 'caused_by', type: 'STRING', read: ofBrowser(({ causedBy }) => causedBy) },
];

function ofBrowser(read: (turn: BrowserTurn) => Cell): (turn: Turn) => Cell {
  return (turn) => (turn.kind === 'browser' ? read(turn) : null);
}

function readMember({ action }: Turn, name: string): string | null {
  const value: unknown = Object.entries(action).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value.toWellFormed() : null;
}

function readScroll({ action }: Turn, axis: 'x' | 'y'): number | null {
  return action.intent === 'scroll' ? finite(action[axis]) : null;
}

/** Null where it is not known, as for tab turns. */
function readSize(
  { metadata }: BrowserTurn,
  side: 'viewportWidth' | 'viewportHeight',
): number | null {
  const size = finite(metadata[side]);
  return size === null || size < 0 ? null : Math.round(size);
}

function readImage({ screenshot }: BrowserTurn): string | null {
  return screenshot.status === 'kept' ? screenshot.image : null;
}

/** How it is known that the screenshot shows the state before the action; else why there is none. */
function readProof({ screenshot }: BrowserTurn): string {
  if (screenshot.status === 'kept') return screenshot.proof.kind;
  return screenshot.status;
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
