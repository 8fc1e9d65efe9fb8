import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@puppeteer/replay';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOf } from '../../shape.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { migrateDemonstration, turnShape } from '../../demonstration/migrate.ts';
import { EXPORT_FORMATS } from '../export-formats.ts';
import type { Files } from '../import.fixture.ts';
import { collectFiles, encode } from '../import.fixture.ts';
import { listPuppeteerFiles } from '../playback/puppeteer.ts';
import { SHOP } from '../shop.fixture.ts';
import { importFiles, writeReadableTurns } from './foreign.fixture.ts';

/** A trace of Playwright 1.65 and events of rrweb 2.2, both of a page with a form; the screencast has every third frame. */
function readGolden(folder: string): Files {
  const base = join(import.meta.dirname, '..', folder, 'golden');
  const names = readdirSync(base, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(base.length + 1), new Uint8Array(readFileSync(path))]),
  );
}

/** Why turns have no screenshot; null for those that have one. */
function listReasons({ turns }: DemonstrationContent): (string | null)[] {
  return turns
    .filter((turn) => turn.kind === 'browser')
    .map(({ screenshot }) => (screenshot.status === 'missing' ? screenshot.reason : null));
}

/** As the Recorder of Chrome exports it. */
const FLOW: Files = new Map([
  [
    'flow.json',
    encode(
      JSON.stringify({
        title: 'Order',
        steps: [
          {
            ...{ type: 'setViewport', width: 800, height: 600, deviceScaleFactor: 1 },
            ...{ isMobile: false, hasTouch: false, isLandscape: false },
          },
          {
            ...{ type: 'navigate', url: 'https://shop.example/' },
            assertedEvents: [{ type: 'navigation', url: 'https://shop.example/', title: '' }],
          },
          {
            ...{ type: 'change', value: 'pot', target: 'main' },
            selectors: [['aria/Search'], ['#q'], ['xpath///*[@id="q"]'], 'pierce/#q'],
          },
          { type: 'keyDown', target: 'main', key: 'Control' },
          { type: 'keyDown', target: 'main', key: 'a' },
          { type: 'keyUp', target: 'main', key: 'a' },
          { type: 'keyUp', target: 'main', key: 'Control' },
          { type: 'change', value: 'hunter2', selectors: [['aria/Password'], ['input.x']] },
          { type: 'scroll', x: 0, y: 300 },
          { type: 'scroll', x: 0, y: 200 },
          {
            ...{ type: 'click', offsetX: 3, offsetY: 4, selectors: [['aria/Buy[role="button"]']] },
            assertedEvents: [{ type: 'navigation', url: 'https://shop.example/cart' }],
          },
          { type: 'waitForElement', selectors: ['.done'] },
        ],
      }),
    ),
  ],
]);

describe('Recorder flows', () => {
  it('become turns with what the selectors say of their elements', async () => {
    // The format's own reader takes the flow.
    const flow = JSON.parse(new TextDecoder().decode(FLOW.get('flow.json'))) as unknown;
    expect(parse(flow).steps).toHaveLength(12);
    const { outcome, content } = await importFiles(FLOW);
    expect(writeReadableTurns(content)).toEqual([
      'Open shop.example/ | https://shop.example/',
      'Type “pot” in Search | https://shop.example/',
      'Press Control+a in Search | https://shop.example/',
      'Type “••••••” in Password | https://shop.example/',
      'Scroll down | https://shop.example/',
      'Scroll up | https://shop.example/',
      'Click Buy | https://shop.example/',
      'Open shop.example/cart | https://shop.example/cart',
    ]);
    expect(content.turns[1]).toMatchObject({
      element: { attributes: { id: 'q' }, name: 'Search' },
      screenshot: { status: 'missing', reason: 'a Recorder flow has no pictures' },
    });
    expect(content.turns.at(-1)).toMatchObject({ causedBy: content.turns.at(-2)?.id });
    expect(outcome.ok && outcome.findings).toEqual([
      'flow.json has a step “waitForElement” that is no action of a person; the others were saved.',
      expect.stringContaining('no pages, pictures and boxes, and no times'),
    ]);
  });

  it('of our own export have its actions again', async () => {
    const { content } = await importFiles(await collectFiles(listPuppeteerFiles(SHOP)));
    expect(writeReadableTurns(content)).toContain('Click Add kettle | https://shop.example/');
  });
});

describe('Playwright traces', () => {
  it('become turns with the page, its target and the screencast before each call', async () => {
    const { outcome, content, text } = await importFiles(readGolden('trace'));
    expect(writeReadableTurns(content)).toEqual([
      'Open shop.example/ | http://shop.example/',
      'Type “kettle” in Name | http://shop.example/',
      'Type “••••••” in Secret | http://shop.example/',
      'Choose “Blue” in the list | http://shop.example/',
      'Tick Gift | http://shop.example/',
      'Click Add kettle | http://shop.example/',
      'Press Enter in Name | http://shop.example/',
      'Press Escape | http://shop.example/',
      'Scroll down | http://shop.example/',
    ]);
    expect(text).not.toContain('hunter2');
    const click = content.turns[5];
    expect(click).toMatchObject({
      element: { tagName: 'BUTTON', role: 'button', attributes: { id: 'add' } },
      metadata: { viewportWidth: 320 },
      snapshot: { frames: [{ title: 'Shop' }] },
    });
    expect(click?.kind === 'browser' && click.element?.box.width).toBeGreaterThan(50);
    const shots = content.turns.flatMap((turn) => (turn.kind === 'browser' ? turn.screenshot : []));
    expect(shots.find(({ status }) => status === 'kept')).toMatchObject({
      ...{ width: 320, height: 240, proof: { kind: 'stale' } },
    });
    expect(outcome.ok && outcome.findings).toEqual([
      expect.stringContaining('pictures that may be late'),
    ]);
  });

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null, string]>([
    ['has no picture', () => null, 'the trace has no screencast frame before it'],
    ['has a damaged picture', (bytes) => bytes.slice(0, 3), 'its screencast frame is damaged'],
  ])('say of each turn that it %s', async (_name, change, reason) => {
    const files = readGolden('trace');
    for (const [path, bytes] of files) {
      const changed = path.endsWith('.jpeg') ? change(bytes) : bytes;
      if (changed) files.set(path, changed);
      else files.delete(path);
    }
    const reasons = listReasons((await importFiles(files)).content);
    expect(reasons).toHaveLength(9);
    expect(reasons).toContain(reason);
    expect(reasons).not.toContain(null);
  });

  it('say of turns of tabs that they have no picture', async () => {
    const goTo = (callId: string, pageId: string) => [
      {
        type: 'before',
        callId,
        pageId,
        startTime: 2,
        class: 'Frame',
        method: 'goto',
        params: { url: 'https://a.example/' },
      },
      { type: 'after', callId, endTime: 3 },
    ];
    const begin = { version: 10, type: 'context-options', wallTime: 5, monotonicTime: 1 };
    const lines = [begin, ...goTo('1', 'first'), ...goTo('2', 'second')];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const { content } = await importFiles(new Map([['trace.trace', encode(text)]]));
    expect(content.turns.map(({ action }) => action.intent)).toEqual([
      ...['load', 'tabcreate', 'tabswitch', 'load'],
    ]);
    expect(listReasons(content).slice(1, 3)).toEqual([
      'turns of tabs have no picture',
      'turns of tabs have no picture',
    ]);
  });

  it('lose only their damaged lines', async () => {
    const files = readGolden('trace');
    const lines = new TextDecoder().decode(files.get('trace.trace')).split('\n');
    lines.splice(3, 0, '{"type":"before",');
    const { outcome, content } = await importFiles(
      new Map([['trace.trace', encode(lines.join('\n'))]]),
    );
    expect(content.turns).toHaveLength(9);
    expect(outcome.ok && outcome.findings[0]).toBe(
      'trace.trace, line 4 is damaged; the others were saved.',
    );
  });
});

describe('rrweb events', () => {
  const EXPECTED = [
    'Open shop.example/ | http://shop.example/',
    'Click Name | http://shop.example/',
    'Type “pot” in Name | http://shop.example/',
    'Click Secret | http://shop.example/',
    'Type “••••••” in Secret | http://shop.example/',
    'Choose “Blue” in the list | http://shop.example/',
    'Click Gift | http://shop.example/',
    'Tick Gift | http://shop.example/',
    'Click Add kettle | http://shop.example/',
    'Click 1 in basket | http://shop.example/',
    'Scroll down | http://shop.example/',
  ];

  it('become turns with the page as it was before each action', async () => {
    const { outcome, content, text } = await importFiles(readGolden('rrweb'));
    expect(writeReadableTurns(content)).toEqual(EXPECTED);
    expect(text).not.toContain('hunter2');
    const pages = await Promise.all(
      content.turns.slice(-3).map(async (turn) => {
        const html = turn.kind === 'browser' ? turn.snapshot?.frames[0]?.html : undefined;
        return new TextDecoder().decode((html && (await content.read(html))) || undefined);
      }),
    );
    expect(pages.map((page) => page.includes('1 in basket'))).toEqual([false, true, true]);
    expect(listReasons(content)).toEqual(EXPECTED.map(() => 'rrweb events have no pictures'));
    expect(outcome.ok && outcome.findings).toEqual([
      expect.stringContaining('no pictures, boxes and keys'),
    ]);
  });

  it('have no password that a page shows after it was typed', async () => {
    const text = new TextDecoder().decode(readGolden('rrweb').get('events.json'));
    const shown = text.replaceAll('1 in basket', 'Welcome hunter2');
    const { content, text: stored } = await importFiles(new Map([['e.json', encode(shown)]]));
    expect(stored).not.toContain('hunter2');
    expect(writeReadableTurns(content)).toContain('Click Welcome •••••• | http://shop.example/');
  });

  it('are read from lines, too, without the damaged ones', async () => {
    const text = new TextDecoder().decode(readGolden('rrweb').get('events.json'));
    const lines = (JSON.parse(text) as object[]).map((event) => JSON.stringify(event));
    lines.push('{"type":3,', '7');
    const files = new Map([['events.jsonl', encode(lines.join('\n'))]]);
    const { outcome, content: read } = await importFiles(files);
    expect(writeReadableTurns(read)).toEqual(EXPECTED);
    expect(outcome.ok && outcome.findings[0]).toBe('2 events are damaged; the others were saved.');
  });
});

describe.each(['trace', 'rrweb', 'flow'])('an import of %s', (name) => {
  const read = (): Files => (name === 'flow' ? FLOW : readGolden(name));

  it('has the stored form, the same ids each time, and can be exported', async () => {
    const { outcome, content } = await importFiles(read());
    const again = await importFiles(read());
    expect(again.outcome).toEqual(outcome);
    expect(migrateDemonstration(content.demonstration).ok).toBe(true);
    expect(content.turns.filter((turn) => !isOf(turnShape)(turn))).toEqual([]);
    for (const { list } of Object.values(EXPORT_FORMATS)) await collectFiles(list(content));
  });

  it('is refused with a reason, or read, whatever is changed in the file', async () => {
    const files = read();
    const path = [...files.keys()].find((each) => /\.(?:json|trace)$/.test(each)) ?? '';
    const bytes = files.get(path) ?? new Uint8Array();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.constantFrom('', '[', '{', '"', '-1', 'null', '1e99'),
        fc.nat(30),
        async (at, text, cut) => {
          const changed = [bytes.slice(0, at), encode(text), bytes.slice(at + cut)];
          const whole = new Uint8Array(await new Blob(changed).arrayBuffer());
          const { outcome } = await importFiles(new Map([[path, whole]])).catch(ignoreMissing);
          if (!outcome.ok) expect(outcome.reason).not.toBe('');
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** A changed beginning may be no demonstration at all. */
function ignoreMissing(error: unknown): { outcome: { ok: false; reason: string } } {
  if (error instanceof Error && error.message === 'no demonstration was found') {
    return { outcome: { ok: false, reason: error.message } };
  }
  throw error;
}
