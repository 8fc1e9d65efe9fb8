import type { DemonstrationContent } from '../demonstration/content.ts';
import { checkAdp } from './adp/adp-schema.fixture.ts';
import { listAdpFiles } from './adp/list.ts';
import { checkAtif } from './atif/atif-schema.fixture.ts';
import { listAtifFiles } from './atif/list.ts';
import { checkSteps } from './browsergym/browsergym-schema.fixture.ts';
import { listBrowserGymFiles } from './browsergym/list.ts';
import type { ExportFile } from './export-file.ts';
import { EXPORT_FORMATS } from './export-formats.ts';
import type { Files } from './import.fixture.ts';
import { listMessagesFiles } from './training/messages.ts';
import { checkPreferenceLines, checkVisionLines } from './training/trl-schema.fixture.ts';
import { listWebDatasetFiles } from './webdataset/list.ts';
import { checkShard } from './webdataset/read-tar.fixture.ts';

interface TrajectoryFormat {
  name: string;
  list(content: DemonstrationContent): AsyncIterable<ExportFile>;
  /** Returns what the format's readers would refuse, a line each. */
  check(files: Files): string[];
}

const readJson = (files: Files, path: string): unknown =>
  JSON.parse(new TextDecoder().decode(files.get(path) ?? new Uint8Array()));

const readLines = (files: Files, path: string): unknown[] =>
  new TextDecoder()
    .decode(files.get(path) ?? new Uint8Array())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** The formats of trajectories with what checks them. */
export const TRAJECTORY_FORMATS: readonly TrajectoryFormat[] = [
  {
    name: 'atif',
    list: listAtifFiles,
    check: (files) => checkAtif(readJson(files, 'trajectory.json'), new Set(files.keys())),
  },
  {
    name: 'adp',
    list: listAdpFiles,
    check: (files) => checkAdp(readJson(files, 'trajectory.json'), new Set(files.keys())),
  },
  {
    name: 'messages',
    list: listMessagesFiles,
    check: (files) => checkVisionLines(readLines(files, 'messages.jsonl'), new Set(files.keys())),
  },
  {
    name: 'webdataset',
    list: listWebDatasetFiles,
    check: (files) => checkShard(files.get('shard.tar') ?? new Uint8Array()),
  },
  {
    name: 'browsergym',
    list: listBrowserGymFiles,
    check: (files) => checkSteps(readLines(files, 'steps.jsonl'), new Set(files.keys())),
  },
  {
    name: 'preferences',
    list: EXPORT_FORMATS.preferences.list,
    check: (files) => checkPreferenceLines(readLines(files, 'preferences.jsonl')),
  },
];
