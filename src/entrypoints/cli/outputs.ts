import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import { listArchiveFiles } from '../../core/formats/archive/list.ts';
import { listMind2WebFiles } from '../../core/formats/mind2web/list.ts';
import { draftTask } from '../../core/formats/mmina/draft.ts';
import { approximateTokenizer } from '../../core/formats/otr/approximate-tokenizer.ts';
import { listPlaywrightFiles } from '../../core/formats/playback/playwright.ts';
import { listPuppeteerFiles } from '../../core/formats/playback/puppeteer.ts';
import {
  listCandidateRecords,
  listChatLines,
  listDmrPairLines,
} from '../../core/formats/training/list.ts';
import { listPreferenceLines } from '../../core/formats/training/preferences.ts';
import { endOf } from '../../core/formats/weblinx/metadata.ts';
import { writeAsciiJson } from '../../core/formats/weblinx/json.ts';
import { listWeblinxFiles } from '../../core/formats/weblinx/list.ts';
import type { Output } from './write-output.ts';
import { writeTurnsTable } from './write-table.ts';

export const CONVERT_FORMATS = [
  'weblinx',
  'archive',
  'mind2web',
  'mmina',
  'dmr-pairs',
  'candidates',
  'chat',
  'preferences',
  'playwright',
  'puppeteer',
  'parquet',
] as const;
export type ConvertFormat = (typeof CONVERT_FORMATS)[number];

export interface NamedOutput {
  /** Goes behind the demonstration's name. */
  ending: string;
  output: Output;
}

/** What a demonstration becomes in a format. Nothing is read before the output is written. */
export function describeOutput(to: ConvertFormat, content: DemonstrationContent): NamedOutput[] {
  const modifiedAt = endOf(content.demonstration, content.turns);
  switch (to) {
    case 'weblinx':
      return [
        { ending: '.zip', output: { kind: 'zip', files: listWeblinxFiles(content), modifiedAt } },
      ];
    case 'archive': {
      const files = listArchiveFiles(content);
      return [{ ending: '.wayscribe.zip', output: { kind: 'zip', files, modifiedAt } }];
    }
    case 'mind2web':
      return [
        { ending: '.mind2web', output: { kind: 'folder', files: listMind2WebFiles(content) } },
      ];
    case 'mmina': {
      const bytes = [encode(`${writeAsciiJson(draftTask(content), 2)}\n`)];
      return [{ ending: '.mmina.json', output: { kind: 'file', bytes } }];
    }
    case 'playwright':
      return [
        { ending: '.playwright', output: { kind: 'folder', files: listPlaywrightFiles(content) } },
      ];
    case 'puppeteer':
      return [
        { ending: '.puppeteer', output: { kind: 'folder', files: listPuppeteerFiles(content) } },
      ];
    case 'parquet': {
      const bytes = writeTurnsTable(content);
      return [{ ending: '.parquet', output: { kind: 'file', bytes } }];
    }
    default: {
      const bytes = writeLines(listTrainingLines(to, content));
      return [{ ending: `.${to}.jsonl`, output: { kind: 'file', bytes } }];
    }
  }
}

function listTrainingLines(
  to: 'dmr-pairs' | 'candidates' | 'chat' | 'preferences',
  content: DemonstrationContent,
): AsyncIterable<object> {
  switch (to) {
    case 'dmr-pairs':
      return listDmrPairLines(content);
    case 'candidates':
      return listCandidateRecords(content);
    case 'chat':
      return listChatLines(content, approximateTokenizer);
    case 'preferences':
      return listPreferenceLines(content, approximateTokenizer);
  }
}

async function* writeLines(records: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  for await (const record of records) yield encode(`${writeAsciiJson(record)}\n`);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
