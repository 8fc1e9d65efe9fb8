/** Pictures of pages that change with no mutation and no event: none is passed off as the state before. */
import { isNear } from '../fixtures/films.ts';
import { HOST, serve } from '../fixtures/hostile.ts';
import { readPixel } from '../fixtures/pixels.ts';
import {
  isClaimed,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { watchShots } from '../fixtures/shots.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const PLACE = 'position:absolute;left:300px;top:100px;width:100px;height:100px';
const POINT = { x: 350, y: 150 };
const RED = [255, 0, 0];
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>';

/** A frame that has begun after a change shows it when the next one begins. */
const PAINTED = `() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/** What is at PLACE is red as soon as `red` was called. */
const PAGES: [name: string, html: string, red: string][] = [
  [
    'a script checks a box',
    `<style>:checked + div { background: red }</style><input type="checkbox"><div style="${PLACE}"></div>`,
    `document.querySelector('input').checked = true`,
  ],
  [
    'a rule comes into a style sheet',
    `<style></style><div style="${PLACE}"></div>`,
    `document.styleSheets[0].insertRule('div { background: red }')`,
  ],
  [
    'a part of a closed root scrolls',
    `<p></p><script>
      const root = document.querySelector('p').attachShadow({ mode: 'closed' });
      root.innerHTML = '<div style="${PLACE};overflow:hidden"><p style="height:100px;margin:0"></p><p style="height:100px;background:red;margin:0"></p></div>';
    </script>`,
    `root.firstChild.scrollTop = 100`,
  ],
  [
    'a script moves what is drawn',
    `<svg style="${PLACE}"><rect x="-100" width="100" height="100" fill="red"></rect></svg>`,
    `document.querySelector('rect').x.baseVal.value = 0`,
  ],
  [
    'an animation of a script has ended',
    `<div style="${PLACE}"></div>`,
    `document.querySelector('div').animate([{ background: 'red' }], { duration: 10, fill: 'both' }).finished`,
  ],
  [
    'an element is defined',
    '<x-late></x-late>',
    `customElements.define('x-late', class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'closed' }).innerHTML = '<div style="${PLACE};background:red"></div>';
      }
    })`,
  ],
  [
    'a picture of a style sheet comes late',
    `<div style="${PLACE}"></div><script>
      const [part] = document.getElementsByTagName('div');
      addEventListener('load', () => setTimeout(() => (part.style.backgroundImage = 'url(/slow.svg)')));
    </script>`,
    // The answer may be heard of on its own, and the picture before anybody listens.
    `fetch('/now').then(() => new Promise((seen) => {
      const look = (list) => list.getEntriesByName(new URL('/slow.svg', location).href).forEach(seen);
      new PerformanceObserver(look).observe({ type: 'resource', buffered: true });
    }))`,
  ],
];

test('never accepts a screenshot from before a silent change', async ({ app, page, panel }) => {
  const shots = await watchShots(app);
  for (const [name, html, red] of PAGES) {
    await test.step(name, async () => {
      let come: () => void = () => undefined;
      const mayCome = new Promise<void>((resolve) => (come = resolve));
      await serve(page, { '/': { body: `<!doctype html><button>Go</button>${html}` } });
      await page.route('**/now', (route) => {
        come();
        return route.fulfill({ body: '' });
      });
      await page.route('**/slow.svg', async (route) => {
        await mayCome;
        await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
      });
      await page.goto(HOST);
      const { x = 0, y = 0 } = (await page.locator('button').boundingBox()) ?? {};
      await page.mouse.move(x + 5, y + 5);
      const startedAt = Date.now();
      await startRecording(panel);
      // Of this page: pictures of the earlier ones count for nothing.
      await shots.waitFrom(startedAt);
      await page.evaluate(`Promise.resolve(${red}).then(${PAINTED})`);
      await page.mouse.down();
      await page.mouse.up();
      await waitForTurns(panel, 'click', 1);
      const [click] = listActions(await stopRecording(panel), 'click');
      if (click?.turn.screenshot.status !== 'kept') throw new Error('There is no picture.');
      const colour = (await readPixel(panel, click.png, POINT)) ?? [];
      expect(isClaimed(click, POINT) && !isNear(colour, RED)).toBe(false);
    });
  }
});
