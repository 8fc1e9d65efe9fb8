import { expect, it } from 'vitest';
import { find, makeContext, mount } from '../perform.fixture.ts';
import { listCovered } from './preflight.ts';
import { listRoots } from '../../composed-tree.ts';

function idsOfCovered(): string[] {
  const ctx = makeContext();
  return listCovered(listRoots(ctx), ctx).map(({ id }) => id);
}

it('names the controls under a layer, not those in it, beside it or out of view', () => {
  mount(`<button id="under">Buy</button>
    <p style="margin-top: 300px"><button id="beside">Sell</button></p>
    <p style="margin-top: 4000px"><button id="below">Later</button></p>
    <div style="position: fixed; inset: 0 0 auto 0; height: 200px; background: white">
      <button id="inside">Accept</button>
    </div>`);
  expect(idsOfCovered()).toEqual(['under']);
});

it('takes a control for free that lets the pointer through to its label or shows at an edge', () => {
  mount(`<label style="position: relative; display: block; width: 200px">
      <input type="checkbox" id="box" style="position: absolute; opacity: 0" />
      <span style="position: absolute; inset: 0">Agree</span></label>
    <button id="wide" style="position: absolute; top: 100px; left: 0; width: 600px">Go</button>
    <div style="position: fixed; top: 90px; left: 300px; width: 200px; height: 60px"></div>`);
  expect(idsOfCovered()).toEqual([]);
});

it('knows an overlay on a part of the page from what lies over one field alone', () => {
  mount(`<form style="position: relative; padding: 40px"><input id="overlaid">
      <div style="position: absolute; inset: 0; background: #fff8">Saving…</div></form>
    <p style="position: relative; width: 200px"><input id="free" style="width: 4px">
      <span style="position: absolute; inset: 0">Choose a city</span></p>`);
  expect(idsOfCovered()).toEqual(['overlaid']);
});

it('looks into shadow roots', () => {
  mount('<div id="host"></div><div style="position: fixed; inset: 0"></div>');
  const root = find('#host').attachShadow({ mode: 'open' });
  root.innerHTML = '<button id="deep">Deep</button>';
  expect(idsOfCovered()).toEqual(['deep']);
});
