import { describe, expect, it } from 'vitest';
import type { Files } from '../import.fixture.ts';
import { collectFiles } from '../import.fixture.ts';
import { makeContent } from '../content.fixture.ts';
import { ADD_UID, SHOP } from '../shop.fixture.ts';
import type { MessagesLine } from './messages.ts';
import { listMessagesFiles } from './messages.ts';
import { checkVisionLines } from './trl-schema.fixture.ts';

const parse = (files: Files): MessagesLine[] =>
  new TextDecoder()
    .decode(files.get('messages.jsonl'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as MessagesLine);

describe('listMessagesFiles', () => {
  it('shows the screenshot before the turn in the last message of the user', async () => {
    const files = await collectFiles(listMessagesFiles(SHOP));
    const [click, say, ...others] = parse(files);
    expect(others).toEqual([]);
    expect(click?.messages.at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: `click(uid="${ADD_UID}")` }],
    });
    expect(click?.messages.findLast(({ role }) => role === 'user')?.content[0]).toEqual({
      type: 'image',
    });
    // What was said shows the page of the action before.
    expect([click?.images, say?.images]).toEqual([['images/turn-1.png'], ['images/turn-1.png']]);
    expect([...files.keys()]).toEqual(['messages.jsonl', 'images/turn-1.png']);
  });

  it('skips turns whose screenshot is not proven, even if told to include them', async () => {
    const [, click] = SHOP.turns;
    if (click?.kind !== 'browser' || click.screenshot.status !== 'kept')
      throw new Error('no click');
    const proof = { kind: 'stale', ageMs: 10, reason: 'late' } as const;
    const stale = { ...click, screenshot: { ...click.screenshot, proof } };
    const files = listMessagesFiles({ ...SHOP, turns: [stale] }, { unproven: true });
    expect(await collectFiles(files)).toEqual(new Map());
    expect(await collectFiles(listMessagesFiles(makeContent([])))).toEqual(new Map());
  });
});

describe('checkVisionLines', () => {
  it.each<[string, (line: MessagesLine) => unknown]>([
    [
      'a text in place of parts',
      ({ messages: [first] }) => Object.assign(first ?? {}, { content: 'x' }),
    ],
    ['an image too many', ({ images }) => images.push('images/turn-1.png')],
    ['an image that is missing', (line) => Object.assign(line, { images: ['images/x.png'] })],
    ['a conversation without answer', ({ messages }) => messages.pop()],
  ])('refuses %s', async (_name, edit) => {
    const files = await collectFiles(listMessagesFiles(SHOP));
    const paths = new Set(files.keys());
    const [line] = parse(files);
    if (!line) throw new Error('no line');
    expect(checkVisionLines([line], paths)).toEqual([]);
    edit(line);
    expect(checkVisionLines([line], paths)).toHaveLength(1);
  });
});
