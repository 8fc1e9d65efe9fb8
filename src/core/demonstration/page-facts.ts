import type { Uid } from '../action/action.ts';
import {
  findNameEnd,
  findTagEnd,
  RAW_TAGS,
  readAttribute,
  unescapeText,
} from '../snapshot/markup.ts';
import { UID_ATTRIBUTE } from '../snapshot/snapshot.ts';
import { isMasked, isSecretField } from './secret.ts';

/** What lint and the exporters need to know of a page's html, without building its tree. */
export interface PageFacts {
  /** The tag, lower case, of every element with a uid; of a repeated uid the first. */
  tags: ReadonlyMap<Uid, string>;
  /** Uids that more than one element has. */
  repeated: Uid[];
  /** Uids of secret fields whose value can be read in the html. */
  exposed: Uid[];
}

const UID_MARK = ` ${UID_ATTRIBUTE}="`;

/**
 * Reads all start tags in one pass; the html is a kept frame's, or a page of such frames. Html that
 * is cut or damaged gives what can be read of it.
 */
export function collectPageFacts(html: string): PageFacts {
  const tags = new Map<Uid, string>();
  const repeated = new Set<Uid>();
  const exposed: Uid[] = [];
  let next = html.indexOf('<');
  while (next !== -1) {
    const from = next;
    const tag = isLetter(html.charCodeAt(from + 1)) ? readStartTag(html, from) : null;
    next = html.indexOf('<', tag === null ? skipMarkup(html, from) : tag.contentEnd);
    if (tag === null || tag.uid === null) continue;
    if (tags.has(tag.uid)) repeated.add(tag.uid);
    else tags.set(tag.uid, tag.name);
    if (tag.isInput && showsSecret(html, tag)) exposed.push(tag.uid);
  }
  return { tags, repeated: [...repeated], exposed };
}

interface StartTag {
  name: string;
  nameEnd: number;
  uid: Uid | null;
  isInput: boolean;
  /** From here on there are tags again: behind raw text, behind the start tag otherwise. */
  contentEnd: number;
}

function readStartTag(html: string, from: number): StartTag | null {
  const nameEnd = findNameEnd(html, from);
  const end = findTagEnd(html, nameEnd);
  if (end === -1) return null;
  const name = html.slice(from + 1, nameEnd).toLowerCase();
  return {
    name,
    nameEnd,
    uid: readUid(html.slice(nameEnd, end)),
    isInput: name === 'input',
    contentEnd: RAW_TAGS.has(name) ? findRawEnd(html, name, end) : end,
  };
}

/** Values are in double quotes and hold none, so the mark can only be the attribute itself. */
function readUid(startTag: string): Uid | null {
  const at = startTag.indexOf(UID_MARK);
  if (at === -1) return null;
  const from = at + UID_MARK.length;
  return startTag.slice(from, startTag.indexOf('"', from));
}

function showsSecret(html: string, { nameEnd }: StartTag): boolean {
  const attributes: Record<string, string> = {};
  let part = readAttribute(html, nameEnd);
  while (part !== null) {
    attributes[part.name.toLowerCase()] = unescapeText(html.slice(part.equals + 2, part.quote));
    part = readAttribute(html, part.quote + 1);
  }
  return isSecretField('input', attributes) && !isMasked(attributes['value'] ?? '');
}

/** Raw text without an end tag is none: kept html has what it holds as markup then. */
function findRawEnd(html: string, name: string, from: number): number {
  const end = html.indexOf(`</${name}>`, from);
  return end === -1 ? from : end;
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
