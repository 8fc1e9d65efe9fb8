import { createHash, randomBytes, randomInt } from 'node:crypto';
import { startDemonstration } from '../../../src/core/demonstration/recording-state.ts';
import { addChecksum } from '../../../src/core/demonstration/checksum.ts';
import type { DemonstrationContent } from '../../../src/core/demonstration/content.ts';
import { encodeText } from '../../../src/core/bytes.ts';
import { encodeBoxes } from '../../../src/core/demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../../src/core/demonstration/demonstration.ts';
import type { GeneratedPage, Target } from './generate-page.ts';
import { generatePage } from './generate-page.ts';

const START = 1_760_000_000_000;
/** Every so many turns somebody says something. */
const SAID_EVERY = 10;
/** Before every so many actions a person refused another one. */
const REFUSED_EVERY = 10;
const IMAGE = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
const INTENTS = ['click', 'textInput', 'click', 'scroll', 'load', 'click', 'submit'] as const;

export interface GeneratedDemonstration {
  content: DemonstrationContent;
  /** All of it as one JSON text: what is measured is held against reading and writing this. */
  json: string;
}

/** A demonstration of `turns` turns, each action on a page of its own with `elements` elements. */
export function generateDemonstration(
  number: number,
  turns: number,
  elements: number,
  drawPicture: () => Uint8Array<ArrayBuffer> = () => IMAGE,
): GeneratedDemonstration {
  const store = new Map<string, Uint8Array<ArrayBuffer>>();
  const keep = (bytes: Uint8Array<ArrayBuffer>): string => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    store.set(hash, bytes);
    return hash;
  };
  const begun = startDemonstration({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    at: START,
    title: 'Shop',
    userAgent: 'Mozilla/5.0 Chrome/140.0.0.0',
    timezoneOffsetMinutes: 0,
    recorder: '1.0.0',
  });
  const pages: object[] = [];
  const list = Array.from({ length: turns }, (_, n): Turn => {
    const base = {
      id: `turn-${n}`,
      demonstrationId: begun.id,
      at: START + 2000 * (n + 1),
      seq: n,
      by: 'person' as const,
    };
    if (n % SAID_EVERY === 0) {
      const speaker = n % (2 * SAID_EVERY) === 0 ? 'instructor' : 'navigator';
      const utterance = `Please put the walnut lamp number ${n} into the basket`;
      return addChecksum({ ...base, kind: 'say', action: { intent: 'say', speaker, utterance } });
    }
    const page = generatePage(elements, 1000 * number + n + 1);
    pages.push({ html: page.html, boxes: page.boxes });
    return addChecksum(makeAction(base, n, page, { keep, image: keep(drawPicture()) }));
  });
  const content: DemonstrationContent = {
    demonstration: { ...begun, state: 'stopped', endedAt: START + 2000 * (turns + 1) },
    turns: list,
    read: (hash) => Promise.resolve(store.get(hash) ?? null),
  };
  return { content, json: JSON.stringify({ demonstration: begun, turns: list, pages }) };
}

/** A JPEG of 1280 by 720 px by its header, with as many bytes as screenshots of that size have, which don't compress. */
export function generatePicture(): Uint8Array<ArrayBuffer> {
  const header = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 720 >> 8, 720 & 255, 1280 >> 8, 1280 & 255, 3];
  return new Uint8Array([...header, ...randomBytes(randomInt(60_000, 120_000)), 0xff, 0xd9]);
}

function makeAction(
  base: Pick<Turn, 'id' | 'demonstrationId' | 'at' | 'seq' | 'by'>,
  n: number,
  page: GeneratedPage,
  { keep, image }: { keep: (bytes: Uint8Array<ArrayBuffer>) => string; image: string },
): BrowserTurn {
  const intent = INTENTS[n % INTENTS.length] ?? 'click';
  const url = `https://shop.example/list/${n}`;
  const viewport = { width: 1280, height: 720 };
  const target = pickTarget(intent, n, page);
  const proof = { kind: 'unchanged', requestedAt: base.at - 20, doneAt: base.at - 5 } as const;
  return {
    ...base,
    kind: 'browser',
    action: writeAction(intent, target, n),
    element: target && {
      ...{ uid: target.uid, frameId: 0, tagName: target.tag.toUpperCase() },
      attributes: target.attributes,
      box: page.boxes[target.uid] ?? { x: 0, y: 0, width: 1, height: 1 },
      ...{ textContent: target.text, xpath: `/html[1]/body[1]/${target.tag}[1]` },
      ...{ name: target.text, role: 'link' },
    },
    metadata: {
      ...{ mouseX: 400, mouseY: 228, tabId: 1, url, zoomLevel: 1 },
      ...{ viewportWidth: viewport.width, viewportHeight: viewport.height },
    },
    properties: { url, transitionType: 'link', transitionQualifiers: [], button: 0 },
    snapshot: {
      frames: [
        {
          ...{ frameId: 0, parentFrameId: null, ownerUid: null, url, title: 'Shop', viewport },
          place: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
          html: keep(encodeText(page.html)),
          boxes: keep(encodeBoxes(page.boxes)),
          scroll: { x: 0, y: 0 },
          exact: true,
        },
      ],
      ...{ devicePixelRatio: 1, takenAt: base.at - 20, exact: true },
    },
    screenshot: { status: 'kept', image, ...viewport, proof },
    ...(n % REFUSED_EVERY === 1 && {
      refused: [{ intent: 'click', uid: page.links[13]?.uid ?? '' }],
    }),
    receipt: null,
    causedBy: null,
  };
}

function pickTarget(intent: string, n: number, page: GeneratedPage): Target | null {
  if (intent === 'scroll' || intent === 'load') return null;
  const among = intent === 'textInput' ? page.fields : page.links;
  // In the first screen, so that it is among the candidates.
  return among[n % 12] ?? null;
}

function writeAction(
  intent: (typeof INTENTS)[number],
  target: Target | null,
  n: number,
): BrowserTurn['action'] {
  const uid = target?.uid ?? '';
  switch (intent) {
    case 'textInput':
      return { intent, uid, text: `red kettle number ${n}` };
    case 'scroll':
      return { intent, x: 0, y: 300, uid: null };
    case 'load':
      return { intent, url: `https://shop.example/item/${n}` };
    default:
      return { intent, uid };
  }
}
