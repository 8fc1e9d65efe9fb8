import { rateAgreement } from '../../../core/demonstration/turn-list.ts';
import { targetOf } from '../../../core/action/action.ts';
import type { Demonstration, Turn } from '../../../core/demonstration/demonstration.ts';
import type { Change, ChangeEdit, Edit } from '../../../core/demonstration/edits/edit.ts';
import { foldEdits, readReview } from '../../../core/demonstration/edits/edit.ts';
import { editTurns, mergeTurns, readText } from '../../../core/demonstration/edits/edit-turns.ts';
import type { OpenConflict } from '../../../core/demonstration/edits/merge-edits.ts';
import { listConflicts } from '../../../core/demonstration/edits/merge-edits.ts';
import type { LintFinding } from '../../../core/demonstration/lint/finding.ts';
import { proposeFix } from '../../../core/demonstration/lint/finding.ts';
import { nameDemonstration } from '../../../core/demonstration/name.ts';
import { listPictures } from '../../../core/demonstration/turn-list.ts';
import { describeTurn } from '../../../core/navigator/describe-turn.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { createTurnEntry, toEntryFinding } from '../../../ui/conversation/turn-entry.ts';
import { formatDay } from '../../../ui/format.ts';
import { STATUSES } from '../library/library-rows.ts';

export interface Opened {
  demonstration: Demonstration;
  recorded: readonly Turn[];
  edits: readonly Edit[];
  findings: readonly LintFinding[];
  hasFilm: boolean;
  /** Who edits. */
  personName: string;
}

export type TimelineVersion = 'edited' | 'original';

export type Timeline = ReturnType<typeof describeTimeline>;
export type TimelineItem = ReturnType<typeof describeItem>;

/** Returns the turns of a demonstration, and what can be changed of them. */
export function describeTimeline(
  { demonstration, recorded, edits, findings, hasFilm }: Opened,
  version: TimelineVersion,
  isRecording: boolean,
) {
  const { spending = null, hops = [], form } = demonstration;
  const { turns, noise } = editTurns(recorded, version === 'edited' ? edits : []);
  const { standing, undone } = foldEdits(edits);
  const items = turns.map((turn) => describeItem(turn, turns, { noise, findings, standing }));
  const known = [...recorded, ...turns];
  return {
    ...{ items, version, hops, hasFilm, form },
    /** What models used during the recording. */
    spending,
    /** The original, and a demonstration that is being recorded, cannot be edited. */
    isEditable: version === 'edited' && !isRecording,
    /** Changes that mend findings and lose nothing. */
    safeFixes: items.flatMap((item) =>
      item.findings.flatMap(({ fix }) => (fix?.kind === 'edit' && fix.isSafe ? [fix.change] : [])),
    ),
    /** What it is called while the form has no name: what was asked, or its first page. */
    asked: nameDemonstration({ ...demonstration, form: { description: '' } }, turns),
    /** The changes that stand, oldest first: what was changed and by whom, one line each. */
    changes: standing.map((edit) => describeChange(edit, known)),
    conflicts: listConflicts(edits).map((conflict) => describeConflict(conflict, known)),
    canRedo: undone.length > 0,
    review: readReview(edits),
    /** How often the ranker would have picked the same element; null while unknown. */
    agreement: rateAgreement(turns),
  };
}

interface Known {
  noise: ReadonlySet<string>;
  findings: readonly LintFinding[];
  standing: readonly ChangeEdit[];
}

function describeItem(turn: Turn, turns: readonly Turn[], { noise, findings, standing }: Known) {
  const at = turns.indexOf(turn);
  const before = turns[at - 1];
  const found = findings
    .filter(({ turnId }) => turnId === turn.id)
    .map((finding) => ({ ...toEntryFinding(finding), fix: proposeFix(finding, turn) }));
  return {
    id: turn.id,
    entry: createTurnEntry(turn, found),
    /** Exports leave it out. */
    isNoise: noise.has(turn.id),
    /** The turn that led to it, such as the click before a load. */
    causedBy: turn.kind === 'browser' ? turn.causedBy : null,
    /** The text that was said, typed, chosen or opened; null for other actions. */
    text: readText(turn),
    /** Whether it can become part of the turn before it. */
    canMerge: before !== undefined && mergeTurns(before, turn) !== null,
    targetUid: targetOf(turn.action),
    /** Whether its action has a target, and its page was saved, so that another one can be chosen. */
    canRetarget: targetOf(turn.action) !== null && turn.kind === 'browser' && !!turn.snapshot,
    /** Screenshots of the previous and the next action; they can replace an action's own. */
    pictures: turn.kind === 'say' || turn.snapshot ? listPictures(turns, at) : [],
    pointer: locatePointer(turn),
    findings: found,
    /** What reviewers said about it, oldest first. */
    comments: standing.flatMap(({ command, by }) =>
      command.kind === 'comment' && command.turnId === turn.id
        ? [by === '' ? command.text : `${by}: ${command.text}`]
        : [],
    ),
  };
}

/** In fractions of the screenshot; null where the action has no place, or none that is known. */
function locatePointer(turn: Turn): { x: number; y: number } | null {
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

/** Describes two changes of the same thing by people who did not know of each other's. */
function describeConflict({ mine, theirs, winner }: OpenConflict, turns: readonly Turn[]) {
  // Null for the status of the demonstration.
  const turnId = 'turnId' in mine.command ? mine.command.turnId : null;
  const describe = (edit: ChangeEdit, other: ChangeEdit) => ({
    id: edit.id,
    /** The conflicting edit; keeping this one undoes it. */
    otherId: other.id,
    /** Whether it counts until somebody chooses. */
    isStanding: edit === winner,
    by: edit.by || message('studioUnnamedPerson'),
    text: describeWish(edit.command, turns),
  });
  return {
    turnId,
    /** What both changed. */
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
