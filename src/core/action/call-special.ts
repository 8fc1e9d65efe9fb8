import type { SpecialReading, WrittenArguments } from './argument.ts';
import { readNumber, readUid } from './argument.ts';

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
