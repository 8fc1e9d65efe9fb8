import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Edit, EditCommand } from '../../core/demonstration/edits/edit.ts';
import { readReview } from '../../core/demonstration/edits/edit.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import { importZip, makeArchive, makeDemonstration, makeTurns, toZip } from './import.fixture.ts';
import { mergeReview } from './import-demonstration.ts';
import { getDemonstration, listDemonstrations } from './read.ts';
import { changeDemonstration } from './write.ts';

let db: Database;
const NAMED = { id: 'demo', name: 'Kettles' };
const [TURN] = makeTurns();

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  db = await openDatabase();
  await importZip(db, await toZip(await makeArchive()));
});
afterEach(() => {
  db.close();
  vi.unstubAllGlobals();
});

let count = 0;
const edit = (by: string, command: EditCommand): Edit => {
  count += 1;
  return { id: `edit-${count}`, at: count, by, command };
};
const approve = (by: string): Edit => edit(by, { kind: 'judge', status: 'approved', comment: '' });
const reject = (by: string): Edit => edit(by, { kind: 'judge', status: 'rejected', comment: 'No' });

async function setEdits(...edits: Edit[]): Promise<void> {
  await changeDemonstration(db, 'demo', (now) => ({ ...now, edits }));
}
const storedEdits = async (): Promise<readonly Edit[]> =>
  (await getDemonstration(db, 'demo'))?.edits ?? [];

describe('merging a review into a stored demonstration', () => {
  it('adds what is new, once', async () => {
    const [mine, theirs] = [
      approve('Ada'),
      edit('Ben', { kind: 'comment', turnId: TURN?.id ?? '', text: 'Good' }),
    ];
    await setEdits(mine);
    const merged = { kind: 'merged', id: 'demo', conflicts: 0 };
    expect(await mergeReview(db, NAMED, [mine, theirs])).toMatchObject({ ...merged, added: 1 });
    expect(await mergeReview(db, NAMED, [mine, theirs])).toMatchObject({ ...merged, added: 0 });
    expect(await storedEdits()).toEqual([mine, theirs]);
  });

  it('lets the later judgement stand, and marks the conflict', async () => {
    const theirs = reject('Ben');
    await setEdits(approve('Ada'));
    expect(await mergeReview(db, NAMED, [theirs])).toMatchObject({ conflicts: 1 });
    expect(readReview(await storedEdits())).toMatchObject({ status: 'approved', by: 'Ada' });
  });

  it('merges a whole archive that was reviewed elsewhere', async () => {
    const theirs = reject('Ben');
    const archive = await makeArchive({ ...makeDemonstration(), edits: [theirs] });
    expect(await importZip(db, await toZip(archive))).toMatchObject({ kind: 'merged', added: 1 });
    expect(await listDemonstrations(db)).toHaveLength(1);
    expect(await storedEdits()).toEqual([theirs]);
  });

  it.each<[string, (mine: Edit) => Edit[], string]>([
    [
      'a turn that is gone',
      () => [approve('Ben'), edit('Ben', { kind: 'remove', turnId: 'gone' })],
      'changes a turn',
    ],
    [
      'a turn as a place',
      () => [edit('Ben', { kind: 'move', turnId: TURN?.id ?? '', before: 'gone' })],
      'changes a turn',
    ],
    [
      'a screenshot that is gone',
      () => [
        edit('Ben', {
          kind: 'picture',
          turnId: TURN?.id ?? '',
          image: 'f'.repeat(64),
          width: 1,
          height: 1,
        }),
      ],
      'chooses a screenshot',
    ],
    ['another edit of the same id', (mine) => [{ ...mine, by: 'Ben' }], 'another version'],
  ])('refuses all of a review with %s', async (_, make, reason) => {
    const mine = approve('Ada');
    await setEdits(mine);
    const outcome = await mergeReview(db, NAMED, make(mine));
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason) as string,
    });
    expect(await storedEdits()).toEqual([mine]);
  });

  it('names the demonstration that is missing', async () => {
    const outcome = await mergeReview(db, { id: 'other', name: 'Pots' }, [approve('Ben')]);
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('“Pots”') as string,
    });
  });
});
