import fc from 'fast-check';
import type { Action } from '../action/action.ts';
import { addChecksum } from '../demonstration/checksum.ts';
import type { DemonstrationContent } from '../demonstration/content.ts';
import { encodeText } from '../bytes.ts';
import type { Edit } from '../demonstration/edits/edit.ts';
import { encodeBoxes } from '../demonstration/content.ts';
import type {
  BrowserTurn,
  Demonstration,
  Hash,
  ScreenshotProof,
  Screenshot,
  StoredFrame,
  StoredSnapshot,
  Turn,
} from '../demonstration/demonstration.ts';
import type { TurnElement } from '../demonstration/turn-element.ts';
import { escapeText, writeAttribute } from '../snapshot/markup.ts';
import type { Box } from '../snapshot/snapshot.ts';
import { UID_ATTRIBUTE, formatUid } from '../snapshot/snapshot.ts';
import { hashNow } from './import.fixture.ts';

const START = 1_760_000_000_000;

/** Any text but lone surrogates and NUL: what pages and people can have written. */
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
/** Halves of pixels, like what browsers give. */
const px = fc.integer({ min: -4000, max: 4000 }).map((half) => half / 2);
const size = fc.integer({ min: 0, max: 4000 }).map((half) => half / 2);
const box: fc.Arbitrary<Box> = fc.record({ x: px, y: px, width: size, height: size });
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

interface PageDraft {
  title: string;
  texts: { text: string; box: Box | null }[];
  frame: { texts: { text: string; box: Box | null }[]; inset: number } | null;
}

const element = fc.record({ text, box: fc.option(box) });
const page: fc.Arbitrary<PageDraft> = fc.record({
  title: text,
  texts: fc.array(element, { minLength: 1, maxLength: 4 }),
  frame: fc.option(fc.record({ texts: fc.array(element, { maxLength: 3 }), inset: size })),
});

const action = fc.oneof(
  fc.constantFrom<BrowserTurn['action']['intent']>('click', 'hover', 'submit').map((intent) => ({
    intent,
  })),
  fc.record({ intent: fc.constant('textInput'), text }),
  fc.record({ intent: fc.constant('change'), value: text }),
  fc.record({ intent: fc.constantFrom('copy', 'paste'), text }),
  fc.record({ intent: fc.constant('scroll'), x: px, y: px }),
  fc.record({ intent: fc.constant('load'), url: fc.webUrl() }),
  fc.record({ intent: fc.constantFrom('tabcreate', 'tabremove'), tabId: fc.nat(999) }),
  fc.record({ intent: fc.constant('tabswitch'), tabId: fc.nat(999), fromTabId: fc.nat(999) }),
  fc.record({ intent: fc.constant('press'), key: fc.constantFrom('Enter', 'Escape') }),
);

const proof: fc.Arbitrary<ScreenshotProof> = fc.oneof(
  fc.record({ kind: fc.constant('unchanged'), requestedAt: fc.nat(), doneAt: fc.nat() }),
  fc.record({
    kind: fc.constant('differs'),
    requestedAt: fc.nat(),
    doneAt: fc.nat(),
    regions: fc.array(fc.record({ x: fc.nat(), y: fc.nat(), width: fc.nat(), height: fc.nat() })),
  }),
  fc.record({ kind: fc.constant('stale'), ageMs: fc.nat(5000), reason: text }),
);

const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ say: text, navigator: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      action,
      page: fc.option(page),
      proof: fc.option(proof),
      zoom: fc.constantFrom(1, 1.25, 1.5, 2),
      properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), json, { maxKeys: 3 }),
      pointer: fc.record({ clientX: px, clientY: px, x: px, y: px }),
      by: fc.constantFrom('person', 'copilot'),
      exact: fc.boolean(),
      effect: fc.boolean(),
      refused: fc.array(action, { maxLength: 2 }),
      image: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Store = Map<Hash, Uint8Array<ArrayBuffer>>;

export interface Generated extends DemonstrationContent {
  store: Store;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  id: fc.uuid(),
  at: fc.nat(100_000),
  by: text,
  command: fc.oneof(
    fc.record({ kind: fc.constant('text' as const), turnId: fc.constant('turn-0'), text }),
    fc.record({ kind: fc.constant('move' as const), turnId: text, before: fc.option(text) }),
    fc.constantFrom({ kind: 'undo' as const }, { kind: 'redo' as const }),
  ),
});

/** A recording as the store would hold it: pages with frames, every kind of turn, real hashes and seals. */
export const generated: fc.Arbitrary<Generated> = fc
  .record({
    steps: fc.array(fc.tuple(step, fc.nat(3000)), { maxLength: 6 }),
    description: text,
    tasks: fc.array(text, { maxLength: 2 }),
    offset: fc.integer({ min: -720, max: 720 }),
    lastsMs: fc.nat(100_000),
    own: fc.record(
      {
        outcome: fc.constantFrom('success' as const, 'partly' as const, 'failed' as const),
        project: text,
        tags: fc.array(text, { maxLength: 2 }),
        notes: text,
      },
      { requiredKeys: [] },
    ),
    edits: fc.option(fc.array(edit, { maxLength: 3 }), { nil: undefined }),
  })
  .map(({ steps, description, tasks, offset, lastsMs, own, edits }) => {
    const store: Store = new Map();
    const demonstration: Demonstration = {
      id: 'demo-1',
      version: 1,
      startedAt: START,
      endedAt: START + 20_000 + lastsMs,
      state: 'stopped',
      pauses: lastsMs % 2 === 0 ? [] : [{ from: START + 5, to: START + 9 }],
      title: description,
      userAgent: 'Chrome/150',
      timezoneOffsetMinutes: offset,
      recorder: '1.2.3',
      options: { video: false, hover: true, dialogs: false, extras: false, masks: ['.x'] },
      form: { annotator: 'a', description, tasks, navigatorName: 'n', instructorName: 'i', ...own },
      ...(edits && { edits }),
    };
    let at = START;
    const turns = steps.map(([drawn, after], index): Turn => {
      at += after;
      return addChecksum(makeTurn(drawn, index, at, store));
    });
    return {
      demonstration,
      turns,
      store,
      read: (hash) => Promise.resolve(store.get(hash) ?? null),
    };
  });

function makeTurn(drawn: Step, index: number, at: number, store: Store): Turn {
  const common = { id: `turn-${index}`, demonstrationId: 'demo-1', at, seq: index };
  if ('say' in drawn) {
    const speaker = drawn.navigator ? 'navigator' : 'instructor';
    const said = { intent: 'say', speaker, utterance: drawn.say } as const;
    return { ...common, kind: 'say', by: 'person', action: said };
  }
  const isTab = drawn.action.intent.startsWith('tab');
  const made = drawn.page && !isTab ? makePage(drawn.page, index, at, drawn.exact, store) : null;
  const given = addUid(drawn.action, made?.uid ?? formatUid(9, 9));
  const isPointer = ['click', 'hover', 'scroll'].includes(given.intent);
  const turn: BrowserTurn = {
    ...common,
    kind: 'browser',
    by: drawn.by === 'copilot' ? 'copilot' : 'person',
    action: given,
    element: made?.element ?? null,
    metadata: {
      mouseX: drawn.pointer.x,
      mouseY: drawn.pointer.y,
      tabId: 7,
      url: 'https://shop.example/',
      viewportWidth: 1280,
      viewportHeight: 720,
      zoomLevel: drawn.zoom,
    },
    properties: { ...drawn.properties, ...(isPointer && drawn.pointer) },
    snapshot: made?.snapshot ?? null,
    screenshot: made ? makeScreenshot(drawn.proof, drawn.image, store) : NONE,
    receipt: { verdict: 'changed', changes: [{ kind: 'title', to: 'x' }] },
    causedBy: index > 0 ? `turn-${index - 1}` : null,
    ...(drawn.refused.length > 0 && {
      refused: drawn.refused.map((each) => addUid(each, made?.uid ?? formatUid(9, 9))),
    }),
  };
  if (!drawn.effect || !made) return turn;
  const shown: ScreenshotProof = { kind: 'unchanged', requestedAt: at, doneAt: at };
  const screenshot = makeScreenshot(
    shown,
    drawn.image.map((byte) => 255 - byte),
    store,
  );
  return { ...turn, effect: { screenshot, settledAt: null } };
}

const NONE: Screenshot = { status: 'missing', reason: 'no page' };

function addUid(drawn: { intent: string }, uid: string): BrowserTurn['action'] {
  const about = drawn.intent.startsWith('tab') || drawn.intent === 'load' ? {} : { uid };
  return { ...drawn, ...about } as Exclude<Action, { intent: 'say' }>;
}

function makeScreenshot(
  drawn: ScreenshotProof | null,
  image: Uint8Array,
  store: Store,
): Screenshot {
  if (drawn === null) return NONE;
  const kept = { status: 'kept', image: keep(store, image.slice()) } as const;
  return { ...kept, width: 1280, height: 720, proof: drawn };
}

function makePage(
  { title, texts, frame }: PageDraft,
  salt: number,
  at: number,
  exact: boolean,
  store: Store,
): { uid: string; element: TurnElement; snapshot: StoredSnapshot } {
  const top = makeFrame(0, title, texts, salt, frame !== null, store);
  const frames = [top.stored];
  if (frame) {
    const { inset } = frame;
    const inner = makeFrame(1, 'inner', frame.texts, salt + 100, false, store);
    const place = { x: inset, y: inset, scaleX: 1, scaleY: 1 };
    frames.push({ ...inner.stored, parentFrameId: 0, ownerUid: formatUid(salt, 50), place });
  }
  const [first] = texts;
  const uid = formatUid(salt, 0);
  const element: TurnElement = {
    uid,
    frameId: 0,
    tagName: 'P',
    attributes: { title: first?.text ?? '' },
    box: first?.box ?? { x: 1, y: 2, width: 3, height: 4 },
    textContent: first?.text ?? '',
    xpath: '/html[1]/body[1]/p[1]',
    name: first?.text ?? '',
    role: 'paragraph',
  };
  return { uid, element, snapshot: { frames, devicePixelRatio: 1, takenAt: at, exact } };
}

function makeFrame(
  frameId: number,
  title: string,
  texts: PageDraft['texts'],
  salt: number,
  holdsFrame: boolean,
  store: Store,
): { stored: StoredFrame } {
  const tag = (n: number): string => writeAttribute(UID_ATTRIBUTE, formatUid(salt, n));
  const body = texts.map((one, n) => `<p${tag(n)}>${escapeText(one.text)}</p>`).join('');
  const inner = holdsFrame ? `<iframe${tag(50)}></iframe>` : '';
  const html = `<head${tag(90)}><title>${escapeText(title)}</title></head><body${tag(91)}>${body}${inner}</body>`;
  const boxes = texts.flatMap((one, n) =>
    one.box ? [[formatUid(salt, n), one.box] as const] : [],
  );
  return {
    stored: {
      frameId,
      ...(salt % 2 === 0 && { root: { uid: formatUid(salt, 92), attributes: { lang: 'en' } } }),
      parentFrameId: null,
      ownerUid: null,
      place: null,
      url: 'https://shop.example/',
      title,
      html: keep(store, encodeText(html)),
      boxes: keep(store, encodeBoxes(Object.fromEntries(boxes))),
      viewport: { width: 1280, height: 720 },
      scroll: { x: 0, y: 0 },
      exact: true,
    },
  };
}

function keep(store: Store, bytes: Uint8Array<ArrayBuffer>): Hash {
  const hash = hashNow(bytes);
  store.set(hash, bytes);
  return hash;
}
