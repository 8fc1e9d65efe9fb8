import type { Uid } from '../../action/action.ts';
import { RAW_TAGS, findNameEnd, readFoldedAttributes } from '../../snapshot/markup.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { ReadContent } from '../content.ts';
import { decodeBoxes } from '../content.ts';
import type { Hash, StoredFrame } from '../demonstration.ts';
import { isMasked, isSecretField } from '../secrets/secret-fields.ts';

/** Facts about a page's html. */
export interface PageFacts {
  /** Tags in lower case by uid; for a repeated uid the first element's. */
  tags: ReadonlyMap<Uid, string>;
  /** Uids that more than one element has. */
  repeated: ReadonlySet<Uid>;
  /** Uids of secret fields whose value can be read in the html. */
  exposed: Uid[];
}

/** An attribute as a browser writes it; the first character of a name may be `=`. */
const ATTRIBUTE = ' [^ >](?:(?!=")[^ >])*="[^"]*"';
/** A comment, or a start tag as a browser writes it, with its name and first uid. */
const MARKUP = new RegExp(
  `<(?:!--[^]*?(?:-->|$)|([A-Za-z][^ >]*)(?:(?! ${UID_ATTRIBUTE}=")${ATTRIBUTE})*(?: ${UID_ATTRIBUTE}="([^"]*)"(?:${ATTRIBUTE})*)?>)`,
  'g',
);

/** Reads all start tags of saved html in one pass, without building a tree. Reads what it can of damaged html. */
export function collectPageFacts(html: string): PageFacts {
  const tags = new Map<Uid, string>();
  const repeated = new Set<Uid>();
  const exposed: Uid[] = [];
  /** Raw-text tags without a further end tag: their content is markup. */
  const endless = new Set<string>();
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(html); found; found = MARKUP.exec(html)) {
    const [whole, written, uid] = found;
    if (written === undefined) continue;
    const tag = written.toLowerCase();
    if (RAW_TAGS.has(tag) && !endless.has(tag)) {
      const end = html.indexOf(`</${tag}>`, MARKUP.lastIndex);
      if (end === -1) endless.add(tag);
      else MARKUP.lastIndex = end;
    }
    if (uid === undefined) continue;
    if (tags.has(uid)) repeated.add(uid);
    else tags.set(uid, tag);
    if (tag === 'input' && showsSecret(whole)) exposed.push(uid);
  }
  return { tags, repeated, exposed };
}

function showsSecret(startTag: string): boolean {
  // Most fields are empty.
  if (!/ value="[^"]/i.test(startTag)) return false;
  const attributes = readFoldedAttributes(startTag, findNameEnd(startTag, 0));
  return isSecretField('input', attributes) && !isMasked(attributes['value'] ?? '');
}

/** Facts about a frame's content; null for content that is not in the store. */
export interface FrameReport {
  frameId: number;
  /** The html element's uid; null for the top frame, whose html element exporters don't write. */
  rootUid: Uid | null;
  html: HtmlReport | null;
  boxes: BoxesReport | null;
}

interface HtmlReport extends PageFacts {
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

/** Creates a reader of frames for one run of lint. */
export function createFrameReader(read: ReadContent) {
  const report = <T>(describe: (text: string, bytes: Uint8Array) => T) =>
    memoize(async (hash) => {
      const bytes = await read(hash);
      return bytes && describe(new TextDecoder().decode(bytes), bytes);
    });
  const htmls = report((html): HtmlReport => ({
    ...collectPageFacts(html),
    empty: html.trim() === '',
    headed: /^<head[\s>]/i.test(html),
  }));
  const boxes = report(reportBoxes);
  return async (frame: StoredFrame, isTop: boolean): Promise<FrameReport> => ({
    frameId: frame.frameId,
    rootUid: isTop ? null : (frame.root?.uid ?? null),
    html: await htmls(frame.html),
    boxes: await boxes(frame.boxes),
  });
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

function reportBoxes(text: string, bytes: Uint8Array): BoxesReport {
  if (hasPlainBoxes(text)) return { readable: true, broken: false };
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
