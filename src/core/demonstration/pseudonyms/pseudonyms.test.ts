import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes.ts';
import type { Box } from '../../snapshot/snapshot.ts';
import { hasValidChecksum } from '../checksum.ts';
import type { DemonstrationContent } from '../content.ts';
import { encodeBoxes } from '../content.ts';
import type { BrowserTurn, StoredSnapshot, Turn } from '../demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from '../make-turn.fixture.ts';
import { startDemonstration } from '../recording-state.ts';
import { findPersonal } from './find-personal.ts';
import type { PseudonymKey } from './key.ts';
import { extendKey, isCardNumber, PERSONAL_KINDS } from './key.ts';
import { pseudonymize, createReplacer } from './pseudonymize.ts';

const ADA: PseudonymKey = extendKey(
  [],
  [
    { text: 'Ada Lovelace', kind: 'person' },
    { text: 'ada@lovelace.example', kind: 'email' },
    { text: '+44 20 7946 0958', kind: 'phone' },
    { text: '4111 1111 1111 1111', kind: 'card' },
    { text: '12 St James’s Square', kind: 'address' },
  ],
);
const replace = (text: string): string => createReplacer(ADA).replace(text);

describe('the key', () => {
  it('gives each text one surrogate, and keeps it', () => {
    const more = extendKey(ADA, [
      { text: 'ADA  LOVELACE', kind: 'person' },
      { text: 'Charles Babbage', kind: 'person' },
      { text: 'Person1', kind: 'person' },
    ]);
    expect(more.map(({ surrogate }) => surrogate)).toEqual([
      'Person1',
      'person1@mail.example',
      '2025550100',
      '4000000000000010',
      'Address1',
      'Person2',
    ]);
  });

  it('makes surrogates that are valid of their kind and differ', () => {
    const texts = Array.from({ length: 150 }, (_, at) => String(at + 10));
    const found = PERSONAL_KINDS.flatMap((kind) =>
      texts.map((text) => ({ text: `${kind}${text}`, kind })),
    );
    const key = extendKey([], found);
    expect(new Set(key.map(({ surrogate }) => surrogate)).size).toBe(found.length);
    for (const { kind, surrogate } of key) {
      if (kind === 'card') expect(isCardNumber(surrogate)).toBe(true);
      expect(surrogate).toMatch(/^[\w.@]+$/);
    }
  });
});

describe('replacing', () => {
  it.each([
    ['Write to Ada Lovelace.', 'Write to Person1.'],
    ['ADA LOVELACE’s', 'Person1’s'],
    ['?name=Ada+Lovelace&q=1', '?name=Person1&q=1'],
    ['/people/ada-lovelace/', '/people/Person1/'],
    ['?to=ada%40lovelace.example', '?to=person1@mail.example'],
    ['<b>Ada&nbsp;Lovelace</b>', '<b>Person1</b>'],
    ['<td>Ada <b>Lovelace</b></td>', '<td>Person1<b></b></td>'],
    ['12 St James&#8217;s Square', 'Address1'],
    ['{"name":"Ada\\u0020Lovelace"}', '{"name":"Person1"}'],
    ['call +442079460958 or +44 (20) 7946-0958', 'call 2025550100 or 2025550100'],
    ['4111-1111-1111-1111', '4000000000000010'],
    ['the Ada Lovelaces', 'the Person1s'],
    ['Adan Lovelace', 'Adan Lovelace'],
    ['<p>Ada</p><p>Byron</p>', '<p>Ada</p><p>Byron</p>'],
    ['94111111111111111111', '94000000000000010111'],
    ['Bobby', 'Bobby'],
  ])('%s', (text, replaced) => expect(replace(text)).toBe(replaced));

  it('takes the longest name, and leaves what may stay', () => {
    const key = extendKey(ADA, [{ text: 'Ada', kind: 'person' }]);
    const met = createReplacer(key).replace('Ada met Ada Lovelace and Adam');
    expect(met).toBe('Person2 met Person1 and Adam');
    const off = key.map((entry) => ({ ...entry, isReplaced: entry.text !== 'Ada' }));
    expect(createReplacer(off).replace('Ada met Ada Lovelace')).toBe('Ada met Person1');
  });

  it('leaves every other text, and finds nothing in its own result', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...ADA), fc.string(), (before, { text }, after) => {
        const replaced = replace(`${before} ${text} ${after}`);
        expect(createReplacer(ADA).find(replaced)).toEqual([]);
      }),
    );
  });
});

const contents = new Map<string, Uint8Array<ArrayBuffer>>();
let count = 0;
function keep(bytes: Uint8Array<ArrayBuffer>): string {
  count += 1;
  const hash = count.toString(16).padStart(64, '0');
  contents.set(hash, bytes);
  return hash;
}

function makePage(html: string, boxes: Record<string, Box>): StoredSnapshot {
  const frame = {
    ...{
      frameId: 0,
      parentFrameId: null,
      ownerUid: null,
      url: 'https://shop.example/',
      title: 'Shop',
    },
    place: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
    ...{ html: keep(encodeText(html)), boxes: keep(encodeBoxes(boxes)) },
    ...{ viewport: { width: 800, height: 600 }, scroll: { x: 0, y: 0 }, exact: true },
  };
  return { frames: [frame], devicePixelRatio: 1, takenAt: 0, exact: true };
}

const box = (x: number): Box => ({ x, y: 10, width: 50, height: 20 });
const FORM =
  '<head></head><body data-webtasks-id="b"><h1 data-webtasks-id="h">Hello Ada Lovelace</h1><input data-webtasks-id="i" autocomplete="email" value="ada@lovelace.example"><p data-webtasks-id="p">Sales</p></body>';
const PROOF = { kind: 'unchanged', requestedAt: 0, doneAt: 1 } as const;

function makeContent(turns: readonly Turn[]): DemonstrationContent {
  const start = {
    id: 'demo',
    at: 0,
    title: 'Ada Lovelace - Shop',
    userAgent: '',
    timezoneOffsetMinutes: 0,
  };
  const demonstration = startDemonstration({ ...start, recorder: '0' });
  return { demonstration, turns, read: (hash) => Promise.resolve(contents.get(hash) ?? null) };
}

function makeShot(proof: Extract<BrowserTurn['screenshot'], { status: 'kept' }>['proof'] = PROOF) {
  return {
    status: 'kept',
    image: keep(encodeText(`png ${count}`)),
    width: 1600,
    height: 1200,
    proof,
  } as const;
}

const painted: { boxes: readonly Box[]; scale: number }[] = [];
const ports = {
  hash: (bytes: Uint8Array) =>
    Promise.resolve(`${new TextDecoder().decode(bytes).length}`.padStart(64, 'f')),
  paint: (png: Uint8Array<ArrayBuffer>, boxes: readonly Box[], { scale }: { scale: number }) => {
    painted.push({ boxes, scale });
    return Promise.resolve(encodeText(`painted ${new TextDecoder().decode(png)}`));
  },
};

describe('a demonstration with pseudonyms', () => {
  const boxes = {
    b: { x: 0, y: 0, width: 800, height: 600 },
    h: box(10),
    i: box(100),
    p: box(200),
  };
  const page = makePage(FORM, boxes);
  const plain = makePage(
    FORM.replace('Ada Lovelace', 'you').replace('ada@lovelace.example', ''),
    boxes,
  );
  const typed = { intent: 'textInput', uid: 'i', text: 'ada@lovelace.example' } as const;

  it('has the same surrogate in talk, actions, addresses, titles and pages', async () => {
    const turns = [
      makeSayTurn({
        id: 'a',
        action: { intent: 'say', speaker: 'instructor', utterance: 'I am Ada Lovelace' },
      }),
      makeBrowserTurn({ id: 'b', action: typed, snapshot: page, screenshot: makeShot() }),
    ];
    const { content, places } = await pseudonymize(makeContent(turns), ADA, ports);
    const written = JSON.stringify([content.demonstration, content.turns]);
    expect(written).not.toMatch(/lovelace/i);
    expect(content.demonstration.title).toBe('Person1 - Shop');
    const [said, acted] = content.turns;
    expect(said?.action).toMatchObject({ utterance: 'I am Person1' });
    expect(acted?.action).toMatchObject({ text: 'person1@mail.example' });
    expect(content.turns.every(hasValidChecksum)).toBe(true);
    const html =
      acted?.kind === 'browser' ? await content.read(acted.snapshot?.frames[0]?.html ?? '') : null;
    expect(new TextDecoder().decode(html ?? new Uint8Array())).toBe(
      FORM.replace('Ada Lovelace', 'Person1').replace(
        'ada@lovelace.example',
        'person1@mail.example',
      ),
    );
    expect(places.map(({ kind, turn }) => `${kind} ${turn}`)).toEqual(
      expect.arrayContaining(['form null', 'turn 0', 'turn 1', 'page 1', 'picture 1']),
    );
  });

  it('paints over the elements that hold a text, and nothing else', async () => {
    painted.length = 0;
    const turn = makeBrowserTurn({ snapshot: page, screenshot: makeShot() });
    const { content } = await pseudonymize(makeContent([turn]), ADA, ports);
    expect(painted).toEqual([{ boxes: [boxes.h, boxes.i], scale: 2 }]);
    const [made] = content.turns;
    const image =
      made?.kind === 'browser' && made.screenshot.status === 'kept' ? made.screenshot.image : '';
    expect(new TextDecoder().decode((await content.read(image)) ?? undefined)).toMatch(
      /^painted png/,
    );
  });

  it.each<[string, Partial<BrowserTurn>, boolean]>([
    ['a page without the texts', { snapshot: plain }, true],
    [
      'a screenshot that may be late',
      { snapshot: page, screenshot: makeShot({ kind: 'stale', ageMs: 1, reason: '' }) },
      false,
    ],
    ['a page that was read after the action', { snapshot: { ...page, exact: false } }, false],
    ['no page', { snapshot: null }, false],
  ])('decides about the screenshot of %s', async (_, over, isKept) => {
    const turn = makeBrowserTurn({ screenshot: makeShot(), ...over });
    const { content } = await pseudonymize(makeContent([turn]), ADA, ports);
    const [made] = content.turns;
    expect(made?.kind === 'browser' && made.screenshot.status).toBe(isKept ? 'kept' : 'missing');
  });

  it.each([page, plain])('drops frames of the ring', async (snapshot) => {
    const alternatives = [{ image: keep(encodeText('ring')), width: 1, height: 1 }];
    const turn = makeBrowserTurn({ snapshot, screenshot: { ...makeShot(), alternatives } });
    const { content } = await pseudonymize(makeContent([turn]), ADA, ports);
    expect(JSON.stringify(content.turns)).not.toContain('alternatives');
  });

  it('keeps the picture of an effect only between two pages without the texts', async () => {
    const effect = { screenshot: makeShot(), settledAt: 1 };
    const make = (first: StoredSnapshot, second: StoredSnapshot) => [
      makeBrowserTurn({ id: 'a', snapshot: first, effect }),
      makeBrowserTurn({ id: 'b', snapshot: second }),
    ];
    const status = async (turns: Turn[]) => {
      const [first] = (await pseudonymize(makeContent(turns), ADA, ports)).content.turns;
      return first?.kind === 'browser' ? first.effect?.screenshot.status : null;
    };
    expect(await status(make(plain, plain))).toBe('kept');
    expect(await status(make(plain, page))).toBe('missing');
    expect(await status(make(plain, plain).slice(0, 1))).toBe('missing');
  });
});

describe('finding personal texts', () => {
  it('finds them in fields, pages and talk', async () => {
    const element = (attributes: Record<string, string>): BrowserTurn['element'] => ({
      ...{ uid: 'i', frameId: 0, tagName: 'INPUT', attributes, box: box(0) },
      ...{ textContent: '', xpath: '', name: '', role: 'textbox' },
    });
    const type = (text: string, attributes: Record<string, string>) =>
      makeBrowserTurn({
        action: { intent: 'textInput', uid: 'i', text },
        element: element(attributes),
      });
    const turns = [
      makeSayTurn({
        action: {
          intent: 'say',
          speaker: 'instructor',
          utterance: 'Mail bob@mail.example, call +49 170 1234567',
        },
      }),
      type('Ada Lovelace', { autocomplete: 'section-a shipping name' }),
      type('12 St James’s Square', { name: 'billing_address1', placeholder: 'Street' }),
      type('lamps', { type: 'search', name: 'name' }),
      type('020 7946 0958', { type: 'tel' }),
      type('••••', { autocomplete: 'name' }),
      makeBrowserTurn({
        snapshot: makePage(
          '<head></head><body><a href="mailto:eve@mail.example">Mail</a><p>Order 4111 1111 1111 1112, card 4111 1111 1111 1111</p><input name="firstName" value="Grace"></body>',
          {},
        ),
      }),
    ];
    const found = await findPersonal(makeContent(turns));
    expect(found).toEqual([
      { text: 'bob@mail.example', kind: 'email' },
      { text: '+49 170 1234567', kind: 'phone' },
      { text: 'Ada Lovelace', kind: 'person' },
      { text: '12 St James’s Square', kind: 'address' },
      { text: '020 7946 0958', kind: 'phone' },
      { text: 'eve@mail.example', kind: 'email' },
      { text: '4111 1111 1111 1111', kind: 'card' },
      { text: 'Grace', kind: 'person' },
    ]);
  });
});
