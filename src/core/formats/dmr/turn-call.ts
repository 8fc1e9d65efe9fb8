import { writeDictRepr, stripSpace } from '../python/python.ts';
import { shortenRight } from './document.ts';
import type { ReplayArguments, ReplayEvent, ReplayTurn } from './replay.ts';

/** An action to be printed. */
export interface TurnCall {
  name: string;
  args: CallArguments;
}

/** Writes a turn as the DMR query prints it. */
export function writeQueryTurn(turn: ReplayTurn): string {
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
