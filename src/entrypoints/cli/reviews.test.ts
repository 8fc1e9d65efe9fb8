import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, runHere } from './run-cli.fixture.ts';

const SLOW = 60_000;

describe('reviews', { timeout: SLOW }, () => {
  let folder = '';
  let drop: () => Promise<void>;
  const at = (file: string): string => path.join(folder, file);
  beforeAll(async () => {
    ({ folder, drop } = await makeFolder('one'));
  });
  afterAll(() => drop());

  async function writeReview(by: string, status: string, demonstration: string): Promise<void> {
    const command = { kind: 'judge', status, comment: '' };
    const edits = [{ id: `edit-${by}`, at: 1000, by, command }];
    const head = { format: 'wayscribe-review', version: 1 };
    const named = { id: demonstration, name: 'One' };
    await mkdir(at(by), { recursive: true });
    const text = JSON.stringify({ ...head, demonstration: named, edits });
    await writeFile(at(`${by}/one-review.json`), text);
  }

  it('merges what two reviewers said, writes it, and tells how far they agree', async () => {
    const { lines: stats } = await runHere('stats', '--json', '--jobs', '1', at('one'));
    const id = String(stats[0]?.['demonstration']);
    await writeReview('Ada', 'approved', id);
    await writeReview('Ben', 'rejected', id);
    const given = [at('one'), at('Ada'), at('Ben'), '--out', at('merged')];
    const { lines, code } = await runHere('reviews', '--json', '--jobs', '1', ...given);
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      { type: 'reviewed', demonstration: id, edits: 3, conflicts: 1, reviewers: ['Ada', 'Ben'] },
      { type: 'agreement', decision: 'status', items: 1, agreed: 0, kappa: 0 },
      { decision: 'kept', kappa: null },
      { decision: 'text', kappa: null },
      { decision: 'target', kappa: null },
    ]);
    const merged = JSON.parse(await readFile(at(`merged/${id}-review.json`), 'utf8')) as object;
    expect(merged).toMatchObject({ format: 'wayscribe-review', demonstration: { id } });
    const again = await runHere('reviews', '--json', '--jobs', '1', at('merged'), at('Ada'));
    expect(again.lines[0]).toMatchObject({ edits: 3, conflicts: 1 });
  });

  it('says what is wrong with a review, and leaves reviews out of other commands', async () => {
    await mkdir(at('bad'));
    await writeFile(at('bad/x-review.json'), '{"format":"other"}');
    const bad = await runHere('reviews', '--jobs', '1', at('bad'));
    expect(bad).toMatchObject({ code: 1, out: '' });
    expect(bad.err).toContain('is not a review file of Wayscribe');
    const given = await runHere('lint', '--jobs', '1', at('bad/x-review.json'));
    expect(given.err).toContain('only the command “reviews” reads this file');
    expect((await runHere('lint', '--jobs', '1', at('bad'))).err).toContain(
      'there is nothing here',
    );
  });
});
