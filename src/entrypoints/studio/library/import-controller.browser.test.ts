import { afterEach, describe, expect, it } from 'vitest';
import { cancelImport, importFiles, useImport } from './transfer-controllers.ts';

type ImportState = ReturnType<typeof useImport.getState>;

let unsubscribe = (): void => undefined;

function watchImport() {
  const shown: ImportState[] = [];
  unsubscribe = useImport.subscribe((state) => shown.push(state));
  const rest = async () => {
    await expect.poll(() => shown.at(-1)?.running).toBeNull();
    return shown.at(-1)?.outcomes.map(({ message }) => message);
  };
  return { shown, rest };
}

afterEach(() => unsubscribe());

const makeFiles = (...names: string[]) => names.map((name) => new File(['no zip'], name));

describe('an import', () => {
  it('takes files one after the other, those too that come meanwhile, and tells of each', async () => {
    const { shown, rest } = watchImport();
    importFiles(makeFiles('a.zip', 'b.zip'));
    importFiles(makeFiles('c.zip'));
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
    const { rest } = watchImport();
    importFiles(makeFiles('a.zip', 'b.zip'));
    cancelImport();
    expect(await rest()).toEqual([
      'a.zip was not imported: the import was cancelled. The library is unchanged.',
      'b.zip was not imported: the import was cancelled before it began.',
    ]);
    importFiles(makeFiles('c.zip'));
    expect(await rest()).toHaveLength(1);
  });
});
