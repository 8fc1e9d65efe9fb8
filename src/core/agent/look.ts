import type { Uid } from '../action/action.ts';
import type { PageTool } from '../action/page-tool.ts';
import { writeTool } from '../action/page-tool.ts';
import type { Observation } from '../navigator/run/observation.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { makeFence } from '../strategies/fit-prompt.ts';
import { openLiveScene, readShownPart } from '../strategies/live-scene.ts';
import { indexTree, openOutline } from '../strategies/outline.ts';

/** What an agent sees of a page at most, in UTF-16 units: about 15,000 tokens. */
const MAX_TEXT = 60_000;

/** Short names of elements, which stay the same as long as the agent is connected. */
export interface ElementNames {
  /** Names an element, the first time with the next number. */
  name(uid: Uid): string;
  /** Returns null for a name that was never given. */
  find(name: string): Uid | null;
}

export function createElementNames(): ElementNames {
  const names = new Map<Uid, string>();
  const uids = new Map<string, Uid>();
  return {
    name(uid) {
      const known = names.get(uid);
      if (known !== undefined) return known;
      const name = `e${names.size + 1}`;
      names.set(uid, name);
      uids.set(name, uid);
      return name;
    },
    find: (name) => uids.get(name.trim().replace(/^\[|\]$/g, '')) ?? null,
  };
}

interface Look {
  page: Observation;
  /** Best first, or in the order of the page. */
  candidates: readonly Candidate[];
  k: number;
  names: ElementNames;
  /** Random, since it marks what the page says. */
  fence: string;
}

/** Reads ahead what the next look at this page needs of all of it. */
export function prepareLook({ page, root, unseen }: Observation): void {
  const scroll = page?.frames[0]?.scroll;
  if (root && scroll) indexTree(readShownPart(root, scroll, unseen).copy());
}

/** Writes the first `k` candidates with their states and with what they stand in, as prompts do. */
export async function writeLook({ page, candidates, k, names, fence }: Look): Promise<string> {
  const scene = openLiveScene({ observation: page, candidates, history: [], fence, limit: null });
  const { candidates: shown, tree } = await scene.readElements();
  const labelled = shown
    .slice(0, k)
    .map((candidate) => ({ label: names.name(candidate.uid), candidate }));
  const outline = openOutline(tree, labelled);
  const more = shown.length - labelled.length;
  const lines = [
    outline.indent(labelled.length) || '(no elements that can be acted on)',
    ...writeTools(page.tools ?? []),
    ...scene.live.unreadFrames.map((frame) => `(The frame “${frame}” cannot be read.)`),
  ];
  return joinParts([
    fenceText(page, lines.join('\n'), fence),
    more > 0 ? `${more} more elements: look with a query, a larger k, or after scrolling.` : '',
  ]);
}

function writeTools(tools: readonly PageTool[]): string[] {
  if (tools.length === 0) return [];
  return ['Tools of the page, for the action call_tool:', ...tools.map(writeTool)];
}

/** Writes what a page says about a question, in the order of the page. */
export function writePassages(page: Observation, question: string, fence: string): string {
  const scene = openLiveScene({
    ...{ observation: page, candidates: page.candidates, wider: true, fence, limit: null },
    history: [{ kind: 'said', speaker: 'instructor', text: question }],
  });
  const passages = scene.live.readPassages().toSorted((a, b) => a.order - b.order);
  const text = passages.map((passage) => passage.text).join('\n');
  return fenceText(page, text === '' ? '(no text)' : text, fence);
}

function fenceText({ url, title }: Observation, text: string, fence: string): string {
  const { around, rule } = makeFence(fence);
  return `${rule}\n${around(`${title}\n${url}\n${cutText(text)}`)}`;
}

function cutText(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}\n(cut: ask for less)`;
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
