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

/** What lint and the exporters need to know of a page's html, without building its tree. */
export interface PageFacts {
  /** The tag, lower case, of every element with a uid; of a repeated uid the first. */
  tags: ReadonlyMap<Uid, string>;
  /** Uids that more than one element has. */
  repeated: Uid[];
  /** Uids of secret fields whose value can be read in the html. */
  exposed: Uid[];
}

/**
 * Reads all start tags in one pass; the html is a kept frame's, or a page of such frames. Html that
 * is cut or damaged gives what can be read of it.
 */
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
  /** From here on there are tags again: behind raw text, behind the start tag otherwise. */
  contentEnd: number;
}

interface TagName {
  /** Lower case. */
  name: string;
  isInput: boolean;
  /** Its text is raw; no longer once there was no end tag for one: there is none for those after it either. */
  isRaw: boolean;
}

/** What tags are called, each name looked at once. */
type TagNames = Map<string, TagName>;

const [SPACE, QUOTE, CLOSE] = [0x20, 0x22, 0x3e] as const;

/**
 * The start tag at `from`; null when it is not one that a browser wrote. Goes through it character by
 * character: attributes are short, and searching costs more for each than it saves.
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
  // Raw text without an end tag is none: kept html has what it holds as markup then.
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
  // Most fields are empty, and then they show nothing, whatever they are for.
  if (!/ value="[^"]/i.test(html.slice(nameEnd, contentEnd))) return false;
  const attributes: Record<string, string> = {};
  let part = readAttribute(html, nameEnd);
  while (part !== null) {
    attributes[part.name.toLowerCase()] = unescapeText(html.slice(part.equals + 2, part.quote));
    part = readAttribute(html, part.quote + 1);
  }
  return isSecretField('input', attributes) && !isMasked(attributes['value'] ?? '');
}

/** Past a comment, or a `<` that opens nothing. */
function skipMarkup(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return open + 1;
  const close = html.indexOf('-->', open + 4);
  return close === -1 ? html.length : close + 3;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
