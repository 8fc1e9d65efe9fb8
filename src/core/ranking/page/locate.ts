import type { Uid } from '../../action/action.ts';
import { computeName, findLabels } from './accessible-name.ts';
import { judgeInteractive } from './interactive.ts';
import type { PageIndex } from './page-index.ts';
import { indexPage, isRendered, scopeOf } from './page-index.ts';
import { findRole } from './role.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { collapseSpace, findAround, walkElements, xpathOf } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';

/**
 * A way to find an element, surest first. Each finds exactly one element of its frame in the saved page; only the last,
 * the path, relies on its position.
 */
export interface Way {
  kind: 'role' | 'css' | 'xpath';
  /** For `role`. */
  role: string;
  name: string;
  /** For `css`: one selector per shadow root; for `xpath`: one path. */
  path: readonly string[];
}

export interface Target {
  /** Frame elements around it, outermost first, each with its index among frames. */
  frames: { ways: Way[]; index: number }[];
  ways: Way[];
  /** Behind a closed shadow root, where only the position on the page is left. */
  isClosed: boolean;
  /** Centre in the top viewport, CSS px; null where it isn't rendered. */
  point: { x: number; y: number } | null;
  /** Options of a select. */
  options: { label: string; value: string }[];
  multiple: boolean;
}

/** Roles that too many elements have, or that tools compute differently. */
const VAGUE = new Set(['generic', 'group', 'listitem', 'form', 'region', 'img', 'cell', 'row']);

/** Finds the target as tools do; null when it is not in the page. `isPressed`: the control around it will do. */
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
    isClosed: listHosts(node, index).some(({ shadow }) => shadow?.closed),
    point: isShown ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null,
    options: listOptions(node),
    multiple: 'multiple' in node.attributes,
  };
}

/** Returns the control around a pressed icon or word; a label is pressed itself. */
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
  const hosts = listHosts(node, page).map(pathInScope);
  const ways: Way[] = [];
  const role = findRole(node);
  const name = VAGUE.has(role) ? '' : computeName(node, page).trim();
  if (name !== '' && isNamedAlone(node, role, name, others, page)) {
    ways.push({ kind: 'role', role, name, path: [] });
  }
  for (const { selector, matches } of listCss(node)) {
    if (others.filter(matches).length === 1) {
      ways.push({ kind: 'css', role: '', name: '', path: [...hosts, selector] });
    }
  }
  const path =
    hosts.length > 0
      ? { kind: 'css' as const, path: [...hosts, pathInScope(node)] }
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
      // Tools ignore hidden elements; labels stand for boxes with something drawn over them.
      (!isRendered(other, page) && findLabels(other, page).length === 0) ||
      computeName(other, page).trim() !== name,
  );
}

/** Lists the shadow hosts around an element, outermost first. */
function listHosts(node: ElementNode, page: PageIndex): ElementNode[] {
  const hosts: ElementNode[] = [];
  for (let { host } = scopeOf(node, page); host; { host } = scopeOf(host, page))
    hosts.unshift(host);
  return hosts;
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

/** Returns the frame element whose document contains an element. */
function findOwner(node: ElementNode): ElementNode | null {
  return findAround(node, (around) => around.parent?.content === around)?.parent ?? null;
}

function listOptions(node: ElementNode): Target['options'] {
  if (node.tag !== 'select') return [];
  return Array.from(walkElements(node)).flatMap(({ tag, attributes, children }) => {
    if (tag !== 'option') return [];
    const text = children.filter((child) => typeof child === 'string').join('');
    const label = collapseSpace(attributes['label'] ?? text);
    return [{ label, value: attributes['value'] ?? collapseSpace(text) }];
  });
}

/** `inlineFrames` marks a frame's html, head or body element with it. */
const MARK = 'data-wayscribe-frame';

/** Moves documents that a WebLINX export put after their frame element back into it. */
function restoreFrames(root: ElementNode): void {
  let frames = 0;
  for (const owner of [...walkElements(root)]) {
    if (owner.content || !/^i?frame$/.test(owner.tag) || !owner.parent) continue;
    const { children } = owner.parent;
    const behind = children[children.indexOf(owner) + 1];
    if (behind === undefined || typeof behind === 'string' || behind.attributes[MARK] !== 'html') {
      continue;
    }
    children.splice(children.indexOf(behind), 1);
    behind.parent = owner;
    owner.content = behind;
    frames += 1;
    for (const node of walkElements(behind)) node.frameId = owner.frameId * 100 + frames;
    for (const part of [behind, ...behind.children]) {
      if (typeof part !== 'string') part.tag = part.attributes[MARK] ?? part.tag;
    }
  }
}

interface CssWay {
  selector: string;
  matches: (node: ElementNode) => boolean;
}

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** Attributes that stay the same between visits, best first. */
const LASTING = ['name', 'aria-label', 'placeholder', 'for', 'href', 'title', 'alt', 'value'];
/** Longer values are contents, not names. */
const MOST_LENGTH = 120;

/** Lists selectors by one attribute: test ids, the id, then others. */
function listCss(node: ElementNode): CssWay[] {
  const { tag, attributes } = node;
  const ways: CssWay[] = [];
  for (const name of [...TEST_IDS, 'id', ...LASTING]) {
    const value = attributes[name];
    if (value === undefined || value === '' || value.length > MOST_LENGTH) continue;
    // Values of text fields were typed.
    if (name === 'value' && !isPressed(node)) continue;
    const isId = name === 'id' || TEST_IDS.includes(name);
    ways.push({
      selector: `${isId ? '' : tag}[${name}=${quote(value)}]`,
      matches: (other) => other.attributes[name] === value && (isId || other.tag === tag),
    });
  }
  return ways;
}

function isPressed({ tag, attributes }: ElementNode): boolean {
  const type = attributes['type']?.toLowerCase() ?? '';
  return tag === 'button' || ['submit', 'button', 'radio', 'checkbox'].includes(type);
}

/** Returns `div:nth-of-type(2) > a:nth-of-type(1)` from the top of its document or shadow root. */
function pathInScope(node: ElementNode): string {
  const steps: string[] = [];
  let at: ElementNode = node;
  for (;;) {
    const { parent }: ElementNode = at;
    const inShadow: boolean = parent?.shadow?.children.includes(at) ?? false;
    const siblings = inShadow ? parent?.shadow?.children : parent?.children;
    const same = (siblings ?? []).filter(
      (sibling) => typeof sibling !== 'string' && sibling.tag === at.tag,
    );
    const number = Math.max(1, same.indexOf(at) + 1);
    steps.unshift(`${at.tag}:nth-of-type(${number})`);
    if (!parent || inShadow || parent.content === at) break;
    at = parent;
  }
  return steps.join(' > ');
}

/** Writes a CSS string (CSS Syntax Level 3, §4.3.5). */
function quote(value: string): string {
  const escaped = value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, (blank) => `\\${blank.charCodeAt(0).toString(16)} `);
  return `"${escaped}"`;
}
