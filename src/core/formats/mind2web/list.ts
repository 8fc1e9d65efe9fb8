import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Screenshot, Turn } from '../../demonstration/demonstration.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { encodeBase64, encodeText } from '../../bytes.ts';
import type { ExportFile } from '../export-file.ts';
import { makeFile, writeAsciiJson, writeJsonList } from '../export-file.ts';
import type { MindOutcome } from './task.ts';
import { describeMindTask, listMindActions } from './task.ts';
import type { MindNode } from './tree.ts';
import { buildMindTree } from './tree.ts';

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>>;
type Describe = (turn: BrowserTurn, next: BrowserTurn | null) => Promise<object>;

/**
 * Yields a demonstration as Mind2Web: `task.json` (a list with this one task, like its `train_*.json`), the raw side files
 * under `task/<annotation_id>/processed/`, and `left-out.json`, the turns that Mind2Web has no operation for. One page or
 * picture at a time is in memory. The files must be read in this order, since `task.json` settles the content of the others.
 *
 * Coordinates are CSS px of the page (viewport plus scroll of the top document); screenshots show the viewport only, unlike
 * Multimodal-Mind2Web's.
 */
export async function* listMind2WebFiles(stored: DemonstrationContent): AsyncGenerator<ExportFile> {
  const content = { ...stored, turns: dropLateEffects(stored.turns) };
  const outcome: MindOutcome = { actions: [], reprs: [], left: [] };
  const folder = `task/${content.demonstration.id}/processed`;
  const make = (path: string, read: () => Chunks): ExportFile => ({ path, compress: true, read });
  const { read, turns } = content;
  yield make('task.json', () => writeTask(content, outcome));
  yield make(`${folder}/screenshot.json`, () =>
    writeStates(turns, outcome, async (turn, next) => {
      const before = await readShot(turn.screenshot, read);
      // The page at rest after the action, if it was saved.
      const own = turn.effect ? await readShot(turn.effect.screenshot, read) : null;
      const after = own ?? (next && (await readShot(next.screenshot, read)));
      return { before: { screenshot: before }, after: { screenshot: after } };
    }),
  );
  const readDom = async (turn: BrowserTurn | null) => {
    const page = turn?.snapshot ? await readPage(read, turn.snapshot) : null;
    return { dom: page && writeDomSnapshot(page) };
  };
  yield make(`${folder}/dom_content.json`, () =>
    writeStates(turns, outcome, async (turn, next) => ({
      before: await readDom(turn),
      after: await readDom(next),
    })),
  );
  for (const turn of outcome.actions) {
    const states = { before: turn, after: findNext(turns, turn) };
    for (const [name, state] of Object.entries(states)) {
      const mhtml = state?.extras?.mhtml;
      const saved = mhtml?.status === 'kept' ? await read(mhtml.file) : null;
      if (saved) yield makeFile(`${folder}/snapshots/${turn.id}_${name}.mhtml`, saved);
    }
  }
  yield make('left-out.json', async function* () {
    yield await Promise.resolve(encodeText(writeAsciiJson(outcome.left, 1)));
  });
}

async function readShot(screenshot: Screenshot, read: ReadContent): Promise<string | null> {
  const image = screenshot.status === 'kept' ? await read(screenshot.image) : null;
  return image && encodeBase64(image);
}

async function* writeTask(content: DemonstrationContent, outcome: MindOutcome): Chunks {
  yield* writeJsonList('[{"actions": [\n', listMindActions(content, outcome));
  // Now its action_reprs and website are known.
  const task = writeAsciiJson(describeMindTask(content, outcome));
  yield encodeText(`, ${task.slice(1)}]\n`);
}

/** Writes one line per action: the state before it and the one after it. */
async function* writeStates(
  turns: readonly Turn[],
  { actions }: MindOutcome,
  describe: Describe,
): Chunks {
  async function* list() {
    for (const turn of actions) {
      yield { action_uid: turn.id, ...(await describe(turn, findNext(turns, turn))) };
    }
  }
  if (actions.length === 0) yield encodeText('[]');
  else yield* writeJsonList('[\n', list());
  yield encodeText('\n');
}

/** Finds the next browser turn with a page: its state before is the result of the turn. */
function findNext(turns: readonly Turn[], turn: BrowserTurn): BrowserTurn | null {
  const browser = turns.filter((one) => one.kind === 'browser');
  return browser.find(({ seq, snapshot }) => seq > turn.seq && snapshot !== null) ?? null;
}

type NodeColumn = 'parentIndex' | 'nodeType' | 'nodeName' | 'nodeValue' | 'backendNodeId';

/**
 * Writes a page in the shape of Chrome's `DOMSnapshot.captureSnapshot`, with indices into `strings`: one document with the
 * frames' documents in it, numbered like `raw_html`; boxes are page coordinates, CSS px.
 */
function writeDomSnapshot(page: PageSnapshot) {
  const [top] = page.frames;
  const scroll = top?.scroll ?? { x: 0, y: 0 };
  const strings: string[] = [];
  const known = new Map<string, number>();
  const intern = (text: string): number => {
    const index = known.get(text) ?? strings.push(text) - 1;
    known.set(text, index);
    return index;
  };
  const nodes: Record<NodeColumn, number[]> & { attributes: number[][] } = {
    ...{ parentIndex: [], nodeType: [], nodeName: [], nodeValue: [], backendNodeId: [] },
    attributes: [],
  };
  const layout = { nodeIndex: new Array<number>(), bounds: new Array<number[]>() };
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
