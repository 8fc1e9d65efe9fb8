import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import { listHashes } from '../../core/demonstration/content.ts';
import type { Demonstration, Hash } from '../../core/demonstration/demonstration.ts';
import { applyEdits } from '../../core/demonstration/edits/edit-turns.ts';
import type { PseudonymKey } from '../../core/demonstration/pseudonyms/key.ts';
import { pseudonymize } from '../../core/demonstration/pseudonyms/pseudonymize.ts';
import { explainLeak } from '../../core/demonstration/secrets/leaks.ts';
import { createSecretSearch } from '../../core/demonstration/secrets/search.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { ExportFormat, ExportReads } from '../../core/formats/export-formats.ts';
import type { LeakTest } from '../../core/formats/leak-test.ts';
import { testForLeaks, testForPersonal } from '../../core/formats/leak-test.ts';
import { hashBytes } from '../../platform/hash.ts';
import { paintOver } from '../../platform/image/draw.ts';
import { readDigests } from '../../platform/settings/secret-digests.ts';
import { measureContents } from '../../platform/store/read.ts';
import { measureVideo } from '../../platform/store/video.ts';
import { listFilms } from '../../platform/tab-video/list-films.ts';
import type { Outcome } from '../../protocol/background.ts';
import { connectStore } from '../connection.ts';
import { openRecorded } from './demonstrations.ts';
import { LIBRARY_MESSAGES } from './messages.ts';
import { openStoreReader } from './store-reader.ts';

export interface ExportOptions {
  onProgress?: (progress: ExportProgress) => void;
  signal?: AbortSignal;
  /** Texts that are replaced; null exports what was recorded. */
  pseudonyms?: PseudonymKey | null;
}

/** A demonstration on its way out in one format. */
export interface OpenExport {
  /** With pseudonyms, if there are any. */
  demonstration: Demonstration;
  /** Tested for leaks; to be read once. */
  files: AsyncIterable<ExportFile>;
  /** Takes buffers back that were written: they are reused without waiting for the garbage collector. */
  letGo(chunk: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** Smaller buffers aren't worth a message to the worker that reuses them. */
const LET_GO_BYTES = 16 * 1024;

/** Opens a demonstration for export. Nothing but its pages and pictures for pseudonyms is read before `files` is. */
export async function openExport(
  id: string,
  format: ExportFormat,
  { onProgress = () => undefined, signal, pseudonyms = null }: ExportOptions = {},
): Promise<Outcome<{ open: OpenExport }>> {
  // Loaded late, since only exports need the exporters.
  const { EXPORT_FORMATS } = await import('../../core/formats/export-formats.ts');
  if (!Object.hasOwn(EXPORT_FORMATS, format)) {
    return { ok: false, message: LIBRARY_MESSAGES.unknownFormat(format) };
  }
  const { list, reads, packing, asRecorded } = EXPORT_FORMATS[format];
  const isRecorded = asRecorded === true && pseudonyms === null;
  const opened = await openSource(id, { isRecorded, pseudonyms, ...(signal && { signal }) });
  if (!opened.ok) return opened;
  const { content, tests, letGo, close } = opened.source;
  try {
    const db = await connectStore();
    const watched = watchReads(content, {
      sizes: await measureContents(db, id),
      videoBytes: content.video ? await measureVideo(db, id) : 0,
      ...{ reads, onProgress, ...(signal && { signal }) },
    });
    const files = testForLeaks(list(watched), tests);
    const open: OpenExport = {
      demonstration: content.demonstration,
      files: packing === 'page' ? listPage(files) : files,
      ...{ letGo, close },
    };
    return { ok: true, open };
  } catch (error) {
    close();
    throw error;
  }
}

/** A demonstration as exports read it, to be closed. */
interface ExportSource {
  /** With pseudonyms, if there are any. */
  content: DemonstrationContent;
  recorded: DemonstrationContent;
  tests: readonly LeakTest[];
  /** How many typed secrets are searched for. */
  typedSecrets: number;
  letGo(chunk: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** Opens a demonstration, as edited unless `isRecorded`. */
export async function openSource(
  id: string,
  {
    isRecorded = false,
    pseudonyms = null,
    signal,
  }: { isRecorded?: boolean } & Pick<ExportOptions, 'pseudonyms' | 'signal'>,
): Promise<Outcome<{ source: ExportSource }>> {
  const opened = await openRecorded(id);
  if (!opened.ok) return opened;
  const source = isRecorded ? opened.content : applyEdits(opened.content);
  if (source.turns.length === 0) return { ok: false, message: LIBRARY_MESSAGES.nothingRecorded };
  const reader = openStoreReader();
  try {
    const read = { ...source, read: reader.read };
    const content =
      pseudonyms === null
        ? addVideo(read, reader.readChunks)
        : await replacePersonal(read, pseudonyms, signal);
    const digests = await readDigests(id);
    // The secrets that were typed during the recording, as far as they are known (docs/privacy.md).
    const secrets = { search: createSecretSearch(digests), explain: explainLeak };
    return {
      ok: true,
      source: {
        ...{ content, recorded: opened.content },
        tests: [secrets, ...(pseudonyms ? [testForPersonal(pseudonyms)] : [])],
        typedSecrets: digests.filter(({ isBase64 }) => !isBase64).length,
        letGo({ buffer }) {
          if (buffer.byteLength >= LET_GO_BYTES) reader.letGo(buffer);
        },
        close: reader.close,
      },
    };
  } catch (error) {
    reader.close();
    throw error;
  }
}

async function* listPage(files: AsyncIterable<ExportFile>): AsyncGenerator<ExportFile> {
  // Loaded late, since the page's script and style are in it.
  const { packPage } = await import('../../platform/page/pack-page.ts');
  yield packPage(files);
}

function addVideo(
  content: DemonstrationContent,
  readChunks: NonNullable<DemonstrationContent['video']>['readChunks'],
): DemonstrationContent {
  if (!content.video) return content;
  const video = { ...content.video, readChunks };
  return { ...content, video, films: listFilms(video) };
}

async function replacePersonal(
  content: DemonstrationContent,
  key: PseudonymKey,
  signal: AbortSignal | undefined,
): Promise<DemonstrationContent> {
  const ports = { hash: hashBytes, paint: paintOver, ...(signal && { signal }) };
  return (await pseudonymize(content, key, ports)).content;
}

/** Bytes of stored content that were packed, and all there are. */
export interface ExportProgress {
  done: number;
  total: number;
}

interface Watch {
  reads: ExportReads;
  /** Of each content that the demonstration names. */
  sizes: ReadonlyMap<Hash, number>;
  videoBytes: number;
  onProgress: (progress: ExportProgress) => void;
  signal?: AbortSignal;
}

/**
 * Wraps the content to report how far an exporter has read it: `total` is the size of what the format uses, and `done`
 * grows in proportion, though a format may read a page several times. Reading fails with the signal's reason once aborted.
 */
export function watchReads(
  content: DemonstrationContent,
  { reads, sizes, videoBytes, onProgress, signal }: Watch,
): DemonstrationContent {
  const { demonstration, turns, films, video } = content;
  const used = new Set<Hash>();
  let toRead = reads.video ? videoBytes : 0;
  for (const record of [demonstration, ...turns]) {
    const frames = new Set(listHashes('snapshot' in record ? record.snapshot : null));
    for (const hash of listHashes(record)) {
      const times = frames.has(hash) ? reads.pages : Number(reads.pictures);
      if (times > 0) used.add(hash);
      toRead += (sizes.get(hash) ?? 0) * times;
    }
  }
  const named = [...used].reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
  const total = named + (reads.video ? videoBytes : 0);
  let read = 0;
  const count = (bytes: number): void => {
    signal?.throwIfAborted();
    read += bytes;
    const share = toRead === 0 ? 1 : Math.min(1, read / toRead);
    onProgress({ done: Math.round(total * share), total });
  };
  async function* countAll<T>(items: AsyncIterable<T>, measure: (item: T) => number) {
    for await (const item of items) {
      count(measure(item));
      yield item;
    }
  }
  count(0);
  return {
    ...content,
    read: async (hash) => {
      const bytes = await content.read(hash);
      count(bytes?.byteLength ?? 0);
      return bytes;
    },
    ...(films && {
      films: films.map((film) => ({
        ...film,
        read: () => countAll(film.read(), ({ byteLength }) => byteLength),
      })),
    }),
    ...(video && {
      video: {
        segments: video.segments,
        readChunks: (segment) =>
          countAll(video.readChunks(segment), ({ bytes }) => bytes.byteLength),
      },
    }),
  };
}
