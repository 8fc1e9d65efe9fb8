/**
 * Where an element stands, in the words around it: what tells one "Edit" from the next. Pieces are
 * collected nearest first and never repeat the element's own name.
 */
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, holds, isElement } from '../../snapshot/element-tree.ts';
import { readReferences } from './accessible-name.ts';
import { judgeInteractive } from './interactive.ts';
import { countControls, findHeading, headingLevel, isItem, isSameMake } from './landmarks.ts';
import type { PageIndex } from './page-index.ts';
import { childElements, flatChildren, remember } from './page-index.ts';
import { findRole, inputType } from './role.ts';
import { collapse, cut, readText, TEXTLESS } from './visible-text.ts';

const MAX_PIECES = 7;
const PIECE_LENGTH = 80;
const BESIDE_LENGTH = 60;
/** Of the whole row or card: enough for its date, its sender and its amount. */
const ITEM_LENGTH = 200;
const MAX_ITEMS = 2;
/** What has more is a part of the page rather than a row or card. */
const MAX_ITEM_CONTROLS = 12;
const MAX_HEADINGS = 2;
/** Of headings without a level. */
const LOWEST = 7;
/** A card's or dialog's title bar has a few buttons beside the title; what has more is a part itself. */
const MAX_FRAME_CONTROLS = 3;
/** A heading inside one of these heads that part, not what comes after it. */
const SECTIONS = new Set(
  'article aside dialog dl fieldset form li nav ol section table tr ul'.split(' '),
);
const GROUP_ROLES = new Set(
  'alertdialog dialog form group list navigation radiogroup region tabpanel toolbar'.split(' '),
);
const LANDMARKS: Record<string, string> = {
  alertdialog: 'dialog',
  banner: 'header',
  complementary: 'sidebar',
  contentinfo: 'footer',
  dialog: 'dialog',
  navigation: 'navigation',
  toolbar: 'toolbar',
};

/** Context of an element, one piece per line, nearest first. */
export function readContext(node: ElementNode, name: string, page: PageIndex): string {
  const pieces: string[] = [];
  const add = (text: string, length = PIECE_LENGTH): boolean => {
    const piece = cut(collapse(text), length);
    if (!/[\p{L}\p{N}]/u.test(piece) || piece === name || pieces.includes(piece)) return false;
    pieces.push(piece);
    return true;
  };
  add(readBeside(node, page));
  let items = 0;
  let item: ElementNode | null = null;
  let headings = 0;
  // What is headed already is headed only by headings of a higher rank than that: others head other parts.
  let rank = Infinity;
  const addHeading = (heading: ElementNode | null): boolean => {
    const level = heading ? (headingLevel(heading) ?? LOWEST) : Infinity;
    if (!heading || level >= rank) return false;
    rank = level;
    return add(readHeading(heading, page));
  };
  let at = node;
  for (let up = node.parent; up && pieces.length < MAX_PIECES; up = up.parent) {
    if (isRow(up)) add(readColumnHeader(at, up, page));
    if (headingLevel(up) !== null) addHeading(up);
    const isInItem = isItem(up, page);
    if (isInItem && !item && countControls(up, page) <= MAX_ITEM_CONTROLS) item = up;
    if (isInItem && items < MAX_ITEMS) {
      const heading = findItemHeading(up, node, page);
      if (heading ? addHeading(heading) : add(readItem(up, node, page))) items++;
      // A card or row of fields is called by what the first one holds.
      add(readFilled(up));
    }
    add(readGroup(up, page));
    if (headings < MAX_HEADINGS && addHeading(findHeadingBefore(at, page))) headings++;
    add(nameLandmark(up));
    at = up;
  }
  // Last, for it says less and takes more words; the own name is not said twice.
  if (item) add(readWholeItem(item, page).replace(name, ''), ITEM_LENGTH);
  return pieces.join('\n');
}

const readHeading = remember((heading, page) => readText(heading, page, PIECE_LENGTH));
const readWholeItem = remember((item, page) => readText(item, page, ITEM_LENGTH));

/** Short text right before the element, else right after it, in the same parent. */
function readBeside(node: ElementNode, page: PageIndex): string {
  if (!node.parent || node.parent.content === node) return '';
  const siblings = flatChildren(node.parent, page);
  const index = siblings.indexOf(node);
  const before = siblings.slice(0, Math.max(0, index)).reverse();
  const after = siblings.slice(index + 1);
  for (const side of [before, after]) {
    let beside = '';
    for (const sibling of side) {
      // A heading after it heads what comes next.
      const ends =
        isElement(sibling) &&
        (countControls(sibling, page) > 0 || (side === after && findHeading(sibling, page)));
      if (ends) break;
      if (isElement(sibling) && TEXTLESS.has(sibling.tag)) continue;
      const text = isElement(sibling) ? readText(sibling, page, BESIDE_LENGTH) : collapse(sibling);
      if (text.length >= BESIDE_LENGTH) break;
      // "Total 3": a number needs the words it counts.
      beside = side === before ? `${text} ${beside}`.trim() : text;
      if (/\p{L}/u.test(beside)) return beside;
    }
    if (beside !== '') return beside;
  }
  return '';
}

/** The heading that names an item; rows are named by their cells. */
function findItemHeading(
  item: ElementNode,
  node: ElementNode,
  page: PageIndex,
): ElementNode | null {
  const heading = isRow(item) ? null : findHeading(item, page);
  return heading && !holds(heading, node) ? heading : null;
}

/** What names an item without a heading: its row header, first cell or link, else its text without controls. */
function readItem(item: ElementNode, node: ElementNode, page: PageIndex): string {
  if (isRow(item)) {
    const cells = item.children.filter(isElement).filter((cell) => !holds(cell, node));
    const named = cells.find((cell) => findRole(cell) === 'rowheader');
    for (const cell of named ? [named, ...cells] : cells) {
      const text = readText(cell, page, PIECE_LENGTH) || readFilled(cell);
      if (text) return text;
    }
    return '';
  }
  const link = findLink(item, node, page);
  if (link) return readText(link, page, PIECE_LENGTH);
  const isControl = (at: ElementNode): boolean =>
    at.tag !== 'label' && judgeInteractive(at) !== null;
  return (
    readText(item, page, PIECE_LENGTH, (at) => at === node || isControl(at)) ||
    readText(item, page, PIECE_LENGTH, (at) => at === node)
  );
}

/** What a text field holds: a row that can be edited is called by what is in its first one. */
function readFilled(node: ElementNode): string {
  if (node.tag === 'input' && inputType(node) === 'text') return node.attributes['value'] ?? '';
  if (node.tag === 'textarea') return node.children.filter((at) => typeof at === 'string').join('');
  for (const child of node.children.filter(isElement)) {
    const text = readFilled(child);
    if (text) return text;
  }
  return '';
}

/** The first link with words: mostly the item's title. Null when that is the element itself. */
function findLink(item: ElementNode, node: ElementNode, page: PageIndex): ElementNode | null {
  for (const child of childElements(item, page)) {
    const isLink = child.tag === 'a' && /\p{L}/u.test(readText(child, page, PIECE_LENGTH));
    const link = isLink ? child : findLink(child, node, page);
    if (link) return link === node ? null : link;
  }
  return null;
}

/** The header above a cell, by its place in the row; spans are not counted. */
export function readColumnHeader(cell: ElementNode, row: ElementNode, page: PageIndex): string {
  const column = row.children.filter(isElement).indexOf(cell);
  const table = findAround(row.parent, (at) => /^(?:tree)?(?:grid|table)$/.test(findRole(at)));
  const head = table && findFirstRow(table, page);
  const above = head && head !== row ? head.children.filter(isElement)[column] : undefined;
  return above && findRole(above) === 'columnheader' ? readText(above, page, PIECE_LENGTH) : '';
}

/** Legend of a fieldset, label of a group, dialog, list or region. */
function readGroup(node: ElementNode, page: PageIndex): string {
  const legend = node.children.filter(isElement).find(({ tag }) => tag === 'legend');
  if (node.tag === 'fieldset' && legend) return readText(legend, page, PIECE_LENGTH);
  if (!GROUP_ROLES.has(findRole(node))) return '';
  return readReferences(node, 'aria-labelledby', page) || (node.attributes['aria-label'] ?? '');
}

/**
 * The heading closest before an element among its siblings, or in one of them that is a heading's frame
 * and not a part of the page of its own. A heading is headed only by one of a higher rank.
 */
export const findHeadingBefore = remember((child, page): ElementNode | null => {
  const siblings = child.parent ? flatChildren(child.parent, page) : [];
  const rank = headingLevel(child) ?? Infinity;
  for (let index = siblings.indexOf(child) - 1; index >= 0; index--) {
    const sibling = siblings[index];
    if (!isElement(sibling) || isPart(sibling, child, page)) continue;
    const heading = findHeading(sibling, page);
    if (heading && (headingLevel(heading) ?? LOWEST) < rank) return heading;
  }
  return null;
});

function isPart(sibling: ElementNode, child: ElementNode, page: PageIndex): boolean {
  if (SECTIONS.has(sibling.tag) || isSameMake(sibling, child))
    return headingLevel(sibling) === null;
  return countControls(sibling, page) > MAX_FRAME_CONTROLS;
}

function nameLandmark(node: ElementNode): string {
  const role =
    node.tag === 'header' ? 'banner' : node.tag === 'footer' ? 'contentinfo' : findRole(node);
  return LANDMARKS[role] ?? '';
}

export function isRow(node: ElementNode): boolean {
  return node.tag === 'tr' || findRole(node) === 'row';
}

const findFirstRow = remember((node, page): ElementNode | null => {
  if (isRow(node)) return node;
  for (const child of node.children.filter(isElement)) {
    const row = findFirstRow(child, page);
    if (row) return row;
  }
  return null;
});
