import type { ReplayChat, ReplayTurn, ReplayArguments, ReplayEvent } from './replay.ts';
import {
  countCodePoints,
  takeFirst,
  takeLast,
  writeDictRepr,
  stripSpace,
} from '../python/python.ts';

/** Writes the query for the turn after `turns` in a live conversation; `viewport` in CSS px, null where unknown. */
export function writeLiveQuery(
  turns: readonly ReplayTurn[],
  viewport: { width: number; height: number } | null,
): string {
  const metadata = {
    viewportHeight: viewport?.height ?? null,
    viewportWidth: viewport?.width ?? null,
  };
  const next: ReplayTurn = {
    type: 'browser',
    timestamp: turns.at(-1)?.timestamp ?? 0,
    state: { screenshot: null, page: null },
    action: { intent: 'click', arguments: { metadata } },
  };
  return writeQuery([...turns, next], turns.length);
}

/** How many turns before the current one a query has in full. */
export const RECENT_TURNS = 5;

/** Written in place of the utterances before the first one. */
export const NO_UTTERANCE = 'No instructor utterance';

export function writeQuery(turns: readonly ReplayTurn[], index: number): string {
  const utterances = listUtterances(turns, index);
  const viewport = readViewport(turns[index]);
  const recent = turns.slice(Math.max(0, index - RECENT_TURNS), index);
  return (
    `Viewport(height=${viewport.height}, width=${viewport.width})` +
    ` ---- Instructor Utterances: ${utterances.join(' ') || NO_UTTERANCE}` +
    ` ---- Previous Turns:${recent.map(writeQueryTurn).join(' ; ')}`
  );
}

/** Returns a turn's viewport as Python prints it, CSS px: `None` for chat turns, which have no viewport. */
export function readViewport(turn: ReplayTurn | undefined): { height: string; width: string } {
  const metadata = turn?.type === 'browser' ? turn.action.arguments.metadata : undefined;
  return {
    height: String(metadata?.viewportHeight ?? 'None'),
    width: String(metadata?.viewportWidth ?? 'None'),
  };
}

/** Lists the instructor's utterances before the recent turns, `[MM:SS] text`: all, or the first and the last five. */
export function listUtterances(turns: readonly ReplayTurn[], index: number): string[] {
  const said = turns
    .slice(0, Math.max(0, index - RECENT_TURNS))
    .filter((turn): turn is ReplayChat => turn.type === 'chat' && turn.speaker === 'instructor');
  const listed = said.length > 5 ? [...said.slice(0, 1), ...said.slice(-5)] : said;
  return listed.map(({ timestamp, utterance }) => `[${writeTimestamp(timestamp)}] ${utterance}`);
}

/** An action to be printed. */
export interface TurnCall {
  name: string;
  args: CallArguments;
}

/** Writes a turn as the DMR query prints it. */
function writeQueryTurn(turn: ReplayTurn): string {
  const { name, args } = readQueryCall(turn);
  return writeCall(name, args);
}

function readQueryCall(turn: ReplayTurn): TurnCall {
  const timestamp = writeTimestamp(turn.timestamp);
  if (turn.type === 'chat') {
    const { speaker, utterance } = turn;
    return { name: 'say', args: { speaker, utterance: shortenRight(utterance, 200), timestamp } };
  }
  const { intent, arguments: given } = turn.action;
  // The published printer ignores attributes.
  const target = { tag: readTag(given), attrs: {}, timestamp };
  switch (intent) {
    case 'click':
    case 'hover':
      return { name: intent, args: { ...readPointer(given), ...target } };
    case 'textInput':
      return { name: 'text_input', args: { text: shortenField(given.text, 40), ...target } };
    case 'change':
      return { name: intent, args: { value: shortenField(given.value, 40), ...target } };
    case 'submit':
      return { name: intent, args: target };
    case 'load':
      return { name: intent, args: { ...readLoad(given), timestamp } };
    case 'scroll':
      return { name: intent, args: { ...readScroll(given), timestamp } };
    default:
      return readOtherCall(turn);
  }
}

/** Reads copies, pastes and tab actions, which queries and prompts print alike. */
export function readOtherCall({ timestamp, action }: ReplayEvent): TurnCall {
  const { intent, arguments: given } = action;
  if (intent === 'copy' || intent === 'paste') {
    const text = shortenRight((intent === 'copy' ? given.selected : given.pasted) ?? '', 200);
    return { name: intent, args: { text, timestamp: writeTimestamp(timestamp) } };
  }
  const target = readNumber(given.properties?.['tabId']);
  if (intent !== 'tabswitch') return { name: intent, args: { target } };
  return { name: intent, args: { origin: readNumber(given.properties?.['tabIdOrigin']), target } };
}

export function readTag({ element }: ReplayArguments): string {
  return element?.tagName.toLowerCase() ?? '';
}

/** Returns the pointer in whole CSS px; −1 where unknown. */
export function readPointer({ metadata }: ReplayArguments): { x: number; y: number } {
  return { x: truncate(metadata?.mouseX ?? -1), y: truncate(metadata?.mouseY ?? -1) };
}

export function readScroll({ scrollX, scrollY }: ReplayArguments): { x: number; y: number } {
  return { x: truncate(scrollX ?? 0), y: truncate(scrollY ?? 0) };
}

export function shortenField(text: string | undefined, limit: number): string {
  return shortenRight(stripSpace(text ?? ''), limit);
}

export function readUrl({ properties }: ReplayArguments, limit: number): string {
  const url = properties?.['url'];
  return shortenRight(typeof url === 'string' ? url : '', limit);
}

function readLoad(given: ReplayArguments): Record<string, CallValue> {
  const type = given.properties?.['transitionType'];
  const qualifiers = given.properties?.['transitionQualifiers'];
  return {
    url: readUrl(given, 60),
    ...(typeof type === 'string' ? { type } : {}),
    ...(Array.isArray(qualifiers) ? { qualifiers: qualifiers.join('; ') } : {}),
  };
}

function readNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Never returns −0. */
function truncate(px: number): number {
  return Math.trunc(px) + 0;
}

/** Writes seconds as `MM:SS`: no hours, whole seconds, a minus for any time before 0. */
export function writeTimestamp(seconds: number): string {
  const size = Math.abs(seconds);
  const minutes = Math.floor(size / 60);
  const rest = Math.floor(size % 60);
  return `${seconds < 0 ? '-' : ''}${pad(minutes)}:${pad(rest)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

export type CallValue = string | number | null | Readonly<Record<string, string>>;
type CallArguments = Readonly<Record<string, CallValue>>;

/**
 * Writes a call like WebLINX's printer: `click(uid="…")`. Newlines and tabs are escaped, quotes and backslashes are NOT, so
 * it can't always be read back; core/action/call writes calls that can.
 */
export function writeCall(name: string, args: CallArguments): string {
  const written = Object.entries(args).map(([key, value]) => `${key}=${writeValue(value)}`);
  return `${name}(${written.join(', ')})`.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function writeValue(value: CallValue): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'number' ? String(value) : writeDictRepr(value);
}

/**
 * Shortens a text to `limit` code points as WebLINX does: the last three are `...`, but for limits up to 3. A negative limit
 * means no limit.
 */
export function shortenRight(text: string, limit: number): string {
  if (limit < 0 || fits(text, limit)) return text;
  return limit <= 3 ? takeFirst(text, limit) : `${takeFirst(text, limit - 3)}...`;
}

/** Shortens a text to head and tail with `...` between; the tail has the odd code point. */
export function shortenCenter(text: string, limit: number): string {
  if (fits(text, limit)) return text;
  const kept = limit - 3;
  return `${takeFirst(text, Math.floor(kept / 2))}...${takeLast(text, Math.ceil(kept / 2))}`;
}

function fits(text: string, limit: number): boolean {
  if (text.length <= limit) return true;
  // A code point has at most two UTF-16 units.
  return text.length <= 2 * limit && countCodePoints(text) <= limit;
}
