import { describe, expect, it } from 'vitest';
import { startDemonstration } from '../../demonstration/recording-state.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { encodeText } from '../../bytes.ts';
import { encodeBoxes } from '../../demonstration/content.ts';
import type {
  BrowserTurn,
  ScreenshotProof,
  StoredSnapshot,
  Turn,
} from '../../demonstration/demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from '../../demonstration/make-turn.fixture.ts';
import { listWeblinxFiles } from './list.ts';

const UID = '22ea1c64-9c82-446a';
const HTML = `<head></head><body><a href="/" data-webtasks-id="${UID}">Kettles</a></body>`;
const BOX = { x: 10, y: 20, width: 30, height: 40 };

const STORE: Record<string, Uint8Array<ArrayBuffer>> = {
  html: encodeText(HTML),
  odd: encodeText(`<body><a data-webtasks-id="${UID}"></a></body>`),
  boxes: encodeBoxes({ [UID]: BOX }),
  image: new Uint8Array([137, 80, 78, 71]),
};

function makeSnapshot(html = 'html'): StoredSnapshot {
  const frame = {
    frameId: 0,
    parentFrameId: null,
    ownerUid: null,
    place: null,
    url: 'https://shop.example/',
    title: '',
    html,
    boxes: 'boxes',
    viewport: { width: 1280, height: 720 },
    scroll: { x: 0, y: 0 },
    exact: true,
  };
  return { frames: [frame], devicePixelRatio: 1, takenAt: 0, exact: true };
}

function makeKeptTurn(over: Partial<BrowserTurn> = {}): BrowserTurn {
  const proof: ScreenshotProof = { kind: 'unchanged', requestedAt: 900, doneAt: 950 };
  return makeBrowserTurn({
    action: { intent: 'click', uid: UID },
    element: {
      uid: UID,
      frameId: 0,
      tagName: 'A',
      attributes: { href: '/' },
      box: BOX,
      textContent: 'Kettles',
      xpath: '/html[1]/body[1]/a[1]',
      name: 'Kettles',
      role: 'link',
    },
    snapshot: makeSnapshot(),
    screenshot: { status: 'kept', image: 'image', width: 1280, height: 720, proof },
    ...over,
  });
}

function makeContent(turns: Turn[]): DemonstrationContent & { reads: string[] } {
  const reads: string[] = [];
  const demonstration = startDemonstration({
    id: 'demo',
    at: 400,
    title: '',
    userAgent: '',
    timezoneOffsetMinutes: 0,
    recorder: '1.0.0',
  });
  const read = (hash: string) => {
    reads.push(hash);
    return Promise.resolve(STORE[hash] ?? null);
  };
  return { demonstration, turns, read, reads };
}

async function exportTexts(turns: Turn[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const file of listWeblinxFiles(makeContent(turns))) {
    let text = '';
    for await (const chunk of file.read()) text += new TextDecoder().decode(chunk);
    files[file.path] = text;
  }
  return files;
}

async function exportReplay(turns: Turn[]): Promise<unknown[]> {
  const files = await exportTexts(turns);
  return (JSON.parse(files['replay.json'] ?? '') as { data: unknown[] }).data;
}

describe('listWeblinxFiles', () => {
  it('numbers browser turns, with gaps where Wayscribe’s extras were', async () => {
    const files = await exportTexts([
      makeSayTurn(),
      makeBrowserTurn({ action: { intent: 'press', uid: null, key: 'Enter' } }),
      makeKeptTurn(),
      makeBrowserTurn({ action: { intent: 'back' } }),
      makeBrowserTurn({ action: { intent: 'load', url: 'https://shop.example/' } }),
    ]);
    expect(Object.keys(files)).toEqual([
      'metadata.json',
      'form.json',
      'pages/page-1-0.html',
      'bboxes/bboxes-1.json',
      'screenshots/screenshot-1-0.png',
      'replay.json',
    ]);
    const { data } = JSON.parse(files['replay.json'] ?? '') as {
      data: { type: string; timestamp: number; action?: { event_id: number } }[];
    };
    expect(data.map((turn) => [turn.type, turn.timestamp, turn.action?.event_id])).toEqual([
      ['chat', 0.6, undefined],
      ['browser', 0.6, 1],
      ['browser', 0.6, 3],
    ]);
  });

  it('is valid JSON without turns', async () => {
    expect(await exportReplay([])).toEqual([]);
  });

  it.each<[ScreenshotProof, string]>([
    [{ kind: 'unchanged', requestedAt: 900, doneAt: 950 }, 'good'],
    [{ kind: 'stale', ageMs: 3, reason: 'it moved' }, 'broken'],
  ])('a screenshot with the proof %j', async (proof, status) => {
    const screenshot = { status: 'kept', image: 'image', width: 1, height: 1, proof } as const;
    expect(await exportReplay([makeKeptTurn({ screenshot })])).toMatchObject([
      { state: { screenshot: 'screenshot-0-0.png', screenshot_status: status } },
    ]);
  });

  it('names only files that exist', async () => {
    const proof = { kind: 'unchanged', requestedAt: 1, doneAt: 2 } as const;
    const lost = makeKeptTurn({
      snapshot: makeSnapshot('lost'),
      screenshot: { status: 'kept', image: 'lost', width: 1, height: 1, proof },
    });
    const files = await exportTexts([lost]);
    expect(Object.keys(files)).toEqual(['metadata.json', 'form.json', 'replay.json']);
    const [turn] = await exportReplay([lost]);
    expect(turn).toMatchObject({ state: { page: null, screenshot: null } });
    expect(turn).not.toHaveProperty('state.screenshot_status');
    expect(turn).toHaveProperty('action.arguments.element.textContent', 'Kettles');
  });

  it('begins a page with a head, which scripts may have removed', async () => {
    const files = await exportTexts([makeKeptTurn({ snapshot: makeSnapshot('odd') })]);
    expect(files['pages/page-0-0.html']).toMatch(/^<head><\/head><body><a /);
  });

  it('has the box in both coordinate systems', async () => {
    const turn = makeKeptTurn({ metadata: { ...makeKeptTurn().metadata, zoomLevel: 1.5 } });
    const files = await exportTexts([turn]);
    expect(JSON.parse(files['bboxes/bboxes-0.json'] ?? '')).toMatchObject({ [UID]: { x: 10 } });
    expect(await exportReplay([turn])).toMatchObject([
      { action: { arguments: { element: { bbox: { x: 15, right: 60 } } } } },
    ]);
  });

  it('writes the start tag with the attributes of the turn', async () => {
    const element = { ...makeKeptTurn().element, attributes: { title: 'a "b" <c>' } };
    const turn = { ...makeKeptTurn(), element } as BrowserTurn;
    expect(await exportReplay([turn])).toMatchObject([
      {
        action: {
          element_html: `<a href="/" data-webtasks-id="${UID}">Kettles</a>`,
          arguments: {
            element: {
              attributes: { title: 'a "b" <c>', 'data-webtasks-id': UID },
              outerHTML: `<a title="a &quot;b&quot; &lt;c&gt;" data-webtasks-id="${UID}">Kettles</a>`,
            },
          },
        },
      },
    ]);
  });

  it('looks up a target that the turn does not describe', async () => {
    expect(await exportReplay([makeKeptTurn({ element: null })])).toMatchObject([
      { action: { arguments: { element: { tagName: 'A', textContent: 'Kettles' } } } },
    ]);
  });

  it('gives a tab turn no page and no place', async () => {
    const action = { intent: 'tabcreate', tabId: 7 } as const;
    expect(await exportReplay([makeKeptTurn({ action, element: null })])).toMatchObject([
      {
        state: { screenshot: null, page: null },
        action: { arguments: { metadata: { tabId: -1, url: '', viewportWidth: -1 } } },
      },
    ]);
  });

  it('reads content only when a file is read', async () => {
    const content = makeContent([makeKeptTurn(), makeKeptTurn({ id: 'second' })]);
    const files = listWeblinxFiles(content);
    await files.next();
    await files.next();
    expect(content.reads).toEqual([]);
    await files.next();
    await files.next();
    expect(content.reads).toEqual(['html', 'boxes']);
    await files.next();
    expect(content.reads).toEqual(['html', 'boxes', 'image']);
    await files.return(undefined);
    expect(content.reads).toHaveLength(3);
  });
});
