import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generated } from '../arbitrary.fixture.ts';
import { makeContent } from '../content.fixture.ts';
import type { Files } from '../import.fixture.ts';
import { collectFiles, makePorts, makeSource, toContent } from '../import.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import { readWeblinx } from '../weblinx/read.ts';
import { checkAtif } from './atif-schema.fixture.ts';
import { listAtifFiles } from './list.ts';
import type { AtifTrajectory } from './trajectory.ts';

const page = keepHtml('<h1>Shop</h1><button id="add">Add kettle</button>');
const uid = page.uids['add'] ?? '';
const kept = { status: 'kept', image: 'image', width: 1280, height: 720 } as const;
const proof = { kind: 'unchanged', requestedAt: 0, doneAt: 1 } as const;
const SHOP = makeContent([
  { action: { intent: 'say', speaker: 'instructor', utterance: 'Add a kettle' } },
  {
    action: { intent: 'click', uid },
    page,
    over: {
      effect: { screenshot: { ...kept, proof }, settledAt: 1_760_000_005_000 },
      receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: '1 in basket' }] },
    },
  },
  { action: { intent: 'say', speaker: 'navigator', utterance: 'It is in the basket.' } },
]);

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

  it('is valid for the sample recording with all intents of WebLINX', async () => {
    const golden = join(import.meta.dirname, '../golden/weblinx-sample');
    const names = readdirSync(golden, { recursive: true, withFileTypes: true });
    const sample: Files = new Map(
      names
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(golden.length + 1), new Uint8Array(readFileSync(path))]),
    );
    const store = new Map<string, Uint8Array<ArrayBuffer>>();
    const found = await readWeblinx(makeSource(sample), '', makePorts(store));
    const files = await collectFiles(listAtifFiles(toContent(found, store)));
    expect(parse(files).steps.length).toBeGreaterThan(24);
    expect(check(files)).toEqual([]);
  });

  it('is valid for any demonstration', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (content) => {
        const files = await collectFiles(listAtifFiles(content));
        expect(content.turns.length === 0 ? [] : check(files)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('has nothing to write without turns', async () => {
    expect(await collectFiles(listAtifFiles(makeContent([])))).toEqual(new Map());
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
