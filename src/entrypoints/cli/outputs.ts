import { parquetWriteBuffer } from 'hyparquet-writer';
import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import { EXPORT_FORMATS } from '../../core/formats/export-formats.ts';
import type { LeakTest } from '../../core/formats/leak-test.ts';
import { testForLeaks } from '../../core/formats/leak-test.ts';
import type { PromptOptions } from '../../core/formats/training/list.ts';
import { TURN_COLUMNS } from '../../core/formats/table/turn-rows.ts';
import { endOf } from '../../core/formats/weblinx/metadata.ts';
import type { OpenDemonstration } from './open-input.ts';
import type { Output } from './write-output.ts';

/** What goes behind the demonstration's name. */
const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  weblinx: '.zip',
  archive: '.wayscribe.zip',
  review: '-review.json',
  mind2web: '.mind2web',
  mmina: '.mmina.json',
  'dmr-pairs': '.dmr-pairs.jsonl',
  candidates: '.candidates.jsonl',
  chat: '.chat.jsonl',
  preferences: '.preferences.jsonl',
  playwright: '.playwright',
  puppeteer: '.puppeteer',
};

export type ConvertFormat = ExportFormat | 'parquet';
export const CONVERT_FORMATS: readonly ConvertFormat[] = [
  ...(Object.keys(ENDINGS) as ExportFormat[]),
  'parquet',
];

export interface NamedOutput {
  /** Goes behind the demonstration's name. */
  ending: string;
  output: Output;
}

/** What a demonstration becomes in a format. Nothing is read before the output is written. */
export function describeOutput(
  to: ConvertFormat,
  { content, recorded }: Pick<OpenDemonstration, 'content' | 'recorded'>,
  { tests, ...options }: PromptOptions & { tests: readonly LeakTest[] },
): NamedOutput {
  if (to === 'parquet') {
    return { ending: '.parquet', output: { kind: 'file', bytes: writeTurnsTable(content) } };
  }
  const ending = ENDINGS[to];
  const { packing, list, asRecorded } = EXPORT_FORMATS[to];
  const files = testForLeaks(list(asRecorded ? recorded : content, options), tests);
  switch (packing) {
    case 'zip': {
      const modifiedAt = endOf(content.demonstration, content.turns);
      return { ending, output: { kind: 'zip', files, modifiedAt } };
    }
    case 'folder':
      return { ending, output: { kind: 'folder', files } };
    case 'file':
      return { ending, output: { kind: 'file', bytes: readBytes(files) } };
  }
}

async function* readBytes(files: AsyncIterable<ExportFile>): AsyncGenerator<Uint8Array> {
  for await (const file of files) yield* file.read();
}

/** The turns of a demonstration as a Parquet file (docs/cli.md lists the columns). */
function* writeTurnsTable(content: DemonstrationContent): Generator<Uint8Array> {
  const columnData = TURN_COLUMNS.map(({ name, type, read }) => ({
    name,
    type,
    nullable: true,
    data: content.turns.map((turn, index) => {
      const cell = read(turn, index, content);
      if (cell === '') return null;
      return type === 'TIMESTAMP' && typeof cell === 'number' ? new Date(cell) : cell;
    }),
  }));
  yield new Uint8Array(parquetWriteBuffer({ columnData }));
}
