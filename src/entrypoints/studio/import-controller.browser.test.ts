import { describe, expect, it } from 'vitest';
import { createImportController } from './transfer-controllers.ts';
import type { ImportModel } from './studio-model.ts';

function openController() {
  const closing = new AbortController();
  const shown: ImportModel[] = [];
  const controller = createImportController((model) => shown.push(model), closing.signal);
  const rest = async () => {
    await expect.poll(() => shown.at(-1)?.running).toBeNull();
    return shown.at(-1)?.outcomes.map(({ message }) => message);
  };
  return { controller, shown, rest };
}

const makeFiles = (...names: string[]) => names.map((name) => new File(['no zip'], name));

describe('an import', () => {
  it('takes files one after the other, those too that come meanwhile, and tells of each', async () => {
    const { controller, shown, rest } = openController();
    controller.onImport(makeFiles('a.zip', 'b.zip'));
    controller.onImport(makeFiles('c.zip'));
    expect(await rest()).toEqual(
      ['a', 'b', 'c'].map(
        (name) =>
          `${name}.zip was not imported: it is not a valid zip, or the file is incomplete. The library is unchanged.`,
      ),
    );
    const steps = shown.flatMap(({ running }) => (running ? [running] : []));
    expect(steps.filter(({ name }) => name === 'c.zip').at(-1)).toMatchObject({ index: 3, of: 3 });
  });

  it('that is cancelled stops where it is, and says what was not begun', async () => {
    const { controller, rest } = openController();
    controller.onImport(makeFiles('a.zip', 'b.zip'));
    controller.onCancelImport();
    expect(await rest()).toEqual([
      'a.zip was not imported: the import was cancelled. The library is unchanged.',
      'b.zip was not imported: the import was cancelled before it began.',
    ]);
    controller.onImport(makeFiles('c.zip'));
    expect(await rest()).toHaveLength(1);
  });
});
