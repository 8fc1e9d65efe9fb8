import { describe, expect, it, vi } from 'vitest';
import { startDemonstration } from '../recording-state.ts';
import { addChecksum } from '../checksum.ts';
import type { ReadContent } from '../content.ts';
import { encodeText } from '../../bytes.ts';
import { encodeBoxes } from '../content.ts';
import type {
  BrowserTurn,
  Demonstration,
  ScreenshotProof,
  StoredFrame,
  StoredSnapshot,
  Turn,
} from '../demonstration.ts';
import type { TurnElement } from '../turn-element.ts';
import { createTurnLint, lintDemonstration } from './lint.ts';
import { makeBrowserTurn, makeSayTurn } from '../make-turn.fixture.ts';

const LINK = `<a data-webtasks-id="a">Kettles</a>`;
const STORE: Record<string, Uint8Array<ArrayBuffer>> = {
  page: encodeText(`<head></head><body>${LINK}</body>`),
  inner: encodeText(`<head></head><body><b data-webtasks-id="b"></b></body>`),
  same: encodeText(`<head></head><body>${LINK}</body>`),
  twice: encodeText(`<head></head><body>${LINK}${LINK}</body>`),
  shown: encodeText(
    `<head></head>${LINK}<input type="password" value="hunter2" data-webtasks-id="i">`,
  ),
  headless: encodeText(`<body>${LINK}</body>`),
  blank: encodeText(' \n'),
  boxes: encodeBoxes({ a: { x: 1, y: 2, width: 3, height: 4 } }),
  nan: encodeBoxes({ a: { x: 1, y: 2, width: Number.NaN, height: 4 } }),
  image: new Uint8Array([1]),
  garbled: encodeText('[1, 2'),
};

const ROOT = { uid: 'r', attributes: {} };

function makeFrame(over: Partial<StoredFrame> = {}): StoredFrame {
  return {
    ...{ frameId: 0, parentFrameId: null, html: 'page', boxes: 'boxes', ownerUid: null },
    ...{ url: '', title: '', viewport: { width: 1, height: 1 }, scroll: { x: 0, y: 0 } },
    ...{ place: null, exact: true },
    ...over,
  };
}

function makeSnapshot(...frames: StoredFrame[]): StoredSnapshot {
  return { frames, devicePixelRatio: 1, takenAt: 900, exact: true };
}

const target: TurnElement = {
  ...{ uid: 'a', frameId: 0, tagName: 'A', textContent: 'Kettles', name: 'Kettles', role: 'link' },
  attributes: {},
  box: { x: 1, y: 2, width: 3, height: 4 },
  xpath: '/html[1]/body[1]/a[1]',
};

function makeShot(proof: ScreenshotProof): BrowserTurn['screenshot'] {
  return { status: 'kept', image: 'image', width: 1, height: 1, proof };
}

/** A click that has nothing wrong with it. */
function makeGood(over: Partial<BrowserTurn> = {}): BrowserTurn {
  return makeBrowserTurn({
    action: { intent: 'click', uid: 'a' },
    element: target,
    snapshot: makeSnapshot(makeFrame()),
    screenshot: makeShot({ kind: 'unchanged', requestedAt: 900, doneAt: 950 }),
    ...over,
  });
}

function onElement(over: Partial<TurnElement>): Partial<BrowserTurn> {
  return { element: { ...target, ...over } };
}

function onFrames(...frames: Partial<StoredFrame>[]): Partial<BrowserTurn> {
  return { snapshot: makeSnapshot(...frames.map(makeFrame)) };
}

function readStore(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return Promise.resolve(STORE[hash] ?? null);
}

async function rulesOf(turn: Turn): Promise<string[]> {
  const findings = await createTurnLint(readStore)(turn);
  expect(findings.every((finding) => finding.turnId === turn.id)).toBe(true);
  return findings.map(({ severity, rule }) => `${severity} ${rule}`);
}

describe('createTurnLint', () => {
  it('reads content once for a turn that is looked through again', async () => {
    const read = vi.fn(readStore);
    const lint = createTurnLint(read);
    await lint(makeGood());
    const reads = read.mock.calls.length;
    expect(reads).toBeGreaterThan(0);
    await lint(makeGood());
    expect(read).toHaveBeenCalledTimes(reads);
  });

  it.each<[string, Turn]>([
    ['a good click', makeGood()],
    [
      'a target in a frame',
      makeGood({
        action: { intent: 'click', uid: 'b' },
        ...onFrames({}, { frameId: 2, parentFrameId: 0, html: 'inner' }),
        ...onElement({ uid: 'b', frameId: 2, tagName: 'B' }),
      }),
    ],
    [
      'the whole of a frame',
      makeGood({
        action: { intent: 'click', uid: 'r' },
        ...onFrames({}, { frameId: 2, parentFrameId: 0, html: 'inner', root: ROOT }),
        ...onElement({ uid: 'r', frameId: 2, tagName: 'HTML' }),
      }),
    ],
    [
      'a first load',
      makeBrowserTurn({
        action: { intent: 'load', url: 'https://shop.example/' },
        screenshot: { status: 'missing', reason: 'there was no page' },
      }),
    ],
    ['a tab', makeBrowserTurn({ action: { intent: 'tabcreate', tabId: 1 } })],
    [
      'a picture proven after the action',
      makeGood({
        screenshot: makeShot({ kind: 'unchanged', requestedAt: 1001, doneAt: 1060 }),
      }),
    ],
    [
      'a masked password',
      makeGood({
        action: { intent: 'textInput', uid: 'a', text: '••••' },
        ...onElement({ tagName: 'A', attributes: { type: 'password', value: '••••' } }),
      }),
    ],
    ['an utterance', makeSayTurn()],
  ])('finds nothing wrong with %s', async (_, turn) => {
    expect(await rulesOf(turn)).toEqual([]);
  });

  it.each<[string, Turn]>([
    ['error page-missing', makeGood({ snapshot: null })],
    [
      'warning page-missing',
      makeGood({
        action: { intent: 'scroll', x: 0, y: 9, uid: null },
        element: null,
        snapshot: null,
      }),
    ],
    ['error page-lost', makeGood(onFrames({ html: 'lost' }))],
    ['error page-lost', makeGood(onFrames())],
    ['warning page-headless', makeGood(onFrames({ html: 'headless' }))],
    ['warning page-late', makeGood({ snapshot: { ...makeSnapshot(makeFrame()), exact: false } })],
    ['warning frame-lost', makeGood(onFrames({}, { frameId: 2, parentFrameId: 0, html: 'lost' }))],
    ['error boxes-lost', makeGood(onFrames({ boxes: 'lost' }))],
    ['error boxes-lost', makeGood(onFrames({ boxes: 'garbled' }))],
    ['error box-broken', makeGood(onFrames({ boxes: 'nan' }))],
    ['error uid-repeated', makeGood(onFrames({ html: 'twice' }))],
    ['error uid-repeated', makeGood(onFrames({}, { frameId: 2, parentFrameId: 0, html: 'same' }))],
    ['error secret-in-page', makeGood(onFrames({ html: 'shown' }))],
    ['error no-target', makeGood({ element: null })],
    ['error target-mixed-up', makeGood({ action: { intent: 'click', uid: 'b' } })],
    ['error target-not-in-page', makeGood(onFrames({ html: 'inner' }))],
    ['error target-not-in-page', makeGood(onElement({ frameId: 2 }))],
    [
      'error target-not-in-page',
      makeGood({
        action: { intent: 'click', uid: 'r' },
        ...onFrames({ root: ROOT }),
        ...onElement({ uid: 'r', tagName: 'HTML' }),
      }),
    ],
    ['error target-differs', makeGood(onElement({ tagName: 'BUTTON' }))],
    ['error target-no-box', makeGood(onElement({ box: { x: 1, y: 2, width: 0, height: 4 } }))],
    ['error target-no-box', makeGood(onElement({ box: { ...target.box, x: Number.NaN } }))],
    ['warning target-too-deep', makeGood(onElement({ xpath: '/div[1]'.repeat(260) }))],
    ['warning screenshot-pending', makeGood({ screenshot: { status: 'pending' } })],
    [
      'warning screenshot-missing',
      makeGood({
        screenshot: { status: 'missing', reason: 'the tab was in the background' },
      }),
    ],
    [
      'warning screenshot-stale',
      makeGood({
        screenshot: makeShot({ kind: 'stale', ageMs: 3, reason: 'the page moved' }),
      }),
    ],
    [
      'error screenshot-lost',
      makeGood({
        screenshot: {
          ...{ status: 'kept', image: 'gone', width: 1, height: 1 },
          proof: { kind: 'unchanged', requestedAt: 900, doneAt: 950 },
        },
      }),
    ],
    ['error turn-damaged', { ...addChecksum(makeGood()), seq: 7 }],
    [
      'error screenshot-proof',
      makeGood({
        screenshot: makeShot({ kind: 'unchanged', requestedAt: 960, doneAt: 950 }),
      }),
    ],
    [
      'warning broken-text',
      makeSayTurn({
        action: { intent: 'say', speaker: 'navigator', utterance: 'half \ud83e' },
      }),
    ],
    [
      'error empty-utterance',
      makeSayTurn({
        action: { intent: 'say', speaker: 'navigator', utterance: ' \n' },
      }),
    ],
    ['error no-address', makeBrowserTurn({ action: { intent: 'load', url: '' } })],
  ])('%s', async (finding, turn) => {
    expect(await rulesOf(turn)).toEqual([finding]);
  });

  it('says once that a page is empty, and what that does to the target', async () => {
    expect(await rulesOf(makeGood(onFrames({ html: 'blank' })))).toEqual([
      'error page-empty',
      'error target-not-in-page',
    ]);
  });

  it.each<[string, BrowserTurn['action'], string | undefined]>([
    ['typed', { intent: 'textInput', uid: 'a', text: 'hunter2' }, '••••'],
    ['pasted', { intent: 'paste', uid: 'a', text: 'hunter2' }, '••••'],
    ['left in the attributes', { intent: 'click', uid: 'a' }, 'hunter2'],
  ])('a secret that was %s', async (_, action, value) => {
    const secret = { tagName: 'INPUT', attributes: { type: 'password', value: value ?? '' } };
    expect(await rulesOf(makeGood({ action, ...onElement(secret) }))).toContain('error secret');
  });
});

describe('lintDemonstration', () => {
  const stopped: Demonstration = {
    ...startDemonstration({
      ...{ id: 'demo', at: 500, title: '', userAgent: '', recorder: '1.0.0' },
      timezoneOffsetMinutes: 0,
    }),
    state: 'stopped',
    endedAt: 9000,
  };

  async function lint(turns: Turn[], read: ReadContent): Promise<string[]> {
    const found: string[] = [];
    const content = { demonstration: stopped, turns, read };
    for await (const { turnId, severity, rule } of lintDemonstration(content)) {
      found.push(`${turnId ?? 'all'}: ${severity} ${rule}`);
    }
    return found;
  }

  it('reports on the whole first, then on each turn', async () => {
    const turns = [makeGood({ id: 'a', causedBy: 'gone' }), makeGood({ id: 'b', element: null })];
    expect(await lint(turns, readStore)).toEqual(['a: warning lost-cause', 'b: error no-target']);
  });

  it('reads content that turns share once, and stops reading when it is left', async () => {
    const reads: string[] = [];
    const read = (hash: string) => {
      reads.push(hash);
      return readStore(hash);
    };
    await lint([makeSayTurn(), makeGood({ id: 'a' }), makeGood({ id: 'b' })], read);
    expect(reads).toEqual(['page', 'boxes', 'image']);

    reads.length = 0;
    const turns = [
      makeGood({ id: 'a', element: null }),
      makeGood({ id: 'b', ...onFrames({ html: 'inner' }) }),
    ];
    for await (const finding of lintDemonstration({ demonstration: stopped, turns, read })) {
      expect(finding.turnId).toBe('a');
      break;
    }
    expect(reads).toEqual(['page', 'boxes', 'image']);
  });
});
