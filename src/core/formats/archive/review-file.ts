import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';
import type { Edit } from '../../demonstration/edits/edit.ts';
import { editsShape } from '../../demonstration/edits/edit.ts';
import { stringifyCanonically } from '../../demonstration/checksum.ts';
import { listHashes } from '../../demonstration/content.ts';
import { nameDemonstration } from '../../demonstration/name.ts';
import { number, objectWith, oneOf, text } from '../../shape.ts';
import type { ExportFile } from '../export-file.ts';
import { makeTextFile } from '../export-file.ts';
import type { ImportSource } from '../import-source.ts';
import { checkId, checkShape, ImportFault, readFile, readJsonObject } from '../import-source.ts';
import { FAULTS } from '../messages.ts';

/** The edits of one demonstration without its turns: small enough for a mail (docs/format.md). */
export interface ReviewFile {
  demonstration: { id: string; name: string };
  edits: readonly Edit[];
}

const REVIEW_FORMAT = 'wayscribe-review';
/** Grows when a reader of the version before would misread the file. */
const REVIEW_VERSION = 1;
const MOST_BYTES = 32 * 1024 * 1024;

const reviewFileShape = objectWith({
  format: oneOf(REVIEW_FORMAT),
  version: number,
  demonstration: objectWith({ id: text, name: text }),
  edits: editsShape,
});

/** The file is empty for a demonstration without edits. */
export async function* listReviewFiles({
  demonstration,
  turns,
}: Pick<DemonstrationContent, 'demonstration' | 'turns'>): AsyncGenerator<ExportFile> {
  const { id, edits = [] } = demonstration;
  const named = { id, name: nameDemonstration(demonstration, turns) };
  const written = edits.length === 0 ? '' : writeReviewFile(named, edits);
  yield await Promise.resolve(makeTextFile('review.json', written));
}

export function writeReviewFile(
  demonstration: ReviewFile['demonstration'],
  edits: readonly Edit[],
): string {
  const head = { format: REVIEW_FORMAT, version: REVIEW_VERSION };
  return `${JSON.stringify({ ...head, demonstration, edits }, null, 1)}\n`;
}

/** Reads a review file that may be anything. Fails with ImportFault. */
export async function readReviewFile(source: ImportSource, path: string): Promise<ReviewFile> {
  const { members } = readJsonObject(await readFile(source, path, MOST_BYTES), path);
  if (members['format'] !== REVIEW_FORMAT) throw new ImportFault(FAULTS.notReview(path));
  const { version } = members;
  if (typeof version === 'number' && version > REVIEW_VERSION)
    throw new ImportFault(FAULTS.newer(path, 'review', version, REVIEW_VERSION));
  checkShape(reviewFileShape, members, path);
  const review = members as unknown as ReviewFile;
  checkId(review.demonstration.id, path);
  return review;
}

/** Why edits can't be merged into a demonstration, as a clause; null if they can. `turns`: as recorded. */
export function explainUnfit(
  demonstration: Demonstration,
  turns: readonly Turn[],
  edits: readonly Edit[],
): string | null {
  const own = new Map((demonstration.edits ?? []).map((edit) => [edit.id, edit]));
  const known = new Set(turns.map(({ id }) => id));
  for (const { command } of [...own.values(), ...edits])
    if (command.kind === 'split') known.add(command.newId);
  const hashes = new Set(turns.flatMap((turn) => [...listHashes(turn, new Set())]));
  for (const edit of edits) {
    const { command } = edit;
    const same = own.get(edit.id);
    if (same && stringifyCanonically(same) !== stringifyCanonically(edit)) return FAULTS.otherEdit;
    const named = ['turnId', 'into', 'before'].flatMap((key) => {
      const id: unknown = Object.entries(command).find(([name]) => name === key)?.[1];
      return typeof id === 'string' ? [id] : [];
    });
    if (named.some((id) => !known.has(id))) return FAULTS.goneTurn;
    if (command.kind === 'picture' && !hashes.has(command.image)) return FAULTS.gonePicture;
  }
  return null;
}
