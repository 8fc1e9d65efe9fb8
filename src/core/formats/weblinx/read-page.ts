import { findNameEnd, findTagEnd, readAttribute, unescapeText } from '../../snapshot/markup.ts';
import type { FrameSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';

/** A page file taken apart: `html` is the content of the html element, as frames are kept. */
export interface UploadedPage {
  html: string;
  before: string;
  after: string;
  title: string;
  root: FrameSnapshot['root'];
  /** It was not UTF-8: read as Latin-1, as the public library does. */
  recoded: boolean;
}

/** The dataset's pages begin with `<head`; others are whole documents. */
export function readPageFile(bytes: Uint8Array<ArrayBuffer>): UploadedPage {
  const { text, recoded } = decode(bytes);
  const tag = /^(?:\s|<!doctype[^>]*>|<!--[\s\S]*?-->)*(<html[\s>])/i.exec(text);
  const from = tag ? tag[0].length - (tag[1]?.length ?? 0) : 0;
  const to = tag ? findTagEnd(text, findNameEnd(text, from)) : 0;
  // A tag that no browser wrote stays where it is: nothing of it would be understood.
  const begin = Math.max(0, to);
  const end = begin > 0 ? text.search(/<\/html\s*>\s*$/i) : -1;
  const html = text.slice(begin, end < begin ? undefined : end);
  return {
    html,
    before: text.slice(0, begin),
    after: text.slice(begin + html.length),
    title: unescapeText(/<title(?:\s[^>]*)?>([^<]*)</i.exec(html)?.[1] ?? '').trim(),
    root: begin > 0 ? readRoot(text, from) : undefined,
    recoded,
  };
}

function readRoot(text: string, from: number): FrameSnapshot['root'] {
  const attributes: [string, string][] = [];
  let at = findNameEnd(text, from);
  for (let part = readAttribute(text, at); part; part = readAttribute(text, at)) {
    attributes.push([part.name, unescapeText(text.slice(part.equals + 2, part.quote))]);
    at = part.quote + 1;
  }
  const uid = attributes.find(([name]) => name === UID_ATTRIBUTE)?.[1];
  if (uid === undefined) return undefined;
  const own = attributes.filter(([name]) => name !== UID_ATTRIBUTE);
  return { uid, attributes: Object.fromEntries(own) };
}

function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; recoded: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), recoded: false };
  } catch {
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 0x8000) {
      parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
    }
    return { text: parts.join(''), recoded: true };
  }
}
