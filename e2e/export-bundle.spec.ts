import { createHash } from 'node:crypto';
import { parquetReadObjects } from 'hyparquet';
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { expectAccessible } from './fixtures/accessible.ts';
import { endRecording, startRecording, unzip } from './fixtures/recorded.ts';
import { startScriptedEndpoint } from './fixtures/scripted-endpoint.ts';
import { download, findRows, openStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('exports many as one file, evaluates them, joins and divides them', async ({
  app,
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}react/`);
  await startRecording(panel);
  await askCopilot(panel, 'type "Grace Hopper" in Name, then type grace@navy.example in Email');
  await askCopilot(panel, 'click Notes');
  await endRecording(panel);
  await page.goto(practice.url);
  await startRecording(panel);
  await askCopilot(panel, 'click Shop');
  await endRecording(panel);

  const endpoint = await startScriptedEndpoint(Array.from({ length: 40 }, () => 'click(uid="e1")'));
  await panel.evaluate((set) => chrome.storage.local.set({ endpoint: set }), {
    ...{ baseUrl: endpoint.baseUrl, apiKey: '', model: 'scripted', images: true },
  });
  const studio = await openStudio(app);
  await expect(findRows(studio)).toHaveCount(2);
  await studio.getByRole('button', { name: 'Export…' }).click();
  const dialog = studio.getByRole('dialog', { name: 'Export as one file' });
  await expect(dialog.getByLabel('What')).toHaveText('2 demonstrations shown');
  await dialog.getByLabel('Splits').selectOption({ label: 'By demonstration' });
  await dialog.getByLabel('Replace personal data by pseudonyms').check();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Look for personal data' }).click();
  const row = (text: string) =>
    dialog
      .getByRole('row')
      .filter({ has: studio.getByRole('checkbox', { name: `Replace ${text}`, exact: true }) });
  await expect(row('Grace Hopper')).toContainText('Person1');
  await expect(row('grace@navy.example')).toContainText('person1@mail.example');
  await row('Grace Hopper')
    .getByText(/\d+ places/)
    .click();
  await expect(row('Grace Hopper')).toContainText('painted over in the screenshot');
  // A text that no field gives away, and one that may stay.
  await dialog.getByLabel('Add a text').fill('Kettle House');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(row('Kettle House')).toContainText('Person2');
  await dialog.getByLabel('Add a text').fill('Sign up');
  await studio.keyboard.press('Enter');
  await row('Sign up').getByRole('checkbox').uncheck();
  await expectAccessible(studio);

  const [made] = await download(app, 1, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  await expect(dialog.getByText('It has 2 demonstrations.')).toBeVisible();
  const files = await unzip(new Uint8Array(made?.bytes ?? []));
  const folders = new Set([...files.keys()].map((path) => path.split('/').slice(0, 2).join('/')));
  expect([...folders].filter((folder) => folder.startsWith('demonstrations/'))).toHaveLength(2);
  const splits = JSON.parse(new TextDecoder().decode(files.get('splits.json'))) as object;
  expect(Object.values(splits).flat()).toHaveLength(2);
  const texts = [...files]
    .filter(([path]) => !path.endsWith('.png'))
    .map(([path, bytes]) => `${path}\n${new TextDecoder().decode(bytes)}`)
    .join('\n');
  expect(texts).not.toMatch(/Grace|Hopper|navy\.example|Kettle House/i);
  expect(texts).toContain('Person1');
  expect(texts).toContain('Sign up');

  // The same people get the same names the next time; the key is in no export.
  await dialog.getByRole('button', { name: 'Look again' }).click();
  await expect(row('Kettle House')).toContainText(/\d+ places/);
  await expect(row('Grace Hopper')).toContainText('Person1');

  await test.step('publishes them as a dataset', async () => {
    await dialog.getByLabel('Format').selectOption({ label: 'Published dataset' });
    await expect(
      dialog.getByText(/command “wayscribe upload” sends the unpacked zip/),
    ).toBeVisible();
    await dialog.getByLabel('License').fill('cc-by-4.0');
    const [dataset] = await download(app, 1, () =>
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    await expect(dialog.getByText('It has 2 demonstrations.')).toBeVisible();
    const published = await unzip(new Uint8Array(dataset?.bytes ?? []));
    await checkDataset(published);
  });
  await studio.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await test.step('evaluates a ranker and the built-in navigator, and compares two runs', async () => {
    await studio.getByRole('button', { name: 'Evaluate…' }).click();
    const subject = studio.getByLabel('What is evaluated');
    const run = studio.getByRole('button', { name: 'Run', exact: true });
    const figures = studio.getByRole('region', { name: 'Figures' });
    await run.click();
    await expect(figures.getByRole('row', { name: /^MRR 0\.\d+|^MRR 1\.000/ })).toBeVisible();
    await subject.selectOption({ label: 'Ranker: words only' });
    await run.click();
    await expect(figures.getByText(/^Ranker: words only/)).toBeVisible();
    await studio.getByLabel('Compare with').selectOption({ index: 1 });
    await expect(figures.getByText('Over the turns that both judged')).toBeVisible();
    await subject.selectOption({ label: 'Built-in navigator' });
    await run.click();
    await expect(figures.getByRole('row', { name: /^Overall/ })).toBeVisible();
    const turns = studio.getByRole('region', { name: 'Turns' });
    await expect(turns.getByText('click(uid=').first()).toBeVisible();
    await expectAccessible(studio);
    await subject.selectOption({ label: 'Endpoint: scripted' });
    await studio.getByLabel('Strategy').selectOption('multimodal');
    await run.click();
    await expect(figures.getByText('scripted, multimodal').first()).toBeVisible();
    // A model that takes pictures gets the recorded ones, as in the command line.
    expect(JSON.stringify(endpoint.requests[0]?.messages)).toContain('data:image/jpeg;base64,');
    await endpoint.close();
    const [report] = await download(app, 1, () =>
      studio.getByRole('button', { name: 'Save report' }).click(),
    );
    expect(report?.bytes.toString('utf8')).toContain('<!doctype html>');
    await studio.getByRole('button', { name: 'Back to the list' }).click();
    await expect(findRows(studio)).toHaveCount(2);
  });

  await test.step('joins two, divides the result, and undoes that', async () => {
    const rows = findRows(studio);
    for (const row of await rows.all()) await row.getByRole('checkbox').check();
    await studio.getByRole('button', { name: 'Join' }).click();
    await expect(rows).toHaveCount(1);
    await expect(studio.getByRole('button', { name: 'Bin 2' })).toBeVisible();
    const timeline = studio.getByRole('complementary', { name: /Turns of/ });
    await rows.getByRole('button', { name: /^type "Grace/ }).click();
    const turns = timeline.locator('[data-item]');
    await expect(turns.first()).toBeVisible();
    const click = timeline.getByText('click Shop', { exact: true });
    await click.click();
    await studio.keyboard.press('d');
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'click Shop' })).toHaveCount(1);
    await studio.getByRole('button', { name: 'Undo' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('no findings');
  });
  await studio.close();
});

/** Every file has its hash in the certificate; the tables can be read, without the people in them. */
async function checkDataset(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const text = (path: string): string => new TextDecoder().decode(files.get(path));
  const { files: listed } = JSON.parse(text('leak-certificate.json')) as {
    files: { path: string; sha256: string }[];
  };
  expect(listed.map(({ path }) => path).sort()).toEqual(
    [...files.keys()].filter((path) => path !== 'leak-certificate.json').sort(),
  );
  for (const { path, sha256 } of listed) {
    const hash = createHash('sha256').update(files.get(path) ?? '');
    expect(hash.digest('hex'), path).toBe(sha256);
  }
  expect(text('README.md')).toContain('license: cc-by-4.0');
  const tables = [...files.keys()].filter((path) => path.endsWith('.parquet'));
  const rows = await Promise.all(
    tables.map((path) =>
      parquetReadObjects({ file: new Uint8Array(files.get(path) ?? []).buffer, utf8: false }),
    ),
  );
  const all = JSON.stringify(rows.flat(), (_name, value: unknown) =>
    value instanceof Uint8Array ? value.length : typeof value === 'bigint' ? String(value) : value,
  );
  expect(all).toContain('Person1');
  expect(all).not.toMatch(/Grace|Hopper|navy\.example|Kettle House/i);
}
