/** What the copilot types into secret fields stands in nothing that is stored, however a field is called. */
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import { getPageUrl } from '../../scripts/panel.mjs';
import { openMadePage } from '../fixtures/conversation.ts';
import { startRecording } from '../fixtures/recorded.ts';
import { readStored } from '../fixtures/stored-records.ts';
import { expect, test } from '../fixtures/connected.ts';

/** None of their names says what they are. */
const PAGE = `<label>Zugang <input id="a" type="password"></label>
  <button onclick="document.querySelector('#a').type = 'text'">Show it</button>
  <label>Tan <input id="b" autocomplete="one-time-code"></label>
  <label>Diary <input id="c"></label>
  <label>Town <input id="d"></label>`;

for (const recording of [false, true]) {
  const when = recording ? 'while recording' : 'without recording';
  test(`stores nothing typed into secret fields, ${when}`, async ({ app, page, panel }) => {
    await panel.evaluate(() => chrome.storage.local.set({ maskSelectors: ['#c'] }));
    await openMadePage(page, PAGE);
    if (recording) await startRecording(panel);
    await askCopilot(panel, 'type "alpha-4711" in Zugang');
    await askCopilot(panel, 'click Show it');
    await askCopilot(panel, 'type "beta-4712" in Zugang');
    await askCopilot(panel, 'type "gamma-4713" in Tan');
    await askCopilot(panel, 'type "delta-4714" in Diary');
    await askCopilot(panel, 'type "Lisbon-4715" in Town');
    const fields = await page.getByRole('textbox').all();
    expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual([
      'beta-4712',
      'gamma-4713',
      'delta-4714',
      'Lisbon-4715',
    ]);
    if (recording) await panel.evaluate(() => globalThis.wayscribe?.recording.stop());

    const other = await app.context.newPage();
    await other.goto(getPageUrl(app, 'settings'));
    // What is being looked for is written, and would be found.
    await expect.poll(() => readStored(other)).toContain('Lisbon-4715');
    const stored = await readStored(other);
    expect(stored.match(/alpha-4711|beta-4712|gamma-4713|delta-4714/g)).toBeNull();
    await other.close();
  });
}

test('sends a typed secret to the model once, and not in later runs', async ({
  page,
  panel,
  connect,
}) => {
  const hello = 'say(speaker="navigator", utterance="All right.")';
  const { requests } = await connect([
    ({ messages }) => {
      const prompt = messages.map(({ content }) => content).join('\n');
      const uid = /\(uid = ([^)]+)\) \[\[tag\]\] input .*Zugang/.exec(prompt)?.[1] ?? 'none';
      return `textinput(text="alpha-4711", uid="${uid}")`;
    },
    hello,
    hello,
  ]);
  await openMadePage(page, PAGE);
  const sent = askCopilot(panel, 'log in with alpha-4711');
  await panel.getByRole('button', { name: 'Allow once' }).click();
  await sent;
  await expect(page.locator('#a')).toHaveValue('alpha-4711');
  await askCopilot(panel, 'and now?');
  const prompts = requests.map(({ messages }) => JSON.stringify(messages));
  expect(prompts[0]).toContain('alpha-4711');
  // The user’s own words are still told in the round they began; what was done says no more of it.
  expect(prompts[1]?.split('alpha-4711')).toHaveLength(prompts[0]?.split('alpha-4711').length ?? 0);
  expect(prompts[2]).not.toContain('alpha-4711');
});
