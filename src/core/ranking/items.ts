import type { ItemPlace } from './candidate.ts';
import type { ElementNode } from '../snapshot/node.ts';
import type { Surroundings } from './landmarks.ts';
import { isSameMake } from './landmarks.ts';
import { findRole } from './role.ts';

/** Lists in lists that are told: a chip in a card in a column of cards. */
const MOST_PLACES = 3;
const ASIDE = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);

interface List {
  id: string;
  items: ElementNode[];
  weight: number;
}

/** Answers which items of which lists (rows, cards, list items) an element stands in, nearest first. */
export function createItemFinder(around: Surroundings): (node: ElementNode) => ItemPlace[] {
  const lists = new Map<ElementNode, List[]>();
  const places = new Map<ElementNode, ItemPlace[]>();

  /** The lists among the children of one element: those of one make are one. */
  function listIn(parent: ElementNode): List[] {
    const known = lists.get(parent);
    if (known) return known;
    const children = parent.children.filter((child) => typeof child !== 'string');
    const groups: ElementNode[][] = [];
    for (const child of children) {
      if (!around.isItem(child) || isHeadRow(child)) continue;
      const group = groups.find(([first]) => first && isAlike(first, child));
      if (group) group.push(child);
      else groups.push([child]);
    }
    const weight = isAside(parent) ? 0 : 1;
    const found = groups.map((items, at) => ({
      id: `${parent.frameId} ${parent.uid ?? parent.tag} ${at}`,
      items,
      weight: weight * items.reduce((sum, { box }) => sum + (box ? box.width * box.height : 0), 0),
    }));
    lists.set(parent, found);
    return found;
  }

  return function findPlaces(node: ElementNode): ItemPlace[] {
    const known = places.get(node);
    if (known) return known;
    const { parent } = node;
    const outer = parent ? findPlaces(parent) : [];
    const list = parent && listIn(parent).find(({ items }) => items.includes(node));
    const own =
      list && list.items.length > 1
        ? [
            {
              list: list.id,
              index: list.items.indexOf(node),
              size: list.items.length,
              weight: list.weight,
            },
          ]
        : [];
    const found = own.length > 0 ? [...own, ...outer].slice(0, MOST_PLACES) : outer;
    places.set(node, found);
    return found;
  };
}

function isAlike(a: ElementNode, b: ElementNode): boolean {
  if (a.tag !== b.tag) return false;
  return a.tag === 'li' || a.tag === 'tr' || a.tag === 'article' || isSameMake(a, b)
    ? true
    : findRole(a) === findRole(b) && findRole(a) !== 'generic';
}

/** Column headers are no row of their table. */
function isHeadRow(node: ElementNode): boolean {
  const cells = node.children.filter((child) => typeof child !== 'string');
  return cells.length > 0 && cells.every((cell) => findRole(cell) === 'columnheader');
}

function isAside(node: ElementNode): boolean {
  for (let at: ElementNode | null = node; at; at = at.parent) {
    if (ASIDE.has(findRole(at)) || at.tag === 'header' || at.tag === 'footer') return true;
    if (at.tag === 'main') return false;
  }
  return false;
}
