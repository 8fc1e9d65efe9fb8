import type { Demonstration, FormChange } from '../../core/demonstration/demonstration.ts';
import type { EditCommand } from '../../core/demonstration/edits/edit.ts';
import { editCommandShape, nameUndone } from '../../core/demonstration/edits/edit.ts';
import { explainRefusal } from '../../core/demonstration/edits/edit-turns.ts';
import { formShape } from '../../core/demonstration/migrate.ts';
import { binDemonstration, changeForm } from '../../core/demonstration/recording-state.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import { readPersonName } from '../../platform/settings/person-name.ts';
import { getDemonstration, listTurns, listWithBin } from '../../platform/store/read.ts';
import { changeDemonstration, removeDemonstration } from '../../platform/store/write.ts';
import type { Outcome } from '../../protocol/background.ts';
import { createOrder } from './in-order.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import type { Keeping } from './turns/save-turn.ts';

const RECORDING: Outcome = {
  ok: false,
  message: 'This demonstration is being recorded. Stop it first.',
};
const DELETED: Outcome = { ok: false, message: 'This demonstration was deleted meanwhile.' };

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

  const unlessRecording = (id: string, work: () => Promise<Outcome>): Promise<Outcome> =>
    inOrder(async () => ((await open.get())?.id === id ? RECORDING : work()));
  return {
    describe: (id: string, form: FormChange) => unlessRecording(id, () => describe(id, form)),
    edit: (id: string, command: EditCommand) => unlessRecording(id, () => edit(id, command)),
    /** Puts a demonstration into the bin, or takes it out. */
    bin: (id: string, isDeleted: boolean) =>
      unlessRecording(id, () =>
        change(id, (now) => binDemonstration(now, isDeleted ? Date.now() : null)),
      ),
    emptyBin: (olderThanMs: number) => inOrder(() => emptyBin(olderThanMs)),
    remove: (id: string) => unlessRecording(id, () => remove(id)),
  };
}
