import type { JsonSchema } from '../../demonstration/shape.ts';
import { turnShape } from '../../demonstration/turn-shape.ts';
import { contentLineShape, manifestShape } from './shape.ts';
import { videoLineShape } from './video.ts';

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
