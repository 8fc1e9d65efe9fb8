import { describe, expect, it } from 'vitest';
import { makeContent } from '../content.fixture.ts';
import { collectFiles } from '../import.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import { listPageFiles } from './list.ts';
import type { ActionStep, PageModel } from './page-model.ts';

const page = keepHtml(
  '<h1>Shop</h1><a id="home" href="/">Home</a><button id="add">Add kettle</button>',
);
const add = page.uids['add'] ?? '';

async function list(content: ReturnType<typeof makeContent>) {
  const files = await collectFiles(listPageFiles(content));
  const json = new TextDecoder().decode(files.get('page.json'));
  return { paths: [...files.keys()], model: JSON.parse(json) as PageModel };
}

describe('listPageFiles', () => {
  it('describes talk and actions, numbered as in WebLINX', async () => {
    const { model, paths } = await list(
      makeContent([
        { action: { intent: 'say', speaker: 'instructor', utterance: 'Add a kettle' } },
        {
          action: { intent: 'click', uid: add },
          page,
          over: {
            by: 'copilot',
            receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: '1 in basket' }] },
            refused: [{ intent: 'click', uid: page.uids['home'] ?? '' }],
          },
        },
        {
          action: { intent: 'load', url: 'https://shop.example/basket' },
          over: { causedBy: 'turn-1' },
        },
      ]),
    );
    expect(model.title).toBe('Add a kettle');
    expect(model.steps).toMatchObject([
      { kind: 'talk', turn: 0, speaker: 'instructor', text: 'Add a kettle', seconds: 2 },
      {
        ...{ kind: 'action', turn: 1, by: 'copilot', text: 'Click Add kettle' },
        call: `click(uid="${add}")`,
        before: { content: 'image', proof: { level: 'verified' } },
        after: { content: null },
        element: { name: 'Add kettle', role: 'button', tag: 'button' },
        receipt: { verdict: 'changed', lines: ['“1 in basket” appeared'] },
        refused: [`click(uid="${page.uids['home']}")`],
      },
      { kind: 'action', turn: 2, causedBy: 1 },
    ]);
    expect(paths).toEqual(['page.json', 'contents/image', `contents/html ${page.frame.html}`]);
  });

  it('places the target and the ranked elements as shares of the picture', async () => {
    const { model } = await list(
      makeContent([
        { action: { intent: 'say', speaker: 'instructor', utterance: 'Add a kettle' } },
        { action: { intent: 'click', uid: add }, page },
      ]),
    );
    const { element, ranking, frames } = model.steps[1] as ActionStep;
    const box = page.frame.boxes[add];
    expect(element?.box).toMatchObject({
      width: expect.closeTo((box?.width ?? 0) / 1280, 4) as number,
      height: expect.closeTo((box?.height ?? 0) / 720, 4) as number,
    });
    const ranks = ranking?.best.map(({ rank }) => rank) ?? [];
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const target = ranking?.best.find(({ isTarget }) => isTarget);
    expect(target).toMatchObject({ uid: add, text: 'Add kettle', box: element?.box });
    expect(frames).toMatchObject([{ parent: null, owner: null, width: 1280, scroll: { y: 100 } }]);
  });

  it('says why a picture is missing, and lists no file for content that the store lost', async () => {
    const content = makeContent([
      {
        action: { intent: 'click', uid: add },
        page,
        over: { screenshot: { status: 'missing', reason: 'the tab was closed' } },
      },
    ]);
    const { model, paths } = await list({ ...content, read: () => Promise.resolve(null) });
    expect(model.steps).toMatchObject([
      { before: { content: null, reason: 'the tab was closed' }, frames: [], ranking: null },
    ]);
    expect(paths).toEqual(['page.json']);
  });

  it('describes every kind of proof', async () => {
    const shot = { status: 'kept', image: 'image', width: 1280, height: 720 } as const;
    const proofs = [
      { kind: 'ring', at: 0, ageMs: 40, live: false },
      {
        kind: 'differs',
        requestedAt: 0,
        doneAt: 1,
        regions: [{ x: 64, y: 36, width: 128, height: 72 }],
      },
      { kind: 'told', by: 'weblinx' },
      { kind: 'stale', ageMs: -1500, reason: 'the page was loading' },
    ] as const;
    const { model } = await list(
      makeContent(
        proofs.map((proof) => ({
          action: { intent: 'click', uid: add },
          over: { screenshot: { ...shot, proof: proof as never } },
        })),
      ),
    );
    expect(model.steps).toMatchObject([
      { before: { proof: { level: 'verified' } } },
      { before: { proof: { regions: [{ x: 0.05, y: 0.05, width: 0.1, height: 0.1 }] } } },
      { before: { proof: { level: 'claimed' } } },
      {
        before: {
          proof: { level: 'late', sentence: 'Taken 1.5 s after the action: the page was loading.' },
        },
      },
    ]);
  });
});
