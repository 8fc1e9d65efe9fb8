import { readFloat } from '../../formats/python/number.ts';
import { stripSpace } from '../../formats/python/text.ts';
import type { EvaluatedAction, EvaluatedIntent, EvaluatedValue } from './evaluated-action.ts';
import { readIntentName, UNKNOWN_INTENT } from './evaluated-action.ts';
import type { EvaluatedPage } from './evaluated-page.ts';
import { resolveElement } from './evaluated-page.ts';

/** A model's output as WebLINX's evaluation reads it. */
interface ParsedOutput {
  intent: EvaluatedIntent;
  args: Record<string, EvaluatedValue>;
}

/** Reads a model's output for a turn; `page` is the turn's. */
export function readPrediction(output: string, page: EvaluatedPage | null): EvaluatedAction {
  const parsed = parseOutput(output);
  return { ...parsed, element: resolveElement(parsed, page) };
}

/**
 * Reads the first call in a model's output like WebLINX's published parser. Never throws: anything but a call is `<unk>`,
 * which scores 0. As there, `text="2024"` becomes the number 2024 and then scores 0 as a text.
 *
 * Deviations: digits that Python's `int` refuses (`²`), which make the library raise, stay text; integers beyond 2^53 lose
 * digits.
 */
export function parseOutput(output: string): ParsedOutput {
  const open = output.indexOf('(');
  if (open === -1) return { intent: UNKNOWN_INTENT, args: {} };
  const name = /[\p{L}\p{N}_]*$/u.exec(output.slice(0, open))?.[0] ?? '';
  const args = readArguments(cutArguments(output.slice(open + 1)));
  cleanCoordinates(args);
  // `action(intent="click", …)` has its intent inside.
  const inner = args['intent'];
  const isWrapped = name === 'action' && typeof inner === 'string';
  return { intent: readIntentName(isWrapped ? inner : name), args };
}

/** Returns the text up to the first `)` outside double quotes, or all of it. */
function cutArguments(text: string): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '"') isQuoted = !isQuoted;
    else if (unit === ')' && !isQuoted) return text.slice(0, at);
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

/** Reads what looks like a number as one, with and without quotes. */
function readValue(written: string): EvaluatedValue {
  const isQuoted = written.startsWith('"') && written.endsWith('"');
  const text = isQuoted ? written.slice(1, -1) : written;
  if (text.includes('.')) return readFloat(text) ?? text;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Turns coordinates into floats, or null. */
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

/** A lone `x="0 y=3"` (a forgotten comma) holds both; any other lone coordinate is dropped. */
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
