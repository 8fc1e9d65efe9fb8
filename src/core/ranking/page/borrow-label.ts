/**
 * Names for controls the page left without one: what a person sees beside them, or the name of the
 * hidden field they stand in for.
 */
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { computeName } from './accessible-name.ts';
import { findHeadingBefore, readColumnHeader } from './context.ts';
import type { Surroundings } from './landmarks.ts';
import type { PageIndex } from './page-index.ts';
import { flatChildren, isRendered } from './page-index.ts';
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
export function borrowLabel(
  node: ElementNode,
  role: string,
  page: PageIndex,
  around: Surroundings,
): string {
  if (TOGGLES.has(role) || isDrawnSwitch(node, role)) {
    if (isInHead(node)) return '';
    if (isOneOfRow(node, around)) return readColumn(node, page, around);
    return readBesideAnyWrapper(node, true, page, around);
  }
  if (!FILLED.has(role)) return '';
  return (
    readColumn(node, page, around) ||
    readBesideAnyWrapper(node, false, page, around) ||
    readHeading(node, page, around)
  );
}

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
    const siblings = at.parent.content === at ? [] : listElements(at.parent, page);
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

function readBesideAnyWrapper(
  node: ElementNode,
  isToggle: boolean,
  page: PageIndex,
  around: Surroundings,
): string {
  let at = node;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const { parent } = at;
    if (!parent || parent.content === at || LISTS.has(parent.tag)) return '';
    const text = readSides(at, parent, isToggle, page, around);
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
  around: Surroundings,
): string {
  const painted = flatChildren(parent, page);
  const siblings = painted.includes(at) ? painted : parent.children;
  const place = siblings.indexOf(at);
  const before = siblings.slice(0, place).reverse();
  const sides = isToggle ? [siblings.slice(place + 1), before] : [before];
  for (const side of sides) {
    for (const sibling of side) {
      if (typeof sibling !== 'string' && around.countControls(sibling) > 0) break;
      const text = readTitle(sibling, page, around);
      if (text === null) break;
      if (text) return text;
    }
  }
  return '';
}

/** Tells what to do; no name of a field. */
const SENTENCE = /^(?:\S+\s+){6,}\S+[.!]$/u;

/** A short text whole, of a longer one its heading; null for one that is no name. */
function readTitle(
  part: ElementNode | string,
  page: PageIndex,
  around: Surroundings,
): string | null {
  if (typeof part === 'string') {
    const text = part.replace(/\s+/g, ' ').trim();
    return text.length > LONGEST || SENTENCE.test(text) ? null : dropMarks(text);
  }
  const heading = around.findHeading(part);
  const text = readText(heading ?? part, page, 2 * LONGEST);
  if (text.length <= LONGEST) return SENTENCE.test(text) ? null : dropMarks(text);
  const [first] = listElements(part, page);
  const title = first ? readText(first, page, 2 * LONGEST) : '';
  return title === '' || title.length > LONGEST ? null : dropMarks(title);
}

/** A colon or an asterisk belongs to the label's look; a text of signs alone is no name. */
function dropMarks(text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? text.replace(/\s*[:*]+\s*$/, '') : '';
}

/** In a table of checkboxes the column names each box; the row's name stands beside the first only. */
function isOneOfRow(node: ElementNode, around: Surroundings): boolean {
  for (let cell = node; cell.parent; cell = cell.parent) {
    if (cell.parent.tag !== 'tr' && cell.parent.attributes['role'] !== 'row') continue;
    const others = cell.parent.children.filter(
      (other) => typeof other !== 'string' && other !== cell && around.countControls(other) > 0,
    );
    return others.some((other) => typeof other !== 'string' && holdsToggle(other));
  }
  return false;
}

function holdsToggle(node: ElementNode): boolean {
  return (
    TOGGLES.has(findRole(node)) ||
    node.children.some((child) => typeof child !== 'string' && holdsToggle(child))
  );
}

function readColumn(node: ElementNode, page: PageIndex, around: Surroundings): string {
  for (let cell = node; cell.parent; cell = cell.parent) {
    if (cell.parent.tag === 'tr' || cell.parent.attributes['role'] === 'row') {
      return readColumnHeader(cell, cell.parent, page, around);
    }
  }
  return '';
}

function readHeading(node: ElementNode, page: PageIndex, around: Surroundings): string {
  let at = node;
  for (let up = node.parent; up; up = up.parent) {
    const heading = findHeadingBefore(up, at, page, around);
    if (heading) return readText(heading, page, HEADING_LENGTH);
    at = up;
  }
  return '';
}

/** The box of a header row stands for all rows, not for what is beside it. */
function isInHead(node: ElementNode): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.tag === 'thead' || at.tag === 'th' || at.attributes['role'] === 'columnheader')
      return true;
    if (at.tag === 'tr' || at.tag === 'li') return false;
  }
  return false;
}

function listElements(node: ElementNode, page: PageIndex): ElementNode[] {
  return flatChildren(node, page).filter((child) => typeof child !== 'string');
}
