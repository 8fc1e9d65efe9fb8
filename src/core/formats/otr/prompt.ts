import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { listUtterances, readViewport } from '../dmr/live.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import type { TurnCall } from '../dmr/turn-call.ts';
import { writeCall } from '../dmr/turn-call.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { COMMENT, copyTree, listElements } from '../libxml2/node.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import { writeHtml } from '../libxml2/write-html.ts';
import { replaceSpaceRuns, stripSpace } from '../python/text.ts';
import type { OtrCandidate } from './candidates-part.ts';
import { writeCandidates } from './candidates-part.ts';
import { cutCenter, cutParts, fitUtterances } from './cut-parts.ts';
import type { OtrMessage } from './merge-messages.ts';
import { mergeMessages } from './merge-messages.ts';
import { fitCalls, listRecentCalls, readPastAction } from './previous-turns.ts';
import type { OtrTokenizer } from './tokenizer.ts';

/** Tokens for each part of a prompt. */
export interface OtrBudgets {
  page: number;
  utterances: number;
  previousTurns: number;
  /** What the other parts leave over is added. */
  candidates: number;
}

/** WebLINX's: 2048 in all with a template of about 248. */
export const OTR_BUDGETS: OtrBudgets = {
  page: 700,
  utterances: 200,
  previousTurns: 250,
  candidates: 650,
};

export interface OtrInput {
  turns: readonly ReplayTurn[];
  index: number;
  /** Text of the turn's page file; null when it has none, as chat turns. */
  html: string | null;
  /** Best first. */
  candidates: readonly OtrCandidate[];
  tokenizer: OtrTokenizer;
  budgets?: OtrBudgets;
}

/** What a prompt tells, from a recording or from a conversation that goes on. */
export interface OtrMaterial {
  /** What the instructor said before the recent turns, as it is to be told. */
  utterances: readonly string[];
  /** The recent turns. */
  calls: readonly TurnCall[];
  /** CSS px as printed: `None` where there is none. */
  viewport: { height: string; width: string };
  /** null when the turn has none, as chat turns. */
  page: LxmlNode | null;
  /** Best first. */
  candidates: readonly OtrCandidate[];
}

/** The texts that a prompt is put together from. */
export interface OtrParts {
  page: string;
  /** Ends in a line break. */
  template: string;
  candidates: string;
  previous: string[];
}

/** The chat prompt of a turn in WebLINX's optimal text representation. */
export function writeOtrPrompt(input: OtrInput): OtrMessage[] {
  const { turns, index, html, candidates, tokenizer, budgets } = input;
  const page = html === null ? null : readPageTree(html);
  const material = { ...readMaterial(turns, index), page, candidates };
  const parts = writeOtrParts(material, tokenizer, budgets);
  const system = `${parts.page}${parts.template}${introduce(parts.candidates)}`;
  return [{ role: 'system', content: system }, ...mergeMessages(parts.previous)];
}

/** What stands before the candidate lines, and behind them. */
export function introduce(candidates: string): string {
  return `Here are the top candidates for this turn: ${candidates}\n`;
}

/** The parts of a prompt, each cut to its budget; candidates get what the others leave over. */
export function writeOtrParts(
  material: OtrMaterial,
  tokenizer: OtrTokenizer,
  budgets: OtrBudgets = OTR_BUDGETS,
): OtrParts {
  const { page: tree, viewport } = material;
  const utterances = fitUtterances(material.utterances, budgets.utterances, tokenizer);
  const previous = fitCalls(material.calls, budgets.previousTurns, tokenizer);
  const uids = new Set(material.candidates.map(({ uid }) => uid));
  const page = tree === null ? '' : writePageTree(tree, uids, budgets.page, tokenizer);
  const unused =
    budgets.page -
    tokenizer.count(page) +
    (budgets.utterances - tokenizer.count(utterances)) +
    (budgets.previousTurns - tokenizer.count(previous.join(' ')));
  const candidates = writeCandidates(material.candidates, budgets.candidates + unused, tokenizer);
  return { page, template: writeTemplate(utterances, viewport), candidates, previous };
}

/** What the turns before turn `index` tell. */
export function readMaterial(
  turns: readonly ReplayTurn[],
  index: number,
): Omit<OtrMaterial, 'page' | 'candidates'> {
  return {
    utterances: listUtterances(turns, index),
    calls: listRecentCalls(turns, index),
    viewport: readViewport(turns[index]),
  };
}

/** What the model is to answer: the turn itself. */
export function writeOtrTarget(turn: ReplayTurn): string {
  const { name, args } = readPastAction(turn);
  return writeCall(name, args);
}

/** The paper's template (appendix B.5.2), joints as published: one action is listed without a space. */
function writeTemplate(utterances: string, { height, width }: OtrMaterial['viewport']): string {
  const actions = [
    'change(value=[str], uid=[str])',
    'click(uid=[str])',
    'load(url=[str])',
    'say(speaker="navigator", utterance=[str])',
    'scroll(x=[int], y=[int])',
    'submit(uid=[str]) ;text_input(text=[str], uid=[str])',
  ];
  return [
    `You are an AI assistant with a deep understanding of HTML and you must predict actions based on a user request, which will be executed. Use one of the following, replacing [] with an appropriate value: ${actions.join(' ; ')} ;`,
    `The user's first and last 4 utterances are: ${utterances} ;`,
    `Viewport size: ${height}h x ${width}w ;`,
    'Only the last 5 turns are provided.',
    '',
  ].join('\n');
}

const REMARK = '\nAbove are the pruned HTML contents of the page.';
const ROUNDS = 5;
/** From this round on an attribute that has no room for dots is deleted, not only emptied. */
const DELETING_ROUND = 3;

/**
 * The page part of a prompt: the page pruned around the candidates, cut to
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
function writePageTree(
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

/** What is decoded after the brackets are gone, in this order: so `&amp;lt;` ends as `<`. */
const DECODED: readonly (readonly [RegExp, string])[] = [
  [/&quot;/g, '"'],
  [/&amp;/g, '&'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&nbsp;/g, ' '],
  [/&ndash;/g, '-'],
  [/&rsquo;/g, "'"],
  [/&lsquo;/g, "'"],
  [/&ldquo;/g, '"'],
  [/&rdquo;/g, '"'],
  [/&#39;/g, "'"],
  [/&#40;/g, '('],
  [/&#41;/g, ')'],
];

/** Stands for the end of a `<…/>` while tags are replaced; no page holds it, the reader drops it. */
const CLOSED = '\0';

/**
 * A pruned page as the prompt shows it: brackets for tags, `(p class="x"Hello)`.
 * Done on the text, like the published code, so that its quirks are kept: elements without an end tag
 * are never closed, a tag with a line break in an attribute stays as it is.
 */
export function writePageText(root: LxmlNode): string {
  const bracketed = writeHtml(root)
    .replace(/<text>([^\n]*?)<\/text>/g, '$1')
    .replaceAll('/>', `${CLOSED}>`)
    .replace(/<\/[^\n]+?>/g, ')')
    .replace(/<([^\n]+?)>/g, '($1')
    .replaceAll(CLOSED, ')');
  const decoded = DECODED.reduce((text, [entity, by]) => text.replace(entity, by), bracketed);
  return stripSpace(replaceSpaceRuns(decoded, ' ')).replaceAll(') )', '))').replaceAll('( (', '((');
}

/** How many of a candidate's children and grandchildren, and siblings to either side, are kept. */
const DESCENDANTS = 5;
const SIBLINGS = 2;

/** SVG text, which the published code takes for Mind2Web's text nodes. */
const TEXT_TAG = 'text';

/**
 * A copy of a page with only the candidates and what is near them. What is
 * kept is a set of uids in which an untagged node is the empty string: once one of them is near a
 * candidate, every untagged element counts as kept.
 *
 * Of an element that is dissolved, comments count as children: so does the published code's test as
 * far as its description goes, no golden text settles it.
 */
export function prunePage(page: LxmlNode, candidates: ReadonlySet<string>): LxmlNode {
  const root = copyTree(page);
  const elements = listElements(root);
  const kept = collectKept(elements, candidates);
  for (const node of elements.toReversed()) pruneNode(node, kept, candidates);
  for (const node of listElements(root)) {
    if (!candidates.has(readUid(node))) node.attributes.delete(UID_ATTRIBUTE);
    for (const child of node.children.toReversed()) if (child.tag === COMMENT) dropComment(child);
    for (const name of node.attributes.keys()) {
      if (isNoise(name)) node.attributes.delete(name);
    }
  }
  return root;
}

function collectKept(
  elements: readonly LxmlNode[],
  candidates: ReadonlySet<string>,
): ReadonlySet<string> {
  const kept = new Set<string>();
  const met = new Set<string>();
  for (const node of elements) {
    const uid = readUid(node);
    // Of elements that share a uid only the first has its surroundings kept.
    if (!candidates.has(uid) || met.has(uid)) continue;
    met.add(uid);
    for (const near of listNear(node)) kept.add(readUid(near));
  }
  return kept;
}

function listNear(node: LxmlNode): LxmlNode[] {
  const near = [node];
  for (let parent = node.parent; parent; parent = parent.parent) near.push(parent);
  const below = node.children.flatMap((child) => [child, ...child.children]);
  near.push(...below.slice(0, DESCENDANTS));
  const siblings = node.parent?.children.filter(({ tag }) => tag !== TEXT_TAG) ?? [];
  const place = siblings.indexOf(node);
  if (place !== -1) {
    near.push(...siblings.slice(Math.max(0, place - SIBLINGS), place + SIBLINGS + 1));
  }
  return near;
}

function pruneNode(
  node: LxmlNode,
  kept: ReadonlySet<string>,
  candidates: ReadonlySet<string>,
): void {
  const isText = node.tag === TEXT_TAG;
  const judged = isText && node.parent ? node.parent : node;
  if (!kept.has(readUid(judged)) && node.parent) {
    replace(node, []);
    return;
  }
  if (isText || !candidates.has(readUid(node))) node.attributes.delete(UID_ATTRIBUTE);
  const isBare = node.attributes.size === 0 && node.children.length <= 1;
  const holdsText = node.children.some(({ tag }) => tag === TEXT_TAG);
  if (isBare && !isText && !holdsText && node.parent) replace(node, node.children);
}

/** Its own text and tail are lost, as lxml loses them. */
function replace(node: LxmlNode, successors: readonly LxmlNode[]): void {
  const parent = node.parent;
  if (!parent) return;
  for (const successor of successors) successor.parent = parent;
  parent.children.splice(parent.children.indexOf(node), 1, ...successors);
}

/** A comment goes without its tail. */
function dropComment(comment: LxmlNode): void {
  const parent = comment.parent;
  if (!parent) return;
  const place = parent.children.indexOf(comment);
  const before = parent.children[place - 1];
  if (before) before.tail += comment.tail;
  else parent.text += comment.tail;
  parent.children.splice(place, 1);
}

/** Frameworks' attributes and ids; `ng` and `js` are bare prefixes. */
const NOISE = /^(?:_|ng|x-|xml|js|data-|id$)/;

function isNoise(name: string): boolean {
  return name !== UID_ATTRIBUTE && NOISE.test(name);
}

function readUid(node: LxmlNode): string {
  return node.attributes.get(UID_ATTRIBUTE) ?? '';
}
