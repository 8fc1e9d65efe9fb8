import { describe, expect, it } from 'vitest';
import type { Files } from '../import.fixture.ts';
import { collectFiles } from '../import.fixture.ts';
import { ADD_UID as uid, SHOP, SHOP_PROOF as proof } from '../shop.fixture.ts';
import { checkAtif } from './atif-schema.fixture.ts';
import type { AtifTrajectory } from './list.ts';
import { listAtifFiles } from './list.ts';

const parse = (files: Files): AtifTrajectory =>
  JSON.parse(new TextDecoder().decode(files.get('trajectory.json'))) as AtifTrajectory;
const check = (files: Files): string[] => checkAtif(parse(files), new Set(files.keys()));

describe('listAtifFiles', () => {
  it('writes talk, the page before an action, the action and what came of it', async () => {
    const files = await collectFiles(listAtifFiles(SHOP));
    const { steps, notes } = parse(files);
    const image = (path: string) => ({ type: 'image', source: { media_type: 'image/png', path } });
    expect(notes).toBe('Add a kettle');
    expect(steps).toMatchObject([
      {
        step_id: 1,
        source: 'user',
        message: 'Add a kettle',
        timestamp: '2025-10-09T08:53:22.000Z',
      },
      {
        ...{ step_id: 2, source: 'system' },
        message: [
          { type: 'text', text: 'The page is https://shop.example/' },
          image('images/turn-1-before.png'),
        ],
        extra: { turn: 1, page: 'pages/turn-1.html', proof },
      },
      {
        ...{ step_id: 3, source: 'agent', message: 'Click Add kettle', llm_call_count: 0 },
        tool_calls: [{ tool_call_id: 'turn-1', function_name: 'click', arguments: { uid } }],
        observation: {
          results: [
            {
              source_call_id: 'turn-1',
              content: [
                { type: 'text', text: '“1 in basket” appeared' },
                image('images/turn-1-after.png'),
              ],
            },
          ],
        },
        extra: { turn: 1, by: 'person', element: { uid, name: 'Add kettle', role: 'button' } },
      },
      { step_id: 4, source: 'agent', message: 'It is in the basket.' },
    ]);
    expect(new TextDecoder().decode(files.get('pages/turn-1.html'))).toContain(`"${uid}"`);
    expect(check(files)).toEqual([]);
  });
});

describe('checkAtif', () => {
  const change = async (edit: (trajectory: AtifTrajectory) => unknown): Promise<string[]> => {
    const files = await collectFiles(listAtifFiles(SHOP));
    const trajectory = parse(files);
    edit(trajectory);
    return checkAtif(trajectory, new Set(files.keys()));
  };
  it.each<[string, (trajectory: AtifTrajectory) => unknown]>([
    ['an unknown member', (trajectory) => Object.assign(trajectory, { surprise: 1 })],
    ['no steps', (trajectory) => trajectory.steps.splice(0)],
    ['a gap in the steps', (trajectory) => trajectory.steps.splice(0, 1)],
    [
      'a time that is none',
      ({ steps: [first] }) => Object.assign(first ?? {}, { timestamp: 'now' }),
    ],
    ['a result of no call', ({ steps }) => Object.assign(steps[2] ?? {}, { tool_calls: [] })],
    ['a call of the user', ({ steps }) => Object.assign(steps[2] ?? {}, { source: 'user' })],
  ])('refuses %s', async (_name, edit) => {
    expect((await change(edit)).length).toBeGreaterThan(0);
  });

  it('refuses a picture that is missing', async () => {
    const files = await collectFiles(listAtifFiles(SHOP));
    expect(checkAtif(parse(files), new Set())).toHaveLength(2);
  });
});
