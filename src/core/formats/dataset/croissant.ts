import type { Written } from './card.ts';
import type { DatasetFacts, DatasetNames } from './facts.ts';
import type { Feature } from './features.ts';
import { isList, membersOf } from './features.ts';
import type { DatasetPlan } from './plan.ts';
import { SPLIT_NAMES } from './plan.ts';
import type { TableName } from './tables.ts';
import { columnsOf, FOLDERS, TABLES } from './tables.ts';

/**
 * https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html, appendix 1, and the names besides that mlcroissant
 * (`_src/core/rdf.py`) warns of where they are missing.
 */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  ...{ sc: 'https://schema.org/', cr: 'http://mlcommons.org/croissant/' },
  ...{ rai: 'http://mlcommons.org/croissant/RAI/', dct: 'http://purl.org/dc/terms/' },
  conformsTo: 'dct:conformsTo',
  ...{ name: { '@container': '@language' }, description: { '@container': '@language' } },
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...Object.fromEntries(
    (
      'annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field fileProperty ' +
      'fileObject fileSet format includes isArray isLiveDataset jsonPath key md5 parentField path readLines recordSet ' +
      'references regex repeated replace samplingRate sdVersion separator source subField transform unArchive value'
    )
      .split(' ')
      .map((name) => [name, `cr:${name}`]),
  ),
};

const PARQUET = 'application/vnd.apache.parquet';

/**
 * Returns croissant.json: the files with their SHA-256, a file set and a record set for each table, and the splits. Paths are
 * relative to the file, as readers of local folders resolve them.
 */
export function describeCroissant(
  names: DatasetNames,
  facts: DatasetFacts,
  { tables }: DatasetPlan,
  { files }: Pick<Written, 'files'>,
): Record<string, unknown> {
  const used = TABLES.filter((table) => tables.some((each) => each.table === table));
  const splits = [...new Set(tables.map(({ split }) => SPLIT_NAMES[split]))];
  const counts = `${facts.demonstrations} demonstrations with ${facts.turns} turns`;
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: names.name,
    description: `Demonstrations of web navigation with dialogue, actions, pages and screenshots: ${counts}.`,
    license: describeLicense(names.license),
    url: './README.md',
    creator: { '@type': 'sc:Organization', name: 'The annotators of this dataset' },
    datePublished: names.publishedOn,
    version: '1.0.0',
    keywords: ['web navigation', 'web agents', 'demonstrations'],
    inLanguage: Object.keys(facts.byLanguage),
    distribution: [
      ...files
        .filter(({ path }) => path.endsWith('.parquet'))
        .map(({ path, bytes, sha256 }) => ({
          ...{ '@type': 'cr:FileObject', '@id': path, name: path.replaceAll('/', '-') },
          ...{ contentUrl: path, contentSize: `${bytes} B`, encodingFormat: PARQUET, sha256 },
        })),
      ...used.map((table) => ({
        ...{ '@type': 'cr:FileSet', '@id': nameSet(table), name: nameSet(table) },
        ...{ encodingFormat: PARQUET, includes: `${FOLDERS[table]}/*.parquet` },
      })),
    ],
    recordSet: [
      {
        ...{ '@type': 'cr:RecordSet', '@id': 'splits', name: 'splits', dataType: 'cr:Split' },
        key: { '@id': 'splits/name' },
        field: [{ '@type': 'cr:Field', '@id': 'splits/name', name: 'name', dataType: 'sc:Text' }],
        data: splits.map((name) => ({ 'splits/name': name })),
      },
      ...used.map((table) => describeTable(table, splits, used)),
    ],
  };
}

/** Links of SPDX are written as its identifiers are. */
const SPDX: Readonly<Record<string, string>> = {
  'cc-by-4.0': 'CC-BY-4.0',
  'cc-by-sa-4.0': 'CC-BY-SA-4.0',
  'cc-by-nc-4.0': 'CC-BY-NC-4.0',
  'cc-by-nc-sa-4.0': 'CC-BY-NC-SA-4.0',
  'cc-by-nd-4.0': 'CC-BY-ND-4.0',
  'cc0-1.0': 'CC0-1.0',
  'odc-by': 'ODC-By-1.0',
  'apache-2.0': 'Apache-2.0',
  mit: 'MIT',
};

function describeLicense(license: string | null): unknown {
  const spdx = license === null ? undefined : SPDX[license.toLowerCase()];
  if (spdx !== undefined) return `https://spdx.org/licenses/${spdx}.html`;
  return { '@type': 'sc:CreativeWork', name: license ?? 'No licence was given' };
}

function nameSet(table: TableName): string {
  return `${table}-files`;
}

/** What identifies a row, and which column of another table a column names. */
const KEYS: Readonly<Record<TableName, readonly string[]>> = {
  turns: ['demonstration', 'turn_index'],
  demonstrations: ['demonstration'],
  pages: ['page'],
};

function describeTable(
  table: TableName,
  splits: readonly string[],
  used: readonly TableName[],
): object {
  const keys = KEYS[table].map((column) => ({ '@id': `${table}/${column}` }));
  return {
    ...{ '@type': 'cr:RecordSet', '@id': table, name: table },
    key: keys.length === 1 ? keys[0] : keys,
    field: [
      {
        ...{ '@type': 'cr:Field', '@id': `${table}/split`, name: 'split', dataType: 'sc:Text' },
        source: {
          fileSet: { '@id': nameSet(table) },
          extract: { fileProperty: 'fullpath' },
          transform: { regex: `${FOLDERS[table]}/(${splits.join('|')})-.+parquet$` },
        },
        references: { '@id': 'splits/name' },
      },
      ...columnsOf(table).map(({ name, feature, description }) => {
        const source = { fileSet: { '@id': nameSet(table) }, extract: { column: name } };
        const target = used.find((other) => other !== table && KEYS[other].join() === name);
        return {
          ...describeField(`${table}/${name}`, name, feature, source),
          ...(description !== '' && { description }),
          ...(target && { references: { '@id': `${target}/${name}` } }),
        };
      }),
    ],
  };
}

const TYPES: Readonly<Record<Exclude<Feature, object>, string>> = {
  string: 'sc:Text',
  int32: 'sc:Integer',
  float64: 'sc:Float',
  bool: 'sc:Boolean',
  timestamp: 'sc:DateTime',
  image: 'sc:ImageObject',
};

function describeField(id: string, name: string, feature: Feature, source: object): object {
  const base = { '@type': 'cr:Field', '@id': id, name };
  if (feature === 'image') {
    return {
      ...base,
      dataType: TYPES.image,
      source: { ...source, transform: { jsonPath: 'bytes' } },
    };
  }
  if (typeof feature === 'string') return { ...base, dataType: TYPES[feature], source };
  if (isList(feature)) {
    return { ...describeField(id, name, feature[0], source), isArray: true };
  }
  return {
    ...base,
    source,
    subField: membersOf(feature).map(([member, type]) =>
      describeField(`${id}/${member}`, member, type, {
        ...source,
        transform: { jsonPath: member },
      }),
    ),
  };
}
