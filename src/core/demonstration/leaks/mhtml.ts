import { ASCII_MASK, isSecretField, MASK } from '../secret.ts';
import {
  editStartTag,
  findNameEnd,
  findTagEnd,
  readAttribute,
  unescapeText,
} from '../../snapshot/markup.ts';
import type { MimePart } from './mime.ts';
import { decodeBody, readParts, replaceBody, toBinary, toBytes, writeParts } from './mime.ts';
import type { Search } from './search.ts';
import { redactText } from './search.ts';

export type Cleaned = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; reason: string };

const UNREADABLE = 'the saved page could not be read, so it is not known what is in it';
const UNCLEAN = 'the saved page holds a secret that could not be masked';

/**
 * A page as `chrome.pageCapture` saved it (MIME, RFC 2557) without any of the values, inside the
 * encoded parts too, and without what secret fields declare as their value. What cannot be made sure of is
 * not handed out.
 */
export function cleanMhtml(bytes: Uint8Array<ArrayBuffer>, search: Search): Cleaned {
  const saved = readParts(toBinary(bytes));
  if (!saved) return { ok: false, reason: UNREADABLE };
  const clean = toBytes(
    writeParts({
      ...saved,
      head: cleanHead(saved.head, search),
      parts: saved.parts.map((part) =>
        cleanBody({ ...part, head: cleanHead(part.head, search) }, search),
      ),
    }),
  );
  const isClean = search.find(readMhtmlText(clean)).length === 0;
  return isClean ? { ok: true, bytes: clean } : { ok: false, reason: UNCLEAN };
}

/** All that can be read in a saved page, its parts decoded; the bytes themselves when it is none. */
export function readMhtmlText(bytes: Uint8Array<ArrayBuffer>): string {
  const written = toBinary(bytes);
  const saved = readParts(written);
  if (!saved) return written;
  const texts = [decodeHead(saved.head)];
  for (const part of saved.parts) {
    texts.push(decodeHead(part.head));
    // Pixels, fonts and films are not read.
    if (isText(part)) texts.push(decodeText(decodeBody(part)));
  }
  return texts.join('\n');
}

function cleanHead(head: string, search: Search): string {
  const lines = head.split(/\r\n(?![ \t])/);
  const cleaned = lines.map((line) => {
    if (search.find(decodeHead(line)).length === 0) return line;
    const plain = redactText(decodeText(toBytes(line)), search, ASCII_MASK);
    const name = line.slice(0, line.indexOf(':') + 1);
    return search.find(decodeHead(plain)).length === 0 ? plain : `${name} ${ASCII_MASK}`;
  });
  return cleaned.join('\r\n');
}

function cleanBody(part: MimePart, search: Search): MimePart {
  if (!isText(part)) return part;
  const text = decodeText(decodeBody(part));
  const redacted = redactText(text, search, ASCII_MASK);
  const cleaned = /html|xml/.test(readType(part)) ? maskFields(redacted) : redacted;
  return cleaned === text ? part : replaceBody(part, new TextEncoder().encode(cleaned));
}

function isText(part: MimePart): boolean {
  const type = readType(part);
  return type.startsWith('text/') || /xml|json|javascript/.test(type);
}

function readType({ head }: MimePart): string {
  return /^content-type:\s*([^\s;]+)/im.exec(head)?.[1]?.toLowerCase() ?? '';
}

/** Secret fields without what their markup says they hold. */
function maskFields(html: string): string {
  let masked = '';
  let copied = 0;
  for (const { 0: open, 1: name = '', index: from } of html.matchAll(
    /<(input|textarea)(?=[\s>])/gi,
  )) {
    if (from < copied) continue;
    const nameEnd = findNameEnd(html, from);
    const end = findTagEnd(html, nameEnd);
    if (end < 0) continue;
    const attributes = readAttributes(html, nameEnd);
    if (!isSecretField(name, attributes)) continue;
    const edits = new Map([['value', MASK]]);
    const holds = (attributes['value'] ?? '') !== '';
    masked += html.slice(copied, from);
    masked += holds ? editStartTag(html, from, nameEnd, edits) : html.slice(from, end);
    copied = end;
    if (open.toLowerCase() !== '<textarea') continue;
    const close = html.indexOf('</textarea', end);
    if (close > end) masked += MASK;
    copied = close < 0 ? html.length : close;
  }
  return masked + html.slice(copied);
}

function readAttributes(html: string, nameEnd: number): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (let at = nameEnd; ;) {
    const part = readAttribute(html, at);
    if (!part) return attributes;
    attributes[part.name.toLowerCase()] = unescapeText(html.slice(part.equals + 2, part.quote));
    at = part.quote + 1;
  }
}

/** Headers unfolded, encoded words (RFC 2047) read. */
function decodeHead(head: string): string {
  const unfolded = head.replace(/\r\n[ \t]/g, '');
  return unfolded
    .replace(/\?=\s*=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, body: string) => {
      const isBase64 = encoding.toLowerCase() === 'b';
      const transfer = isBase64 ? 'base64' : 'quoted-printable';
      const written = isBase64 ? body : body.replaceAll('_', ' ');
      return decodeText(
        decodeBody({ head: `Content-Transfer-Encoding: ${transfer}`, body: written }),
      );
    });
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
