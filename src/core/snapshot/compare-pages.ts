import type { Uid } from '../action/action.ts';
import type { Change, Receipt } from '../action/receipt.ts';
import { walkElements } from './find.ts';
import type { ElementNode } from './node.ts';
import { compareControls } from './page-controls.ts';
import { hasBox, isEditingHost, readWholeText } from './page-element.ts';
import { listNewTexts, readPageTexts } from './page-texts.ts';
import { parsePage } from './parse.ts';
import type { PageSnapshot } from './snapshot.ts';

const MOST_CHANGES = 8;
const MOST_TEXTS = 5;
/** Code points. */
const TEXT_LENGTH = 200;
const LOOK_LENGTH = 60;

/** Marks that controls put on themselves whenever pressed, whether or not anything comes of it. */
const PRESS_MARKS = /focus|hover|active|ripple|waves/iu;

interface Side {
  page: PageSnapshot;
  nodes: Map<Uid, ElementNode>;
}

/**
 * What differs between a page before an action and at rest after it: all that kept pages show. Texts
 * count while in the viewport, and not when they only scrolled into it. What no attribute or box tells
 * (the focus, a menu faded in by a style sheet) is not seen, so `unchanged` is about the kept pages.
 */
export function comparePages(
  before: PageSnapshot,
  after: PageSnapshot,
  target: Uid | null = null,
): Receipt {
  const [old, now] = [readSide(before), readSide(after)];
  const changes = listPlace(before, after);
  if (isSameDocument(before, after)) {
    changes.unshift(...listControls(old, now, target));
    changes.push(...listTexts(old, now));
    if (changes.length === 0) changes.push(...listLooks(old, now, target));
  } else if (!changes.some(({ kind }) => kind === 'url')) {
    changes.push(...listTexts(old, now));
  }
  const shown = changes.slice(0, MOST_CHANGES).map(cutChange);
  return { verdict: shown.length > 0 ? 'changed' : 'unchanged', changes: shown };
}

function readSide(page: PageSnapshot): Side {
  const nodes = new Map<Uid, ElementNode>();
  for (const node of walkElements(parsePage(page))) {
    if (node.uid !== null && !nodes.has(node.uid)) nodes.set(node.uid, node);
  }
  return { page, nodes };
}

function isSameDocument(before: PageSnapshot, after: PageSnapshot): boolean {
  return before.frames[0]?.root?.uid === after.frames[0]?.root?.uid;
}

function listPlace(before: PageSnapshot, after: PageSnapshot): Change[] {
  const [from, to] = [before.frames[0], after.frames[0]];
  if (!from || !to) return [];
  const changes: Change[] = [];
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

/** The target's first. */
function listControls(old: Side, now: Side, target: Uid | null): Change[] {
  const changes: Change[] = [];
  for (const [uid, node] of now.nodes) {
    const before = old.nodes.get(uid);
    if (!before) continue;
    const own = compareControls(before, node);
    if (uid === target) changes.unshift(...own);
    else changes.push(...own);
  }
  return changes;
}

function listTexts(old: Side, now: Side): Change[] {
  const hasScrolled = old.page.frames[0]?.scroll.y !== now.page.frames[0]?.scroll.y;
  const [before, after] = [old, now].map(({ nodes }) => readPageTexts(nodes.values(), isWritten));
  if (!before || !after) return [];
  const came = listNewTexts(after, before, (block) => isNews(block, now, old, hasScrolled));
  const went = listNewTexts(before, after, (block) => isNews(block, old, now, hasScrolled));
  return [
    ...came.slice(0, MOST_TEXTS).map((text) => ({ kind: 'appeared' as const, text })),
    ...went.slice(0, MOST_TEXTS).map((text) => ({ kind: 'vanished' as const, text })),
  ];
}

/** What is written into an editor is told as its value. */
function isWritten(node: ElementNode): boolean {
  for (let at: ElementNode | null = node; at; at = at.parent) if (isEditingHost(at)) return true;
  return false;
}

/**
 * Whether a block that is in view on one side only is so because it is new, changed, or was hidden
 * there; a block that was merely outside of the viewport has no box either. Inside an element that fitted
 * into the viewport there is no outside, unless things have scrolled.
 */
function isNews(block: ElementNode, here: Side, there: Side, hasScrolled: boolean): boolean {
  const other = block.uid === null ? undefined : there.nodes.get(block.uid);
  if (!other || readWholeText(other) !== readWholeText(block)) return true;
  for (let at: ElementNode | null = other; at; at = at.parent) {
    const twin = at.uid === null ? undefined : here.nodes.get(at.uid);
    if (twin && !hasSameLooks(at, twin)) return true;
    if (hasBox(at)) return !hasScrolled && at !== other && fits(at, there.page);
  }
  return false;
}

function hasSameLooks(one: ElementNode, other: ElementNode): boolean {
  return ['class', 'style', 'hidden', 'open', 'aria-hidden', 'data-state', 'popover'].every(
    (name) => one.attributes[name] === other.attributes[name],
  );
}

function fits({ box }: ElementNode, { frames }: PageSnapshot): boolean {
  const height = frames[0]?.viewport.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

/** A change of the target's looks, or of what it is in, when there is no other trace. */
function listLooks(old: Side, now: Side, target: Uid | null): Change[] {
  let node = target === null ? undefined : now.nodes.get(target);
  for (let up = 0; node && up < 3; up++) {
    const before = node.uid === null ? undefined : old.nodes.get(node.uid);
    if (node.uid !== null && before) {
      const to = compareClasses(before, node);
      if (to !== '') return [{ kind: 'state', uid: node.uid, name: 'class', to }];
      const style = node.attributes['style'] ?? 'none';
      if ((before.attributes['style'] ?? 'none') !== style) {
        return [{ kind: 'state', uid: node.uid, name: 'style', to: cut(style, LOOK_LENGTH) }];
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
  return cut([...added, ...removed].join(' '), LOOK_LENGTH);
}

function readClasses({ class: names = '' }: Record<string, string>): string[] {
  return names.split(/\s+/u).filter((name) => name !== '' && !PRESS_MARKS.test(name));
}

function cutChange(change: Change): Change {
  const cutMembers = Object.entries(change).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'string' && name !== 'uid' ? cut(member, TEXT_LENGTH) : member,
  ]);
  return Object.fromEntries(cutMembers) as Change;
}

function cut(text: string, length: number): string {
  const points = Array.from(text.slice(0, 2 * length));
  return points.length <= length && text.length <= 2 * length
    ? text
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
