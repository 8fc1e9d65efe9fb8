import { headingLevel } from '../ranking/page/landmarks.ts';
import { toKeys } from '../ranking/query/tokenize.ts';
import { FUNCTION_WORDS } from '../ranking/lexicon/query-words.ts';
import { flatChildren, indexPage, isRendered } from '../ranking/page/page-index.ts';
import type { PageIndex } from '../ranking/page/page-index.ts';
import { findRole } from '../ranking/page/role.ts';
import { collapse, cut, readText, TEXTLESS } from '../ranking/page/visible-text.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
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
/** In characters, of all that is chosen. */
const DEFAULT_ROOM = 1600;
const WIDE_ROOM = 6000;
/** A word of the heading above counts so much of one in the text. */
const HEADING_WORTH = 0.5;
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

const POLITE =
  /^\W*(?:please\s+)?(?:can|could|would|will)\s+you\b(?!\s+(?:tell|read|find|check))[^?]*\?*\s*$/i;
const ASKS = new RegExp(
  [
    String.raw`[?？؟]\s*$`,
    String.raw`^\W*(?:what|who|whose|when|where|which|why|how|is|are|was|were|does|do|did|has|have)\b`,
    String.raw`\b(?:tell me|summar\w+|explain|describe|compare|report|read|find out|look up|translate|according to)\b`,
    String.raw`\b(?:how (?:much|many|long|old|far|often)|price of|says? about|cheapest|most expensive)\b`,
  ].join('|'),
  'i',
);

/** Whether what is asked for may have to be read on the page; "could you click Send?" is none of that. */
export function isReadingRequest(asked: string): boolean {
  return ASKS.test(asked) && !POLITE.test(asked);
}

/**
 * What a page says that has to do with what was asked, best first; from the beginning of the page where no
 * word of it is found. `wide`: more of it, and what has nothing to do with it too.
 */
export function choosePassages(root: ElementNode, asked: string, wide: boolean): Passage[] {
  const blocks = listBlocks(root);
  const words = new Set(toKeys(asked).filter((word) => !FUNCTION_WORDS.has(word)));
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
  const scored = blocks.map((block, at) => {
    const { own, above } = found[at] ?? { own: new Set<string>(), above: new Set<string>() };
    return { block, score: sum(own) + HEADING_WORTH * sum(above) };
  });
  const fits = scored.some(({ score }) => score > 0);
  const chosen = scored
    .filter(({ block, score }) => (wide || !fits || score > 0) && !(block.isAside && score === 0))
    .sort((one, other) => other.score - one.score || one.block.order - other.block.order);
  let room = wide ? WIDE_ROOM : DEFAULT_ROOM;
  return chosen.flatMap(({ block: { text, order } }) => {
    room -= text.length;
    return room < 0 ? [] : [{ text, order }];
  });
}

/** Passages as a part of a prompt: those that have least to do with it are given up first. */
export function makePassagesPart(passages: readonly Passage[], fence: Fence): FlexiblePart {
  return {
    name: 'passages',
    of: passages.length,
    share: passages.length === 0 ? 0 : PASSAGES_SHARE,
    write(kept) {
      if (kept === 0) return '';
      const reported = passages.slice(0, kept).toSorted((a, b) => a.order - b.order);
      return `What the page says, in part:\n${fence.around(reported.map(({ text }) => text).join('\n'))}`;
    },
  };
}

function listBlocks(root: ElementNode): Block[] {
  const page = indexPage([root]);
  const blocks: Block[] = [];
  const known = new Set<string>();
  let heading = '';
  let line = '';
  const end = (isAside: boolean): void => {
    const text = cut(collapse(line), LONGEST);
    line = '';
    if (text.length < MIN_LETTERS || !/[\p{L}\p{N}]/u.test(text) || known.has(text)) return;
    known.add(text);
    blocks.push({ text, order: blocks.length, heading, isAside });
  };
  const walk = (node: ElementNode, isAside: boolean): void => {
    for (const child of flatChildren(node, page)) {
      if (typeof child === 'string') line += child;
      else if (child.tag === 'br') line += ' ';
      else if (!TEXTLESS.has(child.tag) && isRendered(child, page)) enter(child, isAside);
    }
    if (node.content) walk(node.content, isAside);
  };
  const enter = (node: ElementNode, around: boolean): void => {
    const isAside = around || ASIDE.has(findRole(node));
    if (INLINE.has(node.tag)) {
      walk(node, isAside);
      return;
    }
    end(around);
    if (headingLevel(node) !== null) heading = readText(node, page, LONGEST);
    if (node.tag === ROW) line = readRow(node, page);
    else walk(node, isAside);
    end(isAside);
  };
  walk(root, false);
  end(false);
  return blocks;
}

function readRow(row: ElementNode, page: PageIndex): string {
  return flatChildren(row, page)
    .flatMap((cell) => {
      const text = typeof cell === 'string' ? '' : readText(cell, page, LONGEST);
      return text === '' ? [] : [text];
    })
    .join(' | ');
}
