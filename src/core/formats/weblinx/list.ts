import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent, ReadContent, VideoFile } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { Hash, SayTurn } from '../../demonstration/demonstration.ts';
import { applyDifferences } from '../../demonstration/difference.ts';
import { encodeText } from '../../bytes.ts';
import type { ExportFile } from '../export-file.ts';
import { makeFile, makeTextFile, writeAsciiJson, writeJsonList } from '../export-file.ts';
import { writePageFiles } from './boxes.ts';
import type { UploadForm } from './metadata.ts';
import { describeRecording, describeUpload, endOf, startOf } from './metadata.ts';
import type { Event } from './turn.ts';
import {
  hasTarget,
  isExported,
  isTabTurn,
  nameFiles,
  nameShortcode,
  writeEvent,
  writeSay,
} from './turn.ts';

/**
 * Yields the files of a demonstration in WebLINX's layout with one turn's page and image in memory.
 * `replay.json` comes last, since it names the others. Content missing from the store is left out, and nothing names it.
 */
export async function* listWeblinxFiles(
  content: DemonstrationContent,
  upload: Partial<UploadForm> = {},
): AsyncGenerator<ExportFile> {
  const { demonstration, read, films = [] } = content;
  const turns = dropLateEffects(content.turns);
  const { imported } = demonstration;
  const recording = {
    ...describeRecording(demonstration, turns),
    ...describeFilms(films, startOf(demonstration)),
  };
  const metadata = applyDifferences(recording, imported?.metadata ?? []);
  yield makeTextFile('metadata.json', writeAsciiJson(metadata, 1));
  const uploaded = describeUpload(demonstration, turns, {
    shortcode: nameShortcode(demonstration),
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
      for await (const file of isTabTurn(turn) ? [] : listState(event, read)) {
        written.add(file.path);
        yield file;
      }
      entries.push(event);
    }
    // Extras are counted too: the dataset has gaps in its numbers where events were dropped.
    n += 1;
  }
  for (const { path, parts } of imported?.files ?? []) {
    if (!written.has(path)) yield { path, compress: true, read: () => readParts(parts, read) };
  }
  for (const [index, film] of films.entries()) {
    // A zip can only store content whose length is known, so a film is deflated.
    yield { path: nameFilm(index), compress: true, isPixels: true, read: film.read };
  }
  yield { path: 'replay.json', compress: true, read: () => writeReplay(entries, content) };
}

async function* readParts(
  parts: readonly Hash[],
  read: ReadContent,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    const bytes = await read(part);
    if (bytes !== null) yield bytes;
  }
}

/**
 * Yields the files of a browser turn and marks in the event which of them there are. The public library doesn't read the
 * folders mhtml and accessible.
 */
async function* listState(event: Event, read: ReadContent): AsyncGenerator<ExportFile> {
  const { turn, n } = event;
  const names = nameFiles(n);
  const page = turn.snapshot && (await readPage(read, turn.snapshot));
  if (page !== null) {
    const { html, boxes } = writePageFiles(page, turn);
    event.hasPage = true;
    yield makeTextFile(`pages/${names.page}`, html);
    yield makeTextFile(`bboxes/${names.boxes}`, writeAsciiJson(boxes));
  }
  const readShot = async (shot = turn.effect?.screenshot) =>
    shot?.status === 'kept' ? read(shot.image) : null;
  const image = await readShot(turn.screenshot);
  event.hasScreenshot = image !== null;
  if (image) yield makeFile(`screenshots/${names.screenshot}`, image, false);
  const effect = await readShot();
  event.hasEffect = effect !== null;
  if (effect) yield makeFile(`screenshots/${names.effect}`, effect, false);
  for (const kind of ['mhtml', 'accessible'] as const) {
    const extra = turn.extras?.[kind];
    const bytes = extra?.status === 'kept' ? await read(extra.file) : null;
    if (bytes) yield makeFile(`${kind}/${names[kind]}`, bytes);
  }
}

/** Writes one line per turn, so that the file can be read by eye and in pieces. */
async function* writeReplay(
  entries: readonly (SayTurn | Event)[],
  { demonstration, read }: DemonstrationContent,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const recordingStart = startOf(demonstration);
  async function* write() {
    for (const entry of entries) {
      if ('kind' in entry) yield writeSay(entry, recordingStart);
      else {
        const { turn, hasPage } = entry;
        const stored = hasPage && hasTarget(turn) ? turn.snapshot : null;
        yield writeEvent(entry, stored && (await readPage(read, stored)), recordingStart);
      }
    }
  }
  yield* writeJsonList('{"data": [\n', write());
  const rest = Object.entries(demonstration.imported?.replay ?? { status: 'checked' });
  const members = rest.map(
    ([name, value]) => `, ${writeAsciiJson(name)}: ${writeAsciiJson(value)}`,
  );
  yield encodeText(`${members.join('')}}\n`);
}

/**
 * Describes the films in metadata.json: `start` is the instant of a file's first frame in seconds since the recording
 * began, so a turn is at its `timestamp` minus `start`.
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

/** The library expects one `video*.mp4`; a paused or resumed recording has more. */
function nameFilm(index: number): string {
  return index === 0 ? 'video.mp4' : `video-${index + 1}.mp4`;
}
