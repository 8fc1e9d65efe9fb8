import type { Uid } from '../../action/action.ts';
import { computeName, findLabels } from '../../ranking/accessible-name.ts';
import { judgeInteractive } from '../../ranking/interactive.ts';
import type { PageIndex } from '../../ranking/page-index.ts';
import { indexPage, isRendered, scopeOf } from '../../ranking/page-index.ts';
import { findRole } from '../../ranking/role.ts';
import type { ElementNode } from '../../snapshot/node.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { xpathOf } from '../../snapshot/xpath.ts';
import { listCss, pathInScope } from './css.ts';
import { restoreFrames } from './restore-frames.ts';

/**
 * How to find an element again, surest first. Each way found exactly one element of its frame in the
 * kept page; only the last, the path, holds by its place alone.
 */
export interface Way {
  kind: 'role' | 'css' | 'xpath';
  /** Of `role`. */
  role: string;
  name: string;
  /** Of `css`: one selector per shadow root entered; of `xpath`: one. */
  path: readonly string[];
}

export interface Target {
  /** The frame elements around it, outermost first, each with its ways; and their places among frames. */
  frames: { ways: Way[]; index: number }[];
  ways: Way[];
  /** Behind a closed shadow root, where no tool can look: then only the place on the page is left. */
  isClosed: boolean;
  /** Centre in the top viewport, CSS px; null where nothing is rendered. */
  point: { x: number; y: number } | null;
  /** Of a select: value by label, of its options in order. */
  options: { label: string; value: string }[];
  multiple: boolean;
}

/** Roles that are no use for finding: too many elements have them, or tools judge them otherwise. */
const VAGUE = new Set(['generic', 'group', 'listitem', 'form', 'region', 'img', 'cell', 'row']);

/** The target as tools find it; null when it is not in the page. `isPressed`: the control around it will do. */
export function findTarget(page: PageSnapshot, uid: Uid, isPressed: boolean): Target | null {
  const root = parsePage(page);
  restoreFrames(root);
  const index = indexPage([root]);
  const hit = index.elements.find((node) => node.uid === uid);
  if (!hit) return null;
  const node = isPressed ? findPressed(hit) : hit;
  const ways = listWays(node, index);
  const { box } = node;
  const isShown = box !== null && box.width > 0 && box.height > 0;
  return {
    frames: listFrames(node, index),
    ways,
    isClosed: isInClosedRoot(node, index),
    point: isShown ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null,
    options: listOptions(node),
    multiple: 'multiple' in node.attributes,
  };
}

/** Where a press on an icon or a word goes: the control around it, but a label is pressed itself. */
function findPressed(hit: ElementNode): ElementNode {
  let at: ElementNode | null = hit;
  for (let climbed = 0; at && climbed < 6; climbed += 1) {
    if (at.tag === 'label' || judgeInteractive(at) === 'sure') return at;
    at = at.parent?.content === at ? null : at.parent;
  }
  return hit;
}

function listWays(node: ElementNode, page: PageIndex): Way[] {
  const others = page.elements.filter(({ frameId }) => frameId === node.frameId);
  const ways: Way[] = [];
  const role = findRole(node);
  const name = VAGUE.has(role) ? '' : computeName(node, page).trim();
  if (name !== '' && isNamedAlone(node, role, name, others, page)) {
    ways.push({ kind: 'role', role, name, path: [] });
  }
  for (const { selector, matches } of listCss(node)) {
    if (others.filter(matches).length === 1) {
      ways.push({ kind: 'css', role: '', name: '', path: [...hostPath(node, page), selector] });
    }
  }
  const path = scopeOf(node, page).host
    ? { kind: 'css' as const, path: [...hostPath(node, page), pathInScope(node)] }
    : { kind: 'xpath' as const, path: [xpathOf(node)] };
  return [...ways, { ...path, role: '', name: '' }];
}

function isNamedAlone(
  node: ElementNode,
  role: string,
  name: string,
  others: readonly ElementNode[],
  page: PageIndex,
): boolean {
  return others.every(
    (other) =>
      other === node ||
      findRole(other) !== role ||
      // Tools leave out what is hidden; labels stand in for boxes that are drawn over.
      (!isRendered(other, page) && findLabels(other, page).length === 0) ||
      computeName(other, page).trim() !== name,
  );
}

/** Selectors of the shadow hosts around an element, outermost first. */
function hostPath(node: ElementNode, page: PageIndex): string[] {
  const path: string[] = [];
  for (let { host } = scopeOf(node, page); host; { host } = scopeOf(host, page)) {
    path.unshift(pathInScope(host));
  }
  return path;
}

function isInClosedRoot(node: ElementNode, page: PageIndex): boolean {
  for (let { host } = scopeOf(node, page); host; { host } = scopeOf(host, page)) {
    if (host.shadow?.closed) return true;
  }
  return false;
}

function listFrames(node: ElementNode, page: PageIndex): Target['frames'] {
  const frames: Target['frames'] = [];
  for (let owner = findOwner(node); owner; owner = findOwner(owner)) {
    const { frameId } = owner;
    const siblings = page.elements.filter(
      (other) => other.frameId === frameId && /^i?frame$/.test(other.tag),
    );
    frames.unshift({ ways: listWays(owner, page), index: siblings.indexOf(owner) });
  }
  return frames;
}

/** The frame element whose document holds an element. */
function findOwner(node: ElementNode): ElementNode | null {
  let at = node;
  while (at.parent) {
    if (at.parent.content === at) return at.parent;
    at = at.parent;
  }
  return null;
}

function listOptions(node: ElementNode): Target['options'] {
  if (node.tag !== 'select') return [];
  const options: Target['options'] = [];
  const waiting: (ElementNode | string)[] = node.children.toReversed();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') continue;
    if (at.tag === 'option') {
      const text = at.children.filter((child) => typeof child === 'string').join('');
      const label = (at.attributes['label'] ?? text).replace(/\s+/g, ' ').trim();
      options.push({ label, value: at.attributes['value'] ?? text.replace(/\s+/g, ' ').trim() });
    } else waiting.push(...at.children.toReversed());
  }
  return options;
}
