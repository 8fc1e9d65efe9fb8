import { encodeText } from '../../bytes.ts';
import { encodeBoxes } from '../../demonstration/content.ts';
import type {
  Hash,
  ImportedFile,
  ImportedTurn,
  Screenshot,
  StoredSnapshot,
} from '../../demonstration/demonstration.ts';
import { findNameEnd, findTagEnd, readAttribute, unescapeText } from '../../snapshot/markup.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { ImportPorts, ImportSource, Members } from '../import-source.ts';
import { readFile, readJsonObject, readPieces, readMembers, readNumber } from '../import-source.ts';
import { FINDINGS } from '../messages.ts';
import { nameFiles } from './turn.ts';
import { isObject } from '../../shape.ts';

/** How a file that no turn names is cut: it may be a film. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** A WebLINX folder while it is read; `take` marks the files that were read, and `keepRest` saves all others. */
export type Upload = ReturnType<typeof openUpload>;

/** Paths count from the folder. */
export function openUpload(source: ImportSource, folder: string, ports: ImportPorts) {
  const taken = new Set<string>();
  const findings: string[] = [];
  return {
    findings,
    report: (finding: string) => void findings.push(finding),
    keep: (bytes: Uint8Array<ArrayBuffer>) => ports.keep(bytes),
    has: (path: string) => source.paths.has(folder + path),
    /** Reads a file; null when it is missing. */
    async take(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
      const full = folder + path;
      if (!source.paths.has(full)) return null;
      taken.add(full);
      return readFile(source, full);
    },
    async keepRest(): Promise<ImportedFile['files']> {
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

/** The parts of a browser turn in an untrusted replay.json; missing parts are empty. */
export type UploadedEvent = ReturnType<typeof readEventParts>;

export function readEventParts(turn: Members) {
  const action = readMembers(turn['action']);
  const given = readMembers(action['arguments']);
  const metadata = readMembers(given['metadata']);
  const element = isObject(given['element']) ? given['element'] : null;
  const uid = readMembers(element?.['attributes'])[UID_ATTRIBUTE];
  const zoom = readNumber(metadata['zoomLevel'], 1);
  return {
    intent: readText(action['intent']),
    state: readMembers(turn['state']),
    effect: action['screenshot_effect'],
    given,
    metadata,
    viewport: {
      width: readNumber(metadata['viewportWidth'], -1),
      height: readNumber(metadata['viewportHeight'], -1),
    },
    properties: readMembers(given['properties']),
    element,
    uid: typeof uid === 'string' ? uid : null,
    /** Screenshot px per CSS px. */
    zoom: zoom > 0 ? zoom : 1,
  };
}

/** Returns a string, number or boolean as text; anything else counts as empty. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

interface UploadedPage {
  page: PageSnapshot;
  snapshot: StoredSnapshot;
  around: ImportedTurn['around'];
}

/** Reads and saves the page that an event names; null with a finding when it is missing. `place` is the turn's. */
export async function readUploadedPage(
  upload: Upload,
  { state, metadata, viewport }: UploadedEvent,
  { place, at }: { place: string; at: number },
  url: string,
): Promise<UploadedPage | null> {
  const { page: name } = state;
  if (typeof name !== 'string') return null;
  const path = `pages/${name}`;
  const bytes = await upload.take(path);
  if (bytes === null) {
    upload.report(FINDINGS.missingPage(place, path));
    return null;
  }
  const { text, isLatin1 } = decode(bytes);
  if (isLatin1) upload.report(FINDINGS.latin1Page(path));
  const { html, root, around } = splitPage(text);
  const boxes = await readBoxes(upload, name);
  const frame: FrameSnapshot = {
    ...{ frameId: 0, ...(root && { root }), parentFrameId: null, ownerUid: null, place: null, url },
    title: unescapeText(/<title(?:\s[^>]*)?>([^<]*)</i.exec(html)?.[1] ?? '').trim(),
    ...{ html, boxes, viewport, scroll: { x: 0, y: 0 }, exact: true },
  };
  const whole = { devicePixelRatio: readNumber(metadata['zoomLevel'], 1), takenAt: at };
  const stored = {
    ...frame,
    html: await upload.keep(encodeText(html)),
    boxes: await upload.keep(encodeBoxes(boxes)),
  };
  return {
    page: { frames: [frame], ...whole },
    snapshot: { frames: [stored], ...whole, exact: true },
    around,
  };
}

/** Reads the box file with the page's number. CSS px in the top viewport. */
async function readBoxes(upload: Upload, page: string): Promise<Record<string, Box>> {
  const number = /-(\d+)-\d+\.[^.]*$/.exec(page)?.[1];
  const path = number === undefined ? null : `bboxes/${nameFiles(Number(number)).boxes}`;
  const bytes = path === null ? null : await upload.take(path);
  if (path === null || bytes === null) {
    upload.report(FINDINGS.missingBoxes(`pages/${page}`));
    return {};
  }
  const { members } = readJsonObject(bytes, path, { report: upload.report });
  const boxes: Record<string, Box> = {};
  let invalid = 0;
  for (const [uid, box] of Object.entries(members)) {
    const { x, y, width, height } = readMembers(box);
    if ([x, y, width, height].every(Number.isFinite)) {
      boxes[uid] = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
    } else invalid += 1;
  }
  if (invalid > 0) upload.report(FINDINGS.badBoxes(path, invalid));
  return boxes;
}

/** Reads and saves a screenshot that a turn names; `isGood` says that the file calls it good. */
export async function readScreenshot(
  upload: Upload,
  name: unknown,
  { viewport, zoom }: UploadedEvent,
  place: string,
  isGood: boolean,
): Promise<Screenshot> {
  if (typeof name !== 'string') return { status: 'missing', reason: 'the imported turn has none' };
  const path = `screenshots/${name}`;
  const bytes = await upload.take(path);
  if (bytes === null) {
    upload.report(FINDINGS.missingScreenshot(place, path));
    return { status: 'missing', reason: 'it was missing in the imported file' };
  }
  const size = readPngSize(bytes);
  if (size === null) upload.report(FINDINGS.notPng(path));
  return {
    status: 'kept',
    image: await upload.keep(bytes),
    width: size?.width ?? Math.round(viewport.width * zoom),
    height: size?.height ?? Math.round(viewport.height * zoom),
    proof: isGood
      ? { kind: 'told', by: 'weblinx' }
      : { kind: 'stale', ageMs: 0, reason: 'the imported file does not call it good' },
  };
}

/** Reads the IHDR chunk, which comes first (PNG specification, 11.2.2). */
function readPngSize(bytes: Uint8Array<ArrayBuffer>): { width: number; height: number } | null {
  const begins = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.length < 24 || begins.some((byte, at) => bytes[at] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Frames hold the content of the html element; the dataset's pages begin with `<head`, others are whole documents. */
function splitPage(text: string) {
  const tag = /^(?:\s|<!doctype[^>]*>|<!--[\s\S]*?-->)*(<html[\s>])/i.exec(text);
  const from = tag ? tag[0].length - (tag[1]?.length ?? 0) : 0;
  const to = tag ? findTagEnd(text, findNameEnd(text, from)) : 0;
  // A malformed html tag stays in the content.
  const begin = Math.max(0, to);
  const end = begin > 0 ? text.search(/<\/html\s*>\s*$/i) : -1;
  const html = text.slice(begin, end < begin ? undefined : end);
  const [before, after] = [text.slice(0, begin), text.slice(begin + html.length)];
  return {
    html,
    around: before === '' && after === '' ? undefined : { before, after },
    root: begin > 0 ? readRoot(text, from) : undefined,
  };
}

function readRoot(text: string, from: number): FrameSnapshot['root'] {
  const attributes = new Map<string, string>();
  let at = findNameEnd(text, from);
  for (let part = readAttribute(text, at); part; part = readAttribute(text, at)) {
    const value = unescapeText(text.slice(part.equals + 2, part.quote));
    if (part.name !== UID_ATTRIBUTE || !attributes.has(part.name)) attributes.set(part.name, value);
    at = part.quote + 1;
  }
  const uid = attributes.get(UID_ATTRIBUTE);
  attributes.delete(UID_ATTRIBUTE);
  return uid === undefined ? undefined : { uid, attributes: Object.fromEntries(attributes) };
}

/** Reads what is not UTF-8 as Latin-1, as the public library does; TextDecoder's latin1 is Windows-1252. */
function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; isLatin1: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isLatin1: false };
  } catch {
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return { text, isLatin1: true };
  }
}
