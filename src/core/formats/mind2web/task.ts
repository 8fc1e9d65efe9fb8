import { findRequest } from '../../demonstration/name.ts';
import type { Uid } from '../../action/action.ts';
import type { Operation } from '../../action/definition.ts';
import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Demonstration, Turn } from '../../demonstration/demonstration.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { indexPage } from '../../ranking/page/page-index.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { collapseSpace } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { findEquivalents } from './equivalents.ts';
import type { MindNode } from './tree.ts';
import { buildMindTree, cleanTree, writeXml } from './tree.ts';
import { getDefinition, targetOf } from '../../action/action.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import { foldTurns } from '../steps/fold-turns.ts';

/** An entry of a task's `actions`; both pages are from before the action. */
export interface MindAction {
  action_uid: string;
  raw_html: string;
  cleaned_html: string;
  operation: Operation;
  pos_candidates: MindCandidate[];
  neg_candidates: MindCandidate[];
}

/** What is known of a task once all its actions were read. */
export interface MindOutcome {
  /** The turns that became actions, in order. */
  actions: BrowserTurn[];
  reprs: string[];
  /** The other browser turns. */
  left: { turn_id: string; intent: string; reason: string }[];
}

/**
 * Yields a demonstration's actions with one page in memory, and fills `outcome`. Drops a turn whose page was not saved or
 * lacks the target, so that every action has its target in `cleaned_html`.
 */
export async function* listMindActions(
  { turns, read }: DemonstrationContent,
  outcome: MindOutcome,
): AsyncGenerator<MindAction> {
  for (const step of listMindSteps(turns)) {
    const { turn } = step;
    const written = 'left' in step ? step : await writeStep(step, read);
    if ('left' in written) {
      const { intent } = turn.action;
      outcome.left.push({ turn_id: turn.id, intent, reason: written.left });
      continue;
    }
    outcome.actions.push(turn);
    outcome.reprs.push(writeActionRepr(written.act));
    yield written.action;
  }
}

async function writeStep(act: MindAct, read: ReadContent) {
  const page = act.turn.snapshot && (await readPage(read, act.turn.snapshot));
  if (page === null) return { left: 'its page was not kept' };
  const action = writeMindAction(act, page);
  return action ? { act, action } : { left: 'its target is not in the kept page' };
}

/** Writes one action with its pages and candidates; null when the target is not in the page. */
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

/** Returns the members of a task but its actions; `domain` and `subdomain` are the first two categories of the form. */
export function describeMindTask(
  { demonstration, turns }: DemonstrationContent,
  { actions, reprs }: MindOutcome,
) {
  const { form } = demonstration;
  return {
    annotation_id: demonstration.id,
    website: nameWebsite(actions[0]?.metadata.url ?? ''),
    domain: form.tasks[0] ?? '',
    subdomain: form.tasks[1] ?? '',
    confirmed_task: readTask(demonstration, turns),
    action_reprs: reprs,
  };
}

/** Returns the description of the task, else the instructor's first request. */
export function readTask({ form }: Pick<Demonstration, 'form'>, turns: readonly Turn[]): string {
  return form.description.trim() || (findRequest(turns) ?? '');
}

/** Second-level names like `com`: `bbc.co.uk` is `bbc`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'ne', 'or', 'org']);

/**
 * Returns Mind2Web's name of a website: `aa` for `https://www.aa.com/…`. Guesses for hosts under unusual suffixes, without
 * the public suffix list; a number or a name without dots stays whole.
 */
export function nameWebsite(url: string): string {
  const hostname = readHostname(url);
  const labels = hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$|^\[/.test(hostname)) return hostname;
  const second = labels.at(-2) ?? '';
  const hasCountry = labels.length > 2 && (labels.at(-1)?.length ?? 0) === 2;
  return (hasCountry && SECOND_LEVEL.has(second) ? labels.at(-3) : second) ?? hostname;
}

/** Returns an empty text for an invalid URL. */
export function readHostname(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** An entry of `pos_candidates` or `neg_candidates`. */
interface MindCandidate {
  tag: string;
  /** A JSON object as text, with everything in `raw_html`. */
  attributes: string;
  is_original_target?: boolean;
  is_top_level_target?: boolean;
  backend_node_id: string;
}

/**
 * Lists the candidates of an action. Positives: the target and its equivalents, the original target first. Negatives: every
 * other element a person could act on, those that look like the target first (same tag and same text or class), then in
 * document order. Null when the target is not in the page.
 */
function listMindCandidates(root: ElementNode, tree: MindNode, uid: Uid) {
  const page = indexPage([root]);
  const target = page.elements.find((node) => node.uid === uid);
  if (!target) return null;
  const nodes = new Map<ElementNode, MindNode>();
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.element) nodes.set(node.element, node);
    for (const child of node.children) waiting.push(child);
  }
  const describeAll = (
    elements: ReadonlySet<ElementNode>,
    flag?: (element: ElementNode) => Partial<MindCandidate>,
  ) =>
    Array.from(elements).flatMap((element): MindCandidate[] => {
      const node = nodes.get(element);
      if (!node) return [];
      const { id, tag } = node;
      const attributes = { backend_node_id: id, ...Object.fromEntries(node.attributes) };
      const described = { tag, attributes: JSON.stringify(attributes), ...flag?.(element) };
      return [{ ...described, backend_node_id: id }];
    });
  const { top, all } = findEquivalents(target, page);
  const same = new Set([target, ...all]);
  const positives = describeAll(same, (element) => ({
    is_original_target: element === target,
    is_top_level_target: element === top,
  }));
  const listed = new Set(listCandidates([root]).map((candidate) => candidate.uid));
  const others = page.elements.filter((node) => !same.has(node));
  const alike = others.filter((node) => looksLike(node, top) && node.box !== null);
  const rest = others.filter(({ uid: own }) => own !== null && listed.has(own));
  const negatives = describeAll(new Set([...alike, ...rest]));
  return { positives, negatives };
}

/** Whether a careless model could take the element for the target, such as another row's button. */
function looksLike(node: ElementNode, target: ElementNode): boolean {
  if (node.tag !== target.tag || node.uid === null) return false;
  const style = target.attributes['class'];
  if (style !== undefined && style !== '' && node.attributes['class'] === style) return true;
  const text = ownText(target);
  return text !== '' && ownText(node) === text;
}

function ownText({ children }: ElementNode): string {
  return collapseSpace(children.filter((child) => typeof child === 'string').join(' '));
}

export interface MindAct {
  turn: BrowserTurn;
  operation: Operation;
  uid: Uid;
  element: TurnElement | null;
}

/** `left` says why Mind2Web has no operation for the turn. */
export type MindStep = MindAct | { turn: BrowserTurn; left: string };

/**
 * Lists a demonstration's browser turns as Mind2Web's operations. Hovers and Enter are clicks there, distinguished by
 * `original_op`; a click into a field is part of the typing, and a submit after a click or Enter is part of that.
 */
export function listMindSteps(turns: readonly Turn[]): MindStep[] {
  let typed: BrowserTurn | null = null;
  return foldTurns(turns).map(({ turn, part }): MindStep => {
    if (part === 'lead') return { turn, left: 'part of the next action' };
    if (part === 'effect') return { turn, left: 'came of the action before' };
    const { action } = turn;
    // A submit by Enter: Mind2Web's annotators acted on the field.
    const { element } = action.intent === 'submit' && typed?.element ? typed : turn;
    typed = action.intent === 'textInput' ? turn : null;
    const operation = readOperation(turn);
    const uid = element?.uid ?? targetOf(action);
    if (operation === null) return { turn, left: 'Mind2Web has no such operation' };
    return uid === null ? { turn, left: 'no target' } : { turn, operation, uid, element };
  });
}

function readOperation({ action, element }: BrowserTurn): Operation | null {
  const on = {
    tag: element?.tagName.toLowerCase() ?? '',
    type: element?.attributes['type']?.toLowerCase() ?? '',
  };
  return getDefinition(action.intent).formats?.mind2web?.(action as never, on) ?? null;
}

/** Writes `[button]  Search -> CLICK`: role or tag, two spaces, the element's name. */
function writeActionRepr({ element, operation: { op, value } }: MindAct): string {
  const role = element?.role ?? '';
  const kind = role === '' || role === 'generic' ? (element?.tagName.toLowerCase() ?? '') : role;
  const name = (element?.name || element?.textContent || '').replace(/\s+/g, ' ').trim();
  return `[${kind}]  ${name} -> ${op}${op === 'CLICK' ? '' : `: ${value}`}`;
}
