import { openAsBlob } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Demonstration, Turn } from '../../../core/demonstration/demonstration.ts';
import type { Edit } from '../../../core/demonstration/edits/edit.ts';
import { readReview } from '../../../core/demonstration/edits/edit.ts';
import { listConflicts, mergeEdits } from '../../../core/demonstration/edits/merge-edits.ts';
import { nameDemonstration } from '../../../core/demonstration/name.ts';
import type { ReviewerAgreement } from '../../../core/evaluation/reviewer-agreement.ts';
import { compareReviewers } from '../../../core/evaluation/reviewer-agreement.ts';
import {
  explainUnfit,
  readReviewFile,
  writeReviewFile,
} from '../../../core/formats/archive/review-file.ts';
import { ImportFault } from '../../../core/formats/import-source.ts';
import { readBlob } from '../../../platform/picked-files.ts';
import { writeWhole } from '../evaluate/run-folder.ts';
import type { Emit, Input, Line } from '../open-input.ts';
import { eachDemonstration, emitFault } from '../open-input.ts';
import type { Printer } from '../printer.ts';

/** What an input says about one demonstration. */
interface Edited {
  input: string;
  id: string;
  name: string;
  edits: readonly Edit[];
  /** Null from a review file, which has no turns. */
  recorded: { demonstration: Demonstration; turns: readonly Turn[] } | null;
}

/** Emits the edits of each demonstration and review file, for `mergeReviews`. */
export async function readReviews(input: Input, emit: Emit): Promise<void> {
  const send = (edited: Edited): void =>
    emit({ kind: 'result', text: null, data: { type: 'edited', ...edited } });
  if (input.kind === 'json') {
    try {
      const blob = await openAsBlob(input.path);
      const source = { paths: new Set([input.path]), read: () => readBlob(blob) };
      const { demonstration, edits } = await readReviewFile(source, input.path);
      send({ input: input.path, ...demonstration, edits, recorded: null });
    } catch (error) {
      emitFault(emit, input.path, error);
    }
    return;
  }
  await eachDemonstration(input, emit, ({ path: place, recorded: { demonstration, turns } }) => {
    const name = nameDemonstration(demonstration, turns);
    const { id, edits = [] } = demonstration;
    send({ input: place, id, name, edits, recorded: { demonstration, turns } });
    return Promise.resolve();
  });
}

/** Merges what was said of each demonstration, writes review files into `out`, and prints how reviewers agree. */
export async function mergeReviews(
  run: (emit: Emit) => Promise<unknown>,
  printer: Printer,
  out: string | null,
): Promise<void> {
  const copies = new Map<string, Edited[]>();
  await run((line) => {
    const edited = readEdited(line);
    if (edited) copies.set(edited.id, [...(copies.get(edited.id) ?? []), edited]);
    else printer.emit(line);
  });
  const merged = [...copies.values()].map((each) => mergeCopies(each, printer.emit));
  for (const { id, name, edits } of merged) {
    const { status } = readReview(edits);
    const conflicts = listConflicts(edits).length;
    const reviewers = [...new Set(edits.map(({ by }) => by).filter((by) => by !== ''))].sort();
    const by = reviewers.length === 0 ? '' : ` by ${reviewers.join(', ')}`;
    const open = conflicts === 0 ? '' : `, ${conflicts} in conflict`;
    printer.print(`${id} “${name}”: ${status}, ${edits.length} edits${by}${open}`, {
      ...{ type: 'reviewed', demonstration: id, name, status, edits: edits.length },
      ...{ conflicts, reviewers },
    });
    if (out === null || edits.length === 0) continue;
    await mkdir(out, { recursive: true });
    const file = path.join(out, `${id}-review.json`);
    await writeWhole(file, writeReviewFile({ id, name }, edits));
  }
  for (const agreement of compareReviewers(merged)) {
    printer.print(describeAgreement(agreement), { type: 'agreement', ...agreement });
  }
}

function readEdited({ data }: Line): Edited | null {
  return data['type'] === 'edited' ? (data as unknown as Edited) : null;
}

/** Leaves out a copy that doesn't fit the recorded turns, and says so. */
function mergeCopies(copies: readonly Edited[], emit: Emit) {
  const recorded = copies.find((copy) => copy.recorded)?.recorded ?? null;
  const [first] = copies;
  let edits: Edit[] = [];
  let marks = 0;
  for (const copy of copies) {
    const unfit = recorded && explainUnfit(recorded.demonstration, recorded.turns, copy.edits);
    if (unfit) {
      emitFault(emit, copy.input, new ImportFault(unfit));
      continue;
    }
    const at = Math.max(0, ...[...edits, ...copy.edits].map((edit) => edit.at));
    const make = () => ({ id: `conflict-${(marks += 1)}-${copy.id}`, at });
    edits = mergeEdits(edits, copy.edits, make).edits;
  }
  return { id: first?.id ?? '', name: first?.name ?? '', turns: recorded?.turns ?? [], edits };
}

const DECISIONS: Record<ReviewerAgreement['decision'], string> = {
  status: 'approved or rejected',
  kept: 'turns kept or left out',
  text: 'texts changed or not',
  target: 'targets changed or not',
};

function describeAgreement({
  reviewers,
  decision,
  items,
  agreed,
  kappa,
}: ReviewerAgreement): string {
  const figure =
    kappa === null ? 'no kappa, since both always said the same' : `kappa ${kappa.toFixed(2)}`;
  return `${reviewers.join(' and ')}: ${DECISIONS[decision]}: ${agreed} of ${items} agree, ${figure}`;
}
