/** Ways of showing a page to a model, over real HTTP: what leaves, and what its answer does. */
import type { Page } from '@playwright/test';
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import type { ScriptedRequest } from '../fixtures/scripted-endpoint.ts';
import { callTool, startScriptedEndpoint } from '../fixtures/scripted-endpoint.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

async function connect(panel: Page, baseUrl: string, more: Record<string, unknown>): Promise<void> {
  await panel.evaluate((endpoint) => chrome.storage.local.set({ endpoint }), {
    ...{ baseUrl, apiKey: '', model: 'scripted' },
    ...more,
  });
  await expect(panel.getByText('Connected: ')).toBeAttached();
}

/** Everything that a request says, pictures left out, line by line. */
function readLines({ messages }: ScriptedRequest): string[] {
  const contents: unknown[] = messages.map(({ content }) => content);
  const texts = contents.flatMap((content) =>
    Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? '')
      : [String(content)],
  );
  return texts.join('\n').split('\n');
}

/** The picture of a request as a data URL; null when it has none. */
function readPicture({ messages }: ScriptedRequest): string | null {
  return /data:image\/jpeg;base64,[A-Za-z0-9+/=]+/.exec(JSON.stringify(messages))?.[0] ?? null;
}

/** Red, green and blue at the middle of an element, in a picture of its page. */
async function readColour(page: Page, picture: string, selector: string): Promise<number[]> {
  return page.evaluate(
    async ([source = '', target = '']) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      const box = document.querySelector(target)?.getBoundingClientRect();
      if (!context || !box) return [];
      context.drawImage(image, 0, 0);
      const scale = image.naturalWidth / window.innerWidth;
      const [x, y] = [(box.x + box.width / 2) * scale, (box.y + box.height / 2) * scale];
      return [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
    },
    [picture, selector],
  );
}

test('multimodal: sends the marked screenshot without secrets and acts on a mark', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto(practice.url);
  await page.evaluate(() => {
    document.body.innerHTML = `<main><h1>Account</h1>
      <p><input type="password" aria-label="Password" value="hunter2-secret" style="width:300px;height:60px;background:#0f0"></p>
      <button style="width:200px;height:60px" onclick="this.textContent='Saved it'">Save</button></main>`;
  });
  const endpoint = await startScriptedEndpoint([
    (request) => {
      const line = readLines(request).find((each) => each.includes('] button "Save"'));
      return `click(uid="${/\[(e\d+)\]/.exec(line ?? '')?.[1] ?? 'none'}")`;
    },
    'say(speaker="navigator", utterance="It is saved.")',
  ]);
  await connect(panel, endpoint.baseUrl, { strategy: 'multimodal', images: true });
  await page.bringToFront();
  const reported = await askCopilot(panel, 'save my account');
  await expect(page.getByRole('button', { name: 'Saved it' })).toBeVisible();
  expect(reported.at(-1)).toContain('It is saved.');

  const [first] = endpoint.requests;
  if (!first) throw new Error('nothing was asked');
  const picture = readPicture(first);
  expect(picture).not.toBeNull();
  expect(JSON.stringify(first.messages)).not.toContain('hunter2');
  const [red = 0, green = 0, blue = 0] = await readColour(page, picture ?? '', 'input');
  // The grey of what is painted over, not the green that the field is.
  for (const part of [red, green, blue]) expect(Math.abs(part - 128)).toBeLessThan(12);
  const lines = readLines(first).map((line) => line.trim());
  expect(lines).toContain('main');
  expect(lines.some((line) => line.startsWith('<untrusted-'))).toBe(true);
  await endpoint.close();
});

test('multimodal: sends text only when the model takes no pictures', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}shop/`);
  const endpoint = await startScriptedEndpoint(['say(utterance="Hello.")']);
  await connect(panel, endpoint.baseUrl, { strategy: 'multimodal', images: false });
  await askCopilot(panel, 'hello');
  const [first] = endpoint.requests;
  if (!first) throw new Error('nothing was asked');
  expect(readPicture(first)).toBeNull();
  expect(readLines(first).join('\n')).toMatch(/\[e1\] \w+ "/);
  await endpoint.close();
});

test('weblinx: offers tools, and asks by a schema where the model takes none', async ({
  page,
  panel,
  practice,
}) => {
  const findUid = (request: ScriptedRequest, name: string): string => {
    const line = readLines(request).find((each) => each.includes(`[[text]] ${name}`));
    return /\(uid = ([^)]+)\)/.exec(line ?? '')?.[1] ?? 'none';
  };
  const refusal = { status: 400, body: { error: { message: '“plain” does not support tools' } } };
  const endpoint = await startScriptedEndpoint([
    (request) => callTool('click', { uid: findUid(request, 'Shop') }),
    callTool('done', { utterance: 'The shop is open.' }),
    refusal,
    (request) => `click(uid="${findUid(request, 'Notes')}")`,
    'done(utterance="The notes are open.")',
  ]);
  await connect(panel, endpoint.baseUrl, {});
  const reported = await askCopilot(panel, 'I would like to buy something');
  await expect(page).toHaveURL(/\/shop\//);
  expect(reported.join()).toContain('The shop is open.');

  await page.goto(practice.url);
  await connect(panel, endpoint.baseUrl, { model: 'plain' });
  await askCopilot(panel, 'I would like to write something down');
  await expect(page).toHaveURL(/\/notes\//);
  const offered = endpoint.requests.map(({ body }) => 'tools' in body);
  expect(offered).toEqual([true, true, true, false, false]);
  const constrained = endpoint.requests.map(({ body }) => 'response_format' in body);
  expect(constrained).toEqual([false, false, false, true, true]);
  const listed = endpoint.requests.map((request) =>
    readLines(request).some((line) => line.includes('text_input(text, uid)')),
  );
  expect(listed).toEqual([false, false, false, true, true]);
  await endpoint.close();
});

test('mindact: chooses in rounds of five, then acts', async ({ page, panel, practice }) => {
  await page.goto(`${practice.url}shop/`);
  const choose = (request: ScriptedRequest): string => {
    const lines = readLines(request);
    if (lines.some((line) => line.startsWith('What is done to it?')))
      return 'Action: CLICK\nValue:';
    const line = lines.find((each) => /^ *[B-F]\. link "Notes"/.test(each));
    return `Answer: ${line?.trim()[0] ?? 'A'}`;
  };
  const isOver = (request: ScriptedRequest): boolean => readLines(request).join('').includes('→');
  const endpoint = await startScriptedEndpoint(
    Array.from({ length: 14 }, () => (request: ScriptedRequest) => {
      if (!isOver(request)) return choose(request);
      const isChoice = readLines(request).some((line) => line.startsWith('A. None'));
      return isChoice ? 'A' : 'say(speaker="navigator", utterance="Your notes are open.")';
    }),
  );
  await connect(panel, endpoint.baseUrl, { strategy: 'mindact' });
  const reported = await askCopilot(panel, 'open my Notes');
  await expect(page).toHaveURL(/\/notes\/$/);
  expect(reported.at(-1)).toContain('Your notes are open.');
  await endpoint.close();
});
