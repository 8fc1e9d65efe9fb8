import { demonstrationShape, turnShape } from '../../demonstration/migrate.ts';
import type { JsonSchema } from '../../demonstration/shape.ts';
import { number, objectWith, oneOf, text } from '../../demonstration/shape.ts';
import { videoLineShape } from './video.ts';

/** Names the format in wayscribe.json; `version` grows when a reader of the one before would go wrong. */
export const ARCHIVE_FORMAT = 'wayscribe-archive';
export const ARCHIVE_VERSION = 1;

/** wayscribe.json. `turns` is their number, so that a file that was cut is noticed. */
export const manifestShape = objectWith({
  format: oneOf(ARCHIVE_FORMAT),
  version: oneOf(ARCHIVE_VERSION),
  demonstration: demonstrationShape,
  turns: number,
});

/** A line of contents.jsonl; `bytes` is the length. */
export const contentLineShape = objectWith({ path: text, hash: text, bytes: number });

/** The published JSON Schemas by file name, made of the very shapes that reading checks. */
export const ARCHIVE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  'archive.schema.json': describe('wayscribe.json of a Wayscribe archive', manifestShape.schema),
  'turn.schema.json': describe('A line of turns.jsonl in a Wayscribe archive', turnShape.schema),
  'content.schema.json': describe(
    'A line of contents.jsonl in a Wayscribe archive',
    contentLineShape.schema,
  ),
  'video.schema.json': describe(
    'A line of video.jsonl in a Wayscribe archive',
    videoLineShape.schema,
  ),
};

export function writeSchema(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function describe(title: string, schema: JsonSchema): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema };
}
