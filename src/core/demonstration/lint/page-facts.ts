import type { Uid } from '../../action/action.ts';
import {
  findEquals,
  findNameEnd,
  RAW_TAGS,
  readAttribute,
  unescapeText,
} from '../../snapshot/markup.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { isMasked, isSecretField } from '../secrets/secret-fields.ts';

interface PageFacts {
  /** Tags in lower case by uid; for a repeated uid the first element's. */
  tags: ReadonlyMap<Uid, string>;
  /** Uids that more than one element has. */
  repeated: Uid[];
  /** Uids of secret fields whose value can be read in the html. */
  exposed: Uid[];
}

/** Reads all start tags of saved html in one pass, without building a tree. Reads what it can of damaged html. */
export function collectPageFacts(html: string): PageFacts {
  const tags = new Map<Uid, string>();
  const repeated = new Set<Uid>();
  const exposed: Uid[] = [];
  const names: TagNames = new Map();
  let next = html.indexOf('<');
  while (next !== -1) {
    const from = next;
    const tag = isLetter(html.charCodeAt(from + 1)) ? readStartTag(html, from, names) : null;
    next = html.indexOf('<', tag === null ? skipMarkup(html, from) : tag.contentEnd);
    if (tag === null || tag.uid === null) continue;
    if (tags.has(tag.uid)) repeated.add(tag.uid);
    else tags.set(tag.uid, tag.name);
    if (tag.isInput && showsSecret(html, tag)) exposed.push(tag.uid);
  }
  return { tags, repeated: [...repeated], exposed };
}

interface StartTag extends TagName {
  nameEnd: number;
  uid: Uid | null;
  /** The end of the raw text or of the start tag: tags can follow here. */
  contentEnd: number;
}

interface TagName {
  /** Lower case. */
  name: string;
  isInput: boolean;
  /** Its content is raw text; false once an end tag was missing. */
  isRaw: boolean;
}

type TagNames = Map<string, TagName>;

const [SPACE, QUOTE, CLOSE] = [0x20, 0x22, 0x3e] as const;

/**
 * Reads the start tag at `from`; null when a browser didn't write it. Goes by characters: attributes are short, so searching
 * would cost more than it saves.
 */
function readStartTag(html: string, from: number, names: TagNames): StartTag | null {
  const nameEnd = findNameEnd(html, from);
  let uid: Uid | null = null;
  let at = nameEnd;
  while (html.charCodeAt(at) === SPACE) {
    const equals = findEquals(html, at + 1);
    if (equals < 0) return null;
    let quote = equals + 2;
    while (html.charCodeAt(quote) !== QUOTE) if (++quote >= html.length) return null;
    const isUid =
      equals - at === UID_ATTRIBUTE.length + 1 && html.startsWith(UID_ATTRIBUTE, at + 1);
    if (isUid) uid ??= html.slice(equals + 2, quote);
    at = quote + 1;
  }
  if (html.charCodeAt(at) !== CLOSE) return null;
  const tag = readName(html.slice(from + 1, nameEnd), names);
  const { name, isInput, isRaw } = tag;
  const rawEnd = isRaw ? html.indexOf(`</${name}>`, at + 1) : -1;
  // Without an end tag the content is markup.
  if (rawEnd === -1) tag.isRaw = false;
  return { name, isInput, isRaw, nameEnd, uid, contentEnd: rawEnd === -1 ? at + 1 : rawEnd };
}

function readName(written: string, names: TagNames): TagName {
  const known = names.get(written);
  if (known) return known;
  const name = written.toLowerCase();
  const read = { name, isInput: name === 'input', isRaw: RAW_TAGS.has(name) };
  names.set(written, read);
  return read;
}

function showsSecret(html: string, { nameEnd, contentEnd }: StartTag): boolean {
  // Most fields are empty.
  if (!/ value="[^"]/i.test(html.slice(nameEnd, contentEnd))) return false;
  const attributes: Record<string, string> = {};
  let part = readAttribute(html, nameEnd);
  while (part !== null) {
    attributes[part.name.toLowerCase()] = unescapeText(html.slice(part.equals + 2, part.quote));
    part = readAttribute(html, part.quote + 1);
  }
  return isSecretField('input', attributes) && !isMasked(attributes['value'] ?? '');
}

/** Returns the end of a comment, or of a `<` that opens nothing. */
function skipMarkup(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return open + 1;
  const close = html.indexOf('-->', open + 4);
  return close === -1 ? html.length : close + 3;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
