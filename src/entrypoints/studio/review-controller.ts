import { order } from '../../app/connection.ts';
import { UNREADABLE } from '../../app/library/library-entries.ts';
import { lintStored, openRecorded } from '../../app/library/demonstrations.ts';
import { hasFilm, storeFrame } from '../../app/library/film.ts';
import { targetOf } from '../../core/action/action.ts';
import { rateAgreement } from '../../core/demonstration/agreement.ts';
import type { Demonstration, FormChange, Turn } from '../../core/demonstration/demonstration.ts';
import type { Change, ChangeEdit, Edit, EditCommand } from '../../core/demonstration/edits/edit.ts';
import { foldEdits, readReview } from '../../core/demonstration/edits/edit.ts';
import {
  editTurns,
  explainRefusal,
  mergeTurns,
  readText,
} from '../../core/demonstration/edits/edit-turns.ts';
import type { OpenConflict } from '../../core/demonstration/edits/merge-edits.ts';
import { listConflicts } from '../../core/demonstration/edits/merge-edits.ts';
import type { FindingCounts, LintFinding } from '../../core/demonstration/lint/finding.ts';
import { countKinds, proposeFix } from '../../core/demonstration/lint/finding.ts';
import { findLastRequest, nameDemonstration } from '../../core/demonstration/name.ts';
import { listPictures } from '../../core/demonstration/pictures.ts';
import { changeForm } from '../../core/demonstration/recording-state.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import { readPersonName } from '../../platform/settings/person-name.ts';
import { createTurnEntry, describeTurn, toEntryFinding } from '../../ui/conversation/turn-entry.ts';
import { formatDay } from '../../ui/format.ts';
import { describeStatus } from './view/describe-outcome.ts';
import { createFilmController } from './film-controller.ts';
import { createPageController } from './page-controller.ts';
import type {
  ChangeModel,
  ConflictModel,
  ConflictSide,
  DemonstrationRow,
  SelectedModel,
  TimelineItem,
  TimelineVersion,
} from './studio-model.ts';

type Timeline = SelectedModel['timeline'];
type Selection = Pick<DemonstrationRow, 'id' | 'title' | 'startedAt' | 'isRecording'>;

/** What is read of the selected demonstration. */
interface Opened {
  demonstration: Demonstration;
  recorded: readonly Turn[];
  edits: readonly Edit[];
  findings: readonly LintFinding[];
  hasFilm: boolean;
}

/** Shows the turns of one demonstration and edits them. A change is shown at once and stored behind it. */
export function createReviewController(
  show: (selected: SelectedModel | null) => void,
  report: (problem: string) => void,
) {
  let selection: Selection | null = null;
  let version: TimelineVersion = 'edited';
  let open: Opened | null = null;
  let personName = '';
  let startsAtFinding = false;
  let shown: SelectedModel | null = null;
  const pages = createPageController((page) => {
    if (!shown) return;
    shown = { ...shown, page };
    show(shown);
  });

  const film = createFilmController((model) => {
    if (!shown) return;
    shown = { ...shown, film: model };
    show(shown);
  });

  function showTimeline({ id, title, startedAt }: Selection, timeline: Timeline): void {
    if (selection?.id !== id) return;
    const name = timeline.state === 'ready' ? timeline.form.description || timeline.asked : title;
    shown = {
      id,
      title: name,
      startedAt,
      startsAtFinding,
      timeline,
      page: pages.get(),
      film: film.get(),
    };
    show(shown);
  }

  /** Reads the selected demonstration as it is stored. */
  async function load(): Promise<void> {
    const loading = selection;
    if (!loading) return;
    const opened = await openRecorded(loading.id);
    if (selection !== loading) return;
    if (!opened.ok) {
      showTimeline(loading, { state: 'failed', message: opened.message });
      return;
    }
    const { demonstration, turns: recorded } = opened.content;
    const findings = await lintStored(loading.id).catch(() => []);
    personName = await readPersonName();
    if (selection !== loading) return;
    const edits = demonstration.edits ?? [];
    open = { demonstration, recorded, edits, findings, hasFilm: await hasFilm(loading.id) };
    render();
  }

  function render(): void {
    if (selection && open) {
      showTimeline(selection, describeTimeline(open, version, selection.isRecording));
    }
  }

  function findTurn(turnId: string): Turn | undefined {
    if (!open) return undefined;
    const { turns } = editTurns(open.recorded, version === 'edited' ? open.edits : []);
    return turns.find(({ id }) => id === turnId);
  }

  /** Resolves when the edit is stored, or was refused. */
  async function edit(command: EditCommand): Promise<void> {
    if (!selection || !open) return;
    const { recorded, edits } = open;
    const refusal = explainRefusal(recorded, edits, command);
    if (refusal !== null) {
      report(refusal);
      return;
    }
    const made = { id: crypto.randomUUID(), at: Date.now(), by: personName };
    open = { ...open, edits: [...edits, { ...made, command }] };
    render();
    const outcome = await order('demonstration.edit', { id: selection.id, command });
    if (outcome.ok) return;
    report(outcome.message);
    await load();
  }

  return {
    edit,
    /** `atFinding`: begins with the first turn that has a finding. */
    async select(row: Selection | null, atFinding = false): Promise<void> {
      selection = row;
      startsAtFinding = atFinding;
      version = 'edited';
      open = null;
      shown = null;
      pages.close();
      film.close();
      if (!row) {
        show(null);
        return;
      }
      showTimeline(row, { state: 'loading' });
      await load();
    },
    /** Opens the saved page of a turn as edited. */
    async openPage(turnId: string): Promise<void> {
      if (!open) return;
      const { turns } = editTurns(open.recorded, version === 'edited' ? open.edits : []);
      const at = turns.findIndex(({ id }) => id === turnId);
      const turn = turns[at];
      if (turn?.kind === 'browser') await pages.open(turn, findLastRequest(turns.slice(0, at)));
    },
    async openFilm(turnId: string): Promise<void> {
      const turn = findTurn(turnId);
      if (turn && selection) await film.open(selection.id, turn);
    },
    /** Makes what the video shows the screenshot of a turn. */
    async takeFrame(turnId: string, video: HTMLVideoElement): Promise<void> {
      if (!selection) return;
      try {
        const picture = await storeFrame(selection.id, video);
        await edit({ kind: 'picture', turnId, ...picture });
      } catch (error) {
        report(message('studioFrameFailed', String(error)));
      }
    },
    rankTargets: pages.rank,
    async retarget(turnId: string, uid: string): Promise<void> {
      const element = pages.describe(turnId, uid);
      if (element) await edit({ kind: 'target', turnId, element });
    },
    /** Applies the changes that mend findings and lose nothing, one after the other. */
    async fixAll(): Promise<void> {
      const timeline = shown?.timeline;
      if (timeline?.state !== 'ready') return;
      for (const change of timeline.safeFixes) await edit(change);
    },
    async describe(change: FormChange): Promise<void> {
      if (!selection || !open) return;
      const { demonstration } = open;
      const form = changeForm(demonstration.form, change);
      open = { ...open, demonstration: { ...demonstration, form } };
      render();
      const outcome = await order('demonstration.describe', { id: selection.id, form: change });
      if (outcome.ok) return;
      report(outcome.message);
      await load();
    },
    setVersion(next: TimelineVersion): void {
      version = next;
      render();
    },
    /** Checks the turns again, as they are edited by now; counts the findings. */
    async check(stored: readonly Edit[]): Promise<FindingCounts> {
      if (!selection) return {};
      const { id } = selection;
      // A review was imported.
      if (open && stored.length > open.edits.length) {
        open = { ...open, edits: stored };
        render();
      }
      const findings = await lintStored(id).catch(() => null);
      if (findings === null) return UNREADABLE;
      if (open && selection.id === id) {
        open = { ...open, findings };
        render();
      }
      return countKinds(findings);
    },
  };
}

function describeTimeline(
  { demonstration, recorded, edits, findings, hasFilm: isFilmed }: Opened,
  version: TimelineVersion,
  isRecording: boolean,
): Timeline {
  const { spending = null, hops = [] } = demonstration;
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
  return {
    state: 'ready',
    items,
    safeFixes: items.flatMap((item) =>
      item.findings.flatMap(({ fix }) => (fix?.kind === 'edit' && fix.isSafe ? [fix.change] : [])),
    ),
    ...{ version, isRecording, spending, hops, hasFilm: isFilmed },
    form: demonstration.form,
    asked: nameDemonstration({ ...demonstration, form: UNNAMED }, turns),
    changes: standing.map((edit) => describeChange(edit, [...recorded, ...turns])),
    conflicts: listConflicts(edits).map((conflict) =>
      describeConflict(conflict, [...recorded, ...turns]),
    ),
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

const UNNAMED = { description: '' };

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

function describeChange({ id, at, by, command }: ChangeEdit, turns: readonly Turn[]): ChangeModel {
  const parts = [describeCommand(command, turns), by, formatDay(at)];
  return { id, text: parts.filter((part) => part !== '').join(' · ') };
}

function describeCommand(command: Change, turns: readonly Turn[]): string {
  if (command.kind === 'judge') {
    const status = describeStatus(command.status);
    return command.comment === '' ? status : `${status}: ${command.comment}`;
  }
  const turn = turns.find((each) => each.id === command.turnId);
  const isBack = command.kind === 'noise' && !command.isNoise;
  return message(isBack ? 'studioChangeNoNoise' : CHANGES[command.kind], nameTurn(turn));
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
    subject:
      turnId === null
        ? message('studioConflictOnReview')
        : nameTurn(turns.find(({ id }) => id === turnId)),
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

function nameTurn(turn: Turn | undefined): string {
  if (!turn) return message('studioTurn');
  return turn.kind === 'say' ? `“${turn.action.utterance}”` : describeTurn(turn);
}
