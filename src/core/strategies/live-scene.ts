import type { Uid } from '../action/action.ts';
import { getDefinition, targetOf } from '../action/action.ts';
import { printCall } from '../action/call.ts';
import type { TurnCall } from '../formats/dmr/query.ts';
import type { HistoryEntry } from '../navigator/run/history.ts';
import type { ModelContext } from '../navigator/model/question.ts';
import { listUnreadFrames } from '../navigator/run/observation.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { listHidden } from '../ranking/page/hidden.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import { parsePage } from '../snapshot/parse.ts';
import { makeFence } from './fit-prompt.ts';
import type { Passage } from './passages.ts';
import { choosePassages } from './passages.ts';
import type { LiveScene, Scene, SceneEvent } from './strategy.ts';

/** As in WebLINX: the last turns, and the first and last utterances (format notes §4). */
const RECENT_TURNS_SHOWN = 5;
const LAST_UTTERANCES = 4;
/** Elements shown if the ranker cannot say how many are enough … */
const DEFAULT_SHOWN = 10;
/** … and after the model said that it lacks something. */
const WIDE_SHOWN = 40;
/** Of the best elements: beside these the page's text tells most. */
const NEAREST = 3;
/** As many as are enough where the ranker is rather sure. */
const SURE_SHOWN = 5;
/** Letters of the page's text that were not shown, for which it is worth to ask again. */
const MIN_EXTRA_LETTERS = 400;
/** Of the last actions, those whose elements are shown again: what was typed in is often pressed in next. */
const RECENT_TARGETS = 2;
/** Of a tool; the outcome quotes it as a whole. UTF-16 units. */
const MAX_SHORT_ANSWER = 80;

/** The observation of a run as input of strategies, without invisible parts of the page. */
export function openLiveScene(seen: ModelContext, takePicture?: Scene['takePicture']): LiveScene {
  const { observation, wider = false } = seen;
  const { page } = observation;
  const top = page?.frames[0];
  const scroll = top?.scroll ?? { x: 0, y: 0 };
  const tree = observation.root ?? (page ? parsePage(page) : null);
  const shownPart = tree && readShownPart(tree, scroll, observation.unseen);
  const { uids: hidden, texts } = shownPart?.hidden ?? NOTHING_HIDDEN;
  const present = new Set(observation.candidates.map(({ uid }) => uid));
  const history = dropOtherPages(seen.history, present);
  const offered = wider
    ? [...seen.candidates.slice(0, WIDE_SHOWN), ...(seen.leaves ?? [])]
    : seen.candidates;
  const candidates = offered
    .filter((candidate) => !isConcealed(candidate, hidden))
    .map((candidate) => dropHiddenContext(candidate, texts));
  const shown = wider ? offered.length : (seen.enough ?? DEFAULT_SHOWN);
  const readTree = (): ElementNode | null => (page && shownPart ? shownPart.copy() : null);
  const last = history.findLast(isInstructorMessage);
  const asked = last?.kind === 'said' ? last.text : '';
  const readPassages = (wide: boolean): Passage[] => {
    const root = readTree();
    if (!root) return [];
    const isSure = shown <= SURE_SHOWN;
    const near = candidates.slice(0, NEAREST).map(({ uid }) => uid);
    return choosePassages(root, { asked, wide, near, isSure });
  };
  return {
    url: observation.url,
    title: observation.title,
    viewport: top?.viewport ?? null,
    history: history.map(toSceneEvent),
    pasts: seen.pasts ?? [],
    hops: seen.hops ?? null,
    readElements: () =>
      Promise.resolve({ candidates: bringForward(candidates, shown, history), tree: readTree() }),
    ...(takePicture && { takePicture }),
    live: {
      fence: makeFence(seen.fence),
      shown: Math.min(candidates.length, shown),
      wider,
      before: seen.before ?? [],
      tools: observation.tools ?? [],
      unreadFrames: tree ? listUnreadFrames(tree, hidden) : [],
      hasMore: () =>
        !wider &&
        seen.limit === null &&
        (candidates.length > shown ||
          countLetters(readPassages(true)) - countLetters(readPassages(false)) >=
            MIN_EXTRA_LETTERS),
      scroll,
      earlier: listEarlier(history),
      recent: listRecent(history, present),
      readPassages: () => readPassages(wider),
    },
  };
}

/** What a person can see of a page. */
interface ShownPart {
  hidden: ReturnType<typeof listHidden>;
  /** The tree without what is hidden; always the same one. */
  copy: () => ElementNode;
}

const NOTHING_HIDDEN: ShownPart['hidden'] = { uids: new Set(), texts: [] };

/** Of pages that are looked at again and again without a change. */
const shownParts = new WeakMap<ElementNode, ShownPart & { of: readonly unknown[] }>();

/** Reads the visible part of a page; again only if something of it has changed. */
export function readShownPart(
  tree: ElementNode,
  scroll: { x: number; y: number },
  unseen: ReadonlySet<Uid> | undefined,
): ShownPart {
  const of = [scroll.x, scroll.y, unseen];
  const known = shownParts.get(tree);
  if (known?.of.every((each, at) => each === of[at])) return known;
  const hidden = listHidden(tree, scroll, unseen);
  const part = { of, hidden, copy: once(() => copyShownNodes(tree, hidden.uids)) };
  shownParts.set(tree, part);
  return part;
}

function countLetters(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}

function once<T>(read: () => T): () => T {
  let known: { value: T } | null = null;
  return () => (known ??= { value: read() }).value;
}

/** What was last acted on takes the last places of those shown, unless it is among them. */
function bringForward(
  candidates: readonly Candidate[],
  shown: number,
  history: readonly HistoryEntry[],
): readonly Candidate[] {
  const acted = history
    .flatMap((entry) => (entry.kind === 'acted' ? [targetOf(entry.action)] : []))
    .slice(-RECENT_TARGETS);
  const late = candidates.slice(shown).filter(({ uid }) => acted.includes(uid));
  if (late.length === 0) return candidates;
  const rest = candidates.filter((candidate) => !late.includes(candidate));
  const before = Math.max(0, shown - late.length);
  return [...rest.slice(0, before), ...late, ...rest.slice(before)];
}

/** Fields that pages hide to draw them otherwise are acted on all the same. */
function isConcealed({ uid, tag, role }: Candidate, hidden: ReadonlySet<string>): boolean {
  const isStandIn = tag === 'input' && ['checkbox', 'radio', 'button', 'switch'].includes(role);
  return hidden.has(uid) && !isStandIn;
}

/**
 * Names stay whole: what only assistive technology tells often names a button. A label that a nameless field borrows
 * from its surroundings doesn't.
 */
function dropHiddenContext(candidate: Candidate, texts: readonly string[]): Candidate {
  const { fields } = candidate;
  const dropTexts = (from: string): string =>
    texts.reduce((left, text) => left.replaceAll(text, ''), from);
  const shown = dropTexts(fields.context);
  const label = fields.name === '' ? dropTexts(fields.label).trim() : fields.label;
  if (shown === fields.context && label === fields.label) return candidate;
  const context = shown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return { ...candidate, fields: { ...fields, label, context } };
}

function isInstructorMessage(entry: HistoryEntry): boolean {
  return entry.kind === 'said' && entry.speaker === 'instructor';
}

/** Of the first utterance and the last ones those that are not among the last turns. */
function listEarlier(history: readonly HistoryEntry[]): string[] {
  const said = history.flatMap((entry, at) =>
    entry.kind === 'said' && isInstructorMessage(entry) ? [{ at, text: entry.text }] : [],
  );
  const last = Math.max(1, said.length - LAST_UTTERANCES);
  const asked = said.at(-1)?.at ?? 0;
  return [...said.slice(0, 1), ...said.slice(last)]
    .filter(({ at }) => at < history.length - RECENT_TURNS_SHOWN && at !== asked)
    .map(({ at, text }) => `[${at + 1}] ${text}`);
}

/** Without what the copilot did for earlier requests to elements that are not on this page. */
function dropOtherPages(
  history: readonly HistoryEntry[],
  present: ReadonlySet<string>,
): readonly HistoryEntry[] {
  const asked = findRequest(history);
  return history.filter((entry, at) => {
    const isByInstructor = entry.kind === 'acted' && entry.byInstructor;
    return at > asked || isByInstructor || !isGone(entry, present);
  });
}

/** Where the present request was made first: a run that goes on after a break repeats it. */
function findRequest(history: readonly HistoryEntry[]): number {
  const said = history.flatMap((entry, at) =>
    entry.kind === 'said' && entry.speaker === 'instructor' ? [{ at, text: entry.text }] : [],
  );
  const last = said.at(-1);
  const before = said.findLast(({ text }) => text !== last?.text);
  return said.find(({ at }) => at > (before?.at ?? -1))?.at ?? -1;
}

function isGone(entry: HistoryEntry, present: ReadonlySet<string>): boolean {
  const uid = entry.kind === 'acted' ? targetOf(entry.action) : null;
  return uid !== null && !present.has(uid);
}

/** Elements that are gone go by their names. */
function listRecent(
  history: readonly HistoryEntry[],
  present: ReadonlySet<string>,
): (TurnCall | string)[] {
  const asked = history.findLastIndex(isInstructorMessage);
  const from = Math.max(0, history.length - RECENT_TURNS_SHOWN);
  return history.flatMap((entry, at) => {
    if (at < from || at === asked) return [];
    const name = entry.kind === 'acted' && isGone(entry, present) ? entry.description : undefined;
    return [name ?? toCall(entry)];
  });
}

function toSceneEvent(entry: HistoryEntry): SceneEvent {
  if (entry.kind === 'said') return entry;
  const { action, outcome, description, receipt } = entry;
  const answer = receipt?.tool?.text ?? '';
  const isWhole = answer.length <= MAX_SHORT_ANSWER;
  const done = description ?? printCall(action);
  return { kind: 'acted', call: toCall(entry), done, outcome, ...(!isWhole && { answer }) };
}

function toCall(entry: HistoryEntry): TurnCall {
  if (entry.kind === 'said') {
    return { name: 'say', args: { speaker: entry.speaker, utterance: entry.text } };
  }
  const { intent, ...rest } = entry.action;
  const given = Object.entries(rest).filter(([name, value]) => name !== 'uid' && value !== null);
  const uid = targetOf(entry.action);
  // Behind the others, as WebLINX prints calls.
  const args = { ...Object.fromEntries(given), ...(uid !== null && { uid }) };
  return { name: getDefinition(intent).call, args };
}

/** Copies a tree without its hidden nodes. The observation's own tree stays as it is, and parsing takes longer. */
function copyShownNodes(root: ElementNode, hidden: ReadonlySet<string>): ElementNode {
  const waiting: { from: ElementNode; to: ElementNode }[] = [];
  const copy = (from: ElementNode, parent: ElementNode | null): ElementNode => {
    const to = { ...from, parent };
    waiting.push({ from, to });
    return to;
  };
  const isShown = ({ uid }: ElementNode): boolean => uid === null || !hidden.has(uid);
  const copyAll = (children: ElementNode['children'], parent: ElementNode) =>
    children.flatMap((child) => {
      if (typeof child === 'string') return child;
      return isShown(child) ? copy(child, parent) : [];
    });
  const top = copy(root, root.parent);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { from, to } = next;
    to.children = copyAll(from.children, to);
    if (from.shadow) to.shadow = { ...from.shadow, children: copyAll(from.shadow.children, to) };
    to.content = from.content && isShown(from.content) ? copy(from.content, to) : null;
  }
  return top;
}
