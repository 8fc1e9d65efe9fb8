import { encodeText } from '../../../src/core/bytes.ts';

import type { BrowserTurn, Turn } from '../../../src/core/demonstration/demonstration.ts';
import type { Box } from '../../../src/core/snapshot/snapshot.ts';
import { orderTurns } from '../../../src/core/demonstration/turn-list.ts';
import { openDatabase } from '../../../src/platform/store/database.ts';
import {
  countTurns,
  getDemonstration,
  listTurns,
  readContent,
} from '../../../src/platform/store/read.ts';
import { addTurn, makeContent, putDemonstration } from '../../../src/platform/store/write.ts';

/* Evaluated in one of Wayscribe's pages: looks into the store, and fills it. */

export interface StoreSizes {
  turns: number;
  /** Bytes of all turns as JSON. */
  turnBytes: number;
  /** Bytes kept, each content once. */
  html: number;
  boxes: number;
  images: number;
  /** Bytes that the turns name, as often as they name them. */
  named: number;
}

export interface ClickShot {
  at: number;
  /** `proven` and `ring`: labelled as showing the page before the action; `differs`: all of it but `regions`. */
  label: 'proven' | 'ring' | 'differs' | 'stale' | 'missing';
  /** Red, green and blue of each point asked for; none where there is no image. */
  colours: Colour[];
  regions: Box[];
  reason: string;
}

export type Colour = readonly [number, number, number];

interface Point {
  x: number;
  y: number;
}

interface StoreController {
  count: (id: string) => Promise<number>;
  pending: (id: string) => Promise<number>;
  sizes: (id: string) => Promise<StoreSizes>;
  clicks: (id: string, points: readonly Point[]) => Promise<ClickShot[]>;
  fill: (id: string, bytes: number) => Promise<{ id: string; bytes: number }>;
}

declare global {
  var wayscribeStore: StoreController;
}

/** A screenshot's usual size. */
const IMAGE_BYTES = 300_000;
/** How every PNG begins: exporters do not compress those again. */
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** getRandomValues gives no more at once. */
const RANDOM_BYTES = 65_536;

const db = await openDatabase();

function isBrowserTurn(turn: Turn): turn is BrowserTurn {
  return turn.kind === 'browser';
}

async function listBrowserTurns(id: string): Promise<BrowserTurn[]> {
  return orderTurns(await listTurns(db, id)).filter(isBrowserTurn);
}

async function measureSizes(id: string): Promise<StoreSizes> {
  const turns = await listBrowserTurns(id);
  const sizes = { turns: turns.length, turnBytes: 0, html: 0, boxes: 0, images: 0, named: 0 };
  const seen = new Map<string, number>();
  const add = async (kind: 'html' | 'boxes' | 'images', hash: string): Promise<void> => {
    let bytes = seen.get(hash);
    if (bytes === undefined) {
      bytes = (await readContent(db, hash))?.byteLength ?? 0;
      seen.set(hash, bytes);
      sizes[kind] += bytes;
    }
    sizes.named += bytes;
  };
  for (const turn of turns) {
    sizes.turnBytes += encodeText(JSON.stringify(turn)).byteLength;
    for (const frame of turn.snapshot?.frames ?? []) {
      await add('html', frame.html);
      await add('boxes', frame.boxes);
    }
    if (turn.screenshot.status === 'kept') await add('images', turn.screenshot.image);
  }
  return sizes;
}

async function readClick(turn: BrowserTurn, points: readonly Point[]): Promise<ClickShot> {
  const { at, screenshot } = turn;
  if (screenshot.status !== 'kept') {
    const reason = screenshot.status === 'missing' ? screenshot.reason : 'still pending';
    return { at, label: 'missing', colours: [], regions: [], reason };
  }
  const { proof, image } = screenshot;
  const shot = { at, colours: await readColours(image, points), regions: [], reason: '' };
  if (proof.kind === 'stale') return { ...shot, label: 'stale', reason: proof.reason };
  if (proof.kind === 'differs') return { ...shot, label: 'differs', regions: proof.regions };
  return { ...shot, label: proof.kind === 'ring' ? 'ring' : 'proven' };
}

async function readColours(hash: string, points: readonly Point[]): Promise<Colour[]> {
  const bytes = await readContent(db, hash);
  if (!bytes) return [];
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context?.drawImage(image, 0, 0);
  return points.map(({ x, y }) => {
    const [red = -1, green = -1, blue = -1] = context?.getImageData(x, y, 1, 1).data ?? [];
    return [red, green, blue];
  });
}

/** Bytes that neither deduplication nor compression makes fewer. */
function makeNoise(): Uint8Array<ArrayBuffer> {
  const noise = new Uint8Array(IMAGE_BYTES);
  for (let at = 0; at < noise.length; at += RANDOM_BYTES) {
    crypto.getRandomValues(noise.subarray(at, at + RANDOM_BYTES));
  }
  noise.set(PNG_SIGNATURE);
  return noise;
}

/** Stores a demonstration of about `wanted` bytes, made of one recorded turn over and over. */
async function fillStore(id: string, wanted: number): Promise<{ id: string; bytes: number }> {
  const recorded = await getDemonstration(db, id);
  const turns = await listBrowserTurns(id);
  const model = turns.find((turn) => turn.snapshot && turn.screenshot.status === 'kept');
  const { snapshot, screenshot } = model ?? {};
  const [frame] = snapshot?.frames ?? [];
  if (!recorded || !model || !snapshot || !frame || screenshot?.status !== 'kept') {
    throw new Error('No recorded turn has both a page and a screenshot.');
  }
  const html = new TextDecoder().decode((await readContent(db, frame.html)) ?? new Uint8Array());
  const boxes = (await readContent(db, frame.boxes)) ?? new Uint8Array();
  const made = { ...recorded, id: crypto.randomUUID(), title: 'A long one' };
  await putDemonstration(db, made);
  let bytes = 0;
  for (let at = 0; bytes < wanted; at++) {
    const page = await makeContent(encodeText(`${html}<!-- ${at} -->`));
    const image = await makeContent(makeNoise());
    const frames = [{ ...frame, html: page.hash }];
    const turn: BrowserTurn = {
      ...model,
      id: crypto.randomUUID(),
      demonstrationId: made.id,
      at: model.at + at,
      snapshot: { ...snapshot, frames },
      screenshot: { ...screenshot, image: image.hash },
    };
    await addTurn(db, turn, [page, image, { hash: frame.boxes, bytes: boxes }]);
    bytes += page.bytes.byteLength + image.bytes.byteLength;
  }
  return { id: made.id, bytes };
}

globalThis.wayscribeStore = {
  count: (id) => countTurns(db, id),
  pending: async (id) =>
    (await listBrowserTurns(id)).filter((turn) => turn.screenshot.status === 'pending').length,
  sizes: measureSizes,
  clicks: async (id, points) => {
    const turns = await listBrowserTurns(id);
    const clicks = turns.filter((turn) => turn.action.intent === 'click');
    return Promise.all(clicks.map((turn) => readClick(turn, points)));
  },
  fill: fillStore,
};
