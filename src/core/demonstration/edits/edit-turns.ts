import { targetOf } from '../../action/action.ts';
import type { DemonstrationContent } from '../content.ts';
import type { BrowserTurn, Turn } from '../demonstration.ts';
import type { TurnElement } from '../turn-element.ts';
import type { Change, Edit, EditCommand } from './edit.ts';
import { foldEdits } from './edit.ts';

export interface EditedTurns {
  /** In order; with those that are noise. */
  turns: readonly Turn[];
  noise: ReadonlySet<string>;
}

/** Applies edits to the recorded turns. Changes of turns that are not there change nothing. */
export function editTurns(recorded: readonly Turn[], edits: readonly Edit[]): EditedTurns {
  let edited: EditedTurns = { turns: recorded, noise: new Set() };
  for (const { command } of foldEdits(edits).standing) {
    const next = applyChange(edited, command);
    if (typeof next !== 'string') edited = next;
  }
  return edited;
}

/** The demonstration as edited, for all readers but the archive. What was applied already is not applied twice. */
export function applyEdits<T extends Pick<DemonstrationContent, 'demonstration' | 'turns'>>(
  content: T,
): T {
  const { edits = [] } = content.demonstration;
  if (edits.length === 0) return content;
  const { turns, noise } = editTurns(content.turns, edits);
  const left = turns.filter(({ id }) => !noise.has(id));
  const gone = new Set(content.turns.map(({ id }) => id));
  for (const { id } of left) gone.delete(id);
  return { ...content, turns: left.map((turn) => unlink(turn, gone)) };
}

function unlink(turn: Turn, gone: ReadonlySet<string>): Turn {
  if (turn.kind === 'say' || turn.causedBy === null || !gone.has(turn.causedBy)) return turn;
  return dropChecksum({ ...turn, causedBy: null });
}

const GONE = 'This turn was deleted.';

/** The turns after one more command, or why it cannot be: one sentence. */
export function applyChange(edited: EditedTurns, command: EditCommand): EditedTurns | string {
  if (!('turnId' in command)) return edited;
  const at = edited.turns.findIndex(({ id }) => id === command.turnId);
  const turn = edited.turns[at];
  if (!turn) return GONE;
  const without = edited.turns.filter((each) => each !== turn);
  switch (command.kind) {
    case 'comment':
      return edited;
    case 'remove':
      return { ...edited, turns: without };
    case 'noise': {
      const noise = new Set(edited.noise);
      if (command.isNoise) noise.add(turn.id);
      else noise.delete(turn.id);
      return { ...edited, noise };
    }
    case 'move': {
      const to = command.before === null ? without.length : indexOf(without, command.before);
      if (to === -1) return GONE;
      const moved = placeBetween(turn, without[to - 1], without[to]);
      return { ...edited, turns: without.toSpliced(to, 0, moved) };
    }
    case 'text': {
      const written = writeText(turn, command.text);
      if (!written) return 'This turn has no text that can be changed.';
      return { ...edited, turns: edited.turns.with(at, written) };
    }
    case 'merge': {
      const into = indexOf(edited.turns, command.into);
      const first = edited.turns[into];
      if (!first) return GONE;
      if (into >= at) return 'A turn can only become part of an earlier one.';
      const merged = mergeTurns(first, turn);
      if (!merged)
        return 'Only two turns of a kind can become one: what one person said, or what was typed in one field.';
      return { ...edited, turns: edited.turns.with(into, merged).filter((each) => each !== turn) };
    }
    case 'split': {
      if (indexOf(edited.turns, command.newId) !== -1) return 'This turn was split there already.';
      const halves = splitTurn(turn, command, edited.turns[at + 1]);
      if (!halves) return 'Only what was said can be split, between two of its words.';
      return { ...edited, turns: edited.turns.toSpliced(at, 1, ...halves) };
    }
    case 'target': {
      const retargeted = retarget(turn, command.element);
      if (!retargeted) return 'This turn acts on no element, so it has no target to choose.';
      return { ...edited, turns: edited.turns.with(at, retargeted) };
    }
    case 'picture': {
      const { image, width, height } = command;
      if (turn.kind === 'say') return 'What was said has no screenshot.';
      const proof = { kind: 'told', by: 'annotator' } as const;
      const screenshot = { status: 'kept', image, width, height, proof } as const;
      return { ...edited, turns: edited.turns.with(at, dropChecksum({ ...turn, screenshot })) };
    }
    case 'time': {
      if (turn.kind !== 'say') return 'Only what was said can get another time.';
      const timed = dropChecksum({ ...turn, at: command.at });
      const to = without.findIndex((each) => each.at > command.at);
      return { ...edited, turns: without.toSpliced(to === -1 ? without.length : to, 0, timed) };
    }
  }
}

function indexOf(turns: readonly Turn[], id: string): number {
  return turns.findIndex((turn) => turn.id === id);
}

function dropChecksum<T extends Turn>(turn: T): T {
  const changed = { ...turn };
  delete changed.checksum;
  return changed;
}

/** Formats order turns by time, so a turn that moves gets a time between its new neighbours. */
function placeBetween(turn: Turn, before: Turn | undefined, after: Turn | undefined): Turn {
  const middle = (one: number | undefined, other: number | undefined, own: number): number => {
    if (one === undefined) return other === undefined ? own : other - 1;
    return other === undefined ? one + 1 : (one + other) / 2;
  };
  return dropChecksum({
    ...turn,
    at: middle(before?.at, after?.at, turn.at),
    seq: middle(before?.seq, after?.seq, turn.seq),
  });
}

/** By intent, the member of an action that holds the text that can be changed. */
const TEXT_MEMBERS = { say: 'utterance', textInput: 'text', change: 'value', load: 'url' } as const;

function findTextMember({ action: { intent } }: Turn): string | null {
  return Object.hasOwn(TEXT_MEMBERS, intent)
    ? TEXT_MEMBERS[intent as keyof typeof TEXT_MEMBERS]
    : null;
}

/** The text of a turn that can be changed; null where it has none. */
export function readText(turn: Turn): string | null {
  const member = findTextMember(turn);
  return member === null ? null : String(Reflect.get(turn.action, member));
}

function writeText<T extends Turn>(turn: T, text: string): T | null {
  const member = findTextMember(turn);
  if (member === null) return null;
  return dropChecksum({ ...turn, action: { ...turn.action, [member]: text } });
}

/** The same action on another element of its page; null for an action without a target. */
function retarget(turn: Turn, element: TurnElement): BrowserTurn | null {
  if (turn.kind === 'say' || targetOf(turn.action) === null) return null;
  const action = { ...turn.action, uid: element.uid } as BrowserTurn['action'];
  const changed = dropChecksum({ ...turn, action, element });
  // The ranker was compared with the earlier target.
  delete changed.agreement;
  const { x, y, width, height } = element.box;
  const { mouseX, mouseY } = turn.metadata;
  const isInside = mouseX >= x && mouseX <= x + width && mouseY >= y && mouseY <= y + height;
  if (isInside) return changed;
  const point = { x: x + width / 2, y: y + height / 2 };
  return {
    ...changed,
    metadata: { ...turn.metadata, mouseX: point.x, mouseY: point.y },
    properties: movePointer(turn.properties, point),
  };
}

/** Members of a pointer event that say where it was. */
const POSITIONS = 'clientX clientY pageX pageY screenX screenY offsetX offsetY layerX layerY x y';

/** Keeps only the positions that are known of another point; CSS px in the top viewport. */
function movePointer(properties: Record<string, unknown>, { x, y }: { x: number; y: number }) {
  const positions = new Set(POSITIONS.split(' '));
  const rest = Object.entries(properties).filter(([name]) => !positions.has(name));
  const had = 'clientX' in properties;
  return { ...Object.fromEntries(rest), ...(had && { clientX: x, clientY: y, x, y }) };
}

/** The page before the first and what the second came to; null where they are of different kinds. */
export function mergeTurns(first: Turn, second: Turn): Turn | null {
  if (first.kind === 'say' || second.kind === 'say') {
    if (first.kind !== 'say' || second.kind !== 'say') return null;
    if (first.action.speaker !== second.action.speaker) return null;
    return writeText(first, `${first.action.utterance} ${second.action.utterance}`.trim());
  }
  const [one, other] = [first.action, second.action];
  if (one.intent !== 'textInput' || other.intent !== 'textInput' || one.uid !== other.uid) {
    return null;
  }
  const merged = { ...first, action: { ...one, text: other.text }, receipt: second.receipt };
  if (second.effect) merged.effect = second.effect;
  return dropChecksum(merged);
}

function splitTurn(
  turn: Turn,
  { offset, newId }: Extract<Change, { kind: 'split' }>,
  after: Turn | undefined,
): [Turn, Turn] | null {
  if (turn.kind !== 'say') return null;
  const { utterance } = turn.action;
  const [head, rest] = [utterance.slice(0, offset).trim(), utterance.slice(offset).trim()];
  const first = head === '' || rest === '' ? null : writeText(turn, head);
  const second = writeText({ ...turn, id: newId }, rest);
  return first && second && [first, placeBetween(second, first, after)];
}

/** Why one more command cannot be, in one sentence; null where it can. `recorded`: the turns without edits. */
export function explainRefusal(
  recorded: readonly Turn[],
  edits: readonly Edit[],
  command: EditCommand,
): string | null {
  if (command.kind === 'undo' || command.kind === 'redo') {
    const { standing, undone } = foldEdits(edits);
    const list = command.kind === 'undo' ? standing : undone;
    const isThere = command.of === undefined || list.some(({ id }) => id === command.of);
    return list.length > 0 && isThere ? null : `There is nothing to ${command.kind}.`;
  }
  const next = applyChange(editTurns(recorded, edits), command);
  return typeof next === 'string' ? next : null;
}
