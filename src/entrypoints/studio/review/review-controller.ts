import { create } from 'zustand';
import { order } from '../../../app/connection.ts';
import { UNREADABLE } from '../../../app/library/library-entries.ts';
import { lintStored, openRecorded } from '../../../app/library/demonstrations.ts';
import { hasFilm, storeFrame } from '../../../app/library/film.ts';
import type { FormChange, Turn } from '../../../core/demonstration/demonstration.ts';
import type { Change, Edit, EditCommand } from '../../../core/demonstration/edits/edit.ts';
import { editTurns, explainRefusal } from '../../../core/demonstration/edits/edit-turns.ts';
import type { FindingCounts } from '../../../core/demonstration/lint/finding.ts';
import { countKinds } from '../../../core/demonstration/lint/finding.ts';
import { findLastRequest } from '../../../core/demonstration/name.ts';
import { changeForm } from '../../../core/demonstration/recording-state.ts';
import { message } from '../../../messages/message.ts';
import { readPersonName } from '../../../platform/settings/stored-settings.ts';
import type { DemonstrationRow } from '../library/library-rows.ts';
import { carryOut, reportProblem } from '../notices.ts';
import type { EditMode } from './review-commands.ts';
import { closeStage, describeTarget, openFilmAt, openPageOf } from './stage-controller.ts';
import type { Opened, Timeline, TimelineVersion } from './timeline.ts';
import { describeTimeline } from './timeline.ts';

type Selection = Pick<DemonstrationRow, 'id' | 'title' | 'startedAt' | 'isRecording'>;

export interface ReviewState {
  selection: Selection;
  /** Whether the first turn with a finding is active at first. */
  startsAtFinding: boolean;
  version: TimelineVersion;
  /** Null until it was read. */
  opened: Opened | null;
  /** What `opened` shows in this version. */
  timeline: Timeline | null;
  /** Why it could not be read. */
  failure: string | null;
  activeId: string | null;
  /** The turn that the list scrolls to and focuses; a new object does it again. */
  revealed: { id: string } | null;
  mode: EditMode | null;
  isHelpOpen: boolean;
}

/** The review of one demonstration; null while the library is shown. */
export const useReview = create<ReviewState | null>(() => null);

/** Changes what is shown of the demonstration that was read; an edit is shown at once and stored behind it. */
function update({ version, ...change }: Partial<Opened & Pick<ReviewState, 'version'>>): void {
  useReview.setState((review) => {
    if (!review?.opened) return review;
    const opened = { ...review.opened, ...change };
    const shown = version ?? review.version;
    const timeline = describeTimeline(opened, shown, review.selection.isRecording);
    return { ...review, opened, timeline, version: shown };
  });
}

/** Null closes the review. `startsAtFinding`: begins with the first turn that has a finding. */
export async function select(selection: Selection | null, startsAtFinding = false): Promise<void> {
  closeStage();
  useReview.setState(
    selection && {
      ...{ selection, startsAtFinding, version: 'edited', opened: null, timeline: null },
      ...{ failure: null, activeId: null, revealed: null, mode: null, isHelpOpen: false },
    },
  );
  await load();
}

/** Reads the selected demonstration as it is stored. */
export async function load(): Promise<void> {
  const selection = useReview.getState()?.selection;
  if (!selection) return;
  const isCurrent = (): boolean => useReview.getState()?.selection === selection;
  const read = await openRecorded(selection.id);
  if (!read.ok) {
    if (isCurrent()) useReview.setState({ failure: read.message });
    return;
  }
  const { demonstration, turns: recorded } = read.content;
  const findings = await lintStored(selection.id).catch(() => []);
  const opened = {
    ...{ demonstration, recorded, findings, edits: demonstration.edits ?? [] },
    hasFilm: await hasFilm(selection.id),
    personName: await readPersonName(),
  };
  if (!isCurrent()) return;
  useReview.setState({ opened, failure: null });
  update({});
  useReview.setState((review) => review && { activeId: review.activeId ?? findStart(review) });
}

function findStart({ timeline, startsAtFinding }: ReviewState): string | null {
  const items = timeline?.items ?? [];
  const found = startsAtFinding ? items.find(({ findings }) => findings.length > 0) : undefined;
  return (found ?? items[0])?.id ?? null;
}

/** Resolves when the edit is stored, or was refused. */
export async function storeEdit(command: EditCommand): Promise<void> {
  const review = useReview.getState();
  if (!review?.opened) return;
  const { recorded, edits, personName } = review.opened;
  const refusal = explainRefusal(recorded, edits, command);
  if (refusal !== null) {
    reportProblem(refusal);
    return;
  }
  const made = { id: crypto.randomUUID(), at: Date.now(), by: personName };
  update({ edits: [...edits, { ...made, command }] });
  const { id } = review.selection;
  if (!(await carryOut(order('demonstration.edit', { id, command })))) await load();
}

/** Applies changes that mend findings and lose nothing, one after the other. */
export async function fixAll(changes: readonly Change[]): Promise<void> {
  for (const change of changes) await storeEdit(change);
}

export async function describe(change: FormChange): Promise<void> {
  const review = useReview.getState();
  if (!review?.opened) return;
  const { demonstration } = review.opened;
  update({ demonstration: { ...demonstration, form: changeForm(demonstration.form, change) } });
  const { id } = review.selection;
  if (!(await carryOut(order('demonstration.describe', { id, form: change })))) await load();
}

export function setVersion(version: TimelineVersion): void {
  update({ version });
}

export async function check(stored: readonly Edit[]): Promise<FindingCounts> {
  const review = useReview.getState();
  if (!review) return {};
  // A review was imported.
  if (review.opened && stored.length > review.opened.edits.length) update({ edits: stored });
  const { id } = review.selection;
  const findings = await lintStored(id).catch(() => null);
  if (findings === null) return UNREADABLE;
  if (useReview.getState()?.selection.id === id) update({ findings });
  return countKinds(findings);
}

function listTurns(): readonly Turn[] {
  const review = useReview.getState();
  if (!review?.opened) return [];
  return editTurns(review.opened.recorded, review.version === 'edited' ? review.opened.edits : [])
    .turns;
}

export async function openPage(turnId: string): Promise<void> {
  const turns = listTurns();
  const at = turns.findIndex(({ id }) => id === turnId);
  const turn = turns[at];
  if (turn?.kind === 'browser') await openPageOf(turn, findLastRequest(turns.slice(0, at)));
}

export async function openFilm(turnId: string): Promise<void> {
  const turn = listTurns().find(({ id }) => id === turnId);
  const id = useReview.getState()?.selection.id;
  if (turn && id !== undefined) await openFilmAt(id, turn);
}

/** Makes what the video shows the screenshot of a turn. */
export async function takeFrame(turnId: string, video: HTMLVideoElement): Promise<void> {
  const id = useReview.getState()?.selection.id;
  if (id === undefined) return;
  try {
    const picture = await storeFrame(id, video);
    await storeEdit({ kind: 'picture', turnId, ...picture });
  } catch (error) {
    reportProblem(message('studioFrameFailed', String(error)));
  }
}

export async function retarget(turnId: string, uid: string): Promise<void> {
  const element = describeTarget(turnId, uid);
  if (element) await storeEdit({ kind: 'target', turnId, element });
}
