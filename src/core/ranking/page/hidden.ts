import type { Uid } from '../../action/action.ts';
import { indexPage, isRendered } from './page-index.ts';
import { readText } from './visible-text.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import type { Box } from '../../snapshot/snapshot.ts';

/** Styles that leave a box but nothing to see, as far as an element says them itself. */
const UNSEEN_STYLE =
  /(?:^|;)\s*(?:opacity\s*:\s*0*(?:\.0+)?%?\s*(?:;|$|!)|font-size\s*:\s*0|visibility\s*:\s*hidden)/i;

interface Scroll {
  x: number;
  y: number;
}

/** The invisible parts of a page. */
interface Hidden {
  uids: ReadonlySet<Uid>;
  /** Of parts that are painted all the same: the beginning of what they say. */
  texts: readonly string[];
}

/**
 * Returns the invisible parts of a page, each with its content: not painted, a dot, beyond the left or upper edge, or
 * transparent by inline style. `unseen`: elements that style sheets make transparent, if known; controls among them
 * stay, since many appear under the mouse. `scroll` in CSS px.
 */
export function listHidden(
  tree: ElementNode,
  scroll: Scroll,
  unseen: ReadonlySet<Uid> = new Set(),
): Hidden {
  const page = indexPage([tree]);
  const isScrolledOut = createScrollJudge(scroll);
  const hidden = new Set<Uid>();
  const texts: string[] = [];
  const waiting = [{ node: tree, isInside: false, isAway: false, isTransparent: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node } = next;
    const isAway = next.isAway || (isBeyond(node.box, scroll) && isScrolledOut(node));
    const isSeen =
      !UNSEEN_STYLE.test(node.attributes['style'] ?? '') &&
      (isAway || !isBeyond(node.box, scroll)) &&
      !isDot(node.box) &&
      isRendered(node, page);
    // What tells a list's choices is not painted, but what a person can choose.
    const isChoice = node.tag === 'option' || node.tag === 'optgroup';
    const isTransparent = next.isTransparent || (node.uid !== null && unseen.has(node.uid));
    const isGone = !isSeen || (isTransparent && !holdsControl(node));
    const isHidden = next.isInside || (node !== tree && !isChoice && isGone);
    if (isHidden && node.uid !== null) hidden.add(node.uid);
    if (isHidden && !next.isInside) {
      const text = readText(node, page);
      if (text !== '') texts.push(text);
    }
    for (const child of [...node.children, ...(node.shadow?.children ?? []), node.content]) {
      if (child !== null && typeof child !== 'string') {
        waiting.push({ node: child, isInside: isHidden, isAway, isTransparent });
      }
    }
  }
  return { uids: hidden, texts };
}

const CONTROLS = new Set('a button input label select summary textarea'.split(' '));

function holdsControl(node: ElementNode): boolean {
  const isControl = CONTROLS.has(node.tag) || node.attributes['role'] !== undefined;
  return (
    isControl || node.children.some((child) => typeof child !== 'string' && holdsControl(child))
  );
}

/**
 * Whether an element beyond an edge may have been scrolled there, inside something that scrolls by
 * itself: another of its kind stands in line with it, nearer.
 */
function createScrollJudge(scroll: Scroll): (node: ElementNode) => boolean {
  const near = new Map<ElementNode, ElementNode[]>();
  return ({ parent, tag, box }) => {
    if (!parent || !box) return false;
    const known = near.get(parent);
    const seen =
      known ??
      parent.children.filter(
        (child): child is ElementNode =>
          typeof child !== 'string' && child.box !== null && !isBeyond(child.box, scroll),
      );
    if (!known) near.set(parent, seen);
    return seen.some((other) => other.tag === tag && other.box && isInLine(box, other.box));
  };
}

function isInLine(one: Box, other: Box): boolean {
  const isColumn = one.x < other.x + other.width && other.x < one.x + one.width;
  const isRow = one.y < other.y + other.height && other.y < one.y + one.height;
  return isColumn || isRow;
}

function isDot(box: Box | null): boolean {
  return box !== null && box.width <= 1 && box.height <= 1 && (box.width > 0 || box.height > 0);
}

/** Where the page itself cannot be scrolled to. */
function isBeyond(box: Box | null, scroll: Scroll): boolean {
  return box !== null && (box.x + box.width + scroll.x <= 0 || box.y + box.height + scroll.y <= 0);
}
