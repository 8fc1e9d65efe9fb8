import type { DatasetFacts, DatasetNames } from './facts.ts';
import { listCardFeatures } from './features.ts';
import type { DatasetPlan } from './plan.ts';
import { SPLIT_NAMES } from './plan.ts';
import type { TableName } from './tables.ts';
import { columnsOf, FOLDERS, TABLES } from './tables.ts';

/** A picture of a turn that the card shows. */
export interface Sample {
  /** In the dataset. */
  path: string;
  demonstration: string;
  turn: number;
  text: string;
}

export interface WrittenFile {
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** What is in which folder, with sizes. */
export interface Written {
  files: readonly WrittenFile[];
  samples: readonly Sample[];
}

/**
 * Returns README.md: a dataset card with the YAML header that the Hub and `datasets` read
 * (https://huggingface.co/docs/hub/datasets-cards, https://huggingface.co/docs/hub/datasets-manual-configuration).
 */
export function writeCard(
  names: DatasetNames,
  facts: DatasetFacts,
  plan: DatasetPlan,
  written: Written,
): string {
  return [
    `---\n${writeYaml(describeHeader(names, facts, plan, written))}---`,
    `# ${names.name}`,
    describeContents(facts),
    describeUse(),
    describeSplits(facts),
    describeColumns(),
    describeSamples(written.samples),
    describeQuality(facts),
    describePrivacy(facts),
    describeLicense(names),
    `Made with Wayscribe ${names.tool}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function describeHeader(
  { name, license }: DatasetNames,
  facts: DatasetFacts,
  { tables }: DatasetPlan,
  { files }: Written,
): object {
  const languages = Object.keys(facts.byLanguage);
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const used = TABLES.filter((table) => tables.some((each) => each.table === table));
  const splitsOf = (table: TableName) => tables.filter((each) => each.table === table);
  const bytesOf = (table: TableName): number =>
    splitsOf(table).reduce(
      (sum, each) => sum + each.files.reduce((all, { path }) => all + (sizes.get(path) ?? 0), 0),
      0,
    );
  return {
    pretty_name: name,
    license: license ?? 'unknown',
    ...(languages.length > 0 && { language: languages }),
    task_categories: ['other'],
    tags: ['web-navigation', 'web-agents', 'demonstrations', 'conversational', 'wayscribe'],
    size_categories: [nameSize(facts.turns)],
    configs: used.map((table) => ({
      config_name: table,
      ...(table === 'turns' && { default: true }),
      data_files: splitsOf(table).map(({ split }) => ({
        split: SPLIT_NAMES[split],
        path: `${FOLDERS[table]}/${SPLIT_NAMES[split]}-*.parquet`,
      })),
    })),
    dataset_info: used.map((table) => ({
      config_name: table,
      features: listCardFeatures(columnsOf(table)),
      splits: splitsOf(table).map(({ split, rows, files: own }) => ({
        name: SPLIT_NAMES[split],
        num_bytes: own.reduce((sum, { path }) => sum + (sizes.get(path) ?? 0), 0),
        num_examples: rows,
      })),
      download_size: bytesOf(table),
      dataset_size: bytesOf(table),
    })),
  };
}

const SIZES: readonly (readonly [number, string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
];

/** The Hub's categories. */
function nameSize(rows: number): string {
  return SIZES.find(([most]) => rows < most)?.[1] ?? '10M<n<100M';
}

function describeContents({
  demonstrations,
  turns,
  pages,
  screenshots,
  proven,
  copilotTurns,
  byIntent,
  bySite,
}: DatasetFacts): string {
  return `Demonstrations of web navigation: an instructor and a navigator talk, and the navigator acts in a browser. Each action comes
with the page and the screenshot from just before it.

${writeTable(
  ['', ''],
  [
    ['demonstrations', demonstrations],
    ['turns', turns],
    ['turns by a copilot', copilotTurns],
    ['screenshots before the action', screenshots],
    ['of them proven to show the page before the action', proven],
    ['states of pages', pages],
  ],
)}

## Intents

${writeTable(['intent', 'turns'], Object.entries(byIntent))}

## Sites

${writeTable(['site', 'actions'], listMost(bySite))}`;
}

const MOST_SITES = 50;

function listMost(counts: Record<string, number>): [string, number][] {
  const entries = Object.entries(counts);
  const rest = entries.slice(MOST_SITES);
  const more = rest.reduce((sum, [, count]) => sum + count, 0);
  const last: [string, number][] = rest.length > 0 ? [[`${rest.length} more`, more]] : [];
  return [...entries.slice(0, MOST_SITES), ...last];
}

function describeUse(): string {
  return `## How to read it

\`\`\`python
from datasets import load_dataset

turns = load_dataset("path/or/name", "turns")            # a row per turn, with its screenshots
demonstrations = load_dataset("path/or/name", "demonstrations")  # dialogue and actions in order
pages = load_dataset("path/or/name", "pages")            # HTML and boxes, by the column \`page\`
\`\`\`

\`croissant.json\` describes the same files in Croissant 1.1. \`leak-certificate.json\` has the SHA-256 of every file.`;
}

const GROUPS: Readonly<Record<DatasetFacts['groups']['by'], string>> = {
  site: 'site (the host of the first page)',
  task: 'task',
  annotator: 'annotator',
  demonstration: 'demonstration',
};

function describeSplits({ splits, groups }: DatasetFacts): string {
  const rows = Object.entries(splits).map(([split, counts]) => [
    ...[SPLIT_NAMES[split as keyof typeof SPLIT_NAMES], counts.demonstrations],
    ...[counts.turns, counts.pages],
  ]);
  const { by, seed, given, joined, shared } = groups;
  const near =
    joined < given
      ? ` Groups with pages that are nearly the same are in the same split: ${given} groups became ${joined}.`
      : shared === 0
        ? ' No page of validation or test is nearly the same as a page of train, as far as the comparison finds them.'
        : ` Pages of validation and test that are nearly the same as a page of train: ${shared}.`;
  return `## Splits

${writeTable(['split', 'demonstrations', 'turns', 'pages'], rows)}

Split by ${GROUPS[by]}, seed ${seed}.${near} Pages are compared by three words in a row (MinHash, about 80 % in common).`;
}

function describeColumns(): string {
  const parts = TABLES.map((table) => {
    const rows = columnsOf(table)
      .filter(({ description }) => description !== '')
      .map(({ name, description }) => [`\`${name}\``, description]);
    return `### ${table}\n\n${writeTable(['column', 'meaning'], rows)}`;
  });
  return `## Columns\n\n${parts.join('\n\n')}`;
}

function describeSamples(samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const shown = samples.map(
    ({ path, demonstration, turn, text }) =>
      `![${escapeText(text)}](${path})\n\n${escapeText(text)} (turn ${turn} of ${demonstration})`,
  );
  return `## Sample turns\n\n${shown.join('\n\n')}`;
}

const DECISIONS = {
  status: 'approved or rejected',
  kept: 'turns kept or left out',
  text: 'texts changed or not',
  target: 'targets changed or not',
};

function describeQuality({ agreement, reviewed, demonstrations }: DatasetFacts): string {
  const head = `## Quality\n\n${reviewed} of ${demonstrations} demonstrations were reviewed or edited after the recording.`;
  if (agreement.length === 0) return `${head} No two reviewers judged the same demonstration.`;
  const rows = agreement.map(({ reviewers, decision, items, agreed, kappa }) => [
    ...[reviewers.join(' and '), DECISIONS[decision], items, agreed],
    kappa === null ? 'both always the same' : kappa.toFixed(2),
  ]);
  return `${head}\n\n${writeTable(['reviewers', 'decision', 'items', 'agreed', 'Cohen’s kappa'], rows)}`;
}

function describePrivacy({ masked, personal }: DatasetFacts): string {
  const found = Object.entries(personal).map(([kind, count]) => `${kind} ${count}`);
  const left =
    found.length === 0
      ? 'A search for e-mail addresses, phone and card numbers and filled name and address fields found none.'
      : `A search for personal texts found these, counted once for each demonstration: ${found.join(', ')}.`;
  return `## Masking and personal data

Passwords, card details and regions that annotators chose were masked while recording, in texts and pictures: ${masked} masked values are
in the texts. ${left} Names of annotators are replaced by numbers. See \`leak-certificate.json\`.`;
}

function describeLicense({ license }: DatasetNames): string {
  const text =
    license === null
      ? 'No licence was given. Ask the authors before you use this dataset.'
      : `\`${license}\`. Pages and screenshots show content of their sites, which has its own rights.`;
  return `## Licence\n\n${text}`;
}

function writeTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Texts of pages are no Markdown and no HTML. */
function escapeText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#+!|&~-]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

type YamlValue =
  string | number | boolean | readonly YamlValue[] | { readonly [name: string]: YamlValue };

/** Writes a value as block YAML 1.2; texts are quoted as in JSON where a reader could take them for something else. */
export function writeYaml(value: object): string {
  return `${writeBlock(value as YamlValue, '').join('\n')}\n`;
}

function writeBlock(value: YamlValue, indent: string): string[] {
  if (Array.isArray(value)) {
    return (value as readonly YamlValue[]).flatMap((item) => {
      if (isScalar(item)) return [`${indent}- ${writeScalar(item)}`];
      const [first = '', ...rest] = writeBlock(item, `${indent}  `);
      return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
    });
  }
  return Object.entries(value as Readonly<Record<string, YamlValue>>).flatMap(([name, member]) => {
    const key = `${indent}${writeScalar(name)}:`;
    if (isScalar(member)) return [`${key} ${writeScalar(member)}`];
    const isEmpty = Object.keys(member).length === 0;
    if (isEmpty) return [`${key} ${Array.isArray(member) ? '[]' : '{}'}`];
    return [key, ...writeBlock(member, `${indent}  `)];
  });
}

function isScalar(value: YamlValue): value is string | number | boolean {
  return typeof value !== 'object';
}

/** Words that YAML 1.1 readers take for something else, and what looks like a number. */
const SPECIAL = /^(?:y|n|yes|no|true|false|on|off|null)$|^[\d.+-]/i;

function writeScalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return /^[A-Za-z][\w./*-]*$/.test(value) && !SPECIAL.test(value) ? value : JSON.stringify(value);
}
