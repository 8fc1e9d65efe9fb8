import { demonstrationShape } from '../../demonstration/migrate.ts';
import { number, objectWith, oneOf, text } from '../../demonstration/shape.ts';

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
