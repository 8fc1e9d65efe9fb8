import type { Uid } from '../../action/action.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import {
  findAround,
  isElement,
  walkElements,
  withAncestors,
  xpathOf,
} from '../../snapshot/element-tree.ts';
import type { Box } from '../../snapshot/snapshot.ts';
import type { Candidate, ItemPlace } from '../candidate.ts';
import { BUTTON_VERBS, ICON_NOUNS } from '../lexicon/query-words.ts';
import { findDays } from '../query/calendar-days.ts';
import { readColours } from '../query/colour.ts';
import { tokenize } from '../query/tokenize.ts';
import { findLabels } from './accessible-name.ts';
import { readFields, readOptions } from './fields.ts';
import { isIcon, isPressable, judgeInteractive } from './interactive.ts';
import { isItem, isSameMake } from './landmarks.ts';
import type { PageIndex } from './page-index.ts';
import { childElements, indexPage, isRendered, overlap, remember, scopeOf } from './page-index.ts';
import { findRole, inputType } from './role.ts';

/** CSS px. */
type Viewport = { width: number; height: number };
type Shown = Map<ElementNode, { uid: Uid; box: Box | null }>;

/** Inputs that pages hide to draw them otherwise; a person acts on their label. */
const STAND_IN_TYPES = new Set(['checkbox', 'radio', 'file']);
const CHECKED_ROLES = new Set([
  'checkbox',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'switch',
]);

/**
 * Everything on the page that can be acted on, in document order, frames and shadow roots included.
 * `viewport` is the top frame's size in CSS px; without it every rendered element counts as in view.
 */
export function listCandidates(
  roots: readonly ElementNode[],
  viewport: Viewport | null = null,
): Candidate[] {
  const page = indexPage(roots);
  const shown: Shown = new Map();
  const days = findDays(page);
  for (const node of page.elements) {
    if (node.uid === null || (judgeInteractive(node) === null && !days.has(node))) continue;
    const box = findShownBox(node, page);
    if (box !== undefined) shown.set(node, { uid: node.uid, box });
  }
  const doubles = findDoubles(shown, page);
  const isBehind = createBehindJudge(page);
  const listed = [...shown].flatMap(([node, { uid, box }]) => {
    const day = days.get(node);
    if (doubles.has(node) && !day) return [];
    const described = describe(node, box, page, viewport);
    return [{ uid, ...described, ...(day && { day }), ...(isBehind(node) && { behind: true }) }];
  });
  return leaveToOptions(dropDeadLabels(listed));
}

/** Labels of nothing whose text names a control: that control is what a person means by it. */
function dropDeadLabels(listed: readonly Candidate[]): Candidate[] {
  const named = new Set(
    listed.flatMap(({ tag, fields }) => (tag === 'label' ? [] : [fields.label, fields.name])),
  );
  return listed.filter(
    ({ tag, role, fields }) =>
      tag !== 'label' || role !== 'generic' || fields.name === '' || !named.has(fields.name),
  );
}

/** A list whose options show is not what a person means by their words: each option is there itself. */
function leaveToOptions(listed: readonly Candidate[]): Candidate[] {
  const options = listed.filter(({ role, box }) => role === 'option' && box !== null);
  const holds = (list: Candidate): boolean =>
    options.some(
      ({ frameId, xpath }) => frameId === list.frameId && xpath.startsWith(`${list.xpath}/`),
    );
  return listed.map((each) =>
    each.role === 'listbox' && each.tag !== 'select' && holds(each)
      ? { ...each, options: [] }
      : each,
  );
}

/** The box an element is acted on at; null in a page without boxes, undefined when it is not shown. */
function findShownBox(node: ElementNode, page: PageIndex): Box | null | undefined {
  const standIn = node.tag === 'input' && STAND_IN_TYPES.has(inputType(node));
  if (isRendered(node, page) && !(standIn && isTiny(node.box))) return node.box;
  if (!standIn) return undefined;
  const label = findLabels(node, page).find((at) => isRendered(at, page));
  return label ? label.box : isRendered(node, page) ? node.box : undefined;
}

/** Visually hidden controls are clipped to a pixel. */
function isTiny(box: Box | null): boolean {
  return box !== null && box.width <= 2 && box.height <= 2;
}

/**
 * What would be listed twice: a label whose control is listed, and what only hints at being
 * clickable while something surely clickable is around it, or anything listed is inside it.
 */
function findDoubles(shown: Shown, page: PageIndex): Set<ElementNode> {
  const doubles = new Set<ElementNode>();
  const sure = new Set<ElementNode>();
  for (const node of shown.keys()) {
    if (judgeInteractive(node) === 'sure' || isLabelledAction(node)) sure.add(node);
    for (const label of findLabels(node, page)) doubles.add(label);
  }
  for (const label of findReferencedLabels(page)) doubles.add(label);
  for (const node of shown.keys()) {
    for (let up = node.parent; up; up = up.parent) {
      if (!shown.has(up)) continue;
      if (sure.has(up)) {
        if (!sure.has(node) && !isRemovingIcon(node)) doubles.add(node);
      } else if (!isIcon(node) || !isPressable(up)) doubles.add(up);
      else if (!isActionIcon(node)) doubles.add(node);
    }
  }
  return doubles;
}

/** Called by what it does: a bin, a star in a row that can be pressed itself. */
function isActionIcon({ attributes }: ElementNode): boolean {
  const words = tokenize(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`);
  return words.some((word) => BUTTON_VERBS.has(word) || ICON_NOUNS.has(word));
}

/** A star in a card that is pressed as a whole, called by what it does. */
function isLabelledAction(node: ElementNode): boolean {
  const [verb = ''] = tokenize(node.attributes['aria-label'] ?? '');
  return isPressable(node) && BUTTON_VERBS.has(verb);
}

const REMOVING = new Set(['delete', 'remove', 'close', 'dismiss', 'clear']);

/** The cross in a chip: it takes away what the rest of the chip only chooses. */
function isRemovingIcon(node: ElementNode): boolean {
  const words = tokenize(node.attributes['class'] ?? '');
  const isOwn =
    (node.tag === 'svg' || isIcon(node)) &&
    isPressable(node) &&
    words.some((word) => REMOVING.has(word));
  return isOwn && node.parent !== null && node.parent.children.length > 1;
}

/** Labels that name something by its aria-labelledby: a press on them is not meant for themselves. */
function findReferencedLabels(page: PageIndex): ElementNode[] {
  return page.elements.flatMap((node) => {
    const ids = node.attributes['aria-labelledby'];
    if (!ids) return [];
    const scope = scopeOf(node, page);
    return ids.split(/\s+/).flatMap((id) => {
      const label = scope.ids.get(id);
      return label?.tag === 'label' ? [label] : [];
    });
  });
}

/** Describes an element of a page that is shown at a box. */
function describe(
  node: ElementNode,
  box: Box | null,
  page: PageIndex,
  viewport: Viewport | null,
): Omit<Candidate, 'uid'> {
  const role = searchesList(node, page) ? 'combobox' : findRole(node);
  const items = findItems(node, page);
  return {
    frameId: node.frameId,
    tag: node.tag,
    role,
    fields: addColours(readFields(node, page), node),
    options: readOptions(node, page),
    box,
    inViewport: box !== null && isInView(box, scopeOf(node, page).clip, viewport),
    disabled: isDisabled(node),
    checked: readChecked(node, role),
    href: role === 'link' ? (node.attributes['href'] ?? null) : null,
    xpath: xpathOf(node),
    shadowPath: findShadowPath(node, page),
    ...readPopup(node, role, page),
    ...readForm(node),
    ...(node.attributes['readonly'] !== undefined && { readOnly: true }),
    ...(items.length > 0 && { items }),
  };
}

/**
 * Small things in view (with `viewport` null: anywhere on the page) that nothing calls clickable, though a script may listen for a press on them: words and
 * pictures that hold nothing, and what can be dragged, outside all that is `listed`.
 */
export function listLeaves(
  roots: readonly ElementNode[],
  viewport: Viewport | null,
  listed: readonly Candidate[],
): Candidate[] {
  const page = indexPage(roots);
  const known = new Set(listed.map(({ uid }) => uid));
  const isListed = ({ uid }: ElementNode): boolean => uid !== null && known.has(uid);
  return page.elements.flatMap((node) => {
    const { uid, box } = node;
    if (uid === null || !box || !isLeaf(node) || findAround(node, isListed)) return [];
    if (!isRendered(node, page)) return [];
    const described = describe(node, box, page, viewport);
    return described.inViewport ? [{ uid, ...described }] : [];
  });
}

/** CSS px. What is larger is a paragraph, a picture or a part of the page. */
const LARGEST_LEAF = { width: 320, height: 64 };
/** CSS px. A card of a board, with what is in it. */
const LARGEST_CARD = { width: 480, height: 320 };

/** A drawing is pressed as one thing, unless it is large: then its shapes are. */
function isLeaf(node: ElementNode): boolean {
  const { box, tag, children, parent } = node;
  const isCard = node.attributes['draggable'] === 'true';
  const most = isCard ? LARGEST_CARD : LARGEST_LEAF;
  if (!box || box.width > most.width || box.height > most.height) return false;
  if (isCard) return true;
  const drawing = findAround(parent, (around) => around.tag === 'svg');
  if (drawing) return !isLeaf(drawing) && children.length === 0;
  return tag === 'svg' || !children.some(isElement);
}

/** "The red one": what has no words of its own is called by its colour, the others also by it. */
function addColours(fields: Candidate['fields'], node: ElementNode): Candidate['fields'] {
  const colours = readColours(node);
  if (colours === '') return fields;
  return fields.name === '' && fields.text === '' && fields.alt === ''
    ? { ...fields, alt: colours }
    : { ...fields, key: `${fields.key} ${colours}`.trim() };
}

/** Fields that take a value in one form only. */
function readForm(node: ElementNode): Pick<Candidate, 'form'> {
  const type = node.tag === 'input' ? inputType(node) : '';
  return type === 'date' || type === 'time' ? { form: type } : {};
}

const LIST_CLASS = /(?:^|\s)(?:combo-?box|drop-?down|select|autocomplete|typeahead)(?:$|\s)/i;

/** A text field beside the entries of a list, in what only its class calls a list: typing in it chooses nothing yet. */
function searchesList(node: ElementNode, page: PageIndex): boolean {
  const { tag, attributes, parent } = node;
  const isText = tag === 'input' && /^(?:text|search)$/.test(inputType(node));
  if (!isText || !parent || 'role' in attributes) return false;
  if (!LIST_CLASS.test(parent.attributes['class'] ?? '')) return false;
  return childElements(parent, page).some((beside) => childElements(beside, page).length > 1);
}

/** What the page says of a list or menu that the element opens. */
function readPopup(
  node: ElementNode,
  role: string,
  page: PageIndex,
): Pick<Candidate, 'opens' | 'expanded'> {
  const popup = node.attributes['aria-haspopup'] ?? 'false';
  const isNative = node.tag === 'select' || 'list' in node.attributes;
  const opens = !isNative && (popup !== 'false' || role === 'combobox');
  const expanded = node.attributes['aria-expanded'] ?? readFold(node, page) ?? readInnerFold(node);
  const isExpanded = expanded === 'true' && !isControlledHidden(node, page);
  return { ...(opens && { opens }), ...(expanded && { expanded: isExpanded }) };
}

/** Whether what a toggle folds is shown, where only its binding says that it folds something. */
function readFold(node: ElementNode, page: PageIndex): 'true' | 'false' | undefined {
  const { attributes } = node;
  const toggle = attributes['data-toggle'] ?? attributes['data-bs-toggle'];
  if (toggle !== 'collapse') return undefined;
  const target = attributes['data-target'] ?? attributes['data-bs-target'] ?? attributes['href'];
  const folded = scopeOf(node, page).ids.get(/^#(.+)$/u.exec(target ?? '')?.[1] ?? '');
  return folded && (isRendered(folded, page) ? 'true' : 'false');
}

/** A heading folds the same as the only button in it, and so does a link in that heading. */
function readInnerFold(node: ElementNode): string | undefined {
  const heading = findAround(node, ({ tag }) => /^h[1-6]$/.test(tag));
  const inside = heading ? [...walkElements(heading)] : [];
  const folds = inside.filter(({ attributes }) => 'aria-expanded' in attributes);
  return folds.length === 1 ? folds[0]?.attributes['aria-expanded'] : undefined;
}

/** What it says it has expanded is there, but not shown: the page forgot to say so. */
function isControlledHidden(node: ElementNode, page: PageIndex): boolean {
  const id = node.attributes['aria-controls']?.trim() ?? '';
  const controlled = id === '' ? undefined : scopeOf(node, page).ids.get(id);
  return controlled !== undefined && !isRendered(controlled, page);
}

function isInView(box: Box, clip: Box | null, viewport: Viewport | null): boolean {
  const seen = clip ? overlap(box, clip) : box;
  const inside = viewport ? overlap(seen, { x: 0, y: 0, ...viewport }) : seen;
  return inside.width > 0 && inside.height > 0;
}

/** Disabled itself or by a fieldset around it (not its first legend), or said to be. */
function isDisabled(node: ElementNode): boolean {
  if ('disabled' in node.attributes || node.attributes['aria-disabled'] === 'true') return true;
  const isInDisabled = ({ parent }: ElementNode): boolean =>
    parent?.tag === 'fieldset' && 'disabled' in parent.attributes;
  const top = findAround(node, isInDisabled);
  return top !== null && top.tag !== 'legend';
}

function readChecked(node: ElementNode, role: string): boolean | null {
  const pressed = node.attributes['aria-pressed'];
  if (role === 'button' && pressed !== undefined) return pressed === 'true';
  if (!CHECKED_ROLES.has(role)) return null;
  const said = node.attributes['aria-checked'] ?? node.attributes['aria-selected'];
  return said === undefined
    ? 'checked' in node.attributes || 'selected' in node.attributes
    : said === 'true';
}

/** XPaths of the shadow hosts around an element, outermost first; null outside shadow roots. */
function findShadowPath(node: ElementNode, page: PageIndex): string[] | null {
  const path: string[] = [];
  for (let host = scopeOf(node, page).host; host; host = scopeOf(host, page).host) {
    path.unshift(xpathOf(host));
  }
  return path.length > 0 ? path : null;
}

/**
 * Tells what an open modal dialog keeps from being used: all that comes before the last one in the
 * document and is not in it. Lists that the dialog's controls open come after it. What the page
 * itself calls `inert` is out of reach as well.
 */
function createBehindJudge(page: PageIndex): (node: ElementNode) => boolean {
  const last = page.elements.findLastIndex((node) => isModal(node) && isRendered(node, page));
  const modal = page.elements[last];
  const before = new Set(page.elements.slice(0, Math.max(0, last)));
  return (node) => {
    const limit = findAround(node, (at) => at === modal || 'inert' in at.attributes);
    return limit ? limit !== modal : before.has(node);
  };
}

function isModal({ tag, attributes }: ElementNode): boolean {
  return attributes['aria-modal'] === 'true' && (tag !== 'dialog' || 'open' in attributes);
}

/** How many nested lists are described: a chip in a card in a column of cards. */
const MOST_PLACES = 3;
const ASIDE = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);

interface List {
  id: string;
  items: ElementNode[];
  weight: number;
}

/** Which items of which lists (rows, cards, list items) an element stands in, nearest first. */
const findItems = remember((node, page): ItemPlace[] => {
  const { parent } = node;
  if (!parent) return [];
  const outer = findItems(parent, page);
  const list = listIn(parent, page).find(({ items }) => items.includes(node));
  if (!list || list.items.length < 2) return outer;
  const { id, items, weight } = list;
  const own = { list: id, index: items.indexOf(node), size: items.length, weight };
  return [own, ...outer].slice(0, MOST_PLACES);
});

/** The lists among the children of one element: those of one make are one. */
const listIn = remember((parent, page): List[] => {
  let groups: ElementNode[][] = [];
  const children = parent.children.filter(isElement);
  for (const child of children) {
    if (!isItem(child, page) || isHeadRow(child)) continue;
    const [group, ...others] = groups.filter((items) => items.some((item) => isAlike(item, child)));
    if (group) group.push(...others.flat(), child);
    else groups.push([child]);
    groups = groups.filter((each) => !others.includes(each));
  }
  const place = new Map(children.map((child, at) => [child, at]));
  for (const group of groups) group.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  const weight = isAside(parent) ? 0 : 1;
  return groups.map((items, at) => ({
    id: `${parent.frameId} ${parent.uid ?? parent.tag} ${at}`,
    items,
    weight: weight * items.reduce((sum, { box }) => sum + (box ? box.width * box.height : 0), 0),
  }));
});

function isAlike(a: ElementNode, b: ElementNode): boolean {
  if (a.tag !== b.tag) return false;
  if (['li', 'tr', 'article'].includes(a.tag) || isSameMake(a, b)) return true;
  return findRole(a) === findRole(b) && findRole(a) !== 'generic';
}

/** Column headers are no row of their table. */
function isHeadRow(node: ElementNode): boolean {
  const cells = node.children.filter(isElement);
  return cells.length > 0 && cells.every((cell) => findRole(cell) === 'columnheader');
}

function isAside(node: ElementNode): boolean {
  for (const at of withAncestors(node)) {
    if (ASIDE.has(findRole(at)) || at.tag === 'header' || at.tag === 'footer') return true;
    if (at.tag === 'main') return false;
  }
  return false;
}
