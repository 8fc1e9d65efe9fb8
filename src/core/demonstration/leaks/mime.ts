/** One part of a MIME message, byte for unit: bytes 0 … 255 as the units of a string. */
export interface MimePart {
  head: string;
  body: string;
}

export interface MimeMessage {
  head: string;
  boundary: string;
  parts: MimePart[];
}

const HEX = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
);

const ENCODING = /^content-transfer-encoding:\s*([^\s;]+)/im;

/** RFC 2045, 6.7: no longer line. */
const LINE = 76;

/** The parts of a multipart message; null when it is none. */
export function readParts(message: string): MimeMessage | null {
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

export function writeParts({ head, boundary, parts }: MimeMessage): string {
  const written = parts.map((part) => `\r\n--${boundary}\r\n${part.head}\r\n\r\n${part.body}`);
  return `${head}\r\n\r\n${written.join('')}\r\n--${boundary}--\r\n`;
}

export function decodeBody({ head, body }: MimePart): Uint8Array<ArrayBuffer> {
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

/** The part with another body, which comes quoted-printable whatever it was. */
export function replaceBody({ head }: MimePart, bytes: Uint8Array): MimePart {
  const others = head.split(/\r\n(?![ \t])/).filter((line) => !ENCODING.test(line));
  const named = [...others, 'Content-Transfer-Encoding: quoted-printable'].join('\r\n');
  return { head: named, body: encodeQuoted(bytes) };
}

export function toBinary(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x2000) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)));
  }
  return parts.join('');
}

export function toBytes(binary: string): Uint8Array<ArrayBuffer> {
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
    if (line.length + piece.length >= LINE) {
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
    // A space at the end of a line would be lost.
    const isInside = byte === 0x20 && bytes[at + 1] !== undefined && bytes[at + 1] !== 0x0d;
    add(isPlain || isInside ? String.fromCharCode(byte) : `=${HEX[byte] ?? '00'}`);
  }
  return [...lines, line].join('\r\n');
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));

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
