import { stripSpace } from '../../formats/python/space.ts';

export type Mind2WebOp = 'CLICK' | 'TYPE' | 'SELECT';

/** An operation as Op F1 compares it: `CLICK`, `TYPE red kettle`. A click has no value. */
export function writeOperation(op: Mind2WebOp, value: string): string {
  return op === 'CLICK' ? op : `${op} ${value}`;
}

/**
 * The operation in a model's answer (`Action: TYPE`, a line `Value: …`), read with the published
 * expressions: what is missing is empty, and a click keeps a value that the model gave it.
 */
export function parseOperation(answer: string): string {
  const op = /Action: (CLICK|SELECT|TYPE)/.exec(answer)?.[1] ?? '';
  const value = /Value: ([^\n]*)/.exec(answer)?.[1] ?? '';
  return `${op} ${stripSpace(value)}`;
}
