import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import { startOf } from '../weblinx/metadata.ts';
import { nameShortcode } from '../weblinx/turn.ts';

type Cell = string | number | boolean | bigint | null;
type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP';
type ReadCell = (turn: Turn, index: number, content: DemonstrationContent) => Cell;

function browser(
  type: ColumnType,
  read: (turn: BrowserTurn) => Cell | undefined,
): [ColumnType, ReadCell] {
  return [type, (turn) => (turn.kind === 'browser' ? (read(turn) ?? null) : null)];
}

function text(name: string): [ColumnType, ReadCell] {
  return ['STRING', ({ action }) => readText(action, name)];
}

function readText(action: object, name: string): string | null {
  const value: unknown = Object.entries(action).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value.toWellFormed() : null;
}

const COLUMNS: Record<string, [ColumnType, ReadCell]> = {
  demonstration: ['STRING', (_turn, _index, { demonstration }) => demonstration.id],
  shortcode: ['STRING', (_turn, _index, { demonstration }) => nameShortcode(demonstration)],
  turn_index: ['INT32', (_turn, index) => index],
  turn_id: ['STRING', ({ id }) => id],
  happened_at: ['TIMESTAMP', ({ at }) => Math.round(at)],
  seconds: ['DOUBLE', ({ at }, _, { demonstration }) => (at - startOf(demonstration)) / 1000],
  intent: ['STRING', ({ action }) => action.intent],
  actor: ['STRING', ({ by }) => by],
  speaker: ['STRING', ({ action }) => (action.intent === 'say' ? action.speaker : null)],
  utterance: text('utterance'),
  text: text('text'),
  value: text('value'),
  key: text('key'),
  load_url: text('url'),
  scroll_x: ['DOUBLE', ({ action }) => (action.intent === 'scroll' ? finite(action.x) : null)],
  scroll_y: ['DOUBLE', ({ action }) => (action.intent === 'scroll' ? finite(action.y) : null)],
  url: browser('STRING', ({ metadata }) => metadata.url),
  tab: browser('INT32', ({ metadata }) => metadata.tabId),
  viewport_width: browser('INT32', ({ metadata }) => readSize(metadata.viewportWidth)),
  viewport_height: browser('INT32', ({ metadata }) => readSize(metadata.viewportHeight)),
  zoom: browser('DOUBLE', ({ metadata }) => finite(metadata.zoomLevel)),
  element_uid: browser('STRING', ({ element }) => element?.uid),
  element_tag: browser('STRING', ({ element }) => element?.tagName.toLowerCase()),
  element_role: browser('STRING', ({ element }) => element?.role),
  element_name: browser('STRING', ({ element }) => element?.name),
  element_xpath: browser('STRING', ({ element }) => element?.xpath),
  box_x: browser('DOUBLE', ({ element }) => finite(element?.box.x)),
  box_y: browser('DOUBLE', ({ element }) => finite(element?.box.y)),
  box_width: browser('DOUBLE', ({ element }) => finite(element?.box.width)),
  box_height: browser('DOUBLE', ({ element }) => finite(element?.box.height)),
  page_hash: browser('STRING', ({ snapshot }) => snapshot?.frames[0]?.html),
  page_exact: browser('BOOLEAN', ({ snapshot }) => snapshot?.exact),
  frames: browser('INT32', ({ snapshot }) => snapshot?.frames.length),
  screenshot_hash: browser('STRING', ({ screenshot }) =>
    screenshot.status === 'kept' ? screenshot.image : null,
  ),
  proof: browser('STRING', ({ screenshot }) =>
    screenshot.status === 'kept' ? screenshot.proof.kind : screenshot.status,
  ),
  receipt: browser('STRING', ({ receipt }) => receipt?.verdict),
  caused_by: browser('STRING', ({ causedBy }) => causedBy),
};

/**
 * The columns of the table of turns, which has a row per turn: `TIMESTAMP` columns have epoch ms, boxes CSS px in the
 * viewport. Null where a turn lacks the value. New columns go to the end.
 */
export const TURN_COLUMNS = Object.entries(COLUMNS).map(([name, [type, read]]) => ({
  name,
  type,
  read,
}));

/** Unknown for tab turns. */
function readSize(px: number): number | null {
  return Number.isFinite(px) && px >= 0 ? Math.round(px) : null;
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
