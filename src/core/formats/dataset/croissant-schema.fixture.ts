import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * What Croissant 1.1 requires of the members that Wayscribe writes, as a JSON Schema: MLCommons publishes no schema, so this one
 * follows the tables of https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html and the mandatory properties of its
 * reference implementation (mlcroissant: `includes`, `encodingFormat`, `name` of a file set; `name` and a data type of a field).
 * Members that the specification doesn't have are refused.
 */

const text = { type: 'string', minLength: 1 };

function model(
  type: string,
  members: Record<string, object>,
  required: readonly string[],
): { properties: object; required: readonly string[] } & Record<string, unknown> {
  return {
    type: 'object',
    properties: { '@type': { const: type }, ...members },
    required: ['@type', ...required],
    additionalProperties: false,
  };
}

const reference = {
  type: 'object',
  properties: { '@id': text },
  required: ['@id'],
  additionalProperties: false,
};
const identity = { '@id': text, name: text, description: text };
const fileObject = model(
  'cr:FileObject',
  {
    ...{ ...identity, contentUrl: text, contentSize: { type: 'string', pattern: '^\\d+ B$' } },
    ...{ encodingFormat: text, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
  },
  ['@id', 'name', 'contentUrl', 'encodingFormat', 'sha256'],
);
const fileSet = model('cr:FileSet', { ...identity, encodingFormat: text, includes: text }, [
  ...['@id', 'name', 'encodingFormat', 'includes'],
]);
const extract = {
  type: 'object',
  properties: {
    column: text,
    fileProperty: { enum: ['fullpath', 'filename', 'content', 'lines', 'lineNumbers'] },
  },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
};
const source = {
  type: 'object',
  properties: {
    fileSet: reference,
    extract,
    transform: {
      type: 'object',
      properties: { jsonPath: text, regex: text },
      additionalProperties: false,
    },
  },
  required: ['fileSet', 'extract'],
  additionalProperties: false,
};
const dataType = {
  enum: [
    ...['sc:Boolean', 'sc:Date', 'sc:DateTime', 'sc:Float', 'sc:Integer', 'sc:Text', 'sc:URL'],
    ...['sc:ImageObject', 'cr:BoundingBox'],
  ],
};
const field = {
  ...model(
    'cr:Field',
    {
      ...{ ...identity, dataType, source, references: reference, isArray: { type: 'boolean' } },
      subField: { type: 'array', items: { $ref: '#/$defs/field' }, minItems: 1 },
    },
    ['@id', 'name'],
  ),
  anyOf: [{ required: ['dataType'] }, { required: ['subField'] }],
};
const recordSet = model(
  'cr:RecordSet',
  {
    ...{ ...identity, dataType: { const: 'cr:Split' } },
    key: { anyOf: [reference, { type: 'array', items: reference, minItems: 1 }] },
    field: { type: 'array', items: { $ref: '#/$defs/field' }, minItems: 1 },
    data: { type: 'array', items: { type: 'object' }, minItems: 1 },
  },
  ['@id', 'name', 'field'],
);
/** Names of the specification's context (appendix 1) and of `make_context` in mlcroissant, which warns of missing ones. */
const CONTEXT_NAMES = (
  '@language @vocab sc cr rai dct annotation arrayShape citeAs column conformsTo containedIn data dataType description ' +
  'equivalentProperty examples excludes extract field fileProperty fileObject fileSet format includes isArray ' +
  'isLiveDataset jsonPath key md5 name parentField path recordSet references regex repeated replace readLines ' +
  'samplingRate sdVersion separator source subField transform unArchive value'
).split(' ');

const dataset = {
  $defs: { field },
  ...model(
    'sc:Dataset',
    {
      '@context': { type: 'object', required: CONTEXT_NAMES },
      ...{ conformsTo: { const: 'http://mlcommons.org/croissant/1.1' }, name: text },
      ...{ description: text, url: text },
      license: {
        anyOf: [
          { type: 'string', pattern: '^https://' },
          model('sc:CreativeWork', { name: text }, ['name']),
        ],
      },
      creator: model('sc:Organization', { name: text }, ['name']),
      datePublished: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
      version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
      ...{ keywords: { type: 'array', items: text }, inLanguage: { type: 'array', items: text } },
      distribution: { type: 'array', items: { anyOf: [fileObject, fileSet] }, minItems: 1 },
      recordSet: { type: 'array', items: recordSet },
    },
    [
      ...['@context', 'conformsTo', 'description', 'license', 'name', 'url', 'creator'],
      ...['datePublished', 'distribution'],
    ],
  ),
};

const validate = new Ajv2020({ strict: false }).compile(dataset);

/** Returns what the specification would refuse, a line each: wrong members, repeated ids, references to nothing. */
export function checkCroissant(value: unknown): string[] {
  if (!validate(value)) {
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  const ids: string[] = [];
  const references: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const id: unknown = '@id' in node ? node['@id'] : undefined;
    if (typeof id === 'string') ('@type' in node ? ids : references).push(id);
    for (const [name, member] of Object.entries(node)) if (name !== '@context') visit(member);
  };
  visit(value);
  const known = new Set(ids);
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} comes twice`),
    ...references.filter((id) => !known.has(id)).map((id) => `${id} is nothing`),
  ];
}
