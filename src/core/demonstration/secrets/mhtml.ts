import { BASE64_DIGITS, encodeText } from '../../bytes.ts';
import {
  editStartTag,
  findNameEnd,
  findTagEnd,
  readFoldedAttributes,
} from '../../snapshot/markup.ts';
import type { SecretSearch } from './search.ts';
import { redactText } from './search.ts';
import { ASCII_MASK, MASK, isSecretField } from './secret-fields.ts';

export type CleanMhtmlResult =
  { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; reason: string };

const UNREADABLE = 'the saved page could not be read, so it is not known what is in it';
const UNCLEAN = 'the saved page holds a secret that could not be masked';

/**
 * Masks the secret values in a page of `chrome.pageCapture` (MIME, RFC 2557), inside encoded parts too, and the values
 * that secret fields declare. Fails for a page that it can't check.
 */
export function cleanMhtml(bytes: Uint8Array<ArrayBuffer>, search: SecretSearch): CleanMhtmlResult {
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

/** Returns all text of a saved page, decoded; the bytes themselves for anything else. */
export function readMhtmlText(bytes: Uint8Array<ArrayBuffer>): string {
  const written = toBinary(bytes);
  const saved = readParts(written);
  if (!saved) return written;
  const texts = [decodeHead(saved.head)];
  for (const part of saved.parts) {
    texts.push(decodeHead(part.head));
    if (isText(part)) texts.push(decodeText(decodeBody(part)));
  }
  return texts.join('\n');
}

function cleanHead(head: string, search: SecretSearch): string {
  const lines = head.split(/\r\n(?![ \t])/);
  const cleaned = lines.map((line) => {
    if (search.find(decodeHead(line)).length === 0) return line;
    const plain = redactText(decodeText(toBytes(line)), search, ASCII_MASK);
    const name = line.slice(0, line.indexOf(':') + 1);
    return search.find(decodeHead(plain)).length === 0 ? plain : `${name} ${ASCII_MASK}`;
  });
  return cleaned.join('\r\n');
}

function cleanBody(part: MimePart, search: SecretSearch): MimePart {
  if (!isText(part)) return part;
  const text = decodeText(decodeBody(part));
  const redacted = redactText(text, search, ASCII_MASK);
  const cleaned = /html|xml/.test(readType(part)) ? maskFields(redacted) : redacted;
  return cleaned === text ? part : replaceBody(part, encodeText(cleaned));
}

function isText(part: MimePart): boolean {
  const type = readType(part);
  return type.startsWith('text/') || /xml|json|javascript/.test(type);
}

function readType({ head }: MimePart): string {
  return /^content-type:\s*([^\s;]+)/im.exec(head)?.[1]?.toLowerCase() ?? '';
}

/** Masks the values that the markup of secret fields declares. */
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
    const attributes = readFoldedAttributes(html, nameEnd);
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

/** Unfolds headers and decodes encoded words (RFC 2047). */
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

/** A part of a MIME message, one UTF-16 unit per byte. */
interface MimePart {
  head: string;
  body: string;
}

export interface MimeMessage {
  head: string;
  boundary: string;
  parts: MimePart[];
}

const HEX_BYTES = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
);

const ENCODING = /^content-transfer-encoding:\s*([^\s;]+)/im;

/** RFC 2045, 6.7. */
const MAX_LINE = 76;

/** Returns null for anything but a multipart message. */
function readParts(message: string): MimeMessage | null {
  const headEnd = message.indexOf('\r\n\r\n');
  const head = message.slice(0, Math.max(0, headEnd));
  const boundary = /boundary="([^"]+)"/i.exec(head)?.[1];
  if (boundary === undefined) return null;
  const mark = `\r\n--${boundary}`;
  const parts: MimePart[] = [];
  let from = message.indexOf(mark, headEnd);
  while (from >= 0) {
    from += mark.length;
    if (message.startsWith('--', from)) return { head, boundary, parts };
    const next = message.indexOf(mark, from);
    if (next < 0 || !message.startsWith('\r\n', from)) return null;
    const part = message.slice(from + 2, next);
    const split = part.indexOf('\r\n\r\n');
    if (split < 0) return null;
    parts.push({ head: part.slice(0, split), body: part.slice(split + 4) });
    from = next;
  }
  return null;
}

function writeParts({ head, boundary, parts }: MimeMessage): string {
  const written = parts.map((part) => `\r\n--${boundary}\r\n${part.head}\r\n\r\n${part.body}`);
  return `${head}\r\n\r\n${written.join('')}\r\n--${boundary}--\r\n`;
}

function decodeBody({ head, body }: MimePart): Uint8Array<ArrayBuffer> {
  switch (readEncoding(head)) {
    case 'quoted-printable':
      return toBytes(
        body
          .replace(/=[ \t]*\r\n/g, '')
          .replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          ),
      );
    case 'base64':
      return decodeBase64(body);
    default:
      return toBytes(body);
  }
}

/** Replaces the body, encoded as quoted-printable. */
function replaceBody({ head }: MimePart, bytes: Uint8Array): MimePart {
  const others = head.split(/\r\n(?![ \t])/).filter((line) => !ENCODING.test(line));
  const named = [...others, 'Content-Transfer-Encoding: quoted-printable'].join('\r\n');
  return { head: named, body: encodeQuoted(bytes) };
}

function toBinary(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x2000) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)));
  }
  return parts.join('');
}

function toBytes(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function readEncoding(head: string): string {
  return ENCODING.exec(head)?.[1]?.toLowerCase() ?? '8bit';
}

function encodeQuoted(bytes: Uint8Array): string {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string): void => {
    if (line.length + piece.length >= MAX_LINE) {
      lines.push(`${line}=`);
      line = '';
    }
    line += piece;
  };
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0x0d && bytes[at + 1] === 0x0a) continue;
    if (byte === 0x0a && bytes[at - 1] === 0x0d) {
      lines.push(line);
      line = '';
      continue;
    }
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    // A space at the end of a line would be dropped.
    const isInside = byte === 0x20 && bytes[at + 1] !== undefined && bytes[at + 1] !== 0x0d;
    add(isPlain || isInside ? String.fromCharCode(byte) : `=${HEX_BYTES[byte] ?? '00'}`);
  }
  return [...lines, line].join('\r\n');
}

const VALUES = new Map(Array.from(BASE64_DIGITS, (digit, value) => [digit, value]));

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const digit of text) {
    const value = VALUES.get(digit);
    if (value === undefined) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 0xff;
  }
  return bytes.slice(0, length);
}
