import { encodeText } from '../../../core/bytes.ts';
import type { DemonstrationContent } from '../../../core/demonstration/content.ts';
import type { PseudonymKey } from '../../../core/demonstration/pseudonyms/key.ts';
import type { Sample, WrittenFile } from '../../../core/formats/dataset/card.ts';
import { isImage } from '../../../core/formats/dataset/features.ts';
import { listRows, nameSample, readText } from '../../../core/formats/dataset/list-files.ts';
import type {
  DatasetPlan,
  PlannedDemonstration,
  PlannedTable,
} from '../../../core/formats/dataset/plan.ts';
import { listRowBytes } from '../../../core/formats/dataset/plan.ts';
import type { SizedRow } from '../../../core/formats/dataset/rows.ts';
import { listTurnRows } from '../../../core/formats/dataset/rows.ts';
import { TableWriter } from '../../../core/formats/dataset/table-writer.ts';
import type { TableLimits } from '../../../core/formats/dataset/table-writer.ts';
import { columnsOf, TABLES } from '../../../core/formats/dataset/tables.ts';
import type { Input } from '../open-input.ts';
import { eachDemonstration } from '../open-input.ts';
import { replacePersonal } from '../tasks/pseudonyms.ts';
import type { PartFile, PartFolder } from './part-folder.ts';

/** Stops a run: nothing is published. */
export class PublishFault extends Error {}

interface WriteOptions {
  part: PartFolder;
  /** The input of each demonstration, by its id. */
  inputs: ReadonlyMap<string, Input>;
  pseudonyms: PseudonymKey | null;
  limits: TableLimits;
  createdBy: string;
}

/** What was written so far. */
interface WrittenParts {
  files: WrittenFile[];
  samples: Sample[];
}

/**
 * Writes all tables and the card's pictures, one demonstration after the other with a row group of each table in memory.
 * Fails with PublishFault where an input is not what it was when it was surveyed.
 */
export async function writeTables(plan: DatasetPlan, options: WriteOptions): Promise<WrittenParts> {
  const written: WrittenParts = { files: [], samples: [] };
  for (const { split, demonstrations } of plan.splits) {
    const writers = TABLES.flatMap((name) => {
      const table = plan.tables.find((each) => each.table === name && each.split === split);
      return table ? [new FilesWriter(table, options)] : [];
    });
    try {
      for (const [input, ofInput] of groupByInput(demonstrations, options.inputs)) {
        await writeInput(input, ofInput, writers, written, options);
      }
      for (const writer of writers) written.files.push(...(await writer.end()));
    } finally {
      for (const writer of writers) await writer.abandon();
    }
  }
  return written;
}

/** Demonstrations of one input follow each other. */
function groupByInput(
  demonstrations: readonly PlannedDemonstration[],
  inputs: WriteOptions['inputs'],
): Map<Input, Map<string, PlannedDemonstration>> {
  const groups = new Map<Input, Map<string, PlannedDemonstration>>();
  for (const planned of demonstrations) {
    const { id } = planned.survey;
    const input = inputs.get(id);
    if (!input) continue;
    const group = groups.get(input) ?? new Map<string, PlannedDemonstration>();
    groups.set(input, group.set(id, planned));
  }
  return groups;
}

async function writeInput(
  input: Input,
  planned: ReadonlyMap<string, PlannedDemonstration>,
  writers: readonly FilesWriter[],
  written: WrittenParts,
  options: WriteOptions,
): Promise<void> {
  const missing = new Set(planned.keys());
  const failures: Error[] = [];
  const all = [...planned.values()];
  const hasSamples = all.some(({ samples }) => samples.length > 0);
  if (!hasSamples && writers.every((writer) => writer.hasAll(all))) {
    for (const writer of writers) writer.skip(all);
    return;
  }
  // What can't be read was reported by the survey.
  await eachDemonstration(
    input,
    () => undefined,
    async (opened) => {
      const each = planned.get(opened.content.demonstration.id);
      if (!each || failures.length > 0 || !missing.delete(each.survey.id)) return;
      try {
        const open = options.pseudonyms
          ? await replacePersonal(opened, options.pseudonyms)
          : opened;
        for (const writer of writers) await writer.write(open.content, each);
        await writeSamples(open.content, each, written, options);
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
  const [failure] = failures;
  if (failure) throw failure;
  if (missing.size > 0) throw new PublishFault(`${input.path} changed while it was published`);
}

async function writeSamples(
  content: DemonstrationContent,
  { survey, samples }: PlannedDemonstration,
  written: WrittenParts,
  { part }: WriteOptions,
): Promise<void> {
  if (samples.length === 0) return;
  let turn = -1;
  for await (const { row } of listTurnRows(content)) {
    turn += 1;
    if (!samples.includes(turn)) continue;
    const { screenshot, description } = row;
    if (!isImage(screenshot)) continue;
    const { bytes, path } = screenshot;
    const name = nameSample(written.samples.length, path);
    const file = await part.create(name);
    await file.write(bytes);
    written.files.push(await file.finish());
    written.samples.push({
      path: name,
      demonstration: survey.id,
      turn,
      text: readText(description),
    });
  }
}

/** Writes the files of one table and split; rows of files that an earlier run finished are skipped. */
class FilesWriter {
  private readonly planned: PlannedTable;
  private readonly options: WriteOptions;
  private readonly done: WrittenFile[] = [];
  private rowsDone = 0;
  /** Rows that were passed so far. */
  private position = 0;
  private current: { file: PartFile; table: TableWriter; missing: number } | null = null;

  constructor(planned: PlannedTable, options: WriteOptions) {
    [this.planned, this.options] = [planned, options];
    for (const { path, rows } of planned.files) {
      const finished = options.part.finished.get(path);
      if (!finished) break;
      this.done.push(finished);
      this.rowsDone += rows;
    }
  }

  hasAll(demonstrations: readonly PlannedDemonstration[]): boolean {
    return this.position + this.countRows(demonstrations) <= this.rowsDone;
  }

  skip(demonstrations: readonly PlannedDemonstration[]): void {
    this.position += this.countRows(demonstrations);
  }

  private countRows(demonstrations: readonly PlannedDemonstration[]): number {
    const { table } = this.planned;
    return demonstrations.reduce((sum, each) => sum + listRowBytes(table, each).length, 0);
  }

  async write(content: DemonstrationContent, planned: PlannedDemonstration): Promise<void> {
    for await (const row of listRows(this.planned.table, content, planned)) {
      this.position += 1;
      if (this.position > this.rowsDone) await this.add(row);
    }
  }

  private async add({ row, bytes }: SizedRow): Promise<void> {
    const next = this.planned.files[this.done.length];
    if (!next) throw new PublishFault('an input has more turns than when it was surveyed');
    if (!this.current) {
      const { limits, createdBy, part } = this.options;
      const table = new TableWriter(columnsOf(this.planned.table), limits, createdBy);
      this.current = { file: await part.create(next.path), table, missing: next.rows };
    }
    const { file, table } = this.current;
    await file.write(table.add(row, bytes));
    this.current.missing -= 1;
    if (this.current.missing > 0) return;
    await file.write(table.finish());
    this.current = null;
    this.done.push(await file.finish());
    this.rowsDone += next.rows;
  }

  /** Returns the files once all rows were written. */
  async end(): Promise<readonly WrittenFile[]> {
    if (this.current || this.done.length < this.planned.files.length) {
      throw new PublishFault('an input has fewer turns than when it was surveyed');
    }
    return Promise.resolve(this.done);
  }

  /** Closes the file of a run that failed. */
  async abandon(): Promise<void> {
    await this.current?.file.abandon();
    this.current = null;
  }
}

/** Writes one of the texts beside the tables. */
export async function writeText(
  part: PartFolder,
  path: string,
  text: string,
): Promise<WrittenFile> {
  const file = await part.create(path);
  await file.write(encodeText(text));
  return file.finish();
}
