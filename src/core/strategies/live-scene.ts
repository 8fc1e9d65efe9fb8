import { targetOf } from '../action/action.ts';
import { printCall } from '../action/call.ts';
import { CALL_NAMES } from '../action/call-names.ts';
import { NO_UTTERANCE } from '../formats/dmr/query.ts';
import type { TurnCall } from '../formats/dmr/turn-call.ts';
import type { LxmlNode } from '../formats/libxml2/node.ts';
import { readPageTree } from '../formats/libxml2/read-page.ts';
import type { OtrMaterial } from '../formats/otr/prompt.ts';
import type { HistoryEntry } from '../navigator/history.ts';
import type { Seen } from '../navigator/question.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { listHidden } from '../ranking/hidden.ts';
import { inlineFrames } from '../snapshot/inline-frames.ts';
import type { ElementNode } from '../snapshot/node.ts';
import { parsePage } from '../snapshot/parse.ts';
import { UID_ATTRIBUTE } from '../snapshot/snapshot.ts';
import { makeFence } from './fence.ts';
import { describeLive, indexNodes } from './live-document.ts';
import type { Scene, Told } from './scene.ts';

/** As WebLINX: the last turns, the utterances before them, the best candidates (format notes §4). */
const RECENT = 5;
const FIRST_UTTERANCES = 1;
const LAST_UTTERANCES = 5;
const TOP_CANDIDATES = 10;

/** What a round sees, as strategies take it. What nobody can see on the page is left out. */
export function openLiveScene(seen: Seen, takePicture?: Scene['takePicture']): Scene {
  const { observation, history } = seen;
  const { page } = observation;
  const top = page?.frames[0];
  const scroll = top?.scroll ?? { x: 0, y: 0 };
  const tree = observation.root ?? (page ? parsePage(page) : null);
  const { uids: hidden, texts } = tree
    ? listHidden(tree, scroll)
    : { uids: new Set<string>(), texts: [] };
  const candidates = seen.candidates
    .filter((candidate) => !isConcealed(candidate, hidden))
    .map((candidate) => dropHiddenContext(candidate, texts));
  return {
    url: observation.url,
    title: observation.title,
    viewport: top?.viewport ?? null,
    history: history.map(toTold),
    pasts: seen.pasts ?? [],
    hops: seen.hops ?? null,
    readElements: () =>
      // One of its own: the observation's must stay as it is.
      Promise.resolve({ candidates, tree: page ? dropHiddenNodes(parsePage(page), hidden) : null }),
    readOtr() {
      const choices = candidates.slice(0, TOP_CANDIDATES);
      const html = page ? readPageTree(inlineFrames(page)) : null;
      if (html) dropHiddenParts(html, hidden);
      const material = readMaterial(seen, html, choices, tree);
      return Promise.resolve({ material, choices });
    },
    ...(takePicture && { takePicture }),
    live: { fence: makeFence(seen.fence) },
  };
}

/** Fields that pages hide to draw them otherwise are acted on all the same. */
function isConcealed({ uid, tag, role }: Candidate, hidden: ReadonlySet<string>): boolean {
  const isStandIn = tag === 'input' && ['checkbox', 'radio', 'button', 'switch'].includes(role);
  return hidden.has(uid) && !isStandIn;
}

/** Names stay whole: what only assistive technology tells often names a button. */
function dropHiddenContext(candidate: Candidate, texts: readonly string[]): Candidate {
  const { fields } = candidate;
  const shown = texts.reduce((context, text) => context.replaceAll(text, ''), fields.context);
  if (shown === fields.context) return candidate;
  const context = shown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return { ...candidate, fields: { ...fields, context } };
}

function readMaterial(
  { history, observation }: Seen,
  page: LxmlNode | null,
  choices: readonly Candidate[],
  tree: ElementNode | null,
): OtrMaterial {
  const before = history.slice(0, -RECENT);
  const told = before.flatMap((entry, at) =>
    entry.kind === 'said' && entry.speaker === 'instructor' ? [`[${at + 1}] ${entry.text}`] : [],
  );
  // Without any the paper's text comes apart into letters, which helps no model.
  const said = told.length > 0 ? told : [NO_UTTERANCE];
  const most = FIRST_UTTERANCES + LAST_UTTERANCES;
  const viewport = observation.page?.frames[0]?.viewport;
  const nodes = tree ? indexNodes(tree, choices) : null;
  return {
    utterances:
      said.length > most
        ? [...said.slice(0, FIRST_UTTERANCES), ...said.slice(-LAST_UTTERANCES)]
        : said,
    calls: history.slice(-RECENT).map(toCall),
    viewport: {
      height: String(viewport?.height ?? 'None'),
      width: String(viewport?.width ?? 'None'),
    },
    page,
    candidates: choices.map((candidate) => describeLive(candidate, nodes)),
  };
}

function toTold(entry: HistoryEntry): Told {
  if (entry.kind === 'said') return entry;
  const { action, outcome, description } = entry;
  return { kind: 'acted', call: toCall(entry), done: description ?? printCall(action), outcome };
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
  return { name: CALL_NAMES[intent], args };
}

/** A tree that is read for one prompt: it may be changed. */
function dropHiddenParts(root: LxmlNode, hidden: ReadonlySet<string>): void {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const kept: LxmlNode[] = [];
    for (const child of node.children) {
      if (!hidden.has(child.attributes.get(UID_ATTRIBUTE) ?? '')) {
        kept.push(child);
        waiting.push(child);
        continue;
      }
      const before = kept.at(-1);
      if (before) before.tail += child.tail;
      else node.text += child.tail;
    }
    node.children = kept;
  }
}

function dropHiddenNodes(root: ElementNode, hidden: ReadonlySet<string>): ElementNode {
  const isShown = (child: ElementNode | string): boolean =>
    typeof child === 'string' || child.uid === null || !hidden.has(child.uid);
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    node.children = node.children.filter(isShown);
    if (node.shadow) node.shadow.children = node.shadow.children.filter(isShown);
    if (node.content && !isShown(node.content)) node.content = null;
    const below = [...node.children, ...(node.shadow?.children ?? []), node.content];
    for (const child of below) if (child !== null && typeof child !== 'string') waiting.push(child);
  }
  return root;
}
