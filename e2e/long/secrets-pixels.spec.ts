/** Secret fields that are hard to know, or to find in a picture: each is magenta, which nothing else is. */
import type { Page } from '@playwright/test';
import { HOST, serve } from '../fixtures/hostile.ts';
import type { Recording } from '../fixtures/recorded.ts';
import {
  listActions,
  readRecording,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { listForms } from '../fixtures/secret-pages.ts';
import { watchShots } from '../fixtures/shots.ts';
import { readStored } from '../fixtures/stored-records.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const PASSWORD = 'Tr0ub4dor&3x';
const CODE = '739204';
const STYLE = `<!doctype html><style>
  .secret { all: unset; background: magenta; color: magenta; width: 150px; height: 30px }
  [maxlength] { width: 30px } button { position: fixed; right: 20px; top: 20px; z-index: 1 }
</style>`;
const BOXES = '<input class="secret" maxlength="1" inputmode="numeric">'.repeat(CODE.length);
const PAGE = `${STYLE}<button id="eye">Eye</button>
  <p id="place"><input class="secret" type="password"></p><p>${BOXES}</p>
  <div contenteditable style="-webkit-text-security:disc;color:magenta;font-size:40px"></div>
  <div style="transform:rotate(70deg);margin:80px;width:200px"><iframe src="/pay" width="190" height="90"></iframe></div>
  <script>
    document.querySelector('#eye').onclick = () => {
      const other = document.createElement('input');
      other.className = 'secret';
      other.id = 'other';
      other.value = document.querySelector('[type=password]').value;
      document.querySelector('#place').replaceChildren(other);
    };
  </script>`;

/** How many pictures there are, and how many px of them are magenta or nearly. */
async function countMagenta(panel: Page, { files }: Recording): Promise<[number, number]> {
  const shots = [...files].filter(([path]) => path.endsWith('.png'));
  let shown = 0;
  for (const [, png] of shots) {
    shown += await panel.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
        if (red > 160 && green < 90 && blue > 160) count++;
      }
      return count;
    }, Buffer.from(png).toString('base64'));
  }
  return [shots.length, shown];
}

async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).first().click();
  await page.keyboard.type(text);
}

test('secrets in swapped fields, digit boxes, masked editors and rotated frames are in no file or pixel', async ({
  page,
  panel,
}) => {
  const pay = `${STYLE}<input class="secret" type="password">`;
  await serve(page, { '/': { body: PAGE }, '/pay': { body: pay } });
  await page.goto(HOST);
  await startRecording(panel);
  await typeInto(page, '[type=password]', PASSWORD);
  await page.click('#eye');
  await typeInto(page, '#other', 'more');
  for (const [at, digit] of Array.from(CODE).entries()) {
    await page.locator('[maxlength]').nth(at).click();
    await page.keyboard.type(digit);
  }
  await typeInto(page, '[contenteditable]', PASSWORD);
  await page.click('#eye');
  await waitForTurns(panel, 'textInput', 3 + CODE.length);
  const recording = await stopRecording(panel);
  const texts = listActions(recording, 'textInput').map(({ turn: { action } }) =>
    'text' in action ? action.text : '',
  );
  expect(texts).toEqual(texts.map(() => '••••••'));
  const stored = await readStored(panel);
  expect(listForms(PASSWORD).filter((form) => stored.includes(form))).toEqual([]);
  const [pictures, shown] = await countMagenta(panel, recording);
  expect(pictures).toBeGreaterThan(0);
  expect(shown).toBe(0);
});

test('does not save a screenshot of a moving secret field', async ({ app, page, panel }) => {
  const moving = `${STYLE}<style>p { animation: move 0.7s linear infinite alternate }
    @keyframes move { to { transform: translateX(600px) } }</style><button id="eye">Go</button>
    <p><input class="secret" style="width:40px" type="password"></p>`;
  await serve(page, { '/': { body: moving } });
  await page.goto(HOST);
  const shots = await watchShots(app);
  await startRecording(panel);
  await shots.waitSince();
  await page.click('#eye');
  await expect.poll(async () => (await readRecording(panel)).browser.length).toBeGreaterThan(1);
  const recording = await stopRecording(panel);
  expect(listActions(recording, 'click')).toHaveLength(1);
  expect(await countMagenta(panel, recording)).toEqual([expect.any(Number), 0]);
});
