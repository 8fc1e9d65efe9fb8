import { demonstrationShape, turnShape } from '../../demonstration/migrate.ts';
import type { JsonSchema } from '../../shape.ts';
import { number, objectWith, oneOf, text } from '../../shape.ts';
import { videoLineShape } from './video.ts';

export const ARCHIVE_FORMAT = 'wayscribe-archive';
/** Grows when a reader of the version before would misread the archive. */
export const ARCHIVE_VERSION = 1;

/** wayscribe.json. `turns` is their number, which shows that a file was cut. */
export const manifestShape = objectWith({
  format: oneOf(ARCHIVE_FORMAT),
  version: oneOf(ARCHIVE_VERSION),
  demonstration: demonstrationShape,
  turns: number,
});

/** A line of contents.jsonl; `bytes` is the length. */
export const contentLineShape = objectWith({ path: text, hash: text, bytes: number });

/** The published JSON Schemas by file name, made of the shapes that reading checks. */
export const ARCHIVE_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [
    ['archive', 'wayscribe.json of a Wayscribe archive', manifestShape] as const,
    ['turn', 'A line of turns.jsonl in a Wayscribe archive', turnShape] as const,
    ['content', 'A line of contents.jsonl in a Wayscribe archive', contentLineShape] as const,
    ['video', 'A line of video.jsonl in a Wayscribe archive', videoLineShape] as const,
  ].map(([name, title, { schema }]) => [
    `${name}.schema.json`,
    { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema },
  ]),
);

export function writeSchema(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
