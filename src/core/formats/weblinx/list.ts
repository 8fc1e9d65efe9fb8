import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent, ReadContent, VideoFile } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, ExtraFile, Hash, SayTurn } from '../../demonstration/demonstration.ts';
import { applyDifferences } from '../../demonstration/difference.ts';
import type { ExportFile } from '../export-file.ts';
import { writeBoxes, writeImportedBoxes } from './boxes.ts';
import type { UploadForm } from './metadata.ts';
import { describeRecording, describeUpload, endOf, startOf } from './metadata.ts';
import { writePage } from './page.ts';
import type { Event } from './turn.ts';
import {
  hasTarget,
  isExported,
  isTabTurn,
  nameAccessible,
  nameBoxes,
  nameEffect,
  nameMhtml,
  namePage,
  nameScreenshot,
  nameShortcode,
  writeEvent,
  writeSay,
} from './turn.ts';

/**
 * The files of a demonstration in WebLINX's layout (weblinx-format.md §1), one by one: never more
 * than one turn's page and image are held. `replay.json` comes last, since it names the others; its
 * turns are written while it is read. Content that is missing from the store is left out, and
 * nothing names it.
 */
export async function* listWeblinxFiles(
  content: DemonstrationContent,
  upload: Partial<UploadForm> = {},
): AsyncGenerator<ExportFile> {
  const { demonstration } = content;
  const turns = dropLateEffects(content.turns);
  const { imported } = demonstration;
  const films = content.films ?? [];
  const recording = {
    ...describeRecording(demonstration, turns),
    ...describeFilms(films, startOf(demonstration)),
  };
  const metadata = applyDifferences(recording, imported?.metadata ?? []);
  yield makeTextFile('metadata.json', writeAsciiJson(metadata, 1));
  const uploaded = describeUpload(demonstration, turns, {
    shortcode: nameShortcode(demonstration.id),
    uploadedAt: endOf(demonstration, turns),
    ...upload,
  });
  const form = applyDifferences(uploaded, imported?.form ?? []);
  yield makeTextFile('form.json', writeAsciiJson(form, 1));

  const entries: (SayTurn | Event)[] = [];
  const written = new Set<string>();
  let n = 0;
  for (const turn of turns) {
    if (turn.kind === 'say') {
      entries.push(turn);
      continue;
    }
    if (isExported(turn)) {
      n = Math.max(n, turn.imported?.event ?? n);
      const event: Event = { turn, n, hasPage: false, hasScreenshot: false };
      const files = isTabTurn(turn) ? [] : listState(event, content.read);
      for await (const file of files) {
        written.add(file.path);
        yield file;
      }
      entries.push(event);
    }
    // Extras are counted too: numbers with gaps are what the dataset has where events were left out.
    n += 1;
  }
  for (const { path, parts } of imported?.files ?? []) {
    if (!written.has(path)) {
      yield { path, compress: true, read: () => readParts(parts, content.read) };
    }
  }
  yield* listFilms(films);
  yield {
    path: 'replay.json',
    compress: true,
    read: () => writeReplay(entries, content),
  };
}

/** A file that came with an import, as it was; what the store has lost of it is missing. */
async function* readParts(
  parts: readonly Hash[],
  read: ReadContent,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    const bytes = await read(part);
    if (bytes !== null) yield bytes;
  }
}

/** The files of the state before an event, which it marks as there. */
async function* listState(event: Event, read: ReadContent): AsyncGenerator<ExportFile> {
  const { turn, n } = event;
  const page = turn.snapshot && (await readPage(read, turn.snapshot));
  if (page !== null) {
    const { html, uids } = writePage(page, turn.imported?.around);
    const boxes = turn.imported ? writeImportedBoxes(page) : writeBoxes(page, turn.element, uids);
    event.hasPage = true;
    yield makeTextFile(`pages/${namePage(n)}`, html);
    yield makeTextFile(`bboxes/${nameBoxes(n)}`, writeAsciiJson(boxes));
  }
  const image = await readImage(turn, read);
  if (image !== null) {
    event.hasScreenshot = true;
    yield makeFile(`screenshots/${nameScreenshot(n)}`, image, false);
  }
  yield* listEffect(event, read);
  yield* listExtras(event, read);
}

async function readImage({ screenshot }: BrowserTurn, read: ReadContent) {
  return screenshot.status === 'kept' ? read(screenshot.image) : null;
}

/** One line per turn, so that the file can be read by eye and in pieces. */
async function* writeReplay(
  entries: readonly (SayTurn | Event)[],
  { demonstration, read }: DemonstrationContent,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const recordingStart = startOf(demonstration);
  const encoder = new TextEncoder();
  let before = '{"data": [\n';
  for (const entry of entries) {
    const written =
      'kind' in entry
        ? writeSay(entry, recordingStart)
        : writeEvent(entry, await readPageOf(entry, read), recordingStart);
    yield encoder.encode(before + writeAsciiJson(written));
    before = ',\n';
  }
  yield encoder.encode(entries.length === 0 ? `${before}]` : '\n]');
  const rest = Object.entries(demonstration.imported?.replay ?? { status: 'checked' });
  for (const [name, value] of rest) {
    yield encoder.encode(`, ${writeAsciiJson(name)}: ${writeAsciiJson(value)}`);
  }
  yield encoder.encode('}\n');
}

async function readPageOf({ turn, hasPage }: Event, read: ReadContent) {
  return hasPage && hasTarget(turn) && turn.snapshot !== null
    ? readPage(read, turn.snapshot)
    : null;
}

function makeTextFile(path: string, text: string): ExportFile {
  return makeFile(path, new TextEncoder().encode(text), true);
}

function makeFile(path: string, bytes: Uint8Array<ArrayBuffer>, compress: boolean): ExportFile {
  return { path, compress, read: () => [bytes] };
}

/**
 * JSON as WebLINX's library reads it safely: it opens files with the locale's encoding, so every
 * character beyond ASCII is escaped; lone surrogates, which Python cannot write back, become U+FFFD.
 * NaN and infinities become null, as in JSON.stringify.
 */
export function writeAsciiJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replace(ESCAPE, (escape, loneSurrogate) => (loneSurrogate === undefined ? escape : '\\ufffd'))
    .replace(BEYOND_ASCII, escapeUnit);
}

/** One escape sequence of JSON.stringify; a `\udXXX` is always a lone surrogate (pairs stay literal). */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;
const BEYOND_ASCII = /[\u007f-\uffff]/g;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The file of the page after an event, which it marks as there; nothing when it is not kept. */
async function* listEffect(event: Event, read: ReadContent): AsyncGenerator<ExportFile> {
  const shot = event.turn.effect?.screenshot;
  const image = shot?.status === 'kept' ? await read(shot.image) : null;
  if (image === null) return;
  event.hasEffect = true;
  yield { path: `screenshots/${nameEffect(event.n)}`, compress: false, read: () => [image] };
}

/** The state before an event in further forms, in folders that the public library does not look at. */
async function* listExtras({ turn, n }: Event, read: ReadContent): AsyncGenerator<ExportFile> {
  const { mhtml, accessible } = turn.extras ?? {};
  yield* listExtra(`mhtml/${nameMhtml(n)}`, mhtml, read);
  yield* listExtra(`accessible/${nameAccessible(n)}`, accessible, read);
}

async function* listExtra(
  path: string,
  extra: ExtraFile | undefined,
  read: ReadContent,
): AsyncGenerator<ExportFile> {
  const file: Hash | null = extra?.status === 'kept' ? extra.file : null;
  const bytes = file === null ? null : await read(file);
  if (bytes !== null) yield { path, compress: true, read: () => [bytes] };
}

/**
 * The films of a demonstration, in order. The library looks for `video*.mp4` and expects one; where a
 * recording was paused or taken up again there are more.
 */
function* listFilms(films: readonly VideoFile[]): Generator<ExportFile> {
  for (const [index, { read }] of films.entries()) {
    // A zip has no way to store content of unknown length without holding it whole; it can deflate it.
    yield { path: nameFilm(index), compress: true, isPixels: true, read };
  }
}

/**
 * A member that metadata.json has if there is a film: `start` is the instant of a file's first frame in
 * seconds since the recording's start, as turns count. Frames are where they were by the same clock, so
 * that a turn is to be seen at its `timestamp` minus `start`.
 */
function describeFilms(films: readonly VideoFile[], recordingStart: number): object {
  if (films.length === 0) return {};
  return {
    videos: films.map(({ startedAt, width, height }, index) => ({
      file: nameFilm(index),
      start: (startedAt - recordingStart) / 1000,
      width,
      height,
    })),
  };
}

function nameFilm(index: number): string {
  return index === 0 ? 'video.mp4' : `video-${index + 1}.mp4`;
}
