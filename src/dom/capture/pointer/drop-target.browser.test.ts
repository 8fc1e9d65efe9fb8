import { expect, it } from 'vitest';
import { formatUid } from '../../../core/snapshot/snapshot.ts';
import { listAncestors } from '../../composed-tree.ts';
import { findSavedElementAt } from './drags.ts';

const SALT = 3;

it('what lay where something was dropped is known when a list has made room for it', () => {
  const stage = document.createElement('main');
  stage.innerHTML =
    '<ul><li id="milk">Milk <i>=</i></li><li>Eggs <i id="eggs">=</i></li></ul><ol></ol><p>Off</p>';
  const elements = [stage, ...stage.querySelectorAll('*')];
  const [milk, eggs, list] = ['#milk', '#eggs', 'ol'].map((each) => stage.querySelector(each));
  if (!milk || !eggs || !list) throw new Error('no list');
  const boxes = [
    [0, 0, 400, 400],
    [0, 0, 200, 80],
    [0, 0, 200, 40],
    [80, 0, 20, 40],
    [0, 40, 200, 40],
    [80, 40, 20, 40],
    [0, 200, 200, 40],
    [NaN, NaN, NaN, NaN],
  ];
  const uids = Uint32Array.from(elements.keys());
  const raw = { salt: SALT, uids, boxes: Float32Array.from(boxes.flat()) };
  const numberOf = (element: Element) => elements.indexOf(element);
  const dragged = { element: milk, around: listAncestors(milk) };
  const find = (x: number, y: number) => findSavedElementAt(x, y, dragged, raw, { numberOf });
  expect(find(90, 60)).toBe(formatUid(SALT, numberOf(eggs)));
  // Where it was itself, and where nothing was but what holds it.
  expect(find(90, 20)).toBeNull();
  expect(find(300, 300)).toBeNull();
  // The list that it has been moved into meanwhile.
  list.append(milk);
  expect(find(90, 220)).toBe(formatUid(SALT, numberOf(list)));
});
