/**
 * Names for controls the page left without one: what a person sees beside them, or the name of the
 * hidden field they stand in for.
 */
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, isElement, withAncestors } from '../../snapshot/element-tree.ts';
import { computeName } from './accessible-name.ts';
import { findHeadingBefore, isRow, readColumnHeader } from './context.ts';
import { countControls, findHeading } from './landmarks.ts';
import type { PageIndex } from './page-index.ts';
import { childElements, flatChildren, isRendered } from './page-index.ts';
import { findRole } from './role.ts';
import { readText } from './visible-text.ts';

const TOGGLES = new Set(['checkbox', 'radio', 'switch']);
const FILLED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox']);
const SWITCH_CLASS = /(?:^|\s)(?:toggle|switch)(?:$|\s|-(?:switch|on|off)\b)/i;
const LONGEST = 60;
const HEADING_LENGTH = 80;
/** Wrappers around a control before its text comes. */
const MOST_LEVELS = 5;
/** What holds more than one control's surroundings. */
const BOUNDS = new Set(
  'article body dialog fieldset form html main section table tbody'.split(' '),
);
const LISTS = new Set('ol ul'.split(' '));

/** What a nameless control is read by: text beside it, its column, its heading; empty when nothing is. */
export function borrowLabel(node: ElementNode, role: string, page: PageIndex): string {
  if (TOGGLES.has(role) || isDrawnSwitch(node, role)) {
    if (isInHead(node)) return '';
    if (isOneOfRow(node, page)) return readColumn(node, page);
    return readBesideAnyWrapper(node, true, page);
  }
  if (!FILLED.has(role)) return '';
  return (
    readColumn(node, page) ||
    readBesideAnyWrapper(node, false, page) ||
    readHeadingAbove(node, page)
  );
}

/** The text of a label that names no control, where only this one stands beside it; empty without one. */
export function readLooseLabel({ parent, tag }: ElementNode, page: PageIndex): string {
  if (!parent || !CONTROLS.has(tag)) return '';
  const beside = childElements(parent, page);
  const labels = beside.filter((each) => each.tag === 'label');
  const [label] = labels;
  const isOwn = labels.length === 1 && !label?.attributes['for'];
  const controls = beside.filter((each) => countControls(each, page) > 0);
  return label && isOwn && controls.length === 1 ? dropMarks(readText(label, page, LONGEST)) : '';
}

const CONTROLS = new Set('input select textarea'.split(' '));

/** Switches that are nothing but an empty element with a class. */
function isDrawnSwitch({ attributes }: ElementNode, role: string): boolean {
  return role === 'generic' && SWITCH_CLASS.test(attributes['class'] ?? '');
}

/**
 * The name of a hidden form field right before or after a control or its wrappers: libraries hide
 * the field, which keeps the label, and draw an editor or list of their own next to it.
 */
export function readOriginal(node: ElementNode, role: string, page: PageIndex): string {
  if (!FILLED.has(role)) return '';
  let at = node;
  for (let level = 0; at.parent && level < MOST_LEVELS + 3; level++) {
    const siblings = at.parent.content === at ? [] : childElements(at.parent, page);
    const place = siblings.indexOf(at);
    for (const sibling of [siblings[place - 1], siblings[place + 1]]) {
      const isField = sibling && /^(?:input|select|textarea)$/.test(sibling.tag);
      if (!isField || isRendered(sibling, page)) continue;
      const name = computeName(sibling, page);
      if (name) return name;
    }
    at = at.parent;
    if (BOUNDS.has(at.tag) && at.parent?.content !== at && at.tag !== 'body') return '';
  }
  return '';
}

function readBesideAnyWrapper(node: ElementNode, isToggle: boolean, page: PageIndex): string {
  let at = node;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const { parent } = at;
    if (!parent || parent.content === at || LISTS.has(parent.tag)) return '';
    const text = readSides(at, parent, isToggle, page);
    if (text || BOUNDS.has(parent.tag)) return text;
    at = parent;
  }
  return '';
}

/** Tick boxes stand before their text, other fields after it. */
function readSides(
  at: ElementNode,
  parent: ElementNode,
  isToggle: boolean,
  page: PageIndex,
): string {
  const painted = flatChildren(parent, page);
  const siblings = painted.includes(at) ? painted : parent.children;
  const place = siblings.indexOf(at);
  const before = siblings.slice(0, place).reverse();
  const sides = isToggle ? [siblings.slice(place + 1), before] : [before];
  for (const side of sides) {
    for (const sibling of side) {
      if (isElement(sibling) && countControls(sibling, page) > 0) break;
      const text = readTitle(sibling, page);
      if (text === null) break;
      if (text) return text;
    }
  }
  return '';
}

/** Tells what to do; no name of a field. */
const SENTENCE = /^(?:\S+\s+){6,}\S+[.!]$/u;

/** A short text whole, of a longer one its heading; null for one that is no name. */
function readTitle(part: ElementNode | string, page: PageIndex): string | null {
  if (typeof part === 'string') {
    const text = part.replace(/\s+/g, ' ').trim();
    return text.length > LONGEST || SENTENCE.test(text) ? null : dropMarks(text);
  }
  const heading = findHeading(part, page);
  const text = readText(heading ?? part, page, 2 * LONGEST);
  if (text.length <= LONGEST) return SENTENCE.test(text) ? null : dropMarks(text);
  const [first] = childElements(part, page);
  const title = first ? readText(first, page, 2 * LONGEST) : '';
  return title === '' || title.length > LONGEST ? null : dropMarks(title);
}

/** A colon or an asterisk belongs to the label's look; a text of signs alone is no name. */
function dropMarks(text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? text.replace(/\s*[:*]+\s*$/, '') : '';
}

/** In a table of checkboxes the column names each box; the row's name stands beside the first only. */
function isOneOfRow(node: ElementNode, page: PageIndex): boolean {
  const cell = findCell(node);
  const others = cell?.parent?.children.filter(isElement) ?? [];
  return others.some(
    (other) => other !== cell && countControls(other, page) > 0 && holdsToggle(other),
  );
}

/** What of a row the element is in. */
function findCell(node: ElementNode): ElementNode | null {
  return findAround(node, ({ parent }) => parent !== null && isRow(parent));
}

function holdsToggle(node: ElementNode): boolean {
  return TOGGLES.has(findRole(node)) || node.children.filter(isElement).some(holdsToggle);
}

function readColumn(node: ElementNode, page: PageIndex): string {
  const cell = findCell(node);
  return cell?.parent ? readColumnHeader(cell, cell.parent, page) : '';
}

function readHeadingAbove(node: ElementNode, page: PageIndex): string {
  for (const at of withAncestors(node)) {
    const heading = findHeadingBefore(at, page);
    if (heading) return readText(heading, page, HEADING_LENGTH);
  }
  return '';
}

/** The box of a header row stands for all rows, not for what is beside it. */
function isInHead({ parent }: ElementNode): boolean {
  for (const { tag, attributes } of withAncestors(parent)) {
    if (tag === 'thead' || tag === 'th' || attributes['role'] === 'columnheader') return true;
    if (tag === 'tr' || tag === 'li') return false;
  }
  return false;
}
