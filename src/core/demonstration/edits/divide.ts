import type { Demonstration, Turn } from '../demonstration.ts';
import { renameDemonstration } from '../turn-list.ts';
import type { Change, ChangeEdit, Edit } from './edit.ts';
import { foldEdits } from './edit.ts';
import { editTurns } from './edit-turns.ts';

export interface Records {
  demonstration: Demonstration;
  turns: readonly Turn[];
}

/**
 * Makes two demonstrations of one: the turns before `turnId`, as edited, and those from it on. Each has the recorded turns
 * and the changes that stand for them; judgements end. Ids get `endings`, since the original stays. A string says why it
 * can't be done. Films stay with the original.
 */
export function divideDemonstration(
  { demonstration, turns }: Records,
  turnId: string,
  endings: readonly [string, string],
): [Records, Records] | string {
  const { edits = [] } = demonstration;
  const edited = editTurns(turns, edits).turns;
  const at = edited.findIndex(({ id }) => id === turnId);
  const border = edited[at];
  if (!border) return 'This turn was deleted.';
  if (at === 0) return 'Choose a later turn: there is nothing before this one.';
  if (!turns.some(({ id }) => id === turnId)) {
    return 'This turn is the second half of a split one: choose the first half, or a turn that was recorded.';
  }
  const standing = foldEdits(edits).standing;
  const before = new Set(edited.slice(0, at).map(({ id }) => id));
  const after = new Set(edited.slice(at).map(({ id }) => id));
  const mergedInto = new Map(
    standing.flatMap(({ command }) =>
      command.kind === 'merge' ? [[command.turnId, command.into] as const] : [],
    ),
  );
  /** Deleted turns stand where they were recorded. */
  const isFirst = (turn: Turn): boolean => {
    let { id } = turn;
    for (let into = mergedInto.get(id); into !== undefined; into = mergedInto.get(id)) id = into;
    return before.has(id) || (!after.has(id) && turn.at < border.at);
  };
  const { form, pauses } = demonstration;
  const make = (
    whole: Demonstration,
    own: readonly Turn[],
    { ending, ...part }: Partial<Demonstration> & { ending: string },
  ): Records => {
    const kept = keepEdits(standing, new Set(own.map(({ id }) => id)));
    return rename({ demonstration: { ...whole, ...part, edits: kept }, turns: own }, ending);
  };
  const numbered = (number: number) => {
    const { outcome: ___, ...rest } = form;
    const { description } = form;
    return { ...rest, description: description === '' ? '' : `${description} (${number})` };
  };
  const cut = border.at;
  const { spending: _, hops: __, ...bare } = demonstration;
  const pausesOf = (isOwn: (from: number) => boolean) => pauses.filter(({ from }) => isOwn(from));
  return [
    make(demonstration, turns.filter(isFirst), {
      ...{ endedAt: cut, form: numbered(1), pauses: pausesOf((from) => from < cut) },
      ending: endings[0],
    }),
    // What the models used and the list of hops can't be divided: they stay with the first part.
    make(
      bare,
      turns.filter((turn) => !isFirst(turn)),
      {
        ...{ startedAt: cut, form: numbered(2), pauses: pausesOf((from) => from >= cut) },
        ending: endings[1],
      },
    ),
  ];
}

/** Makes one demonstration of several, in order of time, with a pause between two. Its form is that of the first. */
export function joinDemonstrations(parts: readonly Records[], ending: string): Records | string {
  const ordered = parts.toSorted((a, b) => a.demonstration.startedAt - b.demonstration.startedAt);
  const [first, ...others] = ordered;
  if (!first || others.length === 0) return 'Choose two demonstrations or more.';
  const demonstrations = ordered.map(({ demonstration }) => demonstration);
  const last = demonstrations.at(-1);
  const gaps = demonstrations.slice(1).flatMap(({ startedAt }, at) => {
    const from = demonstrations[at]?.endedAt ?? startedAt;
    return from < startedAt ? [{ from, to: startedAt }] : [];
  });
  const tags = [...new Set(demonstrations.flatMap(({ form }) => form.tags ?? []))];
  const { outcome: _, ...form } = first.demonstration.form;
  const edits = ordered.flatMap(({ demonstration, turns }) =>
    keepEdits(foldEdits(demonstration.edits ?? []).standing, new Set(turns.map(({ id }) => id))),
  );
  const joined: Demonstration = {
    ...first.demonstration,
    endedAt: last?.endedAt ?? null,
    pauses: [...demonstrations.flatMap(({ pauses }) => pauses), ...gaps].toSorted(
      (a, b) => a.from - b.from,
    ),
    form: { ...form, ...(tags.length > 0 && { tags }) },
    edits: edits.toSorted((a, b) => a.at - b.at),
  };
  return rename({ demonstration: joined, turns: ordered.flatMap(({ turns }) => turns) }, ending);
}

/** The changes of these turns; what was moved before a turn that isn't among them goes to the end. */
function keepEdits(standing: readonly ChangeEdit[], own: ReadonlySet<string>): Edit[] {
  const known = new Set(own);
  return standing.flatMap((edit): Edit[] => {
    const { command } = edit;
    if (!('turnId' in command) || !known.has(command.turnId)) return [];
    if (command.kind === 'merge' && !known.has(command.into)) return [];
    if (command.kind === 'split') known.add(command.newId);
    if (command.kind !== 'move' || command.before === null || known.has(command.before))
      return [edit];
    return [{ ...edit, command: { ...command, before: null } }];
  });
}

/** Appends `ending` to the ids of the demonstration, of its turns, and of the turns in its edits. */
function rename({ demonstration, turns }: Records, ending: string): Records {
  const named = renameDemonstration(demonstration, turns, ending);
  const edits = (demonstration.edits ?? []).map((edit) => ({
    ...edit,
    command: renameTurns(edit.command as Change, ending),
  }));
  return { ...named, demonstration: { ...named.demonstration, edits } };
}

const TURN_MEMBERS = new Set(['turnId', 'before', 'into', 'newId']);

function renameTurns(command: Change, ending: string): Change {
  const renamed = Object.entries(command).map(([name, value]: [string, unknown]) => [
    name,
    TURN_MEMBERS.has(name) && typeof value === 'string' ? value + ending : value,
  ]);
  return Object.fromEntries(renamed) as Change;
}
