import type { Demonstration, FormChange } from '../../core/demonstration/demonstration.ts';
import type { Records } from '../../core/demonstration/edits/divide.ts';
import { divideDemonstration, joinDemonstrations } from '../../core/demonstration/edits/divide.ts';
import type { EditCommand } from '../../core/demonstration/edits/edit.ts';
import { editCommandShape, nameUndone } from '../../core/demonstration/edits/edit.ts';
import { explainRefusal } from '../../core/demonstration/edits/edit-turns.ts';
import { formShape } from '../../core/demonstration/migrate.ts';
import { binDemonstration, changeForm } from '../../core/demonstration/recording-state.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import { forgetRecording } from '../../platform/agent-link/recordings.ts';
import { dropFromMemory, readPersonName } from '../../platform/settings/stored-settings.ts';
import { getDemonstration, listTurns, listWithBin } from '../../platform/store/read.ts';
import {
  addDerived,
  changeDemonstration,
  removeDemonstration,
} from '../../platform/store/write.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { createQueue } from './tasks.ts';
import type { Keeping } from './turns/save-turn.ts';
import type { SecretGuard } from './turns/secret-guard.ts';

const RECORDING = refuse('This demonstration is being recorded. Stop it first.');
const DELETED = refuse('This demonstration was deleted meanwhile.');

type MadeOutcome = Outcome<{ ids: string[] }>;

/** Describes, edits and deletes demonstrations that are not being recorded. */
export class Curation {
  private readonly inOrder = createQueue();

  constructor(
    private readonly keeping: Pick<Keeping, 'db' | 'report'>,
    private readonly guard: Pick<SecretGuard, 'forget'>,
    private readonly open: Pick<OpenDemonstration, 'get'>,
  ) {}

  describe(id: string, form: FormChange): Promise<Outcome> {
    return this.withRecords([id], async ([{ demonstration }]) => {
      const fault = formShape(changeForm(demonstration.form, form), 'the form');
      if (fault !== null) return refuse(`Nothing was changed: ${fault}.`);
      return this.change(id, (now) => ({ ...now, form: changeForm(now.form, form) }));
    });
  }

  /** Adds an edit to a demonstration; its turns stay as recorded. */
  edit(id: string, command: EditCommand): Promise<Outcome> {
    return this.withRecords([id], async ([{ demonstration, turns }]) => {
      const fault = editCommandShape(command, 'the command');
      if (fault !== null) return refuse(`Nothing was changed: ${fault}.`);
      const refusal = explainRefusal(turns, demonstration.edits ?? [], command);
      if (refusal !== null) return refuse(refusal);
      const made = { id: crypto.randomUUID(), at: Date.now(), by: await readPersonName() };
      return this.change(id, (now) => {
        const edits = now.edits ?? [];
        return { ...now, edits: [...edits, { ...made, command: nameUndone(edits, command) }] };
      });
    });
  }

  divide(id: string, turnId: string): Promise<MadeOutcome> {
    return this.withRecords([id], ([records]) =>
      this.addMade(divideDemonstration(records, turnId, [makeEnding(), makeEnding()]), [id]),
    );
  }

  join(ids: readonly string[]): Promise<MadeOutcome> {
    return this.withRecords(ids, (parts) => {
      const made = joinDemonstrations(parts, makeEnding());
      return this.addMade(typeof made === 'string' ? made : [made], ids);
    });
  }

  /** Puts a demonstration into the bin, or takes it out. */
  bin(id: string, isDeleted: boolean): Promise<Outcome> {
    return this.unlessRecording([id], () =>
      this.change(id, (now) => binDemonstration(now, isDeleted ? Date.now() : null)),
    );
  }

  remove(id: string): Promise<Outcome> {
    return this.unlessRecording([id], () => this.delete(id));
  }

  /** Deletes demonstrations that have been in the bin for that long. */
  emptyBin(olderThanMs: number): Promise<Outcome> {
    return this.inOrder(async () => {
      const before = Date.now() - olderThanMs;
      for (const { id, deletedAt = Infinity } of await listWithBin(await this.keeping.db())) {
        if (deletedAt <= before) await this.delete(id);
      }
      return { ok: true };
    });
  }

  private unlessRecording<T>(
    ids: readonly string[],
    work: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return this.inOrder(async () => {
      const open = await this.open.get();
      return open && ids.includes(open.id) ? RECORDING : work();
    });
  }

  private withRecords<T, const Ids extends readonly string[]>(
    ids: Ids,
    work: (records: { [At in keyof Ids]: Records }) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return this.unlessRecording(ids, async () => {
      const db = await this.keeping.db();
      const records: Records[] = [];
      for (const id of ids) {
        const demonstration = await getDemonstration(db, id);
        if (!demonstration) return DELETED;
        records.push({ demonstration, turns: orderTurns(await listTurns(db, id)) });
      }
      return work(records as { [At in keyof Ids]: Records });
    });
  }

  private async change(id: string, to: (stored: Demonstration) => Demonstration): Promise<Outcome> {
    if (!(await changeDemonstration(await this.keeping.db(), id, to))) return DELETED;
    this.keeping.report({ type: 'demonstrations.changed', id });
    return { ok: true };
  }

  /** Stores what was made of `sources`, which go to the bin. A text in its place is a refusal. */
  private async addMade(
    made: readonly Records[] | string,
    sources: readonly string[],
  ): Promise<MadeOutcome> {
    if (typeof made === 'string') return refuse(made);
    const now = Date.now();
    const db = await this.keeping.db();
    await addDerived(db, made, sources, (stored) => binDemonstration(stored, now));
    this.keeping.report({ type: 'demonstrations.changed' });
    return { ok: true, ids: made.map(({ demonstration }) => demonstration.id) };
  }

  /** Deletes a demonstration, what the copilot remembers of it, and which agent began it. */
  private async delete(id: string): Promise<Outcome> {
    await removeDemonstration(await this.keeping.db(), id);
    await this.guard.forget(id);
    await forgetRecording(id);
    await dropFromMemory(id);
    this.keeping.report({ type: 'demonstrations.changed' });
    return { ok: true };
  }
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

/** Goes behind the ids of what is made of other demonstrations. */
function makeEnding(): string {
  return `-${crypto.randomUUID().slice(0, 8)}`;
}
