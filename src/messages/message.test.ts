import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import english from '../../public/_locales/en/messages.json' with { type: 'json' };
import { countMessage, message } from './message.ts';

afterEach(() => vi.unstubAllGlobals());

it('returns the English sentence outside the extension, with its values', () => {
  expect(message('turnCountOther', 12)).toBe('12 turns');
});

it('returns the translation where the browser has one', () => {
  vi.stubGlobal('chrome', { i18n: { getMessage: () => '12 Schritte' } });
  expect(message('turnCountOther', 12)).toBe('12 Schritte');
});

it('chooses the singular for one', () => {
  expect([0, 1, 2000].map((count) => countMessage('turnCount', count))).toEqual([
    '0 turns',
    '1 turn',
    '2,000 turns',
  ]);
});

it('numbers the values of each message from $1 without gaps', () => {
  for (const [name, { message: text }] of Object.entries(english)) {
    const places = new Set([...text.matchAll(/\$(\d)/g)].map(([, place]) => Number(place)));
    expect([...places].sort(), name).toEqual([...places].map((_, at) => at + 1));
  }
});

it('has no message that the source does not use', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!.*\.test\.).*\.tsx?$/.test(file),
  );
  const source = files.map((file) => readFileSync(`src/${file}`, 'utf8')).join('\n');
  const used = new Set(source.match(/(?<=['"])[a-z]+[A-Z]\w*(?=['"])/g));
  const unused = Object.keys(english).filter(
    (name) => !used.has(name) && !used.has(name.replace(/(?:One|Other)$/, '')),
  );
  // The manifest uses these.
  expect(unused).toEqual(['extensionDescription', 'extensionName']);
});

it('keeps the messages sorted by name', () => {
  const names = Object.keys(english);
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
});
