import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFingerprint, startReadings } from './fingerprint.ts';

let stage: HTMLElement;

beforeEach(() => {
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => stage.remove());

it('names fields by their first labels, as the browser finds them', () => {
  stage.innerHTML = `
    <label for="a">For</label><input id="a">
    <label>Around <input id="b"></label>
    <label for="c">First</label><input id="c"><label for="c">Second</label>
    <label>Outer <input id="d"></label><label for="d">Later</label>
    <label for="e">Plan</label><select id="e"><option>Free</select>
    <label for="f">Notes</label><textarea id="f"></textarea>
    <label for="none">Nobody</label>
    <input id="g" placeholder="Alone">`;
  const readings = startReadings();
  const fields = [...stage.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  const names = fields.map((field) => readFingerprint(field, readings).name);
  expect(names).toEqual(['For', 'Around', 'First', 'Outer', 'Plan', 'Notes', 'Alone']);
  const own = fields.map((field) => field.labels?.[0]?.textContent.trim() ?? 'Alone');
  expect(names).toEqual(own);
});

it('finds labels in shadow roots, each in its own', () => {
  const root = stage.attachShadow({ mode: 'open' });
  root.innerHTML = '<label for="a">Within</label><input id="a">';
  stage.innerHTML = '';
  document.body.insertAdjacentHTML('beforeend', '<label for="a" id="outer">Without</label>');
  const field = root.querySelector('input');
  if (!field) throw new Error('There is no field.');
  expect(readFingerprint(field).name).toBe('Within');
  document.querySelector('#outer')?.remove();
});
