import { afterEach, expect, it } from 'vitest';
import { formatUid } from '../../core/snapshot/snapshot.ts';
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

it('tells the pointer of an icon in what has it as well', () => {
  document.body.innerHTML = `<style>div { cursor: pointer }</style>
    <div>Ada<span class="trash"></span><span>x</span><i></i></div>`;
  const uids = createUids(7);
  const elements = [...document.body.querySelectorAll('div, span, i')];
  const [row, icon] = elements.map((each) => formatUid(uids.salt, uids.of(each)));
  const looks = readLooks(document, { uids, shadowRoots: createShadowRoots(uids) });
  expect(looks.filter(({ isPointer }) => isPointer).map(({ uid }) => uid)).toEqual([row, icon]);
});

it('tells what style sheets leave nothing to read of', () => {
  document.body.innerHTML = `<style>
      .none { opacity: 0 } .ink { color: transparent } .size { font-size: 0 }
      .gradient { color: transparent; background: linear-gradient(red, blue); background-clip: text }
      .glow { color: transparent; text-shadow: 0 0 1px black } .black { color: black }
    </style>
    <p class="none">a<b>b</b></p><p class="ink">c</p><p class="size">d</p>
    <p class="gradient">e</p><p class="glow">f</p><p class="ink">g<i class="black">h</i></p>`;
  const uids = createUids(7);
  const elements = [...document.body.querySelectorAll('p, b, i')];
  const named = new Map(
    elements.map((each) => [formatUid(uids.salt, uids.of(each)), each.textContent]),
  );
  const looks = readLooks(document, { uids, shadowRoots: createShadowRoots(uids) });
  const unseen = looks.filter(({ isUnseen }) => isUnseen).map(({ uid }) => named.get(uid));
  expect(unseen).toEqual(['ab', 'c', 'd']);
});

it('tells what visibility hides, and what is shown again inside', () => {
  document.body.innerHTML = `<style>.off { visibility: hidden } .on { visibility: visible }</style>
    <div class="off"><p>a</p><p class="on">b</p></div><i>c</i>`;
  const uids = createUids(7);
  const elements = [...document.body.querySelectorAll('div, p, i')];
  const [part, first] = elements.map((each) => formatUid(uids.salt, uids.of(each)));
  const looks = readLooks(document, { uids, shadowRoots: createShadowRoots(uids) });
  expect(looks.filter(({ isHidden }) => isHidden).map(({ uid }) => uid)).toEqual([part, first]);
});

it('leaves out what no take has numbered', () => {
  document.body.innerHTML = '<a href="#" style="cursor: pointer">x</a>';
  const uids = createUids(7);
  expect(readLooks(document, { uids, shadowRoots: createShadowRoots(uids) })).toEqual([]);
});
