import type { Uid } from '../../action/action.ts';
import { encodeBoxes, encodeHtml } from '../../demonstration/content.ts';
import type {
  ActionEffect,
  Hash,
  ImportedFile,
  ImportedTurn,
  Screenshot,
  StoredSnapshot,
} from '../../demonstration/demonstration.ts';
import { findNameEnd, findTagEnd, readAttribute, unescapeText } from '../../snapshot/markup.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { ImportPorts, ImportSource } from '../import-source.ts';
import { readFile, readPieces } from '../import-source.ts';
import { isObject, readJsonObject } from '../read-json.ts';
import { nameBoxes } from './turn.ts';

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
): Promise<ActionEffect | null> {
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

/** How a file that no turn names is cut: it may be a film. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** A WebLINX folder while it is read: what was taken from it, and what was found. */
export interface Uploaded {
  /** A file's content, null when it is not there. Paths count from the folder. */
  take(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  /** One sentence for the user. */
  find(finding: string): void;
}

export interface OpenUpload extends Uploaded {
  findings: string[];
  /** Keeps every file that was not taken. */
  keepRest(): Promise<ImportedFile['files']>;
}

export function openUpload(source: ImportSource, folder: string, ports: ImportPorts): OpenUpload {
  const taken = new Set<string>();
  const findings: string[] = [];
  return {
    findings,
    find: (finding) => void findings.push(finding),
    keep: (bytes) => ports.keep(bytes),
    async take(path) {
      const full = folder + path;
      if (!source.paths.has(full)) return null;
      taken.add(full);
      return readFile(source, full);
    },
    async keepRest() {
      const files: ImportedFile['files'] = [];
      for (const path of source.paths) {
        if (!path.startsWith(folder) || taken.has(path)) continue;
        ports.signal?.throwIfAborted();
        const parts: Hash[] = [];
        for await (const piece of readPieces(source, path, PIECE_BYTES)) {
          parts.push(await ports.keep(piece));
        }
        files.push({ path: path.slice(folder.length), parts });
      }
      return files;
    },
  };
}

type Members = Record<string, unknown>;

/** A browser turn of somebody's replay.json, its parts as they are there; absent parts are empty. */
export interface UploadedEvent {
  intent: string;
  state: Members;
  given: Members;
  metadata: Members;
  properties: Members;
  element: Members | null;
  uid: Uid | null;
  /** Screenshot px per CSS px. */
  zoom: number;
}

export function readEventParts(turn: Members): UploadedEvent {
  const action = readMembers(turn['action']);
  const given = readMembers(action['arguments']);
  const metadata = readMembers(given['metadata']);
  const element = isObject(given['element']) ? given['element'] : null;
  const uid = readMembers(element?.['attributes'])[UID_ATTRIBUTE];
  const zoom = readNumber(metadata['zoomLevel'], 1);
  return {
    intent: readText(action['intent']),
    state: readMembers(turn['state']),
    given,
    metadata,
    properties: readMembers(given['properties']),
    element,
    uid: typeof uid === 'string' ? uid : null,
    zoom: zoom > 0 ? zoom : 1,
  };
}

export function readMembers(value: unknown): Members {
  return isObject(value) ? value : {};
}

/** A number or truth value as its text; anything else is empty. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function readNumber(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** A page file taken apart: `html` is the content of the html element, as frames are kept. */
export interface UploadedPage {
  html: string;
  before: string;
  after: string;
  title: string;
  root: FrameSnapshot['root'];
  /** It was not UTF-8: read as Latin-1, as the public library does. */
  recoded: boolean;
}

/** The dataset's pages begin with `<head`; others are whole documents. */
function readPageFile(bytes: Uint8Array<ArrayBuffer>): UploadedPage {
  const { text, recoded } = decode(bytes);
  const tag = /^(?:\s|<!doctype[^>]*>|<!--[\s\S]*?-->)*(<html[\s>])/i.exec(text);
  const from = tag ? tag[0].length - (tag[1]?.length ?? 0) : 0;
  const to = tag ? findTagEnd(text, findNameEnd(text, from)) : 0;
  // A tag that no browser wrote stays where it is: nothing of it would be understood.
  const begin = Math.max(0, to);
  const end = begin > 0 ? text.search(/<\/html\s*>\s*$/i) : -1;
  const html = text.slice(begin, end < begin ? undefined : end);
  return {
    html,
    before: text.slice(0, begin),
    after: text.slice(begin + html.length),
    title: unescapeText(/<title(?:\s[^>]*)?>([^<]*)</i.exec(html)?.[1] ?? '').trim(),
    root: begin > 0 ? readRoot(text, from) : undefined,
    recoded,
  };
}

function readRoot(text: string, from: number): FrameSnapshot['root'] {
  const attributes: [string, string][] = [];
  let at = findNameEnd(text, from);
  for (let part = readAttribute(text, at); part; part = readAttribute(text, at)) {
    attributes.push([part.name, unescapeText(text.slice(part.equals + 2, part.quote))]);
    at = part.quote + 1;
  }
  const uid = attributes.find(([name]) => name === UID_ATTRIBUTE)?.[1];
  if (uid === undefined) return undefined;
  const own = attributes.filter(([name]) => name !== UID_ATTRIBUTE);
  return { uid, attributes: Object.fromEntries(own) };
}

function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; recoded: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), recoded: false };
  } catch {
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 0x8000) {
      parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
    }
    return { text: parts.join(''), recoded: true };
  }
}
