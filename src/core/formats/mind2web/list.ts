import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Screenshot, Turn } from '../../demonstration/demonstration.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { encodeBase64 } from '../bytes.ts';
import type { ExportFile } from '../export-file.ts';
import { writeAsciiJson } from '../export-file.ts';
import type { MindOutcome } from './task.ts';
import { describeMindTask, listMindActions } from './task.ts';
import type { MindNode } from './tree.ts';
import { buildMindTree } from './tree.ts';

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/**
 * A demonstration as Mind2Web: `task.json` (a list with this one task, as its `train_*.json` hold
 * them), the raw side files under `task/<annotation_id>/processed/`, and `left-out.json`, the turns
 * that Mind2Web has no operation for. One page or picture at a time is in memory. Files are to be read
 * in this order: `task.json` settles what the others hold.
 *
 * Coordinates in all of them are CSS px of the page (viewport plus scroll of the top document);
 * screenshots show the viewport only, unlike Multimodal-Mind2Web's.
 */
export async function* listMind2WebFiles(kept: DemonstrationContent): AsyncGenerator<ExportFile> {
  const content = { ...kept, turns: dropLateEffects(kept.turns) };
  const outcome: MindOutcome = { actions: [], reprs: [], left: [] };
  const folder = `task/${content.demonstration.id}/processed`;
  const make = (path: string, read: () => Chunks): ExportFile => ({ path, compress: true, read });
  const { read } = content;
  yield make('task.json', () => writeTask(content, outcome));
  yield make(`${folder}/screenshot.json`, () =>
    writeStates(content, outcome, {
      before: async ({ screenshot }) => ({ screenshot: await readShot(screenshot, read) }),
      // The page at rest after the action, where that was kept.
      after: async (next, { effect }) => {
        const own = effect ? await readShot(effect.screenshot, read) : null;
        return { screenshot: own ?? (next && (await readShot(next.screenshot, read))) };
      },
    }),
  );
  const writeDom = async (turn: BrowserTurn | null) => {
    const page = turn?.snapshot ? await readPage(read, turn.snapshot) : null;
    return { dom: page && writeDomSnapshot(page) };
  };
  yield make(`${folder}/dom_content.json`, () =>
    writeStates(content, outcome, { before: writeDom, after: writeDom }),
  );
  for (const turn of outcome.actions) {
    const states = { before: turn, after: findNext(content.turns, turn) };
    for (const [name, state] of Object.entries(states)) {
      const mhtml = state?.extras?.mhtml;
      const saved = mhtml?.status === 'kept' ? await read(mhtml.file) : null;
      const path = `${folder}/snapshots/${turn.id}_${name}.mhtml`;
      if (saved) yield { path, compress: true, read: () => [saved] };
    }
  }
  yield make('left-out.json', async function* () {
    await Promise.resolve();
    yield encode(writeAsciiJson(outcome.left, 1));
  });
}

/** In base64; null when it was not kept. */
async function readShot(screenshot: Screenshot, read: ReadContent): Promise<string | null> {
  const image = screenshot.status === 'kept' ? await read(screenshot.image) : null;
  return image && encodeBase64(image);
}

async function* writeTask(content: DemonstrationContent, outcome: MindOutcome): Chunks {
  let before = '[{"actions": [\n';
  for await (const action of listMindActions(content, outcome)) {
    yield encode(before + writeAsciiJson(action));
    before = ',\n';
  }
  // Its action_reprs and website are known only now.
  const task = writeAsciiJson(describeMindTask(content, outcome));
  yield encode(`${outcome.actions.length === 0 ? before : '\n'}], ${task.slice(1)}]\n`);
}

interface Describe {
  before: (turn: BrowserTurn) => Promise<Record<string, unknown>>;
  /** `next` is the next browser turn with a page, null when there is none. */
  after: (next: BrowserTurn | null, turn: BrowserTurn) => Promise<Record<string, unknown>>;
}

/** One line per action: the state before it and the one after it. */
async function* writeStates(
  { turns }: DemonstrationContent,
  { actions }: MindOutcome,
  describe: Describe,
): Chunks {
  let before = '[\n';
  for (const turn of actions) {
    const entry = {
      action_uid: turn.id,
      before: await describe.before(turn),
      after: await describe.after(findNext(turns, turn), turn),
    };
    yield encode(before + writeAsciiJson(entry));
    before = ',\n';
  }
  yield encode(actions.length === 0 ? '[]\n' : '\n]\n');
}

/** The next browser turn with a page: its state before is what the turn led to. */
function findNext(turns: readonly Turn[], turn: BrowserTurn): BrowserTurn | null {
  const at = turns.indexOf(turn);
  for (const next of turns.slice(at + 1)) {
    if (next.kind === 'browser' && next.snapshot !== null) return next;
  }
  return null;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/**
 * A page in the shape of Chrome's `DOMSnapshot.captureSnapshot`: indices into `strings`. One document
 * with the frames' documents in it, numbered like `raw_html`; boxes are page coordinates, CSS px.
 */
export interface DomSnapshot {
  documents: [
    {
      documentURL: number;
      title: number;
      scrollOffsetX: number;
      scrollOffsetY: number;
      nodes: {
        parentIndex: number[];
        nodeType: number[];
        nodeName: number[];
        nodeValue: number[];
        backendNodeId: number[];
        attributes: number[][];
      };
      layout: { nodeIndex: number[]; bounds: number[][] };
    },
  ];
  strings: string[];
}

function writeDomSnapshot(page: PageSnapshot): DomSnapshot {
  const [top] = page.frames;
  const scroll = top?.scroll ?? { x: 0, y: 0 };
  const strings: string[] = [];
  const known = new Map<string, number>();
  const intern = (text: string): number => {
    const index = known.get(text) ?? strings.push(text) - 1;
    known.set(text, index);
    return index;
  };
  const nodes: DomSnapshot['documents'][0]['nodes'] = {
    parentIndex: [],
    nodeType: [],
    nodeName: [],
    nodeValue: [],
    backendNodeId: [],
    attributes: [],
  };
  const layout: DomSnapshot['documents'][0]['layout'] = { nodeIndex: [], bounds: [] };
  const waiting: { node: MindNode; parent: number }[] = [
    { node: buildMindTree(parsePage(page), scroll), parent: -1 },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent } = next;
    const { element } = node;
    const index = nodes.parentIndex.push(parent) - 1;
    nodes.nodeType.push(element ? 1 : 3);
    nodes.nodeName.push(intern(element ? element.tag.toUpperCase() : '#text'));
    nodes.nodeValue.push(element ? -1 : intern(node.text));
    nodes.backendNodeId.push(Number(node.id));
    const attributes = element ? Object.entries(element.attributes) : [];
    nodes.attributes.push(attributes.flatMap(([name, value]) => [intern(name), intern(value)]));
    const box = element?.box;
    if (box) {
      layout.nodeIndex.push(index);
      layout.bounds.push([box.x + scroll.x, box.y + scroll.y, box.width, box.height]);
    }
    for (const child of node.children.toReversed()) waiting.push({ node: child, parent: index });
  }
  const [documentURL, title] = [intern(top?.url ?? ''), intern(top?.title ?? '')];
  const place = { documentURL, title, scrollOffsetX: scroll.x, scrollOffsetY: scroll.y };
  return { documents: [{ ...place, nodes, layout }], strings };
}
