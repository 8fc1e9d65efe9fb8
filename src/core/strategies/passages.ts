import { computeName } from '../ranking/page/accessible-name.ts';
import { headingLevel } from '../ranking/page/landmarks.ts';
import { toContentKeys, toKeys } from '../ranking/query/tokenize.ts';
import { flatChildren, indexPage, isRendered } from '../ranking/page/page-index.ts';
import type { PageIndex } from '../ranking/page/page-index.ts';
import { findRole } from '../ranking/page/role.ts';
import { collapse, cut, readText, TEXTLESS } from '../ranking/page/visible-text.ts';
import type { Uid } from '../action/action.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import { walkElements } from '../snapshot/element-tree.ts';
import type { Fence, FlexiblePart } from './fit-prompt.ts';

/** Tags whose text goes on in the line around them. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark math meter output picture ' +
    'progress q rp rt ruby s samp slot small span strike strong sub sup svg time tt u var wbr'
  ).split(' '),
);
/** Told in one line, cells side by side. */
const ROW = 'tr';
const CELLS = ' | ';
/** What stands in these is not what the page says, but how it is used. */
const ASIDE = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'button',
  'menu',
  'menubar',
  'tablist',
]);
const LONGEST = 300;
const MIN_LETTERS = 2;
/** Of a text area, which a request may be about as a whole. */
const LONGEST_VALUE = 1200;
/** In characters, of all that is chosen. */
const DEFAULT_ROOM = 3200;
const WIDE_ROOM = 6000;
/** A word of the heading above counts so much of one in the text. */
const HEADING_WORTH = 0.5;
/** The share of a request's words that a passage has to have where it is probably no question. */
const MOST_WORDS = 0.6;
/** What stands right beside an element that is probably meant counts so much; the farther, the less. */
const NEAR_WORTH = 1;
/** Of what is not fixed in a prompt. */
const PASSAGES_SHARE = 0.3;

/** A piece of what a page says: a paragraph, an item, a row, a heading. */
export interface Passage {
  text: string;
  /** Its place among all of the page. */
  order: number;
}

interface Block extends Passage {
  heading: string;
  isAside: boolean;
}

/** How passages are chosen. */
export interface PassageChoice {
  asked: string;
  /** More of them, and what has nothing to do with it too. */
  wide: boolean;
  /** Elements that the request is probably about, which what stands beside them explains. */
  near: readonly Uid[];
  /**
   * Whether few elements fit the request, so that it is probably no question about the page: only what has most of its
   * words is chosen then.
   */
  isSure: boolean;
}

/**
 * What a page says, best first: what has to do with what was asked, then what stands near the elements that it is
 * probably about, then the rest from the beginning, as far as there is room.
 */
export function choosePassages(
  root: ElementNode,
  { asked, wide, near, isSure }: PassageChoice,
): Passage[] {
  const { blocks, places } = listBlocks(root);
  const words = new Set(toContentKeys(asked));
  const found = blocks.map(({ text, heading }) => ({
    own: new Set(toKeys(text).filter((word) => words.has(word))),
    above: new Set(toKeys(heading).filter((word) => words.has(word))),
  }));
  const worth = new Map(
    [...words].map((word) => {
      const holding = found.filter(({ own }) => own.has(word)).length;
      return [word, Math.log(1 + blocks.length / Math.max(1, holding))] as const;
    }),
  );
  const sum = (keys: ReadonlySet<string>): number =>
    [...keys].reduce((total, key) => total + (worth.get(key) ?? 0), 0);
  const anchors = near.flatMap((uid) => places.get(uid) ?? []);
  const scored = blocks.map((block, at) => {
    const { own, above } = found[at] ?? { own: new Set<string>(), above: new Set<string>() };
    const distance = Math.min(...anchors.map((anchor) => Math.abs(anchor - block.order)));
    const said = sum(own) + HEADING_WORTH * sum(above);
    return { block, said, score: said + NEAR_WORTH / (1 + distance) };
  });
  const least = isSure && !wide ? MOST_WORDS * sum(words) : 0;
  const chosen = scored
    .filter(({ block, said }) => said >= least && !(block.isAside && said === 0))
    .sort((one, other) => other.score - one.score || one.block.order - other.block.order);
  let room = wide ? WIDE_ROOM : DEFAULT_ROOM;
  return chosen.flatMap(({ block: { text, order } }) => {
    room -= text.length;
    return room < 0 ? [] : [{ text, order }];
  });
}

/**
 * Passages as a part of a prompt, without those whose whole text it shows already (`shown`). Where room is short, those
 * that have least to do with the request are given up first.
 */
export function makePassagesPart(
  passages: readonly Passage[],
  fence: Fence,
  shown: readonly string[],
): FlexiblePart {
  const isShown = (piece: string): boolean => shown.some((text) => text.includes(piece));
  const fresh = passages.filter(({ text }) => !text.split(CELLS).every(isShown));
  return {
    name: 'passages',
    of: fresh.length,
    share: fresh.length === 0 ? 0 : PASSAGES_SHARE,
    write(kept) {
      if (kept === 0) return '';
      const reported = fresh.slice(0, kept).toSorted((a, b) => a.order - b.order);
      return `What the page says, in part:\n${fence.around(reported.map(({ text }) => text).join('\n'))}`;
    },
  };
}

/** `places`: by the uid of an element, the number of the passage that it stands in or before. */
function listBlocks(root: ElementNode): { blocks: Block[]; places: Map<Uid, number> } {
  const page = indexPage([root]);
  const blocks: Block[] = [];
  const places = new Map<Uid, number>();
  const known = new Set<string>();
  let heading = '';
  let line = '';
  const end = (isAside: boolean, longest = LONGEST): void => {
    const text = cut(collapse(line), longest);
    line = '';
    if (text.length < MIN_LETTERS || !/[\p{L}\p{N}]/u.test(text) || known.has(text)) return;
    known.add(text);
    blocks.push({ text, order: blocks.length, heading, isAside });
  };
  const walk = (node: ElementNode, isAside: boolean): void => {
    for (const child of flatChildren(node, page)) {
      if (typeof child === 'string') line += child;
      else if (child.tag === 'br') line += ' ';
      else if (!isRendered(child, page)) continue;
      else if (child.tag === 'textarea') enterTextArea(child, isAside);
      else if (TEXTLESS.has(child.tag)) notePlace(child);
      else enter(child, isAside);
    }
    if (node.content) walk(node.content, isAside);
  };
  const notePlace = ({ uid }: ElementNode): void => {
    if (uid !== null) places.set(uid, blocks.length);
  };
  const enterTextArea = (node: ElementNode, isAside: boolean): void => {
    notePlace(node);
    end(isAside);
    const value = node.children.filter((child) => typeof child === 'string').join('');
    if (value.trim() === '') return;
    line = `${computeName(node, page) || 'Text area'}: ${value}`;
    end(isAside, LONGEST_VALUE);
  };
  const enter = (node: ElementNode, around: boolean): void => {
    const isAside = around || ASIDE.has(findRole(node));
    notePlace(node);
    if (INLINE.has(node.tag)) {
      walk(node, isAside);
      return;
    }
    end(around);
    if (headingLevel(node) !== null) heading = readText(node, page, LONGEST);
    if (node.tag === ROW) {
      for (const inner of walkElements(node)) notePlace(inner);
      line = readRow(node, page);
    } else walk(node, isAside);
    end(isAside);
  };
  walk(root, false);
  end(false);
  return { blocks, places };
}

function readRow(row: ElementNode, page: PageIndex): string {
  return flatChildren(row, page)
    .flatMap((cell) => {
      const text = typeof cell === 'string' ? '' : readText(cell, page, LONGEST);
      return text === '' ? [] : [text];
    })
    .join(CELLS);
}
