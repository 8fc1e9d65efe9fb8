import { describe, expect, it } from 'vitest';
import type { Files } from '../import.fixture.ts';
import { collectFiles } from '../import.fixture.ts';
import { ADD_UID, SHOP } from '../shop.fixture.ts';
import { checkAdp } from './adp-schema.fixture.ts';
import type { AdpTrajectory } from './list.ts';
import { listAdpFiles } from './list.ts';

const parse = (files: Files): AdpTrajectory =>
  JSON.parse(new TextDecoder().decode(files.get('trajectory.json'))) as AdpTrajectory;

describe('listAdpFiles', () => {
  it('writes talk, the page before an action, the action and what came of it', async () => {
    const files = await collectFiles(listAdpFiles(SHOP));
    const { content, ...rest } = parse(files);
    const image = (path: string) => ({
      ...{ class_: 'image_observation', content: path, source: 'environment' },
    });
    expect(rest).toMatchObject({
      ...{ schema_version: '1.5.0', id: 'demo' },
      details: { name: 'Add a kettle', turns: [{ id: 'turn-0', by: 'person' }, {}, {}] },
    });
    expect(content).toEqual([
      { class_: 'text_observation', content: 'Add a kettle', source: 'user' },
      {
        class_: 'web_observation',
        html: expect.stringContaining(`"${ADD_UID}"`) as string,
        axtree: null,
        url: 'https://shop.example/',
        image_observation: image('images/turn-1-before.png'),
        viewport_size: [1280, 720],
      },
      {
        ...{ class_: 'api_action', tool_call_id: 'turn-1', function: 'click' },
        ...{ kwargs: { uid: ADD_UID }, description: 'Click Add kettle' },
      },
      {
        ...{ class_: 'text_observation', content: '“1 in basket” appeared' },
        ...{ source: 'environment', tool_call_id: 'turn-1' },
      },
      image('images/turn-1-after.png'),
      { class_: 'message_action', content: 'It is in the basket.' },
    ]);
  });
});

describe('checkAdp', () => {
  it.each<[string, (trajectory: AdpTrajectory) => unknown]>([
    ['an unknown member', (trajectory) => Object.assign(trajectory, { surprise: 1 })],
    ['an unknown class', ({ content: [first] }) => Object.assign(first ?? {}, { class_: 'web' })],
    ['an action without result', ({ content }) => content.splice(3, 1)],
    ['a result without action', ({ content }) => content.splice(2, 1)],
    ['a second result', ({ content }) => content.push(...content.slice(3, 4))],
  ])('refuses %s', async (_name, edit) => {
    const files = await collectFiles(listAdpFiles(SHOP));
    const trajectory = parse(files);
    expect(checkAdp(trajectory, new Set(files.keys()))).toEqual([]);
    edit(trajectory);
    expect(checkAdp(trajectory, new Set(files.keys())).length).toBeGreaterThan(0);
  });
});
