import type { Uid } from '../action/action.ts';
import type { Receipt, ReceiptChange } from '../action/receipt.ts';
import type { ElementNode } from './element-tree.ts';
import {
  collapseSpace,
  hasBox,
  isElement,
  isEditingHost,
  readWholeText,
  walkElements,
} from './element-tree.ts';
import { parsePage } from './parse.ts';
import type { PageSnapshot } from './snapshot.ts';

const MAX_CHANGES = 8;
const MAX_TEXTS = 5;
/** Code points. */
const TEXT_LENGTH = 200;
const STYLE_LENGTH = 60;

/** Marks that controls put on themselves whenever pressed, whether or not anything comes of it. */
const PRESS_MARKS = /focus|hover|active|ripple|waves/iu;

interface PageSide {
  page: PageSnapshot;
  nodes: Map<Uid, ElementNode>;
}

/**
 * What differs between a page before an action and at rest after it: all that kept pages show. Texts
 * count while in the viewport, and not when they only scrolled into it. What no attribute or box tells
 * (the focus, a menu faded in by a style sheet) is not seen, so `unchanged` is about the kept pages. `isDragged`: the target
 * may have come to stand among other elements.
 */
export function comparePages(
  before: PageSnapshot,
  after: PageSnapshot,
  target: Uid | null = null,
  isDragged = false,
): Receipt {
  const [old, now] = [readSide(before), readSide(after)];
  const changes = listAddressAndScroll(before, after);
  if (isSameDocument(before, after)) {
    changes.unshift(...listControls(old, now, target));
    if (isDragged && target !== null) changes.unshift(...listMoved(old, now, target));
    changes.push(...listTexts(old, now));
    if (changes.length === 0) changes.push(...listStyleChanges(old, now, target));
  } else if (!changes.some(({ kind }) => kind === 'url')) {
    changes.push(...listTexts(old, now));
  }
  const shown = changes.slice(0, MAX_CHANGES).map(cutChange);
  return { verdict: shown.length > 0 ? 'changed' : 'unchanged', changes: shown };
}

function readSide(page: PageSnapshot): PageSide {
  const nodes = new Map<Uid, ElementNode>();
  for (const node of walkElements(parsePage(page))) {
    if (node.uid !== null && !nodes.has(node.uid)) nodes.set(node.uid, node);
  }
  return { page, nodes };
}

function isSameDocument(before: PageSnapshot, after: PageSnapshot): boolean {
  return before.frames[0]?.root?.uid === after.frames[0]?.root?.uid;
}

function listAddressAndScroll(before: PageSnapshot, after: PageSnapshot): ReceiptChange[] {
  const [from, to] = [before.frames[0], after.frames[0]];
  if (!from || !to) return [];
  const changes: ReceiptChange[] = [];
  if (from.url !== to.url) changes.push({ kind: 'url', from: from.url, to: to.url });
  if (from.title !== to.title) changes.push({ kind: 'title', to: to.title });
  if (!isSameDocument(before, after)) return changes;
  for (const frame of after.frames) {
    const known = before.frames.find(({ root }) => root && root.uid === frame.root?.uid);
    if (!known) continue;
    const x = Math.round(frame.scroll.x - known.scroll.x);
    const y = Math.round(frame.scroll.y - known.scroll.y);
    if (x !== 0 || y !== 0) changes.push({ kind: 'scrolled', x, y });
  }
  return changes;
}

/** The target, or what it is in, stands between other elements. What is only put beside it changes one side alone. */
function listMoved(old: PageSide, now: PageSide, target: Uid): ReceiptChange[] {
  for (let node = now.nodes.get(target); node; node = node.parent ?? undefined) {
    const was = node.uid === null ? undefined : old.nodes.get(node.uid);
    if (!was) return [];
    const [from, to] = [readNeighbours(was), readNeighbours(node)];
    const isElsewhere = was.parent?.uid !== node.parent?.uid;
    if (isElsewhere || (from.after !== to.after && from.before !== to.before))
      return [{ kind: 'moved', uid: target, ...to }];
  }
  return [];
}

function readNeighbours(node: ElementNode): { after: Uid | null; before: Uid | null } {
  const row = (node.parent?.children ?? []).filter(isElement);
  const at = row.indexOf(node);
  return { after: row[at - 1]?.uid ?? null, before: row[at + 1]?.uid ?? null };
}

/** The target's first. */
function listControls(old: PageSide, now: PageSide, target: Uid | null): ReceiptChange[] {
  const changes: ReceiptChange[] = [];
  for (const [uid, node] of now.nodes) {
    const before = old.nodes.get(uid);
    if (!before) continue;
    const own = compareControls(before, node);
    if (uid === target) changes.unshift(...own);
    else changes.push(...own);
  }
  return changes;
}

function listTexts(old: PageSide, now: PageSide): ReceiptChange[] {
  const hasScrolled = old.page.frames[0]?.scroll.y !== now.page.frames[0]?.scroll.y;
  const [before, after] = [old, now].map(({ nodes }) => readPageTexts(nodes.values(), isInEditor));
  if (!before || !after) return [];
  const came = listNewTexts(after, before, (block) => isTextChange(block, now, old, hasScrolled));
  const went = listNewTexts(before, after, (block) => isTextChange(block, old, now, hasScrolled));
  return [
    ...came.slice(0, MAX_TEXTS).map((text) => ({ kind: 'appeared' as const, text })),
    ...went.slice(0, MAX_TEXTS).map((text) => ({ kind: 'vanished' as const, text })),
  ];
}

/** The text of an editor counts as its value. */
function isInEditor(node: ElementNode): boolean {
  for (let at: ElementNode | null = node; at; at = at.parent) if (isEditingHost(at)) return true;
  return false;
}

/**
 * Whether a block that is in view on one side only is so because it is new, changed, or was hidden
 * there; a block that was merely outside of the viewport has no box either. Inside an element that fitted
 * into the viewport there is no outside, unless things have scrolled.
 */
function isTextChange(
  block: ElementNode,
  here: PageSide,
  there: PageSide,
  hasScrolled: boolean,
): boolean {
  const other = block.uid === null ? undefined : there.nodes.get(block.uid);
  if (!other || readWholeText(other) !== readWholeText(block)) return true;
  for (let at: ElementNode | null = other; at; at = at.parent) {
    const twin = at.uid === null ? undefined : here.nodes.get(at.uid);
    if (twin && !hasSameVisibility(at, twin)) return true;
    if (hasBox(at)) return !hasScrolled && at !== other && fits(at, there.page);
  }
  return false;
}

function hasSameVisibility(one: ElementNode, other: ElementNode): boolean {
  return ['class', 'style', 'hidden', 'open', 'aria-hidden', 'data-state', 'popover'].every(
    (name) => one.attributes[name] === other.attributes[name],
  );
}

function fits({ box }: ElementNode, { frames }: PageSnapshot): boolean {
  const height = frames[0]?.viewport.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

/** A change of the target's looks, or of what it is in, when there is no other trace. */
function listStyleChanges(old: PageSide, now: PageSide, target: Uid | null): ReceiptChange[] {
  let node = target === null ? undefined : now.nodes.get(target);
  for (let up = 0; node && up < 3; up++) {
    const before = node.uid === null ? undefined : old.nodes.get(node.uid);
    if (node.uid !== null && before) {
      const to = compareClasses(before, node);
      if (to !== '') return [{ kind: 'state', uid: node.uid, name: 'class', to }];
      const style = node.attributes['style'] ?? 'none';
      if ((before.attributes['style'] ?? 'none') !== style) {
        return [{ kind: 'state', uid: node.uid, name: 'style', to: cutText(style, STYLE_LENGTH) }];
      }
    }
    node = node.parent ?? undefined;
  }
  return [];
}

function compareClasses(before: ElementNode, after: ElementNode): string {
  const [from, to] = [before, after].map(({ attributes }) => new Set(readClasses(attributes)));
  const added = [...(to ?? [])].filter((name) => !from?.has(name));
  const removed = [...(from ?? [])].filter((name) => !to?.has(name)).map((name) => `not ${name}`);
  return cutText([...added, ...removed].join(' '), STYLE_LENGTH);
}

function readClasses({ class: names = '' }: Record<string, string>): string[] {
  return names.split(/\s+/u).filter((name) => name !== '' && !PRESS_MARKS.test(name));
}

function cutChange(change: ReceiptChange): ReceiptChange {
  const cutMembers = Object.entries(change).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'string' && name !== 'uid' ? cutText(member, TEXT_LENGTH) : member,
  ]);
  return Object.fromEntries(cutMembers) as ReceiptChange;
}

function cutText(text: string, length: number): string {
  const points = Array.from(text.slice(0, 2 * length));
  return points.length <= length && text.length <= 2 * length
    ? text
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

const STATES = ['expanded', 'pressed', 'selected', 'current', 'invalid', 'sort'];
const CHECKED_TYPES = new Set(['checkbox', 'radio']);
const TYPES_WITHOUT_VALUE = new Set(['hidden', 'button', 'submit', 'reset', 'image', 'file']);

/** The difference of one control in two states of a page, as changes. Kept pages hold no secret values. */
function compareControls(before: ElementNode, after: ElementNode): ReceiptChange[] {
  const { uid } = after;
  if (uid === null) return [];
  const changes: ReceiptChange[] = [];
  const [from, to] = [readValue(before), readValue(after)];
  if (from !== null && to !== null && from !== to) changes.push({ kind: 'value', uid, from, to });
  const checked = readChecked(after);
  if (checked !== null && readChecked(before) !== checked) {
    changes.push({ kind: 'checked', uid, to: checked });
  }
  const selected = readSelected(after);
  if (selected !== null && readSelected(before) !== selected) {
    changes.push({ kind: 'selected', uid, to: selected });
  }
  for (const name of STATES) {
    const now = after.attributes[`aria-${name}`] ?? 'false';
    if ((before.attributes[`aria-${name}`] ?? 'false') !== now) {
      changes.push({ kind: 'state', uid, name, to: now });
    }
  }
  if (after.tag === 'details' || after.tag === 'dialog') {
    const isOpen = 'open' in after.attributes;
    if ('open' in before.attributes !== isOpen) {
      changes.push({ kind: 'state', uid, name: 'open', to: String(isOpen) });
    }
  }
  return changes;
}

/** What a field holds; null for what holds no text. */
function readValue(node: ElementNode): string | null {
  const { tag, attributes } = node;
  if (tag === 'input') {
    const type = attributes['type']?.toLowerCase() ?? 'text';
    return CHECKED_TYPES.has(type) || TYPES_WITHOUT_VALUE.has(type)
      ? null
      : (attributes['value'] ?? '');
  }
  if (tag === 'textarea')
    return node.children.filter((child) => typeof child === 'string').join('');
  return isEditingHost(node) ? readWholeText(node) : null;
}

function readChecked({ tag, attributes }: ElementNode): boolean | null {
  if (tag === 'input') {
    const type = attributes['type']?.toLowerCase() ?? '';
    return CHECKED_TYPES.has(type) ? 'checked' in attributes : null;
  }
  const checked = attributes['aria-checked'];
  return checked === undefined ? null : checked === 'true';
}

function readSelected(node: ElementNode): string | null {
  if (node.tag !== 'select') return null;
  const labels: string[] = [];
  const waiting: (ElementNode | string)[] = node.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') continue;
    if (next.tag !== 'option') waiting.push(...next.children.toReversed());
    else if ('selected' in next.attributes) {
      labels.push(collapseSpace(next.attributes['label'] ?? readWholeText(next)));
    }
  }
  return labels.join(', ');
}

/** The text in view by the block it stands in, in document order. */
export type PageTexts = Map<ElementNode, string>;

const HIDDEN_TEXT_TAGS = new Set(
  'head script style noscript template textarea select option datalist title svg math iframe'.split(
    ' ',
  ),
);
/** Pieces of a line. */
const INLINE_TAGS = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark q s samp slot small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
const LIVE_ROLES = new Set(['status', 'alert', 'log']);
const DIALOG_ROLES = new Set(['dialog', 'alertdialog']);

/** What a person could read: text whose element has a box in the viewport. `except` is left out with what is in it. */
function readPageTexts(
  nodes: Iterable<ElementNode>,
  except: (node: ElementNode) => boolean,
): PageTexts {
  const pieces = new Map<ElementNode, string[]>();
  for (const node of nodes) {
    if (!hasBox(node) || isHiddenText(node) || except(node)) continue;
    const own = listOwnTexts(node);
    if (own.length === 0) continue;
    const block = blockOf(node);
    const list = pieces.get(block) ?? [];
    pieces.set(block, list);
    list.push(...own);
  }
  return new Map([...pieces].map(([block, list]) => [block, collapseSpace(list.join(' '))]));
}

/**
 * Texts of `after` that `before` has not, however a re-render has moved the rest about, if `isNew` says
 * that they did not merely come into the viewport. Those of one message or dialog are put together; messages
 * first, then dialogs, then by place.
 */
function listNewTexts(
  after: PageTexts,
  before: PageTexts,
  isNew: (block: ElementNode) => boolean,
): string[] {
  const old = new Map<string, number>();
  const oldByUid = new Map<string, string>();
  for (const [{ uid }, text] of before) {
    old.set(text, (old.get(text) ?? 0) + 1);
    if (uid !== null) oldByUid.set(uid, text);
  }
  const found = new Map<ElementNode, { rank: number; texts: string[] }>();
  for (const [block, text] of after) {
    const left = old.get(text) ?? 0;
    old.set(text, left - 1);
    if (left > 0 || isClock(text, oldByUid.get(block.uid ?? '')) || !isNew(block)) continue;
    const { whole, rank } = findMessage(block);
    const group = found.get(whole) ?? { rank, texts: [] };
    found.set(whole, group);
    group.texts.push(text);
  }
  return [...found.values()].sort((a, b) => a.rank - b.rank).map(({ texts }) => texts.join(' '));
}

/** Text straight inside, without that of elements in it. */
function listOwnTexts(node: ElementNode): string[] {
  const children = [...(node.shadow?.children ?? []), ...node.children];
  return children.filter((child) => typeof child === 'string').filter((text) => /\S/u.test(text));
}

function isHiddenText(node: ElementNode): boolean {
  for (let at: ElementNode | null = node; at; at = at.parent)
    if (HIDDEN_TEXT_TAGS.has(at.tag)) return true;
  return false;
}

function blockOf(node: ElementNode): ElementNode {
  let block = node;
  while (INLINE_TAGS.has(block.tag) && block.parent) block = block.parent;
  return block;
}

function findMessage(block: ElementNode): { whole: ElementNode; rank: number } {
  let dialog: ElementNode | null = null;
  for (let at: ElementNode | null = block; at; at = at.parent) {
    const { role = '', 'aria-live': live } = at.attributes;
    const isLive = live === 'polite' || live === 'assertive';
    if (LIVE_ROLES.has(role) || isLive || at.tag === 'output') return { whole: at, rank: 0 };
    if (DIALOG_ROLES.has(role) || at.tag === 'dialog') dialog ??= at;
  }
  return dialog ? { whole: dialog, rank: 1 } : { whole: block, rank: 2 };
}

/** A time of day or an age that moved on by itself says nothing about the action. */
function isClock(text: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  if (text.replace(/\d+/gu, '#') !== other.replace(/\d+/gu, '#')) return false;
  return /\d:\d\d|\b(?:ago|seconds?|secs?|minutes?|mins?)\b/iu.test(text);
}
