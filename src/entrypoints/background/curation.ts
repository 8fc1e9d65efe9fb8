import type { Demonstration, FormChange } from '../../core/demonstration/demonstration.ts';
import type { EditCommand } from '../../core/demonstration/edits/edit.ts';
import { editCommandShape, nameUndone } from '../../core/demonstration/edits/edit.ts';
import type { Records } from '../../core/demonstration/edits/divide.ts';
import { divideDemonstration, joinDemonstrations } from '../../core/demonstration/edits/divide.ts';
import { explainRefusal } from '../../core/demonstration/edits/edit-turns.ts';
import { formShape } from '../../core/demonstration/migrate.ts';
import { binDemonstration, changeForm } from '../../core/demonstration/recording-state.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import { readPersonName } from '../../platform/settings/person-name.ts';
import { getDemonstration, listTurns, listWithBin } from '../../platform/store/read.ts';
import {
  addDerived,
  changeDemonstration,
  removeDemonstration,
} from '../../platform/store/write.ts';
import type { Outcome } from '../../protocol/background.ts';
import { createOrder } from './in-order.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import type { Keeping } from './turns/save-turn.ts';

const RECORDING: Outcome<never> = {
  ok: false,
  message: 'This demonstration is being recorded. Stop it first.',
};
const DELETED: Outcome<never> = { ok: false, message: 'This demonstration was deleted meanwhile.' };

/** Goes behind the ids of what is made of other demonstrations. */
function makeEnding(): string {
  return `-${crypto.randomUUID().slice(0, 8)}`;
}

/** Describes, edits and deletes demonstrations that are not being recorded. One writer: the service worker. */
export function createCuration({ db, report, guard }: Keeping, open: OpenDemonstration) {
  const inOrder = createOrder();

  async function change(
    id: string,
    to: (stored: Demonstration) => Demonstration,
  ): Promise<Outcome> {
    if (!(await changeDemonstration(await db(), id, to))) return DELETED;
    report({ type: 'demonstrations.changed', id });
    return { ok: true };
  }

  async function describe(id: string, form: FormChange): Promise<Outcome> {
    const stored = await getDemonstration(await db(), id);
    if (!stored) return DELETED;
    const fault = formShape(changeForm(stored.form, form), 'the form');
    if (fault !== null) return { ok: false, message: `Nothing was changed: ${fault}.` };
    return change(id, (now) => ({ ...now, form: changeForm(now.form, form) }));
  }

  /** Adds an edit to those of a demonstration; its turns stay as recorded. */
  async function edit(id: string, command: EditCommand): Promise<Outcome> {
    const fault = editCommandShape(command, 'the command');
    if (fault !== null) return { ok: false, message: `Nothing was changed: ${fault}.` };
    const stored = await getDemonstration(await db(), id);
    if (!stored) return DELETED;
    const turns = orderTurns(await listTurns(await db(), id));
    const refusal = explainRefusal(turns, stored.edits ?? [], command);
    if (refusal !== null) return { ok: false, message: refusal };
    const by = await readPersonName();
    const made = { id: crypto.randomUUID(), at: Date.now(), by };
    return change(id, (now) => {
      const edits = now.edits ?? [];
      return { ...now, edits: [...edits, { ...made, command: nameUndone(edits, command) }] };
    });
  }

  async function readRecords(id: string): Promise<Records | null> {
    const stored = await getDemonstration(await db(), id);
    return stored
      ? { demonstration: stored, turns: orderTurns(await listTurns(await db(), id)) }
      : null;
  }

  async function storeDerived(
    made: readonly Records[],
    sources: readonly string[],
  ): Promise<Outcome<{ ids: string[] }>> {
    const now = Date.now();
    await addDerived(await db(), made, sources, (stored) => binDemonstration(stored, now));
    report({ type: 'demonstrations.changed' });
    return { ok: true, ids: made.map(({ demonstration }) => demonstration.id) };
  }

  async function divide(id: string, turnId: string): Promise<Outcome<{ ids: string[] }>> {
    const records = await readRecords(id);
    if (!records) return DELETED;
    const made = divideDemonstration(records, turnId, [makeEnding(), makeEnding()]);
    if (typeof made === 'string') return { ok: false, message: made };
    return storeDerived(made, [id]);
  }

  async function join(ids: readonly string[]): Promise<Outcome<{ ids: string[] }>> {
    const parts: Records[] = [];
    for (const id of ids) {
      if ((await open.get())?.id === id) return RECORDING;
      const records = await readRecords(id);
      if (!records) return DELETED;
      parts.push(records);
    }
    const made = joinDemonstrations(parts, makeEnding());
    if (typeof made === 'string') return { ok: false, message: made };
    return storeDerived([made], ids);
  }

  async function remove(id: string): Promise<Outcome> {
    await removeDemonstration(await db(), id);
    await guard.forget(id);
    report({ type: 'demonstrations.changed' });
    return { ok: true };
  }

  /** Deletes what has been in the bin for so long. */
  async function emptyBin(olderThanMs: number): Promise<Outcome> {
    const before = Date.now() - olderThanMs;
    for (const { id, deletedAt = Infinity } of await listWithBin(await db())) {
      if (deletedAt <= before) await remove(id);
    }
    return { ok: true };
  }

  const unlessRecording = <T>(id: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    inOrder(async () => ((await open.get())?.id === id ? RECORDING : work()));
  return {
    describe: (id: string, form: FormChange) => unlessRecording(id, () => describe(id, form)),
    edit: (id: string, command: EditCommand) => unlessRecording(id, () => edit(id, command)),
    divide: (id: string, turnId: string) => unlessRecording(id, () => divide(id, turnId)),
    join: (ids: readonly string[]) => inOrder(() => join(ids)),
    /** Puts a demonstration into the bin, or takes it out. */
    bin: (id: string, isDeleted: boolean) =>
      unlessRecording(id, () =>
        change(id, (now) => binDemonstration(now, isDeleted ? Date.now() : null)),
      ),
    emptyBin: (olderThanMs: number) => inOrder(() => emptyBin(olderThanMs)),
    remove: (id: string) => unlessRecording(id, () => remove(id)),
  };
}
