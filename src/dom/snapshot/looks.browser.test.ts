import { afterEach, expect, it } from 'vitest';
import { formatUid } from '../../core/snapshot/uid.ts';
import { readLooks } from './looks.ts';
import { createShadowRoots } from './shadow-roots.ts';
import { createUids } from './uids.ts';

afterEach(() => {
  document.body.replaceChildren();
});

it('tells the colours and the pointer of elements that differ from what is around them', () => {
  document.body.innerHTML = `<style>.b { background: rgb(200, 30, 30); cursor: pointer }</style>
    <div class="b"><i></i></div><p style="color: rgb(1, 2, 200)"><u></u></p><em></em>`;
  const uids = createUids(7);
  const elements = [...document.body.querySelectorAll('div, i, p, u, em')];
  const [box, , paragraph] = elements.map((each) => formatUid(uids.salt, uids.of(each)));
  const looks = readLooks(document, { uids, shadowRoots: createShadowRoots(uids) });
  expect(looks).toEqual([
    { uid: box, background: 'rgb(200, 30, 30)', colour: null, isPointer: true },
    { uid: paragraph, background: null, colour: 'rgb(1, 2, 200)', isPointer: false },
  ]);
});

it('leaves out what no take has numbered', () => {
  document.body.innerHTML = '<a href="#" style="cursor: pointer">x</a>';
  const uids = createUids(7);
  expect(readLooks(document, { uids, shadowRoots: createShadowRoots(uids) })).toEqual([]);
});
