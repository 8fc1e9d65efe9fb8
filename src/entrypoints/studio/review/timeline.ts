import type { AgreementRate, NearbyPicture } from '../../../core/demonstration/turn-list.ts';
import { listPictures, rateAgreement } from '../../../core/demonstration/turn-list.ts';
import { targetOf } from '../../../core/action/action.ts';
import type {
  Demonstration,
  DemonstrationForm,
  ModelUsage,
  Turn,
} from '../../../core/demonstration/demonstration.ts';
import type { Change, ChangeEdit, Edit, Review } from '../../../core/demonstration/edits/edit.ts';
import { foldEdits, readReview } from '../../../core/demonstration/edits/edit.ts';
import { editTurns, mergeTurns, readText } from '../../../core/demonstration/edits/edit-turns.ts';
import type { OpenConflict } from '../../../core/demonstration/edits/merge-edits.ts';
import { listConflicts } from '../../../core/demonstration/edits/merge-edits.ts';
import type { RecordedHops } from '../../../core/demonstration/hops.ts';
import type { LintFinding, Fix } from '../../../core/demonstration/lint/finding.ts';
import { proposeFix } from '../../../core/demonstration/lint/finding.ts';
import { nameDemonstration } from '../../../core/demonstration/name.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import type { ActionEntry, EntryFinding, UtteranceEntry } from '../../../ui/conversation/entry.ts';
import {
  createTurnEntry,
  describeTurn,
  toEntryFinding,
} from '../../../ui/conversation/turn-entry.ts';
import { formatDay } from '../../../ui/format.ts';
import { STATUSES } from '../describe-outcome.ts';

/** What is read of the selected demonstration. */
export interface Opened {
  demonstration: Demonstration;
  recorded: readonly Turn[];
  edits: readonly Edit[];
  findings: readonly LintFinding[];
  hasFilm: boolean;
  /** Who edits. */
  personName: string;
}

/** The timeline shows the turns as edited or as recorded. */
export type TimelineVersion = 'edited' | 'original';

/** The turns of a demonstration, and what can be changed of them. */
export interface Timeline {
  items: readonly TimelineItem[];
  version: TimelineVersion;
  /** The original, and a demonstration that is being recorded, cannot be edited. */
  isEditable: boolean;
  /** The changes that stand, oldest first: what was changed and by whom, one line each. */
  changes: readonly string[];
  conflicts: readonly ConflictModel[];
  canRedo: boolean;
  /** Changes that mend findings and lose nothing. */
  safeFixes: readonly Change[];
  review: Review;
  hasFilm: boolean;
  /** How often the ranker would have picked the same element; null while unknown. */
  agreement: AgreementRate | null;
  /** What models used during the recording. */
  spending: ModelUsage | null;
  hops: readonly RecordedHops[];
  form: DemonstrationForm;
  /** What it is called while the form has no name: what was asked, or its first page. */
  asked: string;
}

export interface TimelineItem {
  id: string;
  entry: UtteranceEntry | ActionEntry;
  /** Exports leave it out. */
  isNoise: boolean;
  /** The turn that led to it, such as the click before a load. */
  causedBy: string | null;
  /** The text that was said, typed, chosen or opened; null for other actions. */
  text: string | null;
  /** Whether it can become part of the turn before it. */
  canMerge: boolean;
  /** Its target; null for actions without one. */
  targetUid: string | null;
  /** Whether its action has a target, and its page was saved, so that another one can be chosen. */
  canRetarget: boolean;
  /** Screenshots of the previous and the next action; they can replace an action's own. */
  pictures: readonly NearbyPicture[];
  /** Where the pointer was, in fractions of the screenshot; null where there was none. */
  pointer: { x: number; y: number } | null;
  findings: readonly TurnFinding[];
  /** What reviewers said about it, oldest first. */
  comments: readonly string[];
}

interface TurnFinding extends EntryFinding {
  fix: Fix | null;
}

/** Two changes of the same thing by people who did not know of each other's. */
export interface ConflictModel {
  /** Null for the status of the demonstration. */
  turnId: string | null;
  /** What both changed. */
  subject: string;
  sides: readonly ConflictSide[];
}

interface ConflictSide {
  id: string;
  /** The conflicting edit; keeping this one undoes it. */
  otherId: string;
  by: string;
  text: string;
  /** Whether it counts until somebody chooses. */
  isStanding: boolean;
}

export function describeTimeline(
  { demonstration, recorded, edits, findings, hasFilm }: Opened,
  version: TimelineVersion,
  isRecording: boolean,
): Timeline {
  const { spending = null, hops = [], form } = demonstration;
  const { turns, noise } = editTurns(recorded, version === 'edited' ? edits : []);
  const { standing, undone } = foldEdits(edits);
  const items = turns.map((turn, at): TimelineItem => {
    const found = findings
      .filter(({ turnId }) => turnId === turn.id)
      .map((finding) => ({ ...toEntryFinding(finding), fix: proposeFix(finding, turn) }));
    const before = turns[at - 1];
    return {
      id: turn.id,
      entry: createTurnEntry(turn, found),
      isNoise: noise.has(turn.id),
      causedBy: turn.kind === 'browser' ? turn.causedBy : null,
      text: readText(turn),
      canMerge: before !== undefined && mergeTurns(before, turn) !== null,
      targetUid: targetOf(turn.action),
      canRetarget: targetOf(turn.action) !== null && turn.kind === 'browser' && !!turn.snapshot,
      pictures: turn.kind === 'say' || turn.snapshot ? listPictures(turns, at) : [],
      pointer: locatePointer(turn),
      findings: found,
      comments: standing.flatMap(({ command, by }) =>
        command.kind === 'comment' && command.turnId === turn.id
          ? [by === '' ? command.text : `${by}: ${command.text}`]
          : [],
      ),
    };
  });
  const known = [...recorded, ...turns];
  return {
    ...{ items, version, spending, hops, hasFilm, form },
    isEditable: version === 'edited' && !isRecording,
    safeFixes: items.flatMap((item) =>
      item.findings.flatMap(({ fix }) => (fix?.kind === 'edit' && fix.isSafe ? [fix.change] : [])),
    ),
    asked: nameDemonstration({ ...demonstration, form: { description: '' } }, turns),
    changes: standing.map((edit) => describeChange(edit, known)),
    conflicts: listConflicts(edits).map((conflict) => describeConflict(conflict, known)),
    canRedo: undone.length > 0,
    review: readReview(edits),
    agreement: rateAgreement(turns),
  };
}

/** In fractions of the screenshot; null where the action has no place, or none that is known. */
function locatePointer(turn: Turn): TimelineItem['pointer'] {
  if (turn.kind === 'say' || targetOf(turn.action) === null) return null;
  const { mouseX, mouseY, viewportWidth, viewportHeight } = turn.metadata;
  const point = { x: mouseX / viewportWidth, y: mouseY / viewportHeight };
  return point.x > 0 && point.x < 1 && point.y > 0 && point.y < 1 ? point : null;
}

const CHANGES: Record<Exclude<Change['kind'], 'judge'>, MessageName> = {
  remove: 'studioChangeRemove',
  noise: 'studioChangeNoise',
  move: 'studioChangeMove',
  text: 'studioChangeText',
  merge: 'studioChangeMerge',
  split: 'studioChangeSplit',
  target: 'studioChangeTarget',
  picture: 'studioChangePicture',
  time: 'studioChangeTime',
  comment: 'studioChangeComment',
};

function describeChange({ at, by, command }: ChangeEdit, turns: readonly Turn[]): string {
  const parts = [describeCommand(command, turns), by, formatDay(at)];
  return parts.filter((part) => part !== '').join(' · ');
}

function describeCommand(command: Change, turns: readonly Turn[]): string {
  if (command.kind === 'judge') {
    const status = message(STATUSES[command.status]);
    return command.comment === '' ? status : `${status}: ${command.comment}`;
  }
  const isBack = command.kind === 'noise' && !command.isNoise;
  const name = isBack ? 'studioChangeNoNoise' : CHANGES[command.kind];
  return message(name, nameTurn(command.turnId, turns));
}

function describeConflict(
  { mine, theirs, winner }: OpenConflict,
  turns: readonly Turn[],
): ConflictModel {
  const turnId = 'turnId' in mine.command ? mine.command.turnId : null;
  const describe = (edit: ChangeEdit, other: ChangeEdit): ConflictSide => ({
    ...{ id: edit.id, otherId: other.id, isStanding: edit === winner },
    by: edit.by || message('studioUnnamedPerson'),
    text: describeWish(edit.command, turns),
  });
  return {
    turnId,
    subject: turnId === null ? message('studioConflictOnReview') : nameTurn(turnId, turns),
    sides: [describe(mine, theirs), describe(theirs, mine)],
  };
}

/** What a change leads to, where that is more than what was done. */
function describeWish(command: Change, turns: readonly Turn[]): string {
  if (command.kind === 'text') return message('studioConflictText', command.text);
  if (command.kind === 'target') {
    const { name, tagName } = command.element;
    return message('studioConflictTarget', name || tagName.toLowerCase());
  }
  return describeCommand(command, turns);
}

function nameTurn(turnId: string, turns: readonly Turn[]): string {
  const turn = turns.find(({ id }) => id === turnId);
  if (!turn) return message('studioTurn');
  return turn.kind === 'say' ? `“${turn.action.utterance}”` : describeTurn(turn);
}
