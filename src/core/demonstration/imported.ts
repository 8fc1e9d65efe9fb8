import type { Difference } from './difference.ts';
import { differenceShape } from './difference.ts';
import type { Hash } from './demonstration.ts';
import { anyObject, listOf, number, objectWith, oneOf, orAbsent, text } from './shape.ts';

/** What an imported file has and a demonstration has no field for; written back on export. */
export interface ImportedFile {
  format: 'weblinx';
  /** What metadata.json and form.json say otherwise than our export of the same would. */
  metadata: Difference[];
  form: Difference[];
  /** Members of replay.json besides its turns. */
  replay: Record<string, unknown>;
  /** Turns of a kind that Wayscribe does not know, as they were, by their place among all turns. */
  unknownTurns: { index: number; turn: unknown }[];
  /** Files that no turn names (video, accessibility trees, later states), each cut into contents. */
  files: { path: string; parts: Hash[] }[];
}

/** What an imported turn said and a turn has no field for; written back on export. */
export interface ImportedTurn {
  format: 'weblinx';
  /** Its event_id; browser turns only. */
  event?: number;
  /** Names of the files it named in `state`; exports give names of their own. */
  files?: { page?: string; screenshot?: string };
  /** What stood around the html element's content in the page file: doctype and html tag. */
  around?: { before: string; after: string };
  differences: Difference[];
}

export const importedFileShape = objectWith({
  format: oneOf('weblinx'),
  metadata: listOf(differenceShape),
  form: listOf(differenceShape),
  replay: anyObject,
  unknownTurns: listOf(objectWith({ index: number })),
  files: listOf(objectWith({ path: text, parts: listOf(text) })),
});

export const importedTurnShape = objectWith({
  format: oneOf('weblinx'),
  event: orAbsent(number),
  files: orAbsent(objectWith({ page: orAbsent(text), screenshot: orAbsent(text) })),
  around: orAbsent(objectWith({ before: text, after: text })),
  differences: listOf(differenceShape),
});
