import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Hash, SayTurn } from '../../demonstration/demonstration.ts';
import { applyDifferences } from '../../demonstration/difference.ts';
import { dropLateEffects } from '../../demonstration/effect.ts';
import type { ExportFile } from '../export-file.ts';
import { writeBoxes, writeImportedBoxes } from './boxes.ts';
import { listEffect, listExtras } from './effect.ts';
import { describeFilms, listFilms } from './films.ts';
import { writeAsciiJson } from './json.ts';
import type { UploadForm } from './metadata.ts';
import { describeRecording, describeUpload, endOf, startOf } from './metadata.ts';
import { nameBoxes, namePage, nameScreenshot, nameShortcode } from './names.ts';
import { writePage } from './page.ts';
import type { Event } from './turn.ts';
import { hasTarget, isExported, isTabTurn, writeEvent, writeSay } from './turn.ts';

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
