import { encodeBoxes, encodeHtml } from '../../demonstration/content.ts';
import type { Screenshot, StoredSnapshot } from '../../demonstration/demonstration.ts';
import type { Effect } from '../../demonstration/effect.ts';
import type { ImportedTurn } from '../../demonstration/imported.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../../snapshot/snapshot.ts';
import { isObject, readJsonObject } from '../read-json.ts';
import { readPageFile } from './read-page.ts';
import type { Uploaded } from './read-upload.ts';
import { nameBoxes } from './names.ts';
import type { UploadedEvent } from './uploaded.ts';
import { readNumber } from './uploaded.ts';

/** The state before an event: its page read in, and as kept. */
export interface UploadedState {
  page: PageSnapshot | null;
  snapshot: StoredSnapshot | null;
  around: ImportedTurn['around'];
  screenshot: Screenshot;
}

/** Reads the files that `state` names; what is missing or broken is left out with a finding. */
export async function readState(
  upload: Uploaded,
  event: UploadedEvent,
  place: string,
  at: number,
  url: string,
): Promise<UploadedState> {
  const { page: name, screenshot: shot } = event.state;
  const kept =
    typeof name === 'string' ? await readPage(upload, event, name, place, at, url) : null;
  return {
    page: kept?.page ?? null,
    snapshot: kept?.snapshot ?? null,
    around: kept?.around,
    screenshot: await readScreenshot(upload, event, shot, place),
  };
}

async function readPage(
  upload: Uploaded,
  { metadata }: UploadedEvent,
  name: string,
  place: string,
  at: number,
  url: string,
): Promise<Pick<UploadedState, 'page' | 'snapshot' | 'around'> | null> {
  const bytes = await upload.take(`pages/${name}`);
  if (bytes === null) {
    upload.find(
      `${place} names pages/${name}, which is missing; the turn was kept without a page.`,
    );
    return null;
  }
  const { html, before, after, title, root, recoded } = readPageFile(bytes);
  if (recoded) upload.find(`pages/${name} is not UTF-8; it was read as Latin-1.`);
  const boxes = await readBoxes(upload, name);
  const frame: FrameSnapshot = {
    frameId: 0,
    ...(root && { root }),
    parentFrameId: null,
    ownerUid: null,
    place: null,
    url,
    title,
    html,
    boxes,
    viewport: {
      width: readNumber(metadata['viewportWidth'], -1),
      height: readNumber(metadata['viewportHeight'], -1),
    },
    scroll: { x: 0, y: 0 },
    exact: true,
  };
  const whole = { devicePixelRatio: readNumber(metadata['zoomLevel'], 1), takenAt: at };
  const stored = {
    ...frame,
    html: await upload.keep(encodeHtml(html)),
    boxes: await upload.keep(encodeBoxes(boxes)),
  };
  return {
    page: { frames: [frame], ...whole },
    snapshot: { frames: [stored], ...whole, exact: true },
    around: before === '' && after === '' ? undefined : { before, after },
  };
}

/** The box file goes by the page's number (weblinx-format.md §1.1). CSS px in the top viewport. */
async function readBoxes(upload: Uploaded, page: string): Promise<Record<string, Box>> {
  const number = /-(\d+)-\d+\.[^.]*$/.exec(page)?.[1];
  const path = number === undefined ? null : `bboxes/${nameBoxes(Number(number))}`;
  const bytes = path === null ? null : await upload.take(path);
  if (path === null || bytes === null) {
    upload.find(`pages/${page} has no box file; the page was kept without boxes.`);
    return {};
  }
  const { members, cleaned } = readJsonObject(bytes, path);
  if (cleaned !== null) upload.find(`In ${path}, ${cleaned}; the rest was kept.`);
  const boxes = Object.entries(members).flatMap(([uid, box]): [string, Box][] => {
    const read = readBox(box);
    return read === null ? [] : [[uid, read]];
  });
  const lost = Object.keys(members).length - boxes.length;
  if (lost > 0) upload.find(`${path} has ${lost} boxes that are none; the others were kept.`);
  return Object.fromEntries(boxes);
}

function readBox(box: unknown): Box | null {
  if (!isObject(box)) return null;
  const { x, y, width, height } = box;
  const isBox = [x, y, width, height].every(Number.isFinite);
  return isBox
    ? { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
    : null;
}

async function readScreenshot(
  upload: Uploaded,
  { state, metadata, zoom }: UploadedEvent,
  name: unknown,
  place: string,
): Promise<Screenshot> {
  if (typeof name !== 'string') return { status: 'missing', reason: 'the imported turn has none' };
  const { screenshot_status: status } = state;
  return keepScreenshot(upload, { metadata, zoom }, name, place, status === 'good');
}

/** The screenshot after the action; null when the turn names none. */
export async function readEffect(
  upload: Uploaded,
  event: UploadedEvent,
  name: unknown,
  place: string,
): Promise<Effect | null> {
  if (typeof name !== 'string') return null;
  const screenshot = await keepScreenshot(upload, event, name, place, true);
  return { screenshot, settledAt: null };
}

async function keepScreenshot(
  upload: Uploaded,
  { metadata, zoom }: Pick<UploadedEvent, 'metadata' | 'zoom'>,
  name: string,
  place: string,
  isGood: boolean,
): Promise<Screenshot> {
  const bytes = await upload.take(`screenshots/${name}`);
  if (bytes === null) {
    upload.find(
      `${place} names screenshots/${name}, which is missing; the turn was kept without it.`,
    );
    return { status: 'missing', reason: 'it was missing in the imported file' };
  }
  const size = readPngSize(bytes);
  if (size === null) upload.find(`screenshots/${name} is not a PNG image; it was kept as it is.`);
  return {
    status: 'kept',
    image: await upload.keep(bytes),
    width: size?.width ?? Math.round(readNumber(metadata['viewportWidth'], -1) * zoom),
    height: size?.height ?? Math.round(readNumber(metadata['viewportHeight'], -1) * zoom),
    proof: isGood
      ? { kind: 'told', by: 'weblinx' }
      : { kind: 'stale', ageMs: 0, reason: 'the imported file does not call it good' },
  };
}

/** From the IHDR chunk, which comes first (PNG specification, 11.2.2). */
function readPngSize(bytes: Uint8Array<ArrayBuffer>): { width: number; height: number } | null {
  const begins = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.length < 24 || begins.some((byte, at) => bytes[at] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
