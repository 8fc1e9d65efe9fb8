import { describe, expect, it } from 'vitest';
import { findLeaks } from './leaks.ts';
import { digestSecret } from './digest.ts';
import { cleanMhtml, readMhtmlText } from './mhtml.ts';
import { createSecretSearch } from './search.ts';

const SECRET = 'k9-Quince=Ünder!';
const search = createSecretSearch(digestSecret(SECRET, '0123456789abcdef0123456789abcdef'));
const none = createSecretSearch([]);

function quote(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const written = bytes.map((byte) =>
    byte > 32 && byte < 127 && byte !== 61
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  );
  // Broken in the middle, as lines are.
  return (written.join('').match(/(?:=..|[^=]){1,9}/g) ?? []).join('=\r\n');
}

function makeMhtml(
  html: string,
  { subject = 'Page', style = 'b {}', location = 'https://a.example/' } = {},
) {
  const mark = '----MultipartBoundary--x----';
  const text = [
    'From: <Saved by Blink>',
    `Snapshot-Content-Location: ${location}`,
    `Subject: ${subject}`,
    `Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="${mark}"`,
    '',
    '',
    `--${mark}`,
    'Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable',
    '',
    quote(html),
    `--${mark}`,
    'Content-Type: text/css\r\nContent-Transfer-Encoding: base64',
    '',
    btoa(style),
    `--${mark}--`,
    '',
  ].join('\r\n');
  return new TextEncoder().encode(text);
}

function clean(bytes: Uint8Array<ArrayBuffer>, by = search): string {
  const cleaned = cleanMhtml(bytes, by);
  if (!cleaned.ok) throw new Error(cleaned.reason);
  return readMhtmlText(cleaned.bytes);
}

describe('cleanMhtml', () => {
  it('takes a secret out of quoted-printable and base64 parts, headers and encoded words', () => {
    const word = `=?utf-8?Q?${quote(SECRET).replace(/=\r\n/g, '')}?=`;
    const mhtml = makeMhtml(`<p>It is ${SECRET}.</p><p>Grüße</p>`, {
      subject: word,
      style: '/* k9-Quince=\\u00dcnder! */',
      location: `https://a.example/?q=${encodeURIComponent(SECRET)}`,
    });
    expect([...findLeaks('mhtml/page-3-0.mhtml', mhtml, search)].length).toBeGreaterThan(2);
    const text = clean(mhtml);
    expect(text).toContain('<p>It is ******.</p><p>Grüße</p>');
    expect(text).not.toMatch(/Quince/);
    const cleaned = cleanMhtml(mhtml, search);
    const left = cleaned.ok ? [...findLeaks('mhtml/page-3-0.mhtml', cleaned.bytes, search)] : [1];
    expect(left).toEqual([]);
  });

  it('masks what the markup of secret fields says, and nothing else', () => {
    const html =
      '<input type="password" value="abc"><input name="q" value="abc"><input type="password">' +
      '<textarea name="otp">123</textarea><textarea name="t">123</textarea>';
    expect(clean(makeMhtml(html), none)).toContain(
      '<input type="password" value="••••••"><input name="q" value="abc"><input type="password">' +
        '<textarea name="otp">••••••</textarea><textarea name="t">123</textarea>',
    );
  });

  it('leaves everything else byte for byte as it was', () => {
    const mhtml = makeMhtml(`<p>${'long line ✓ = '.repeat(30)} \r\n end </p>`);
    const cleaned = cleanMhtml(mhtml, search);
    expect(cleaned.ok && new TextDecoder().decode(cleaned.bytes)).toBe(
      new TextDecoder().decode(mhtml),
    );
  });

  it('writes changed parts so that they read the same', () => {
    const rest = `${'tab\tand space \r\nnext = ✓ '.repeat(40)}end `;
    expect(clean(makeMhtml(`<p>${SECRET}</p>${rest}`))).toContain(`<p>******</p>${rest}`);
  });

  it('does not hand out what it cannot read', () => {
    expect(cleanMhtml(new TextEncoder().encode('no mime'), search).ok).toBe(false);
    const cut = makeMhtml('<p>x</p>').slice(0, -20);
    expect(cleanMhtml(cut, search).ok).toBe(false);
  });
});
