import type { Uid } from '../../action/action.ts';
import type { Operation } from '../../action/definition.ts';
import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { indexPage } from '../../ranking/page/page-index.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { findEquivalents } from './equivalents.ts';
import type { MindAct } from './operation.ts';
import { listMindSteps, writeActionRepr } from './operation.ts';
import type { MindNode } from './tree.ts';
import { buildMindTree, writeXml } from './tree.ts';

/** An entry of a task's `actions`. Both pages are from before the action. */
export interface MindAction {
  action_uid: string;
  raw_html: string;
  cleaned_html: string;
  operation: Operation;
  pos_candidates: MindCandidate[];
  neg_candidates: MindCandidate[];
}

/** A browser turn that is no action of the task. */
export interface LeftTurn {
  turn_id: string;
  intent: string;
  reason: string;
}

/** What is known of a task once all its actions were read. */
export interface MindOutcome {
  /** The turns that became actions, in order. */
  actions: BrowserTurn[];
  reprs: string[];
  left: LeftTurn[];
}

/** The members of a task but its actions. */
export interface MindTask {
  annotation_id: string;
  website: string;
  domain: string;
  subdomain: string;
  confirmed_task: string;
  action_reprs: string[];
}

/**
 * A demonstration's actions one by one, each page read once and let go; `outcome` is filled on the way.
 * A turn whose page was not kept, or whose target is not in it, is no action: so every action that there
 * is has its target in `cleaned_html`.
 */
export async function* listMindActions(
  { turns, read }: DemonstrationContent,
  outcome: MindOutcome,
): AsyncGenerator<MindAction> {
  for (const step of listMindSteps(turns)) {
    if ('left' in step) {
      leave(outcome, step.turn, step.left);
      continue;
    }
    const written = await writeStep(step, read);
    if (typeof written === 'string') {
      leave(outcome, step.turn, written);
      continue;
    }
    outcome.actions.push(step.turn);
    outcome.reprs.push(writeActionRepr(step));
    yield written;
  }
}

function leave({ left }: MindOutcome, { id, action }: BrowserTurn, reason: string): void {
  left.push({ turn_id: id, intent: action.intent, reason });
}

/** The action, or why there is none. */
async function writeStep(step: MindAct, read: ReadContent): Promise<MindAction | string> {
  const page = step.turn.snapshot && (await readPage(read, step.turn.snapshot));
  if (page === null) return 'its page was not kept';
  return writeMindAction(step, page) ?? 'its target is not in the kept page';
}

/** One action with its pages and candidates. Null when the target is not in the page. */
export function writeMindAction(
  { turn, operation, uid }: Pick<MindAct, 'turn' | 'operation' | 'uid'>,
  page: PageSnapshot,
): MindAction | null {
  const root = parsePage(page);
  const tree = buildMindTree(root, page.frames[0]?.scroll ?? { x: 0, y: 0 });
  const candidates = listMindCandidates(root, tree, uid);
  if (candidates === null) return null;
  const { positives, negatives } = candidates;
  const ids = new Set([...positives, ...negatives].map((candidate) => candidate.backend_node_id));
  return {
    action_uid: turn.id,
    raw_html: writeXml(tree),
    cleaned_html: writeXml(cleanTree(tree, ids)),
    operation,
    pos_candidates: positives,
    neg_candidates: negatives,
  };
}

/** `domain` and `subdomain` are the first two categories of the form; Mind2Web's are of that kind. */
export function describeMindTask(
  { demonstration, turns }: DemonstrationContent,
  { actions, reprs }: MindOutcome,
): MindTask {
  const { form } = demonstration;
  const asked = turns.flatMap((turn) =>
    turn.kind === 'say' && turn.action.speaker === 'instructor' ? [turn.action.utterance] : [],
  );
  return {
    annotation_id: demonstration.id,
    website: nameWebsite(actions[0]?.metadata.url ?? ''),
    domain: form.tasks[0] ?? '',
    subdomain: form.tasks[1] ?? '',
    confirmed_task: form.description.trim() || asked.join(' '),
    action_reprs: reprs,
  };
}

/** Second-level names that stand for a country's `com`: `bbc.co.uk` is `bbc`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'ne', 'or', 'org']);

/**
 * What Mind2Web calls a website: `aa` for `https://www.aa.com/…`. Without the public suffix list, so a
 * guess for hosts under unusual suffixes; a number or a name without dots stays whole.
 */
export function nameWebsite(url: string): string {
  const hostname = readHostname(url);
  const labels = hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$|^\[/.test(hostname)) return hostname;
  const second = labels.at(-2) ?? '';
  const hasCountry = labels.length > 2 && (labels.at(-1)?.length ?? 0) === 2;
  return (hasCountry && SECOND_LEVEL.has(second) ? labels.at(-3) : second) ?? hostname;
}

/** Empty for what is no address. */
export function readHostname(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}

const SALIENT = new Set(
  (
    'alt aria_description aria_label aria_role input_checked input_value label name option_selected ' +
    'placeholder role text_value title type value'
  ).split(' '),
);
const SILENT_ROLES = new Set(['presentation', 'none', 'link']);
/** Nothing of these is ever seen. Deviation: what the published cleaner does with them is not known. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'meta', 'link', 'base']);

/**
 * The page as models get it (`cleaned_html`, after Mind2Web's `clean_tree`): only salient attributes,
 * no empty texts, and elements that say nothing dissolved. Elements whose id is in `kept` stay, whatever
 * they are and wherever they stand, so that no candidate and no target can be lost.
 */
function cleanTree(root: MindNode, kept: ReadonlySet<string>): MindNode {
  return { ...root, attributes: cleanAttributes(root), children: cleanChildren(root, kept) };
}

function cleanChildren(node: MindNode, kept: ReadonlySet<string>): MindNode[] {
  return node.children.flatMap((child) => cleanNode(child, kept));
}

function cleanNode(node: MindNode, kept: ReadonlySet<string>): MindNode[] {
  if (node.element === null) {
    const text = collapse(node.text);
    return text === '' ? [] : [{ ...node, text }];
  }
  const isKept = kept.has(node.id);
  const children = cleanChildren(node, kept);
  if (UNSEEN.has(node.tag) && !isKept) return children.filter((child) => holds(child, kept));
  const attributes = cleanAttributes(node);
  const hasText = children.some((child) => child.element === null);
  if (!isKept && attributes.size === 0 && !hasText && children.length <= 1) return children;
  return [{ ...node, attributes, children }];
}

function holds(node: MindNode, kept: ReadonlySet<string>): boolean {
  return kept.has(node.id) || node.children.some((child) => holds(child, kept));
}

function cleanAttributes(node: MindNode): Map<string, string> {
  const cleaned = new Map<string, string>();
  for (const [name, value] of node.attributes) {
    const text = collapse(value);
    if (node.tag === 'svg' && name === 'class') {
      const icons = text.match(/\S*icon\S*/gi)?.join(' ') ?? '';
      if (icons !== '') cleaned.set(name, icons);
    }
    if (!SALIENT.has(name) || text === '') continue;
    if (name === 'role' && SILENT_ROLES.has(text)) continue;
    if (name === 'type' && text === 'hidden') continue;
    cleaned.set(name, text);
  }
  return cleaned;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** An entry of `pos_candidates` or `neg_candidates`. */
interface MindCandidate {
  tag: string;
  /** A JSON object as text: all that `raw_html` says of it. */
  attributes: string;
  is_original_target?: boolean;
  is_top_level_target?: boolean;
  backend_node_id: string;
}

export interface MindCandidates {
  positives: MindCandidate[];
  negatives: MindCandidate[];
}

/**
 * The candidates of an action on a page. Positives: the target and what does the same, the original
 * target first. Negatives: every other element a person could act on, those that look like the target
 * first (same tag and same text or class), then in document order. Null when the target is not in the
 * page.
 */
function listMindCandidates(root: ElementNode, tree: MindNode, uid: Uid): MindCandidates | null {
  const page = indexPage([root]);
  const target = page.elements.find((node) => node.uid === uid);
  if (!target) return null;
  const nodes = mapNodes(tree);
  const { top, all } = findEquivalents(target, page);
  const equivalents = [target, ...all.filter((node) => node !== target)];
  const positives = equivalents.flatMap((element) => {
    const node = nodes.get(element);
    if (!node) return [];
    const flags = {
      is_original_target: element === target,
      is_top_level_target: element === top,
    };
    return [describe(node, flags)];
  });
  const same = new Set<ElementNode>(all).add(target);
  const listed = new Set(listCandidates([root]).map((candidate) => candidate.uid));
  const others = page.elements.filter((node) => !same.has(node));
  const alike = others.filter((node) => looksLike(node, top) && node.box !== null);
  const rest = others.filter(({ uid: own }) => own !== null && listed.has(own));
  const negatives = [...new Set([...alike, ...rest])].flatMap((element) => {
    const node = nodes.get(element);
    return node ? [describe(node)] : [];
  });
  return { positives, negatives };
}

function mapNodes(tree: MindNode): Map<ElementNode, MindNode> {
  const nodes = new Map<ElementNode, MindNode>();
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.element) nodes.set(node.element, node);
    waiting.push(...node.children);
  }
  return nodes;
}

function describe(
  { id, tag, attributes }: MindNode,
  flags: Pick<MindCandidate, 'is_original_target' | 'is_top_level_target'> = {},
): MindCandidate {
  const written = JSON.stringify({ backend_node_id: id, ...Object.fromEntries(attributes) });
  return { tag, attributes: written, ...flags, backend_node_id: id };
}

/** What a careless model takes for the target: another row's button. */
function looksLike(node: ElementNode, target: ElementNode): boolean {
  if (node.tag !== target.tag || node.uid === null) return false;
  const style = target.attributes['class'];
  if (style !== undefined && style !== '' && node.attributes['class'] === style) return true;
  const text = ownText(target);
  return text !== '' && ownText(node) === text;
}

function ownText({ children }: ElementNode): string {
  const texts = children.filter((child) => typeof child === 'string');
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
