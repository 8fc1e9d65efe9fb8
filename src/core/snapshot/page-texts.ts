import { collapseSpace, hasBox } from './page-element.ts';
import type { ElementNode } from './node.ts';

/** The text in view by the block it stands in, in document order. */
export type PageTexts = Map<ElementNode, string>;

const SILENT = new Set(
  'head script style noscript template textarea select option datalist title svg math iframe'.split(
    ' ',
  ),
);
/** Pieces of a line. */
const INLINE = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark q s samp slot small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
const SPOKEN = new Set(['status', 'alert', 'log']);
const DIALOGS = new Set(['dialog', 'alertdialog']);

/** What a person could read: text whose element has a box in the viewport. `except` is left out with what is in it. */
export function readPageTexts(
  nodes: Iterable<ElementNode>,
  except: (node: ElementNode) => boolean,
): PageTexts {
  const pieces = new Map<ElementNode, string[]>();
  for (const node of nodes) {
    if (!hasBox(node) || isSilent(node) || except(node)) continue;
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
export function listNewTexts(
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
    const { whole, rank } = findWhole(block);
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

function isSilent(node: ElementNode): boolean {
  for (let at: ElementNode | null = node; at; at = at.parent) if (SILENT.has(at.tag)) return true;
  return false;
}

function blockOf(node: ElementNode): ElementNode {
  let block = node;
  while (INLINE.has(block.tag) && block.parent) block = block.parent;
  return block;
}

function findWhole(block: ElementNode): { whole: ElementNode; rank: number } {
  let dialog: ElementNode | null = null;
  for (let at: ElementNode | null = block; at; at = at.parent) {
    const { role = '', 'aria-live': live } = at.attributes;
    const isLive = live === 'polite' || live === 'assertive';
    if (SPOKEN.has(role) || isLive || at.tag === 'output') return { whole: at, rank: 0 };
    if (DIALOGS.has(role) || at.tag === 'dialog') dialog ??= at;
  }
  return dialog ? { whole: dialog, rank: 1 } : { whole: block, rank: 2 };
}

/** A time of day or an age that moved on by itself says nothing about the action. */
function isClock(text: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  if (text.replace(/\d+/gu, '#') !== other.replace(/\d+/gu, '#')) return false;
  return /\d:\d\d|\b(?:ago|seconds?|secs?|minutes?|mins?)\b/iu.test(text);
}
