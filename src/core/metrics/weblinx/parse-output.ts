import { readFloat } from '../../formats/python/read-number.ts';
import { stripSpace } from '../../formats/python/space.ts';
import type { EvaluatedIntent, EvaluatedValue } from './evaluated-action.ts';
import { readIntentName, UNKNOWN_INTENT } from './evaluated-action.ts';

/** What a model wrote, read as WebLINX's evaluation reads it. */
export interface ParsedOutput {
  intent: EvaluatedIntent;
  args: Record<string, EvaluatedValue>;
}

/**
 * Reads the first call in a model's output. Never throws: what is no call is
 * `<unk>`, which scores 0. Faithful to the published parser, numbers included: `text="2024"` becomes
 * the number 2024 and then scores 0 as a text.
 *
 * Deviations: digits that Python's `int` refuses (`²`), which make the library raise, stay text;
 * integers beyond 2^53 lose digits.
 */
export function parseOutput(output: string): ParsedOutput {
  const open = output.indexOf('(');
  if (open === -1) return { intent: UNKNOWN_INTENT, args: {} };
  const name = /[\p{L}\p{N}_]*$/u.exec(output.slice(0, open))?.[0] ?? '';
  const args = readArguments(cutArguments(output.slice(open + 1)));
  cleanCoordinates(args);
  return { intent: readCalledIntent(name, args), args };
}

/** `action(intent="click", …)` names its intent inside. */
function readCalledIntent(name: string, args: ParsedOutput['args']): EvaluatedIntent {
  const inner = args['intent'];
  return name === 'action' && typeof inner === 'string'
    ? readIntentName(inner)
    : readIntentName(name);
}

/** Up to the first `)` outside double quotes, or all when there is none. */
function cutArguments(text: string): string {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '"') quoted = !quoted;
    else if (unit === ')' && !quoted) return text.slice(0, at);
  }
  return text;
}

function readArguments(text: string): ParsedOutput['args'] {
  const args: ParsedOutput['args'] = {};
  for (const piece of splitAtCommas(text)) {
    const equals = piece.indexOf('=');
    if (equals === -1) continue;
    args[stripSpace(piece.slice(0, equals))] = readValue(stripSpace(piece.slice(equals + 1)));
  }
  return args;
}

/** A comma between an odd number of quotes and the next does not separate. */
function splitAtCommas(text: string): string[] {
  const pieces: string[] = [];
  let open = '';
  let quotes = 0;
  for (const part of text.split(',')) {
    open = open === '' && quotes === 0 ? part : `${open},${part}`;
    quotes += part.split('"').length - 1;
    if (quotes % 2 === 1) continue;
    pieces.push(open);
    open = '';
    quotes = 0;
  }
  if (quotes !== 0) pieces.push(open);
  return pieces;
}

/** Quoted or not, what looks like a number is one. */
function readValue(written: string): EvaluatedValue {
  const quoted = written.startsWith('"') && written.endsWith('"');
  const text = quoted ? written.slice(1, -1) : written;
  if (text.includes('.')) return readFloat(text) ?? text;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Coordinates become floats, or null where they are none. */
function cleanCoordinates(args: ParsedOutput['args']): void {
  if ('x' in args || 'y' in args) {
    const [x, y] = readPoint(args);
    args['x'] = x;
    args['y'] = y;
  }
  for (const side of ['top', 'left', 'right', 'bottom']) {
    if (side in args) args[side] = toFloat(args[side]);
  }
}

/** A lone `x="0 y=3"` (a forgotten comma) holds both; any other lone coordinate says nothing. */
function readPoint({ x, y }: ParsedOutput['args']): [number | null, number | null] {
  if (x !== undefined && y !== undefined) return [toFloat(x), toFloat(y)];
  const [, first, second] = /^(.*?)\s+y=(.*)$/s.exec(String(x ?? '')) ?? [];
  return first === undefined || second === undefined
    ? [null, null]
    : [toFloat(first), toFloat(second)];
}

function toFloat(value: EvaluatedValue | undefined): number | null {
  return typeof value === 'string' ? readFloat(value) : (value ?? null);
}
