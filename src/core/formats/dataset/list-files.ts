import { encodeText, writeHex } from '../../bytes.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { Sha256, sha256 } from '../../demonstration/secrets/digest.ts';
import type { ExportFile } from '../export-file.ts';
import type { Sample, WrittenFile } from './card.ts';
import { writeCard } from './card.ts';
import type { LeftOut, SearchedTexts } from './certificate.ts';
import { CERTIFICATE_FILE, writeCertificate } from './certificate.ts';
import { describeCroissant } from './croissant.ts';
import type { DatasetFacts, DatasetNames } from './facts.ts';
import { isImage } from './features.ts';
import type { DatasetPlan, PlannedDemonstration, PlannedTable } from './plan.ts';
import type { SizedRow } from './rows.ts';
import { listPageRows, listTurnRows, makeDemonstrationRow } from './rows.ts';
import type { TableLimits } from './table-writer.ts';
import { TableWriter } from './table-writer.ts';
import type { TableName } from './tables.ts';
import { columnsOf } from './tables.ts';

/** Stops an export: a demonstration is not what it was when it was surveyed. */
export class DatasetChanged extends Error {}

export interface DatasetRequest {
  plan: DatasetPlan;
  names: DatasetNames;
  facts: DatasetFacts;
  searched: SearchedTexts;
  leftOut: readonly LeftOut[];
  limits: TableLimits;
  /** Opens a demonstration for one table; what `work` returns is read while it is open. */
  read(
    id: string,
    work: (content: DemonstrationContent) => AsyncGenerator<SizedRow>,
  ): AsyncGenerator<SizedRow>;
}

/**
 * Yields the files of a dataset one after the other, each to be read before the next, as a zip is written. The certificate
 * comes last, since it has the hashes of the others.
 */
export async function* listDatasetFiles(request: DatasetRequest): AsyncGenerator<ExportFile> {
  const { plan, names, facts, searched, leftOut } = request;
  const files: WrittenFile[] = [];
  const samples: Sample[] = [];
  for (const planned of plan.tables) yield* listTableFiles(planned, request, files);
  yield* listSamples(request, samples, files);
  const croissant = JSON.stringify(describeCroissant(names, facts, plan, { files }), null, 2);
  yield watch('croissant.json', [encodeText(`${croissant}\n`)], files);
  const card = writeCard(names, facts, plan, { files, samples });
  yield watch('README.md', [encodeText(card)], files);
  const ids = plan.splits.flatMap((each) => each.demonstrations.map(({ survey }) => survey.id));
  const madeOf = writeHex(sha256(encodeText(ids.join('\n'))));
  const certificate = writeCertificate(names, facts, searched, leftOut, { madeOf, files });
  yield watch(CERTIFICATE_FILE, [encodeText(`${JSON.stringify(certificate, null, 2)}\n`)], []);
}

async function* listTableFiles(
  planned: PlannedTable,
  { plan, names, limits, read }: DatasetRequest,
  files: WrittenFile[],
): AsyncGenerator<ExportFile> {
  const demonstrations =
    plan.splits.find(({ split }) => split === planned.split)?.demonstrations ?? [];
  const rows = listAllRows(planned.table, demonstrations, read);
  async function* readFile(count: number) {
    const columns = columnsOf(planned.table);
    const table = new TableWriter(columns, limits, `wayscribe ${names.tool}`);
    for (let missing = count; missing > 0; missing -= 1) {
      const next = await rows.next();
      if (next.done === true) throw new DatasetChanged('there are fewer turns than before');
      yield table.add(next.value.row, next.value.bytes);
    }
    yield table.finish();
  }
  for (const file of planned.files) yield watch(file.path, readFile(file.rows), files);
  const rest = await rows.next();
  if (rest.done !== true) throw new DatasetChanged('there are more turns than before');
}

async function* listAllRows(
  table: TableName,
  demonstrations: readonly PlannedDemonstration[],
  read: DatasetRequest['read'],
): AsyncGenerator<SizedRow> {
  for (const planned of demonstrations) {
    yield* read(planned.survey.id, (content) => listRows(table, content, planned));
  }
}

export async function* listRows(
  table: TableName,
  content: DemonstrationContent,
  { annotator, pages }: PlannedDemonstration,
): AsyncGenerator<SizedRow> {
  switch (table) {
    case 'turns':
      yield* listTurnRows(content);
      return;
    case 'demonstrations':
      yield makeDemonstrationRow(content, annotator);
      return;
    case 'pages':
      yield* listPageRows(content, pages);
  }
}

async function* listSamples(
  { plan, read }: DatasetRequest,
  samples: Sample[],
  files: WrittenFile[],
): AsyncGenerator<ExportFile> {
  for (const { survey, samples: wanted } of plan.splits.flatMap((each) => each.demonstrations)) {
    if (wanted.length === 0) continue;
    let turn = -1;
    for await (const { row } of read(survey.id, listTurnRows)) {
      turn += 1;
      const { screenshot } = row;
      if (!wanted.includes(turn) || !isImage(screenshot)) continue;
      const path = nameSample(samples.length, screenshot.path);
      samples.push({ path, demonstration: survey.id, turn, text: readText(row['description']) });
      yield watch(path, [new Uint8Array(screenshot.bytes)], files);
    }
  }
}

export function nameSample(number: number, file: string): string {
  return `samples/${number + 1}${/\.\w+$/.exec(file)?.[0] ?? ''}`;
}

export function readText(cell: SizedRow['row'][string] | undefined): string {
  return typeof cell === 'string' ? cell : '';
}

type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>;

/** A file that is added to `files` with its size and hash once it was read. */
function watch(path: string, chunks: Chunks, files: WrittenFile[]): ExportFile {
  return {
    // A zip stores only what it can hold, so tables are deflated, too.
    ...{ path, compress: true },
    async *read() {
      const hash = new Sha256();
      let bytes = 0;
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
      files.push({ path, bytes, sha256: writeHex(hash.finish()) });
    },
  };
}
