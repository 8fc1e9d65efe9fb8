import { printCall } from '../../action/call.ts';
import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { decodeBoxes } from '../../demonstration/content.ts';
import type {
  BrowserTurn,
  Demonstration,
  Hash,
  StoredSnapshot,
  Turn,
} from '../../demonstration/demonstration.ts';
import { nameDemonstration } from '../../demonstration/name.ts';
import { describeReceipt, listChanges } from '../../navigator/describe.ts';
import { describeTurn } from '../../navigator/describe-turn.ts';
import { toCandidate } from '../../navigator/run/user-action.ts';
import type { Box } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { ExportFile } from '../export-file.ts';
import { makeFile, makeTextFile } from '../export-file.ts';
import type { CandidateDocument } from '../dmr/record.ts';
import { listRankedRecords } from '../training/rank-turn.ts';
import { startOf } from '../weblinx/metadata.ts';
import type { ReplayView } from '../weblinx/replay.ts';
import { openReplay } from '../weblinx/replay.ts';
import { describePicture } from './describe-proof.ts';
import type { ActionStep, PageModel, PageStep } from './page-model.ts';

/** How many ranked elements a step lists. */
const MOST_RANKED = 10;

/**
 * Yields what the time-travel page holds: first `page.json` (PageModel), then `contents/<hash>` of each screenshot and
 * saved document that it names. The packer makes one HTML file of them, after they were searched for leaks.
 */
export async function* listPageFiles(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  const { demonstration, read } = content;
  const turns = dropLateEffects(content.turns);
  const view = await openReplay({ ...content, turns });
  const steps: PageStep[] = [];
  for (const [index, turn] of turns.entries()) {
    steps.push(await describeStep(turn, index, { demonstration, turns, read, view }));
  }
  const model = describeRecording(demonstration, turns, steps);
  yield makeTextFile('page.json', JSON.stringify(model));
  const seen = new Set<Hash>();
  for (const { hash, compress } of listContents(steps)) {
    const bytes = seen.has(hash) ? null : await read(hash);
    seen.add(hash);
    if (bytes) yield makeFile(`contents/${hash}`, bytes, compress);
  }
}

function* listContents(steps: readonly PageStep[]): Generator<{ hash: Hash; compress: boolean }> {
  for (const step of steps) {
    if (step.kind === 'talk') continue;
    for (const { content } of [step.before, step.after]) {
      if (content !== null) yield { hash: content, compress: false };
    }
    for (const { content } of step.frames) yield { hash: content, compress: true };
  }
}

function describeRecording(
  demonstration: Demonstration,
  turns: readonly Turn[],
  steps: PageStep[],
): PageModel {
  const { annotator, tasks, outcome, project, tags, notes } = demonstration.form;
  const facts: [string, string | undefined][] = [
    ['Annotator', annotator],
    ['Tasks', tasks.join(', ')],
    ['Outcome', outcome],
    ['Project', project],
    ['Tags', tags?.join(', ')],
    ['Notes', notes],
  ];
  return {
    title: nameDemonstration(demonstration, turns) || 'Demonstration',
    startedAt: new Date(startOf(demonstration)).toISOString(),
    recorder: demonstration.recorder,
    facts: facts.flatMap(([label, value]) => (value ? [[label, value]] : [])),
    steps,
  };
}

type Sources = Pick<DemonstrationContent, 'demonstration' | 'turns' | 'read'> & {
  view: ReplayView;
};

async function describeStep(turn: Turn, index: number, sources: Sources): Promise<PageStep> {
  const { id, by, at } = turn;
  const seconds = (at - startOf(sources.demonstration)) / 1000;
  const base = { turn: index, by, seconds };
  if (turn.kind === 'say') {
    const { speaker, utterance } = turn.action;
    return { ...base, kind: 'talk', speaker, text: utterance };
  }
  const toShares = makeShares(turn);
  const { action, element, metadata, effect, snapshot, causedBy, refused = [] } = turn;
  const cause = sources.turns.findIndex((other) => other.id === causedBy);
  const hasPointer = action.intent === 'click' || action.intent === 'hover';
  const after = effect?.screenshot ?? { status: 'missing', reason: 'It was not taken.' };
  return {
    ...{ ...base, kind: 'action', text: describeTurn(turn), call: printCall(action) },
    url: metadata.url,
    before: describePicture(turn.screenshot, toShares),
    after: describePicture(after, toShares),
    element: element && {
      ...{ uid: element.uid, name: element.name, role: element.role, xpath: element.xpath },
      tag: element.tagName.toLowerCase(),
      box: isDrawn(element.box) ? toShares(element.box) : null,
    },
    pointer: hasPointer ? toPoint(metadata, toShares) : null,
    frames: await listFrames(snapshot, sources.read),
    receipt: describeOutcome(turn),
    ranking: await describeRanking(id, snapshot, toShares, sources),
    causedBy: cause === -1 ? null : cause,
    refused: refused.map(printCall),
  };
}

/** The screenshot shows the viewport, so a box in CSS px is a share of it. */
function makeShares({ metadata }: BrowserTurn): (box: Box) => Box {
  const { viewportWidth: width, viewportHeight: height } = metadata;
  const [x, y] = [width > 0 ? 1 / width : 0, height > 0 ? 1 / height : 0];
  return (box) => ({
    x: round(box.x * x),
    y: round(box.y * y),
    width: round(box.width * x),
    height: round(box.height * y),
  });
}

/** A hundred-thousandth is finer than a pixel of any screen. */
function round(share: number): number {
  return Math.round(share * 100_000) / 100_000;
}

function isDrawn({ width, height }: Box): boolean {
  return width > 0 && height > 0;
}

function toPoint(
  { mouseX, mouseY }: BrowserTurn['metadata'],
  toShares: (box: Box) => Box,
): ActionStep['pointer'] {
  if (!Number.isFinite(mouseX) || !Number.isFinite(mouseY)) return null;
  const { x, y } = toShares({ x: mouseX, y: mouseY, width: 0, height: 0 });
  return { x, y };
}

/** Drops documents that the store has lost; the page then says that there is none. */
async function listFrames(
  snapshot: StoredSnapshot | null,
  read: DemonstrationContent['read'],
): Promise<ActionStep['frames']> {
  const frames: ActionStep['frames'] = [];
  for (const frame of snapshot?.frames ?? []) {
    if ((await read(frame.html)) === null) continue;
    frames.push({
      ...{ id: frame.frameId, parent: frame.parentFrameId, owner: frame.ownerUid },
      ...{ content: frame.html, root: frame.root?.attributes ?? {} },
      ...{ width: frame.viewport.width, height: frame.viewport.height, scroll: frame.scroll },
    });
  }
  return frames;
}

function describeOutcome({ receipt, element }: BrowserTurn): ActionStep['receipt'] {
  if (!receipt) return null;
  const unknown = { text: '', placeholder: '', key: '' };
  const target =
    element && toCandidate({ ...element, ...unknown, tag: element.tagName.toLowerCase() });
  const lines = receipt.verdict === 'changed' ? listChanges(receipt, target) : [];
  return {
    verdict: receipt.verdict,
    lines: lines.length > 0 ? lines : [describeReceipt(receipt, target)],
  };
}

/** Ranks the elements by words, as the training formats do; the copilot's own ranker may use a model as well. */
async function describeRanking(
  id: string,
  snapshot: StoredSnapshot | null,
  toShares: (box: Box) => Box,
  { view, read }: Sources,
): Promise<ActionStep['ranking']> {
  const at = view.turnIds.indexOf(id);
  const records = at === -1 ? [] : await listRankedRecords(view, at);
  if (records.length === 0) return null;
  const best = records.toSorted((a, b) => a.rank - b.rank).slice(0, MOST_RANKED);
  const target = records.find(({ label }) => label === 1);
  const listed = target && !best.includes(target) ? [...best, target] : best;
  const boxes = await readBoxes(snapshot, read);
  return {
    total: records.length,
    best: listed.map(({ uid, rank, elem_dict, label }) => {
      const box = boxes.get(uid);
      return {
        ...{ rank, uid, text: describeDocument(elem_dict), isTarget: label === 1 },
        box: box && isDrawn(box) ? toShares(box) : null,
      };
    }),
  };
}

const UID = new RegExp(`${UID_ATTRIBUTE}='[^']*'`);

/** The element in one line; its first attributes are the shortest, which name it. */
function describeDocument({ tag, text, attributes }: CandidateDocument): string {
  const words = text.replace(/\s+/g, ' ').trim();
  const named = attributes.replace(UID, '').trim();
  return `${tag} ${words === '' ? named : `“${words}”`}`.trim();
}

async function readBoxes(
  snapshot: StoredSnapshot | null,
  read: DemonstrationContent['read'],
): Promise<ReadonlyMap<string, Box>> {
  const boxes = new Map<string, Box>();
  for (const frame of snapshot?.frames ?? []) {
    // Boxes of a frame without a place count from its own corner, but for an imported top frame.
    if (frame.place === null && frame !== snapshot?.frames[0]) continue;
    const bytes = await read(frame.boxes);
    for (const [uid, box] of Object.entries((bytes && decodeBoxes(bytes)) ?? {})) {
      boxes.set(uid, box);
    }
  }
  return boxes;
}
