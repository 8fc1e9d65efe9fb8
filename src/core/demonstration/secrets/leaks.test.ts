import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestSecret, isSearchable, listSpellings } from './digest.ts';
import { createSecretSearch, redactText } from './search.ts';
import type { SecretSearch } from './search.ts';
import type { SecretLeak } from './leaks.ts';
import { explainLeak, findLeaks } from './leaks.ts';

const SALT = '00112233445566778899aabbccddeeff';

function searchFor(...values: string[]): SecretSearch {
  return createSecretSearch(values.flatMap((value) => digestSecret(value, SALT)));
}

function search(path: string, content: string | Uint8Array, by: SecretSearch): SecretLeak[] {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return [...findLeaks(path, new Uint8Array(bytes), by)];
}

const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** Each writes a value in one form; the leak test must find all of them. */
const WRITERS: Record<string, (value: string) => string> = {
  plain: (value) => value,
  percent: (value) => encodeURIComponent(value),
  'percent, all': (value) =>
    [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  form: (value) => new URLSearchParams({ q: value }).toString().slice(2),
  'twice percent': (value) => encodeURIComponent(encodeURIComponent(value)),
  base64: (value) => Buffer.from(value).toString('base64'),
  'base64, one byte on': (value) => Buffer.from(`:${value}`).toString('base64'),
  'base64, two bytes on': (value) => Buffer.from(`a:${value} `).toString('base64'),
  'base64 in a path': (value) => `x/${Buffer.from(value).toString('base64')}`,
  base64url: (value) => Buffer.from(value).toString('base64url'),
  'base64 of UTF-16': (value) => Buffer.from(`p=${value}`, 'utf16le').toString('base64'),
  entities: (value) => value.replace(/[&<>"]/g, (sign) => `&${ENTITIES[sign] ?? ''};`),
  'number entities': (value) =>
    Array.from(value, (point) => `&#${point.codePointAt(0) ?? 0};`).join(''),
  'hex entities': (value) =>
    Array.from(value, (point) => `&#x${(point.codePointAt(0) ?? 0).toString(16)};`).join(''),
  json: (value) => JSON.stringify(value).slice(1, -1),
  'json, all': (value) =>
    [...Array(value.length).keys()]
      .map((at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  'html in json': (value) => JSON.stringify(value.replaceAll('&', '&amp;')).slice(1, -1),
  'percent in json in html': (value) =>
    JSON.stringify(`?q=${encodeURIComponent(value)}&x`).replaceAll('"', '&quot;'),
  'UTF-16': (value) => Array.from(value, (point) => `${point}\0`).join(''),
};

const secret = fc
  .string({ minLength: 8, maxLength: 40, unit: 'grapheme' })
  .filter((value) => isSearchable(value) && value.isWellFormed() && value === value.trim())
  .filter((value) => !value.includes('\0'));

describe('findLeaks', () => {
  it.each(Object.entries(WRITERS))('finds a value written as: %s', (_, write) => {
    fc.assert(
      fc.property(secret, fc.lorem(), (value, around) => {
        const text = `${around} "${write(value)}" ${around}`;
        expect(search('a.html', text, searchFor(value))).not.toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('finds nothing in other texts', () => {
    const by = searchFor('correct horse', 'hunter2!', '4111111111111111', '482913');
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        expect(by.find(text)).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(by.find(Buffer.from(bytes).toString('base64'))).toEqual([]);
        expect(by.find(Buffer.from(bytes).toString('latin1'))).toEqual([]);
      }),
    );
  });

  it('names the file, the event and the form', () => {
    const by = searchFor('hunter2!');
    const page = search('pages/page-7-0.html', '<p>hunter2!</p>', by);
    expect(page).toEqual([{ path: 'pages/page-7-0.html', form: 'plain', event: 7 }]);
    const line = '{"a":1,"url":"?p=hunter2%21","event_id":3}';
    const replay = search('replay.json', `{"data": [\n{"event_id":0},\n${line},\n]`, by);
    expect(replay).toEqual([{ path: 'replay.json', form: 'url', event: 3 }]);
    expect(replay.map(explainLeak)).toEqual([
      'Nothing was exported: replay.json (action 4) contains what was typed into a secret field, in URL-encoded form. Delete or change that turn, then export again; the demonstration is kept as it is.',
    ]);
    expect(search('hunter2!.json', '{}', by)).toMatchObject([{ event: null }]);
  });

  it('looks into all of an image but its pixels', () => {
    const chunk = (type: string, data: string): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(type + data), Buffer.alloc(4)]);
    };
    const image = (type: string): Buffer =>
      Buffer.concat([Buffer.alloc(8), chunk('IHDR', 'x'), chunk(type, 'a=hunter2!')]);
    expect(search('shot.png', image('tEXt'), searchFor('hunter2!'))).toHaveLength(1);
    expect(search('shot.png', image('IDAT'), searchFor('hunter2!'))).toEqual([]);
  });

  it('finds values far apart, some written plainly and some not', () => {
    const by = searchFor('hunter2&more');
    const far = 'x '.repeat(3000);
    const text = `&amp;${far}hunter2&more${far}hunter2&amp;more${far}%20${far}hunter2%26more`;
    const found = by.find(text).map(({ from, to, form }) => [text.slice(from, to), form]);
    expect(found).toEqual([
      ['hunter2&more', 'plain'],
      ['hunter2&amp;more', 'entities'],
      ['hunter2%26more', 'url'],
    ]);
  });

  it('takes short numbers and words only by themselves', () => {
    const by = searchFor('482913', 'x7z!');
    expect(by.find('code 482913, x7z!')).toHaveLength(2);
    expect(by.find('1482913 4829130 0.482913 482913.5 a482913 max7z!')).toEqual([]);
    expect(by.find('?otp=482913&x')).toHaveLength(1);
  });
});

describe('listVariants', () => {
  it('knows how numbers are grouped', () => {
    expect(listSpellings('4111 1111 1111 1112')).toEqual([
      '4111 1111 1111 1112',
      '4111111111111112',
      '4111-1111-1111-1112',
    ]);
    expect(listSpellings('48-29-13')).toEqual(['48-29-13', '482913']);
  });

  it.each(['', 'abc', '1234', 'love', '12345', '111111', '••••••'])('leaves out %j', (value) => {
    expect(listSpellings(value)).toEqual([]);
  });

  it.each(['x7z!', '482913', 'secret', 'hunter2'])('takes %j', (value) => {
    expect(listSpellings(value)).toEqual([value]);
  });
});

describe('redactText', () => {
  it('replaces a value in whatever form, and nothing else', () => {
    const by = searchFor('pass word&1');
    const written = 'a "pass word&1" b pass%20word%261 c pass+word%261. d pass word&amp;1;';
    expect(redactText(written, by, '***')).toBe('a "***" b *** c ***. d ***;');
    const coded = Buffer.from('u:pass word&1').toString('base64');
    expect(redactText(`Basic ${coded}`, by, '***')).toMatch(/^Basic \*\*\*=*$/);
    expect(redactText('pass word 1', by, '***')).toBe('pass word 1');
  });
});
