import type { PerformContext } from '../context.ts';
import { isLayer } from '../target/element-name.ts';
import { normalizeSpace } from './text.ts';
import { closestComposed, getParentOrHost } from '../../composed-tree.ts';

/** The text a person could read, by the block it stands in, in document order. */
export type VisibleText = Map<Element, string>;

const SILENT = new Set(
  'script style noscript template textarea select option datalist title svg math iframe'.split(' '),
);
const INLINE = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark q s samp slot small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
const SPOKEN =
  '[role="status"],[role="alert"],[role="log"],[aria-live="polite"],[aria-live="assertive"],output';
const DIALOGS = 'dialog,[role="dialog"],[role="alertdialog"]';

/** `except` is skipped with its content, whose text is reported elsewhere. */
export function readVisibleText(
  roots: Iterable<Document | ShadowRoot>,
  except: Element | null,
  ctx: Pick<PerformContext, 'document' | 'overlayHost' | 'isSecret'>,
): VisibleText {
  const pieces = new Map<Element, string[]>();
  const shown = new Map<Element, boolean>();
  const overlay = ctx.overlayHost();
  for (const root of roots) {
    const top = root instanceof Document ? root.body : root;
    const walker = ctx.document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const parent = getParentOrHost(node);
      if (
        !parent ||
        parent === overlay ||
        except?.contains(parent) ||
        !/\S/u.test(text) ||
        !isReadable(parent)
      )
        continue;
      const block = blockOf(parent);
      const list = pieces.get(block) ?? [];
      pieces.set(block, list);
      list.push(text);
    }
  }
  return new Map([...pieces].map(([block, list]) => [block, normalizeSpace(list.join(' '))]));

  function isReadable(element: Element): boolean {
    const known = shown.get(element);
    if (known !== undefined) return known;
    const readable =
      !SILENT.has(element.localName) &&
      // Text straight inside closed details has no element of its own that would be hidden.
      !(element instanceof HTMLDetailsElement && !element.open) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !ctx.isSecret(element);
    shown.set(element, readable);
    return readable;
  }
}

/** The nearest element that is no mere piece of a line. */
function blockOf(element: Element): Element {
  let block = element;
  while (INLINE.has(block.localName)) {
    const parent = getParentOrHost(block);
    if (!parent) break;
    block = parent;
  }
  return block;
}

/**
 * Texts of `after` that `before` has not, however often a re-render has moved the rest about.
 * Those of one message or dialog are put together; messages first, then dialogs, then by place.
 */
export function listNewText(
  after: VisibleText,
  before: VisibleText,
  restless: ReadonlySet<Node>,
): string[] {
  const old = countTexts(before);
  const ignored = new Set([...restless].map(blockAround));
  const found = new Map<Element, { rank: number; texts: string[] }>();
  for (const [block, text] of after) {
    const left = old.get(text) ?? 0;
    old.set(text, left - 1);
    if (left > 0 || ignored.has(block) || isClock(text, before.get(block))) continue;
    const spoken = closestComposed(block, SPOKEN);
    const whole = spoken ?? closestComposed(block, DIALOGS) ?? block;
    const rank = spoken ? 0 : isLayer(whole) || whole.matches(DIALOGS) ? 1 : 2;
    const group = found.get(whole) ?? { rank, texts: [] };
    found.set(whole, group);
    group.texts.push(text);
  }
  return [...found.values()].sort((a, b) => a.rank - b.rank).map((group) => group.texts.join(' '));
}

/** Whether texts that stand only once on the page before and after it follow each other in another order. */
export function isReordered(
  after: VisibleText,
  before: VisibleText,
  restless: ReadonlySet<Node>,
): boolean {
  const ignored = new Set([...restless].map(blockAround));
  const counts = [countTexts(before), countTexts(after)];
  const listOnce = (text: VisibleText): string[] =>
    [...text]
      .filter(([block, each]) => !ignored.has(block) && counts.every((by) => by.get(each) === 1))
      .map(([, each]) => each);
  const [old, now] = [listOnce(before), listOnce(after)];
  return old.length === now.length && old.some((each, at) => each !== now[at]);
}

function blockAround(node: Node): Element | null {
  const element = node instanceof Element ? node : getParentOrHost(node);
  return element && blockOf(element);
}

function countTexts(text: VisibleText): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of text.values()) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/** A time of day or an age that moved on by itself says nothing about the action. */
function isClock(text: string, other: string | undefined): boolean {
  if (other === undefined || text.replace(/\d+/gu, '#') !== other.replace(/\d+/gu, '#'))
    return false;
  return /\d:\d\d|\b(?:ago|seconds?|secs?|minutes?|mins?)\b/iu.test(text);
}
