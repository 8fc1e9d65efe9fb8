import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { stitchFrame } from '../../../core/snapshot/stitch.ts';
import { createSecrets } from './secrets.ts';
import { createShadowRoots } from '../shadow-roots.ts';
import { takeFrame } from '../take.ts';
import { createUids } from '../uids.ts';

let stage: HTMLElement;
let secrets: ReturnType<typeof createSecrets>;
let stop: AbortController;

beforeEach(() => {
  secrets = createSecrets();
  stop = new AbortController();
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => {
  stage.remove();
  stop.abort();
});

function take(): RawFrame {
  const uids = createUids(1);
  const taken = takeFrame(document, {
    uids,
    shadowRoots: createShadowRoots(uids),
    token: 'own',
    boxes: 'viewport',
    isSecret: secrets.isSecret,
  });
  if (!taken.ok) throw new Error(taken.reason);
  return taken.raw;
}

function readAgain(raw: RawFrame): ParentNode {
  const { html, exact } = stitchFrame(raw);
  expect(exact).toBe(true);
  const main = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelector('main:last-of-type');
  if (!main) throw new Error('no main');
  return main;
}

function input(selector = 'input'): HTMLInputElement {
  const found = stage.querySelector(selector);
  if (!(found instanceof HTMLInputElement)) throw new Error('no input');
  return found;
}

describe('live state of fields', () => {
  it('writes typed values, also where there was another one, and cleared ones', () => {
    stage.innerHTML = '<input id="a"><input id="b" value="old"><input id="c" value="gone">';
    input('#a').value = 'x "<&>';
    input('#b').value = 'new';
    input('#c').value = '';
    const again = readAgain(take());
    const values = Array.from(again.querySelectorAll('input'), (one) => one.value);
    expect(values).toEqual(['x "<&>', 'new', '']);
  });

  it('writes the text of text areas, their first line break too', () => {
    stage.innerHTML = '<textarea>old</textarea><textarea>same</textarea><em></em>';
    const area = stage.querySelector('textarea');
    if (area) area.value = '\nline </textarea> <b>';
    const again = readAgain(take());
    expect(Array.from(again.querySelectorAll('textarea'), (one) => one.value)).toEqual([
      '\nline </textarea> <b>',
      'same',
    ]);
    expect(again.querySelector('em')).not.toBeNull();
  });

  it('writes what is ticked and chosen', () => {
    stage.innerHTML = `<input type="checkbox" checked><input type="checkbox"><input type="radio" name="r" checked><input type="radio" name="r">
      <select><option selected>a<option>b</select><select multiple><option>a<option>b<option>c</select>`;
    const boxes = [...stage.querySelectorAll('input')];
    for (const box of boxes) box.checked = !box.checked;
    const [one, many] = stage.querySelectorAll('select');
    if (one) one.selectedIndex = 1;
    for (const option of many?.options ?? []) option.selected = option.text !== 'b';
    const again = readAgain(take());
    expect(
      Array.from(again.querySelectorAll('input'), (box) => box.hasAttribute('checked')),
    ).toEqual(boxes.map((box) => box.checked));
    const chosen = again.querySelectorAll('option[selected]');
    expect(Array.from(chosen, (option) => option.textContent.trim())).toEqual(['b', 'a', 'c']);
  });
});

describe('secrets', () => {
  const SECRET = 'hunter2 "&<ü';

  function expectHidden(raw: RawFrame): void {
    const everything = JSON.stringify({ ...raw, boxes: [], uids: [], spans: [] });
    const escaped = SECRET.replace('&', '&amp;').replace('<', '&lt;');
    for (const form of [SECRET, escaped, escaped.replace('"', '&quot;'), 'hunter2']) {
      expect(everything).not.toContain(JSON.stringify(form).slice(1, -1));
    }
  }

  it.each([
    '<input type="password">',
    '<input autocomplete="cc-number">',
    '<input autocomplete="section-a billing cc-csc">',
    '<input autocomplete="one-time-code">',
    '<input type="text" autocomplete="new-password">',
  ])('are masked in value, attribute and copies of it: %s', (html) => {
    stage.innerHTML = `<p title="before">a</p>${html}<p>b</p>`;
    const field = input();
    field.value = SECRET;
    field.setAttribute('value', SECRET);
    field.setAttribute('data-value', SECRET);
    field.setAttribute('aria-valuetext', `is ${SECRET}`);
    const raw = take();
    expectHidden(raw);
    const again = readAgain(raw).querySelector('input');
    expect(again?.value).toBe(MASK);
    expect(again?.getAttribute('data-value')).toBe(MASK);
  });

  it('stay secret once their type is changed, and in text areas', () => {
    stage.innerHTML = '<input type="password"><textarea autocomplete="one-time-code"></textarea>';
    secrets.watch(document, stop.signal);
    const area = stage.querySelector('textarea');
    if (!area) throw new Error('not built');
    area.defaultValue = SECRET;
    input().value = SECRET;
    input().type = 'text';
    const raw = take();
    expectHidden(raw);
    expect(readAgain(raw).querySelector('textarea')?.value).toBe(MASK);
  });

  it('are seen when a field was a password only for a while between two looks', async () => {
    stage.innerHTML = '<input>';
    secrets.watch(document, stop.signal);
    input().type = 'password';
    input().type = 'text';
    input().value = SECRET;
    await Promise.resolve();
    expect(secrets.isSecret(input())).toBe(true);
    expectHidden(take());
  });

  it('are masked the same where the page has to be written without getHTML', () => {
    stage.innerHTML =
      '<input type="password" id="x"><xmp id="raw"></xmp><textarea autocomplete="cc-name"></textarea>';
    input().setAttribute('value', SECRET);
    input().value = SECRET;
    stage.querySelector('#raw')?.append('<b>', document.createElement('b'));
    const area = stage.querySelector('textarea');
    if (area) area.defaultValue = SECRET;
    expectHidden(take());
  });

  it('say nothing about an empty field', () => {
    stage.innerHTML = '<input type="password">';
    expect(readAgain(take()).querySelector('input')?.getAttribute('value')).toBeNull();
  });

  it('leave other fields alone', () => {
    stage.innerHTML = '<input type="password"><input id="q" data-note="hunter2" value="shown">';
    input().value = 'hunter2';
    expect(readAgain(take()).querySelector('#q')?.getAttribute('value')).toBe('shown');
  });
});
