import type { SchemaElement } from 'hyparquet-writer';

type Scalar = 'string' | 'int32' | 'float64' | 'bool' | 'timestamp' | 'image';

interface Members {
  readonly [name: string]: Feature;
}

/** A type of Hugging Face `datasets`: a scalar, a list (one item in brackets), or a struct. */
export type Feature = Scalar | readonly [Feature] | Members;

export interface Column {
  name: string;
  feature: Feature;
  /** For the dataset card and Croissant. */
  description: string;
}

/** Image columns hold the file's bytes and its name, as `datasets` reads them. */
export interface ImageCell {
  bytes: Uint8Array;
  path: string;
}

/** A value of a cell: numbers of `timestamp` are Dates. */
export type Cell =
  | string
  | number
  | boolean
  | Date
  | ImageCell
  | null
  | readonly Cell[]
  | { readonly [name: string]: Cell };

export type Row = Readonly<Record<string, Cell>>;

const IMAGE: Members = { bytes: 'string', path: 'string' };

export function isImage(cell: Cell | undefined): cell is ImageCell {
  const bytes: unknown = typeof cell === 'object' && cell !== null && 'bytes' in cell && cell.bytes;
  return bytes instanceof Uint8Array;
}

export function isList(feature: Feature): feature is readonly [Feature] {
  return Array.isArray(feature);
}

type ScalarSchema = Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>;

const SCHEMAS: Record<Exclude<Scalar, 'image'>, ScalarSchema> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  int32: { type: 'INT32' },
  float64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  timestamp: {
    ...{ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/**
 * Returns the Parquet schema of a table. Lists have the three levels of the specification
 * (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists); everything may be null.
 */
export function listSchema(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.flatMap(({ name, feature }) => describeElement(name, feature)),
  ];
}

function describeElement(name: string, feature: Feature): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  if (feature === 'image') {
    return [
      { ...optional, num_children: 2 },
      { name: 'bytes', repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY' },
      ...describeElement('path', 'string'),
    ];
  }
  if (typeof feature === 'string') return [{ ...optional, ...SCHEMAS[feature] }];
  if (isList(feature)) {
    return [
      { ...optional, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...describeElement('element', feature[0]),
    ];
  }
  const members = Object.entries(feature);
  return [
    { ...optional, num_children: members.length },
    ...members.flatMap(([member, type]) => describeElement(member, type)),
  ];
}

const TIMESTAMP = 'timestamp[ms, tz=UTC]';

/**
 * Returns the features of a table as `datasets` keeps them in the metadata of a Parquet file, under the key `huggingface`.
 * Lists are written as JSON lists, which every version of the library reads.
 */
export function describeFeatures(columns: readonly Column[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, feature }) => [name, describeFeature(feature)]));
}

function describeFeature(feature: Feature): unknown {
  if (feature === 'image') return { _type: 'Image' };
  if (typeof feature === 'string') return { dtype: nameType(feature), _type: 'Value' };
  if (isList(feature)) return [describeFeature(feature[0])];
  return Object.fromEntries(
    Object.entries(feature).map(([name, member]) => [name, describeFeature(member)]),
  );
}

function nameType(scalar: Scalar): string {
  return scalar === 'timestamp' ? TIMESTAMP : scalar;
}

/** Returns the features in the form of a dataset card's `dataset_info`. */
export function listCardFeatures(columns: readonly Pick<Column, 'name' | 'feature'>[]): object[] {
  return columns.map(({ name, feature }) => ({ name, ...describeCardType(feature) }));
}

function describeCardType(feature: Feature): object {
  if (typeof feature === 'string') return { dtype: nameType(feature) };
  if (!isList(feature)) return { struct: listCardMembers(feature) };
  const [item] = feature;
  if (typeof item === 'string') return { list: nameType(item) };
  return { list: isList(item) ? describeCardType(item) : listCardMembers(item) };
}

function listCardMembers(members: Members): object[] {
  return listCardFeatures(Object.entries(members).map(([name, feature]) => ({ name, feature })));
}

export function membersOf(feature: Feature): [string, Feature][] {
  if (feature === 'image') return Object.entries(IMAGE);
  return typeof feature === 'string' || isList(feature) ? [] : Object.entries(feature);
}

/** Returns the values in a list or struct; empty for anything else. */
export function listMembers(cell: Cell): readonly (Cell | Uint8Array)[] {
  if (cell === null || typeof cell !== 'object' || cell instanceof Date) return [];
  return Object.values(cell) as readonly (Cell | Uint8Array)[];
}
