import type { Shape } from '../shape.ts';
import { listOf, number, oneOf, orNull, text } from '../shape.ts';
import type { CallArgument } from './call-arguments.ts';
import { MAX_TOOL_INPUT, parseObject } from './page-tool.ts';

/** `reason` is a sentence for the model that wrote the call. */
export type ReadArgument<T> = { value: T } | { reason: string };

/** An argument of an action: its type, its stored shape, and how to read it from a call. */
export interface Argument<T = unknown> {
  /** Its name in call strings. */
  name: string;
  shape: Shape;
  read: (written: CallArgument | undefined, name: string) => ReadArgument<T>;
  /** Written by a person or a page, so it may contain secrets. */
  isContent?: true;
  /** The action is meaningless without it. */
  isRequired?: true;
  /** A call may leave it out, although it is always stored. */
  hasDefault?: true;
}

export type WrittenArguments = ReadonlyMap<string, CallArgument>;

/** A call whose arguments depend on each other; `notes` says what was assumed. */
export type SpecialReading =
  { call: Readonly<Record<string, unknown>>; notes?: string[] } | { reason: string };

/** An element's id in a snapshot: `data-webtasks-id` in files; 8-4-4 hex groups. */
export type Uid = string;

export function element(name = 'uid'): Argument<Uid> {
  return {
    ...{ name, shape: text, isRequired: true },
    read(written) {
      const read = readUid(written);
      if ('value' in read && read.value === null) return { reason: `${name} is missing.` };
      return read as ReadArgument<Uid>;
    },
  };
}

/** An element, or null for the page. */
export function elementOrPage(name = 'uid'): Argument<Uid | null> {
  return { name, shape: orNull(text), read: readUid };
}

function readUid(written: CallArgument | undefined): ReadArgument<Uid | null> {
  const uid = written?.value.trim();
  if (uid === undefined || /^(?:none|null|)$/i.test(uid)) return { value: null };
  return /[\s"'()]/.test(uid) ? { reason: `“${uid}” is not a uid.` } : { value: uid };
}

/** Required, but may be empty. */
export function content(name: string): Argument<string> {
  return {
    ...{ name, shape: text, isContent: true },
    read: (written) =>
      written === undefined ? { reason: `${name} is missing.` } : { value: written.value },
  };
}

export function optionalContent(name: string): Argument<string> {
  return {
    ...{ name, shape: text, isContent: true },
    read: (written) => ({ value: written?.value ?? '' }),
  };
}

export function contentOrNull(name: string): Argument<string | null> {
  return {
    ...{ name, shape: orNull(text), isContent: true },
    read: (written) => ({ value: written?.value ?? null }),
  };
}

/** A JSON object as text; `{}` where it is missing. */
export function jsonObject(name: string): Argument<string> {
  return {
    ...{ name, shape: text, isContent: true },
    read(written) {
      const value = written?.value.trim() ?? '';
      if (/^(?:none|null|)$/i.test(value)) return { value: '{}' };
      const given = value.length > MAX_TOOL_INPUT ? null : parseObject(value);
      return given
        ? { value: JSON.stringify(given) }
        : { reason: `${name} must be a JSON object, such as '{"name": "value"}'.` };
    },
  };
}

/** Required and not empty; a list (keys pressed together) is joined by plus signs. */
export function token(name: string): Argument<string> {
  return {
    ...{ name, shape: text },
    read(written) {
      const value = written?.list?.join('+') ?? written?.value ?? '';
      return value === '' ? { reason: `${name} is missing.` } : { value };
    },
  };
}

export function address(name: string): Argument<string> {
  const { read, ...rest } = token(name);
  return {
    ...rest,
    isContent: true,
    read: (written, of) => read(written && { ...written, value: written.value.trim() }, of),
  };
}

export function finite(name: string): Argument<number> {
  return {
    ...{ name, shape: number },
    read(written) {
      const value = readNumber(written?.value);
      return Number.isFinite(value) ? { value } : { reason: `${name} must be a number.` };
    },
  };
}

export function numberOrNull(name: string): Argument<number | null> {
  const { read } = finite(name);
  return {
    ...{ name, shape: orNull(number) },
    read: (written, of) => (written === undefined ? { value: null } : read(written, of)),
  };
}

export function tabNumber(name: string): Argument<number> {
  return {
    ...{ name, shape: number },
    read(written) {
      const value = readNumber(written?.value);
      return Number.isInteger(value) ? { value } : { reason: `${name} must be a tab number.` };
    },
  };
}

export function choice<T extends string>(
  name: string,
  choices: readonly T[],
  byDefault?: T,
): Argument<T> {
  return {
    ...{ name, shape: oneOf(...choices) },
    read(written) {
      const given = (written?.value ?? byDefault ?? '').trim().toLowerCase();
      const value = choices.find((known) => known === given);
      if (value !== undefined) return { value };
      return { reason: `${name} must be one of ${choices.join(', ')}.` };
    },
  };
}

/** Required; of a list the first item. */
export function firstOf(name: string): Argument<string> {
  return {
    ...content(name),
    read(written) {
      const value = written?.list?.[0] ?? written?.value;
      if (value === undefined) return { reason: `${name} is missing: quote what the page shows.` };
      return { value };
    },
  };
}

/** A list, or a text with one item per line, with or without numbers. */
export function list(name: string, example = ''): Argument<string[]> {
  return {
    ...{ name, shape: listOf(text) },
    read(written) {
      if (!written) return { reason: `${name} is missing${example && `; write ${example}`}.` };
      return { value: [...(written.list ?? splitLines(written.value))] };
    },
  };
}

function splitLines(written: string): string[] {
  return written
    .split(/\n|;\s/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

/** Returns NaN for anything but a number. */
function readNumber(written: string | undefined): number {
  const value = written?.trim().replace(/px$/i, '');
  return value === undefined || value === '' ? Number.NaN : Number(value);
}

/** CSS px of “scroll down”: most of a window. */
const SCROLL_STEP_PX = 600;

/** `scroll(x=0, y=300)`, also `scroll("down")` and a single distance. */
export function readScroll(of: WrittenArguments): SpecialReading {
  const read = readUid(of.get('uid'));
  if ('reason' in read) return read;
  const uid = read.value;
  const [x, y] = [readNumber(of.get('x')?.value), readNumber(of.get('y')?.value)];
  const written = (of.get('direction')?.value ?? of.get('x')?.value ?? '').trim();
  const direction = /^(?:page_?)?(up|down|left|right)$/i.exec(written)?.[1]?.toLowerCase();
  if (direction !== undefined) {
    const amount = Number.isFinite(y) && y !== 0 ? Math.abs(y) : SCROLL_STEP_PX;
    const signed = direction === 'up' || direction === 'left' ? -amount : amount;
    const isVertical = direction === 'up' || direction === 'down';
    return {
      call: { intent: 'scroll', x: isVertical ? 0 : signed, y: isVertical ? signed : 0, uid },
      notes: [`“${direction}” taken for ${String(amount)} px`],
    };
  }
  if (Number.isFinite(y) && !of.has('x')) {
    return { call: { intent: 'scroll', x: 0, y, uid }, notes: ['x taken for 0'] };
  }
  if (!Number.isFinite(x) || !Number.isFinite(y)) return { reason: 'x and y must be numbers.' };
  return { call: { intent: 'scroll', x, y, uid } };
}

/** A distance is needed only where no element says where it ends. */
export function readDrag(of: WrittenArguments): SpecialReading {
  const [uid, toUid] = [readUid(of.get('uid')), readUid(of.get('to_uid'))];
  if ('reason' in uid) return uid;
  if ('reason' in toUid) return toUid;
  if (uid.value === null) return { reason: 'uid is missing.' };
  const isOnto = toUid.value !== null;
  const measure = (name: string): number =>
    isOnto && !of.has(name) ? 0 : readNumber(of.get(name)?.value);
  const [x, y] = [measure('x'), measure('y')];
  const wrong = [x, y].findIndex((each) => !Number.isFinite(each));
  if (wrong >= 0) return { reason: `${wrong === 0 ? 'x' : 'y'} must be a number.` };
  return { call: { intent: 'drag', uid: uid.value, toUid: toUid.value, x, y } };
}

/** Larger numbers must be milliseconds. */
const MILLISECONDS_FROM = 100;

export function readWait(of: WrittenArguments): SpecialReading {
  const [name] = ['ms', 'milliseconds', 'millis', 'timems'].filter((each) => of.has(each));
  const written = (of.get(name ?? 'seconds')?.value ?? '').trim().toLowerCase();
  if (written === '' || /^(?:none|null)$/.test(written)) {
    return { call: { intent: 'wait', seconds: null } };
  }
  const value = readNumber(written.replace(/\s*(?:ms|milliseconds?|s|secs?|seconds?)$/, ''));
  if (!Number.isFinite(value) || value < 0) return { reason: 'seconds must be a number.' };
  const inMilliseconds =
    name !== undefined || /m(?:s|illi\w*)$/.test(written) || value >= MILLISECONDS_FROM;
  return {
    call: { intent: 'wait', seconds: inMilliseconds ? value / 1000 : value },
    notes: inMilliseconds ? ['milliseconds turned into seconds'] : [],
  };
}

/** `done(success=false)` means that the request can't be done. */
export function readDone(of: WrittenArguments): SpecialReading {
  const utterance = of.get('utterance')?.value ?? null;
  const hasFailed = /^false$/i.test(of.get('success')?.value.trim() ?? '');
  if (hasFailed) return { call: { intent: 'infeasible', reason: utterance ?? '' } };
  return { call: { intent: 'done', utterance } };
}
