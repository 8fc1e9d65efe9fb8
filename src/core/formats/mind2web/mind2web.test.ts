import { describe, expect, it } from 'vitest';
import { makeBrowserTurn } from '../../demonstration/make-turn.fixture.ts';
import { makeContent } from '../content.fixture.ts';
import type { ExportFile } from '../export-file.ts';
import { keepHtml } from '../page.fixture.ts';
import type { FixturePage } from '../page.fixture.ts';
import { listMind2WebFiles } from './list.ts';
import type { MindAction } from './task.ts';
import { writeMindAction, nameWebsite } from './task.ts';

const CLICK = { op: 'CLICK', original_op: 'CLICK', value: '' } as const;

function write({ frame }: FixturePage, uid: string): MindAction | null {
  const turn = makeBrowserTurn({ action: { intent: 'click', uid } });
  const page = { frames: [frame], devicePixelRatio: 1, takenAt: 0 };
  return writeMindAction({ turn, operation: CLICK, uid }, page);
}

const SHOP = `<title>Kettles</title><body>
  <form id="form"><label for="q" id="label">Search <b id="bold">now</b></label>
  <input id="q" name="q" value="red" placeholder="Search the shop">
  <button id="go" class="btn"><svg id="svg" class="a icon-search"><path id="path" d="M0"/></svg><span id="word">Go</span></button></form>
  <ul><li><a id="k1" href="/kettle"><img id="img" alt="Kettle" src="k.png"></a> <a id="k2" href="/kettle">Kettle</a> <a id="k3" href="/kettle">Kettle</a>
  <button id="add1" class="add">Add</button></li><li><a href="/pot">Pot</a><button id="add2" class="add">Add</button></li></ul>
  <div><div><section><p id="deep">Only text</p></section></div></div>
  <input type="hidden" id="hidden" name="csrf"><script id="script">if (1 < 2 && "</p>") {}</script></body>`;

describe('a Mind2Web action', () => {
  const page = keepHtml(SHOP);
  const idOf = (action: MindAction | null, name: string): string | undefined => {
    const mark = `data_webtasks_id="${page.uids[name] ?? ''}"`;
    const [, tag = ''] =
      new RegExp(`<(\\w[^<>]*${mark}[^<>]*)>`).exec(action?.raw_html ?? '') ?? [];
    return /backend_node_id="(\d+)"/.exec(tag)?.[1];
  };
  const positivesOf = (name: string): string[] => {
    const action = write(page, page.uids[name] ?? '');
    const positives = action?.pos_candidates.map((one) => one.backend_node_id) ?? [];
    return Object.keys(page.uids).filter((id) => positives.includes(idOf(action, id) ?? ''));
  };

  it.each([
    ['an icon in a button: the button and all in it', 'path', ['go', 'svg', 'path', 'word']],
    ['a field: its label too', 'q', ['label', 'bold', 'q']],
    ['a word in a label: what it is for', 'bold', ['label', 'bold', 'q']],
    ['a link: another with the same address and text', 'k2', ['k2', 'k3']],
    ['one of many buttons: that one', 'add1', ['add1']],
    ['a text that is no control: itself', 'deep', ['deep']],
  ])('%s', (_case, target, expected) => {
    expect(positivesOf(target)).toEqual(expected);
  });

  it('names the button as the top level of the icon that was hit', () => {
    const positives = write(page, page.uids['path'] ?? '')?.pos_candidates ?? [];
    expect(
      positives.map((one) => [one.tag, one.is_original_target, one.is_top_level_target]),
    ).toEqual([
      ['path', true, false],
      ['button', false, true],
      ['svg', false, false],
      ['span', false, false],
    ]);
  });

  it('lists elements that look like the target first among the negatives', () => {
    const action = write(page, page.uids['add1'] ?? '');
    expect(action?.neg_candidates[0]?.backend_node_id).toBe(idOf(action, 'add2'));
  });

  it('has no positive among the negatives and no field that is hidden', () => {
    const action = write(page, page.uids['go'] ?? '');
    const negatives = action?.neg_candidates.map((one) => one.backend_node_id) ?? [];
    for (const name of ['go', 'word', 'svg', 'hidden']) {
      expect(negatives).not.toContain(idOf(action, name));
    }
    expect(negatives).toContain(idOf(action, 'q'));
  });

  it('is cleaned to salient attributes, texts as elements, and no empty wrapper', () => {
    const { cleaned_html: cleaned = '' } = write(page, page.uids['go'] ?? '') ?? {};
    expect(cleaned).toContain('input_value="red"');
    expect(cleaned).toContain('class="icon-search"');
    expect(cleaned).toMatch(
      /<p backend_node_id="\d+"><text backend_node_id="\d+">Only text<\/text><\/p>/,
    );
    expect(cleaned).not.toMatch(/bounding_box_rect|class="btn"|<section|<script|csrf"[^>]*type/);
  });

  it('measures boxes from the corner of the page, not of the viewport', () => {
    const action = write(page, page.uids['go'] ?? '');
    const { bounding_box_rect: rect } = JSON.parse(
      action?.pos_candidates[0]?.attributes ?? '{}',
    ) as Record<string, string>;
    const box = page.frame.boxes[page.uids['go'] ?? ''];
    expect(rect).toBe(`10,${(box?.y ?? 0) + 100},100,18`);
  });

  it('is null without its target', () => {
    expect(write(page, 'ffffffff-ffff-4fff')).toBeNull();
  });
});

describe('the Mind2Web files of a demonstration', () => {
  const page = keepHtml(SHOP, 'https://www.kettles.co.uk/');
  const uid = (name: string): string => page.uids[name] ?? '';
  const content = makeContent(
    [
      { action: { intent: 'say', speaker: 'instructor', utterance: 'Find a red kettle' } },
      { action: { intent: 'load', url: 'https://www.kettles.co.uk/' } },
      { action: { intent: 'click', uid: uid('q') }, page },
      { action: { intent: 'textInput', uid: uid('q'), text: 'red kettle' }, page },
      { action: { intent: 'submit', uid: uid('form') }, page },
      { action: { intent: 'hover', uid: uid('k2') }, page },
      { action: { intent: 'scroll', x: 0, y: 300, uid: null }, page },
      { action: { intent: 'click', uid: 'ffffffff-ffff-4fff' }, page },
      { action: { intent: 'click', uid: uid('add1') } },
    ],
    {
      form: {
        annotator: '',
        description: '',
        tasks: ['Shopping'],
        navigatorName: '',
        instructorName: '',
      },
    },
  );

  it('list the steps as operations, and the dropped turns with reasons', async () => {
    const files = await readFiles(listMind2WebFiles(content));
    const [task] = JSON.parse(files.get('task.json') ?? '') as [Record<string, unknown>];
    const actions = task['actions'] as MindAction[];
    expect(actions.map(({ operation }) => operation)).toEqual([
      { op: 'TYPE', original_op: 'TYPE', value: 'red kettle' },
      { op: 'CLICK', original_op: 'ENTER', value: '' },
      { op: 'CLICK', original_op: 'HOVER', value: '' },
    ]);
    expect(task).toMatchObject({
      annotation_id: 'demo',
      website: 'kettles',
      domain: 'Shopping',
      confirmed_task: 'Find a red kettle',
      action_reprs: [
        '[textbox]  Search now -> TYPE: red kettle',
        '[textbox]  Search now -> CLICK',
        '[link]  Kettle -> CLICK',
      ],
    });
    const left = JSON.parse(files.get('left-out.json') ?? '') as {
      turn_id: string;
      reason: string;
    }[];
    expect(left.map(({ turn_id, reason }) => [turn_id, reason])).toEqual([
      ['turn-1', 'Mind2Web has no such operation'],
      ['turn-2', 'part of the next action'],
      ['turn-6', 'Mind2Web has no such operation'],
      ['turn-7', 'its target is not in the kept page'],
      ['turn-8', 'its page was not kept'],
    ]);
  });

  it('keep screenshots and the page before and after each action beside it', async () => {
    const files = await readFiles(listMind2WebFiles(content));
    const folder = 'task/demo/processed';
    const shots = JSON.parse(files.get(`${folder}/screenshot.json`) ?? '') as {
      action_uid: string;
      before: { screenshot: string };
      after: { screenshot: string };
    }[];
    expect(shots.map((shot) => shot.action_uid)).toEqual(['turn-3', 'turn-4', 'turn-5']);
    expect(Buffer.from(shots[0]?.before.screenshot ?? '', 'base64')[0]).toBe(137);
    expect(shots[2]?.after.screenshot).toBe(shots[0]?.before.screenshot);
    const doms = JSON.parse(files.get(`${folder}/dom_content.json`) ?? '') as {
      before: { dom: { documents: [{ nodes: { nodeName: number[] } }]; strings: string[] } };
    }[];
    const dom = doms[0]?.before.dom;
    const names = dom?.documents[0].nodes.nodeName.map((index) => dom.strings[index]) ?? [];
    expect(names.slice(0, 3)).toEqual(['HTML', 'HEAD', 'TITLE']);
    expect(names).toContain('#text');
  });

  it('keep the saved pages before and after an action, the latter from the next turn with a page', async () => {
    const page = keepHtml(SHOP);
    const proof = { kind: 'unchanged', requestedAt: 0, doneAt: 1 } as const;
    const mhtml = { status: 'kept', file: 'image', proof } as const;
    const extras = { mhtml, accessible: { status: 'missing', reason: '' } } as const;
    const click = (id: string) => ({ intent: 'click', uid: page.uids[id] ?? '' }) as const;
    const steps = [
      { action: click('add1'), page, over: { extras } },
      { action: { intent: 'load', url: 'https://shop.example/' } as const },
      { action: click('go'), page, over: { extras } },
    ];
    const files = await readFiles(listMind2WebFiles(makeContent(steps)));
    const saved = [...files.keys()].filter((path) => path.endsWith('.mhtml'));
    expect(saved.map((path) => path.split('/').at(-1))).toEqual([
      'turn-0_before.mhtml',
      'turn-0_after.mhtml',
      'turn-2_before.mhtml',
    ]);
  });

  it('are one empty task for a demonstration without actions', async () => {
    const files = await readFiles(listMind2WebFiles(makeContent([])));
    expect(JSON.parse(files.get('task.json') ?? '')).toMatchObject([{ actions: [], website: '' }]);
  });
});

it.each([
  ['https://www.aa.com/x', 'aa'],
  ['https://shop.bbc.co.uk/', 'bbc'],
  ['http://127.0.0.1:8000/', '127.0.0.1'],
  ['http://localhost:3000/', 'localhost'],
  ['nonsense', ''],
])('the website of %s is %s', (url, website) => {
  expect(nameWebsite(url)).toBe(website);
});

async function readFiles(files: AsyncIterable<ExportFile>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { path, read } of files) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of read()) chunks.push(chunk);
    texts.set(path, Buffer.concat(chunks).toString());
  }
  return texts;
}
