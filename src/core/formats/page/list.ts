import { printCall } from '../../action/call.ts';
import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type {
  BrowserTurn,
  Demonstration,
  Hash,
  StoredSnapshot,
  Turn,
  Screenshot,
  ScreenshotProof,
} from '../../demonstration/demonstration.ts';
import { findLastRequest, nameDemonstration } from '../../demonstration/name.ts';
import { describeReceipt, listChanges } from '../../navigator/describe.ts';
import { describeTurn } from '../../navigator/describe-turn.ts';
import { toCandidate } from '../../navigator/run/user-action.ts';
import { describeCandidate } from '../../ranking/page/describe-candidate.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { scoreLexical } from '../../ranking/score-lexical.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { Box } from '../../snapshot/snapshot.ts';
import type { ExportFile } from '../export-file.ts';
import { makeFile, makeTextFile } from '../export-file.ts';
import { startOf } from '../weblinx/metadata.ts';
import type { ActionStep, PageModel, PageStep, Absent, Picture, Proof } from './page-model.ts';

/** How many ranked elements a step lists. */
const MOST_RANKED = 10;

/**
 * Yields what the time-travel page holds: first `page.json` (PageModel), then `contents/<hash>` of each screenshot and
 * saved document that it names. The packer makes one HTML file of them, after they were searched for leaks.
 */
export async function* listPageFiles(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  const { demonstration, read } = content;
  const turns = dropLateEffects(content.turns);
  const steps: PageStep[] = [];
  for (const [index, turn] of turns.entries()) {
    steps.push(await describeStep(turn, index, { demonstration, turns, read }));
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

type Sources = Pick<DemonstrationContent, 'demonstration' | 'turns' | 'read'>;

async function describeStep(turn: Turn, index: number, sources: Sources): Promise<PageStep> {
  const { by, at } = turn;
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
  const after = effect?.screenshot ?? { status: 'missing', reason: 'none was taken' };
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
    ranking: await describeRanking(index, toShares, sources),
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

/** Drops documents that the store lost. The page then says that the step has no saved page. */
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

/** Ranks the elements for the last request by words alone; the copilot's own ranker may use a model as well. */
async function describeRanking(
  index: number,
  toShares: (box: Box) => Box,
  { turns, read }: Sources,
): Promise<ActionStep['ranking']> {
  const turn = turns[index];
  if (turn?.kind !== 'browser' || !turn.element || !turn.snapshot) return null;
  const page = await readPage(read, turn.snapshot);
  if (page === null) return null;
  const candidates = listCandidates([parsePage(page)], page.frames[0]?.viewport ?? null);
  const query = { text: findLastRequest(turns.slice(0, index)), intent: null };
  const ranked = scoreLexical(query, candidates).toSorted((a, b) => b.score - a.score);
  const best = ranked.flatMap(({ candidate }, at) => {
    const isTarget = candidate.uid === turn.element?.uid;
    if (at >= MOST_RANKED && !isTarget) return [];
    const text = describeCandidate(candidate, candidates);
    const box = candidate.box && isDrawn(candidate.box) ? toShares(candidate.box) : null;
    return [{ rank: at + 1, uid: candidate.uid, text, box, isTarget }];
  });
  return { best, total: ranked.length };
}

/** Describes a screenshot for the page; `toShares` turns CSS px of the viewport into shares of the picture. */
function describePicture(screenshot: Screenshot, toShares: (box: Box) => Box): Picture | Absent {
  if (screenshot.status === 'pending') return { content: null, reason: 'none was taken' };
  if (screenshot.status === 'missing') return { content: null, reason: screenshot.reason };
  const { image, width, height, proof } = screenshot;
  return { content: image, width, height, proof: describeProof(proof, toShares) };
}

function describeProof(proof: ScreenshotProof, toShares: (box: Box) => Box): Proof {
  const regions: Box[] = [];
  switch (proof.kind) {
    case 'unchanged':
      return {
        level: 'verified',
        sentence: 'Nothing on the page changed between the screenshot and the action.',
        regions,
      };
    case 'ring': {
      const rest = proof.live
        ? 'Only animated content can have moved since.'
        : 'Nothing on the page changed in between.';
      const sentence = `Filmed ${describeAge(proof.ageMs)} before the action. ${rest}`;
      return { level: 'verified', sentence, regions };
    }
    case 'differs':
      return {
        level: 'verified',
        sentence:
          'Between the screenshot and the action, the page changed only in the dotted places.',
        regions: proof.regions.map(toShares),
      };
    case 'told': {
      const who = proof.by === 'annotator' ? 'An annotator chose' : 'The imported file names';
      return {
        level: 'claimed',
        sentence: `${who} this screenshot; it was not verified.`,
        regions,
      };
    }
    case 'stale': {
      const side = proof.ageMs < 0 ? 'after' : 'before';
      const sentence = `Taken ${describeAge(proof.ageMs)} ${side} the action: ${proof.reason}.`;
      return { level: 'late', sentence, regions };
    }
  }
}

function describeAge(ms: number): string {
  const age = Math.abs(ms);
  return age < 1000 ? `${Math.round(age)} ms` : `${(age / 1000).toFixed(1)} s`;
}
