import { Option } from 'commander';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import type { PseudonymKey } from '../../../core/demonstration/pseudonyms/key.ts';
import { countPseudonyms } from '../../../core/demonstration/pseudonyms/key.ts';
import { compareReviewers } from '../../../core/evaluation/reviewer-agreement.ts';
import { writeCard } from '../../../core/formats/dataset/card.ts';
import type { Certificate, LeftOut } from '../../../core/formats/dataset/certificate.ts';
import {
  CERTIFICATE_FILE,
  CERTIFICATE_FORMAT,
  writeCertificate,
} from '../../../core/formats/dataset/certificate.ts';
import { describeCroissant } from '../../../core/formats/dataset/croissant.ts';
import type { DatasetFacts, DatasetNames } from '../../../core/formats/dataset/facts.ts';
import { collectFacts } from '../../../core/formats/dataset/facts.ts';
import { planDataset, SPLIT_NAMES } from '../../../core/formats/dataset/plan.ts';
import type { TableLimits } from '../../../core/formats/dataset/table-writer.ts';
import { DEFAULT_LIMITS } from '../../../core/formats/dataset/table-writer.ts';
import type { Split, SplitGroup } from '../../../core/formats/splits.ts';
import { SPLIT_GROUPS } from '../../../core/formats/splits.ts';
import { readCount } from '../evaluate/flags.ts';
import { ImportFault } from '../../../core/formats/import-source.ts';
import type { Emit, Input } from '../open-input.ts';
import { emitFault } from '../open-input.ts';
import { markInput } from '../outputs.ts';
import { runAll } from '../pool.ts';
import type { Printer } from '../printer.ts';
import type { Surveyed } from '../tasks/survey.ts';
import { openPartFolder } from './part-folder.ts';
import { PublishFault, writeTables, writeText } from './write-dataset.ts';

export interface GivenPublish {
  to: string;
  split: SplitGroup;
  seed: number;
  sharedPages?: true;
  license?: string;
  name?: string;
  pseudonyms?: string;
  force?: true;
}

export const PUBLISH_OPTIONS: readonly Option[] = [
  new Option(
    '--to <folder>',
    'where to; a new folder, an empty one, or a dataset to replace',
  ).makeOptionMandatory(),
  new Option('--split <group>', 'what no split may cut').choices(SPLIT_GROUPS).default('site'),
  new Option('--seed <number>', 'another number gives other splits and samples')
    .argParser(readCount(0))
    .default(1),
  new Option(
    '--shared-pages',
    'keep groups apart although some of their pages are nearly the same',
  ),
  new Option('--license <id>', 'an identifier of SPDX or the Hub, such as cc-by-4.0'),
  new Option('--name <name>', 'what the dataset is called; the folder’s name if not given'),
  new Option(
    '--pseudonyms <file>',
    'replace personal data; who is who is read from this file and added to it',
  ),
  new Option('--force', 'make it again although it is there already'),
];

export interface PublishOptions {
  out: string;
  by: SplitGroup;
  seed: number;
  sharesPages: boolean;
  license: string | null;
  name: string;
  pseudonyms: PseudonymKey | null;
  force: boolean;
  jobs: number;
  limits?: TableLimits;
}

/** Raised when the same inputs and options give other files. */
const PUBLISH_VERSION = 3;

/**
 * Publishes the demonstrations of all inputs as one dataset, completely or not at all. Returns what is wrong with the options,
 * or the exit code where nothing was published.
 */
export async function publishAll(
  inputs: readonly Input[],
  options: PublishOptions,
  printer: Printer,
): Promise<string | number | null> {
  const { out, force } = options;
  const before = await readPublished(out);
  if (before === 'other') {
    return `${out} has other files in it; name a new folder, an empty one, or a published dataset`;
  }
  const madeOf = await markAll(inputs, options);
  if (!force && before?.madeOf === madeOf && before.isWhole) {
    printer.print(`${out}: already there`, {
      type: 'published',
      output: out,
      done: 'already there',
    });
    return null;
  }
  const { surveyed, leftOut } = await surveyAll(inputs, options, printer);
  if (surveyed.length === 0) {
    printer.print(`${out}: nothing to publish`, {
      type: 'published',
      output: out,
      done: 'nothing',
    });
    return 1;
  }
  try {
    const { facts, files, bytes } = await writeDataset(surveyed, leftOut, madeOf, inputs, options);
    printResult(printer, options, facts, files, bytes);
    return null;
  } catch (error) {
    if (!(error instanceof PublishFault) && !isSystemError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    printer.emit({
      kind: 'fault',
      text: `${out}: ${reason}; nothing was published. The same command goes on behind the finished files.`,
      data: { type: 'fault', input: out, reason, done: 'nothing was published' },
    });
    return 1;
  }
}

/** Such as a full disk. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

interface Published {
  madeOf: string;
  /** Every file is there in its size, and no input was left out, which is tried again. */
  isWhole: boolean;
}

/** What is in the folder: null for nothing, `other` for files that are no published dataset. */
async function readPublished(out: string): Promise<Published | null | 'other'> {
  const names = await readdir(out).catch(() => []);
  if (names.length === 0) return (await stat(out).catch(() => null))?.isFile() ? 'other' : null;
  try {
    const text = await readFile(path.join(out, CERTIFICATE_FILE), 'utf8');
    const { format, madeOf, files, leftOut } = JSON.parse(text) as Omit<Certificate, 'format'> & {
      format: unknown;
    };
    if (format !== CERTIFICATE_FORMAT) return 'other';
    const sizes = await Promise.all(
      files.map(async (file) => (await stat(path.join(out, file.path)).catch(() => null))?.size),
    );
    const isWhole = leftOut.length === 0 && files.every(({ bytes }, at) => bytes === sizes[at]);
    return { madeOf, isWhole };
  } catch {
    return 'other';
  }
}

async function markAll(
  inputs: readonly Input[],
  { by, seed, sharesPages, license, name, pseudonyms, limits }: PublishOptions,
): Promise<string> {
  const settings = { PUBLISH_VERSION, by, seed, sharesPages, license, name, pseudonyms, limits };
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const input of inputs) {
    const mark = await markInput(input, input.name).catch(() => 'unreadable');
    hash.update(`\n${mark}`);
  }
  return hash.digest('hex');
}

/** Surveys all inputs; in their order, each demonstration once. */
async function surveyAll(
  inputs: readonly Input[],
  { pseudonyms, jobs }: PublishOptions,
  printer: Printer,
): Promise<{ surveyed: Surveyed[]; leftOut: LeftOut[] }> {
  const found = new Map<string, Surveyed[]>();
  const leftOut: LeftOut[] = [];
  const emit: Emit = (line) => {
    if (line.data['type'] === 'surveyed') {
      const surveyed = line.data as unknown as Surveyed;
      found.set(surveyed.input, [...(found.get(surveyed.input) ?? []), surveyed]);
      return;
    }
    if (line.kind === 'fault') {
      const input = path.basename(String(line.data['input']));
      leftOut.push({ input, reason: hidePaths(String(line.data['reason'])) });
    }
    printer.emit(line);
  };
  await runAll(inputs, { command: 'survey', options: { pseudonyms } }, jobs, emit);
  const places = new Map<string, string>();
  const surveyed = inputs
    .flatMap((input) => found.get(input.path) ?? [])
    .filter(({ survey: { id }, place }) => {
      const first = places.get(id);
      if (first === undefined) places.set(id, place);
      else emitFault(emit, place, new ImportFault(`it is the same demonstration as ${first}`));
      return first === undefined;
    });
  return { surveyed, leftOut };
}

/** The folders of somebody's computer are not part of a dataset. */
function hidePaths(reason: string): string {
  return reason.replace(/[^\s“”'"()]*[\\/]([^\s“”'"()]*)/g, '$1');
}

async function writeDataset(
  surveyed: readonly Surveyed[],
  leftOut: readonly LeftOut[],
  madeOf: string,
  given: readonly Input[],
  options: PublishOptions,
): Promise<{ facts: DatasetFacts; files: number; bytes: number }> {
  const { out, license, name, pseudonyms, limits = DEFAULT_LIMITS } = options;
  const surveys = surveyed.map(({ survey }) => survey);
  const plan = planDataset(surveys, options, limits.fileBytes);
  const part = await openPartFolder(out, madeOf);
  const byPath = new Map(given.map((input) => [input.path, input]));
  const inputs = new Map(
    surveyed.flatMap(({ input, survey }) => {
      const found = byPath.get(input);
      return found ? [[survey.id, found]] : [];
    }),
  );
  const createdBy = `wayscribe ${manifest.version}`;
  const { files, samples } = await writeTables(plan, {
    ...{ part, inputs, pseudonyms, limits, createdBy },
  });
  const facts = collectFacts(plan, compareReviewers);
  const publishedOn = new Date().toISOString().slice(0, 10);
  const names: DatasetNames = { name, license, tool: manifest.version, publishedOn };
  const croissant = JSON.stringify(describeCroissant(names, facts, plan, { files }), null, 2);
  files.push(await writeText(part, 'croissant.json', `${croissant}\n`));
  const card = writeCard(names, facts, plan, { files, samples });
  files.push(await writeText(part, 'README.md', card));
  const searched = { pseudonyms: countPseudonyms(pseudonyms), typedSecrets: null };
  const certificate = writeCertificate(names, facts, searched, leftOut, { madeOf, files });
  const text = `${JSON.stringify(certificate, null, 2)}\n`;
  files.push(await writeText(part, CERTIFICATE_FILE, text));
  await part.moveTo(out);
  return { facts, files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

function printResult(
  printer: Printer,
  { out, license, pseudonyms }: PublishOptions,
  facts: DatasetFacts,
  files: number,
  bytes: number,
): void {
  const { demonstrations, turns, pages, groups, personal } = facts;
  const splits = Object.fromEntries(
    Object.entries(facts.splits).map(([split, each]) => [SPLIT_NAMES[split as Split], each]),
  );
  const found = Object.values(personal).reduce((sum, count) => sum + count, 0);
  const notes = [
    ...(groups.joined < groups.given
      ? [
          `Pages are nearly the same in several groups, so ${groups.given} groups became ${groups.joined}; --shared-pages keeps them apart.`,
        ]
      : []),
    ...(groups.shared > 0
      ? [
          `Pages of validation and test that are nearly the same as a page of train: ${groups.shared}.`,
        ]
      : []),
    ...(license === null ? ['No licence was given; --license says who may use it.'] : []),
    ...(found > 0 && !pseudonyms
      ? [`${found} texts look personal; --pseudonyms replaces them.`]
      : []),
  ];
  const parts = Object.entries(splits).map(([split, each]) => `${split} ${each.demonstrations}`);
  const head = `${out}: written: ${demonstrations} demonstrations (${parts.join(', ')}), ${turns} turns and ${pages} pages in ${files} files`;
  printer.print([head, ...notes].join('\n  '), {
    ...{ type: 'published', output: out, done: 'written', demonstrations, turns, pages },
    ...{ splits, files, bytes, notes },
  });
}
