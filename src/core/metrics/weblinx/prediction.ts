import { readFloat, stripSpace } from '../../formats/python/python.ts';
import type { EvaluatedAction, EvaluatedIntent } from './evaluated-action.ts';
import type { EvaluatedPage, EvaluatedValue } from './evaluated-action.ts';
import { readIntentName, resolveElement } from './evaluated-action.ts';

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
  if (open === -1) return { intent: '<unk>', args: {} };
  const name = /[\p{L}\p{N}_]*$/u.exec(output.slice(0, open))?.[0] ?? '';
  const args = readArguments(output.slice(open + 1));
  cleanCoordinates(args);
  // `action(intent="click", …)` has its intent inside.
  const inner = args['intent'];
  const isWrapped = name === 'action' && typeof inner === 'string';
  return { intent: readIntentName(isWrapped ? inner : name), args };
}

/** Reads up to the first `)` outside double quotes, or all; commas inside double quotes do not separate. */
function readArguments(text: string): ParsedOutput['args'] {
  const args: ParsedOutput['args'] = {};
  const [list = ''] = /^(?:[^)"]+|"[^"]*"?)*/.exec(text) ?? [];
  for (const piece of list.match(/(?:[^,"]+|"[^"]*"?)+/g) ?? []) {
    const equals = piece.indexOf('=');
    if (equals === -1) continue;
    args[stripSpace(piece.slice(0, equals))] = readValue(stripSpace(piece.slice(equals + 1)));
  }
  return args;
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
