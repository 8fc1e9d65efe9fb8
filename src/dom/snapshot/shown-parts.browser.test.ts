import { afterEach, beforeEach, expect, it } from 'vitest';
import { createShadowRoots } from './shadow-roots.ts';
import { trackVisibleParts } from './silent-state.ts';
import type { VisibleParts } from './silent-state.ts';
import { createUids } from './uids.ts';

/** Of 16 by 16 dots, with one frame: that cannot be seen from outside. */
const GIF =
  'data:image/gif;base64,R0lGODlhEAAQAPAAAAAAAP///yH5BAAAAAAALAAAAAAQABAAAAIOhI+py+0Po5y02ouzPgUAOw==';
/** Of one dot. */
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const PARTS =
  '<input><svg width="40" height="40"><svg width="9" height="9"></svg></svg><select></select><b>x</b>';

let stage: HTMLElement;
let stop: AbortController;
let turns: string[];
let version: number;

beforeEach(() => {
  stop = new AbortController();
  turns = [];
  version = 0;
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => {
  stop.abort();
  stage.remove();
});

function follow(): { list: () => VisibleParts; refresh: () => void } {
  const shadowRoots = createShadowRoots(createUids(1));
  for (const host of stage.querySelectorAll('*')) shadowRoots.find(host);
  return trackVisibleParts(document, stop.signal, {
    shadowRoots,
    version: () => version,
    beforeRelist: () => turns.push('turning'),
    afterRelist: () => turns.push('turned'),
  });
}

const nameAll = (elements: readonly Element[]): string[] =>
  elements.map(({ localName }) => localName);

it('lists what is in view, in shadow roots too, and of drawings the outermost', () => {
  stage.innerHTML = `${PARTS}<div></div><p style="margin-top: 5000px">${PARTS}</p><div></div>`;
  for (const host of stage.querySelectorAll('div')) {
    host.attachShadow({ mode: 'open' }).innerHTML = `<textarea></textarea>${PARTS}`;
  }
  const { fields, drawings, roots } = follow().list();
  expect(nameAll(fields).sort()).toEqual(['input', 'input', 'select', 'select', 'textarea']);
  expect(nameAll(drawings)).toEqual(['svg', 'svg']);
  expect(roots).toHaveLength(1);
});

it('takes a GIF for a film, but for one that only keeps a place', async () => {
  for (const src of [GIF, DOT]) {
    const image = new Image(30, 30);
    image.src = src;
    await image.decode();
    stage.append(image);
  }
  expect(follow().list().animatedImages).toEqual([stage.firstChild]);
});

it('is looked at again when the page has time, after it changed and when it is asked about', async () => {
  const shown = follow();
  stage.innerHTML = '<input>';
  expect(shown.list().fields).toEqual([]);
  version += 1;
  expect(shown.list().fields).toEqual([]);
  await expect.poll(() => nameAll(shown.list().fields)).toEqual(['input']);
  expect(turns).toEqual(['turning', 'turned']);
  stage.innerHTML = '<select></select>';
  version += 1;
  shown.refresh();
  shown.refresh();
  expect(nameAll(shown.list().fields)).toEqual(['select']);
  expect(turns).toHaveLength(4);
});
