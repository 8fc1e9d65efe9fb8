import type { LxmlNode } from '../libxml2/node.ts';
import { listElements } from '../libxml2/node.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import { stripSpace } from '../python/space.ts';
import { cutCenter } from './center-cut.ts';
import { cutParts } from './cut-parts.ts';
import { writePageText } from './page-text.ts';
import { prunePage } from './prune.ts';
import type { OtrTokenizer } from './tokenizer.ts';

const REMARK = '\nAbove are the pruned HTML contents of the page.';
const ROUNDS = 5;
/** From this round on an attribute that has no room for dots is deleted, not only emptied. */
const DELETING_ROUND = 3;

/**
 * The page part of a prompt (weblinx-format.md §4.3–4.5): the page pruned around the candidates, cut to
 * `budget` tokens together with the remark behind it. Empty for a page without content.
 *
 * Parts that fit their share are left alone, blanks around them too; the description does not say.
 */
export function writePagePart(
  html: string,
  candidates: ReadonlySet<string>,
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  const page = readPageTree(html);
  return page === null ? '' : writePageTree(page, candidates, budget, tokenizer);
}

/** The same for a page that was read already; it is left as it is. */
export function writePageTree(
  page: LxmlNode,
  candidates: ReadonlySet<string>,
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  const tree = prunePage(page, candidates);
  let text = render(tree);
  for (let round = 1; round <= ROUNDS; round++) {
    const excess = tokenizer.count(text) - budget;
    if (excess <= 0) return text;
    cutTree(tree, excess, round, tokenizer);
    text = render(tree);
  }
  return cutCenter(text, budget, tokenizer) ?? '';
}

function render(tree: LxmlNode): string {
  return writePageText(tree) + REMARK;
}

/** A text or an attribute's value in the tree. */
interface Place {
  node: LxmlNode;
  /** null for the text before the first child. */
  name: string | null;
  text: string;
}

function cutTree(tree: LxmlNode, excess: number, round: number, tokenizer: OtrTokenizer): void {
  const places = listElements(tree).flatMap(listPlaces);
  const texts = places.map(({ text }) => text);
  for (const { index, text } of cutParts(texts, excess, tokenizer)) {
    const place = places[index];
    if (!place) continue;
    if (place.name === null) place.node.text = text ?? '';
    else if (text === null && round >= DELETING_ROUND) place.node.attributes.delete(place.name);
    // Without a value it prints bare.
    else place.node.attributes.set(place.name, text || null);
  }
}

function listPlaces(node: LxmlNode): Place[] {
  const places: Place[] = [];
  const text = stripSpace(node.text);
  if (text !== '') places.push({ node, name: null, text });
  for (const [name, value] of node.attributes) places.push({ node, name, text: value ?? '' });
  return places;
}
