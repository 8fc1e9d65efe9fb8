import type { Uid } from '../../action/action.ts';
import type { ReadContent } from '../content.ts';
import { decodeBoxes } from '../content.ts';
import type { Hash, StoredFrame } from '../demonstration.ts';
import type { LintPageFacts } from './page-bytes.ts';
import { readPageBytes } from './page-bytes.ts';
import { collectPageFacts } from './page-facts.ts';

/** Facts about a frame's content; null for content that is not in the store. */
export interface FrameReport {
  frameId: number;
  /** The html element's uid; null for the top frame, whose html element exporters don't write. */
  rootUid: Uid | null;
  html: HtmlReport | null;
  boxes: BoxesReport | null;
}

interface HtmlReport extends LintPageFacts {
  empty: boolean;
  /** Begins with a head, like every document that a browser has parsed. */
  headed: boolean;
}

interface BoxesReport {
  readable: boolean;
  /** Some box has a member that isn't a finite number. */
  broken: boolean;
}

/** Turns in a row share most of their content. */
const MAX_REMEMBERED = 16;

/** Longer than `<head` with a byte order mark. */
const START_BYTES = 16;
const DECODER = new TextDecoder();

/** Creates a reader of frames for one run of lint. */
export function createFrameReader(read: ReadContent) {
  const report = <T>(describe: (bytes: Uint8Array) => T) =>
    memoize(async (hash) => {
      const bytes = await read(hash);
      return bytes && describe(bytes);
    });
  const htmls = report(reportHtml);
  const boxes = report(reportBoxes);
  return async (frame: StoredFrame, isTop: boolean): Promise<FrameReport> => ({
    frameId: frame.frameId,
    rootUid: isTop ? null : (frame.root?.uid ?? null),
    html: await htmls(frame.html),
    boxes: await boxes(frame.boxes),
  });
}

function reportHtml(bytes: Uint8Array): HtmlReport {
  // The rules need only the beginning of the text.
  const start = DECODER.decode(bytes.subarray(0, START_BYTES));
  const html = start.startsWith('<') ? start : DECODER.decode(bytes);
  return {
    ...(readPageBytes(bytes) ?? readPageText(DECODER.decode(bytes))),
    empty: html.trim() === '',
    headed: /^<head[\s>]/i.test(html),
  };
}

function readPageText(html: string): LintPageFacts {
  const { tags, repeated, exposed } = collectPageFacts(html);
  return {
    tagOf: (uid) => tags.get(uid),
    uids: () => tags.keys(),
    repeated: repeated.size,
    exposed: exposed.length,
  };
}

/** Remembers the most recent contents. */
export function memoize<T>(load: (hash: Hash) => Promise<T>): (hash: Hash) => Promise<T> {
  const known = new Map<Hash, Promise<T>>();
  return (hash) => {
    const loaded = known.get(hash) ?? load(hash);
    known.delete(hash);
    known.set(hash, loaded);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_REMEMBERED) break;
      known.delete(oldest);
    }
    return loaded;
  };
}

function reportBoxes(bytes: Uint8Array): BoxesReport {
  if (hasPlainBoxes(DECODER.decode(bytes))) return { readable: true, broken: false };
  const boxes = decodeBoxes(bytes);
  const isWhole = Object.values(boxes ?? {}).every(({ x, y, width, height }) =>
    [x, y, width, height].every(Number.isFinite),
  );
  return { readable: boxes !== null, broken: !isWhole };
}

/** A number without exponent that is finite: no double has 300 digits before its point. */
const NUMBER = '-?(?:0|[1-9]\\d{0,299})(?:\\.\\d+)?';
const BOX = `"[ !#-[\\]-~]*":{"x":${NUMBER},"y":${NUMBER},"width":${NUMBER},"height":${NUMBER}}`;
const FIRST_BOX = new RegExp(`\\{${BOX}`, 'y');
const NEXT_BOX = new RegExp(`,${BOX}`, 'y');

/**
 * Whether a text is exactly what `encodeBoxes` writes for finite numbers, so that it needs no parser, which takes several
 * times as long. False means that a parser must decide: blanks, escapes and exponents are not read here.
 */
export function hasPlainBoxes(text: string): boolean {
  if (text === '{}') return true;
  let end = 0;
  for (let pattern = FIRST_BOX; ; pattern = NEXT_BOX) {
    pattern.lastIndex = end;
    if (!pattern.test(text)) break;
    end = pattern.lastIndex;
  }
  return end > 0 && text.slice(end) === '}';
}
