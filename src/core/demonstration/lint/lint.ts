import type { Uid } from '../../action/action.ts';
import { getDefinition, joinContents, needsElement, targetOf } from '../../action/action.ts';
import { hasValidChecksum } from '../checksum.ts';
import type { DemonstrationContent, HasContent, ReadContent } from '../content.ts';
import { decodeBoxes } from '../content.ts';
import type { BrowserTurn, ScreenshotProof, Turn, Hash, StoredFrame } from '../demonstration.ts';
import { isMasked, isSecretField } from '../secrets/secret-fields.ts';
import type { TurnElement } from '../turn-element.ts';
import type { LintFinding, RuleFinding } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';
import type { LintPageFacts } from './page-bytes.ts';
import { readPageBytes } from './page-bytes.ts';
import { collectPageFacts } from './page-facts.ts';

/**
 * Checks a demonstration against what dataset tools need (weblinx-format.md §2.2) and what the product promises. Findings
 * about the whole come first; pages are read one turn at a time, so stopping the iteration stops the reading.
 */
export async function* lintDemonstration(
  content: DemonstrationContent,
): AsyncGenerator<LintFinding> {
  yield* lintRecording(content);
  const lint = createTurnLint(content.read, content.holds);
  for (const turn of content.turns) yield* await lint(turn);
}

/** Creates a check of single turns, which remembers the content it read last. */
export function createTurnLint(
  read: ReadContent,
  holds: HasContent = async (hash) => (await read(hash)) !== null,
): (turn: Turn) => Promise<LintFinding[]> {
  const readFrame = createFrameReader(read);
  const hasImage = memoize(holds);
  async function check(turn: Turn): Promise<RuleFinding[]> {
    const damaged = hasValidChecksum(turn) ? [] : [reportError('turn-damaged')];
    if (turn.kind === 'say') return [...damaged, ...lintTexts(turn)];
    const stored = turn.snapshot?.frames ?? [];
    const frames = await Promise.all(stored.map((frame, index) => readFrame(frame, index === 0)));
    const { screenshot } = turn;
    const isLost = screenshot.status === 'kept' && !(await hasImage(screenshot.image));
    return [
      ...damaged,
      ...lintPage(turn, frames),
      ...lintTarget(turn, frames),
      ...lintScreenshot(turn, isLost),
      ...lintTexts(turn),
    ];
  }
  return async (turn) => {
    const findings = await check(turn);
    return findings.map((finding) => ({ turnId: turn.id, ...finding }));
  };
}

/** Checks the demonstration as a whole: it has content, and its turns are consistent. */
export function* lintRecording({
  demonstration,
  turns,
}: DemonstrationContent): Generator<LintFinding> {
  if (turns.length === 0) yield { turnId: null, ...reportError('empty') };
  else if (!turns.some(({ kind }) => kind === 'browser')) {
    yield { turnId: null, ...reportWarning('no-actions') };
  }
  if (demonstration.state !== 'stopped') yield { turnId: null, ...reportWarning('not-stopped') };
  const ids = new Set(turns.map((turn) => turn.id));
  const seen = new Set<string>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const turn of turns) {
    const turnId = turn.id;
    const isCaused = turn.kind === 'browser' && turn.causedBy !== null;
    if (seen.has(turnId)) yield { turnId, ...reportError('duplicate-turn') };
    if (turn.demonstrationId !== demonstration.id) {
      yield { turnId, ...reportError('foreign-turn') };
    }
    if (!(turn.at >= latest)) yield { turnId, ...reportError('disorder') };
    if (isCaused && !ids.has(turn.causedBy ?? '')) {
      yield { turnId, ...reportWarning('lost-cause') };
    }
    seen.add(turnId);
    if (turn.at > latest) latest = turn.at;
  }
}

type Findings = Generator<RuleFinding>;

/** Checks the saved page; `frames` are its reports, the top frame first. */
function* lintPage(turn: BrowserTurn, frames: readonly FrameReport[]): Findings {
  const { action, snapshot } = turn;
  if (snapshot === null) {
    if (needsElement(action.intent)) yield reportError('page-missing');
    else if (getDefinition(action.intent).arguments['uid'] || action.intent === 'dialog') {
      yield reportWarning('page-missing');
    }
    return;
  }
  const top = frames[0]?.html;
  if (!top) yield reportError('page-lost');
  else if (top.empty) yield reportError('page-empty');
  else if (!top.headed) yield reportWarning('page-headless');
  if (frames.slice(1).some(({ html }) => html === null)) yield reportWarning('frame-lost');
  if (frames.some(({ boxes }) => !boxes?.readable)) yield reportError('boxes-lost');
  if (frames.some(({ boxes }) => boxes?.broken)) yield reportError('box-broken');
  if (hasRepeatedUid(frames)) yield reportError('uid-repeated');
  if (frames.some(({ html }) => html && html.exposed > 0)) yield reportError('secret-in-page');
  if (!snapshot.exact) yield reportWarning('page-late');
}

/** Within a frame, or across the frames of the page. */
function hasRepeatedUid(frames: readonly FrameReport[]): boolean {
  const read = frames.flatMap(({ html }) => html ?? []);
  const uids = read.length > 1 ? read.flatMap((html) => [...html.uids()]) : [];
  return read.some(({ repeated }) => repeated > 0) || new Set(uids).size < uids.length;
}

/** libxml2, which dataset tools parse pages with, drops what is nested deeper than 255 levels. */
const MAX_DEPTH = 250;

/** Checks that the element acted on is known, in the saved page, and has a box. */
function* lintTarget({ action, element }: BrowserTurn, frames: readonly FrameReport[]): Findings {
  if (element === null) {
    if (needsElement(action.intent)) yield reportError('no-target');
    return;
  }
  const { name, box } = element;
  const uid = targetOf(action);
  if (uid !== null && uid !== element.uid) yield reportError('target-mixed-up', name);
  yield* checkPresence(element, frames);
  const isFinite = [box.x, box.y, box.width, box.height].every(Number.isFinite);
  if (!isFinite || box.width <= 0 || box.height <= 0) yield reportError('target-no-box', name);
}

function* checkPresence(element: TurnElement, frames: readonly FrameReport[]): Findings {
  const readable = frames.filter(({ html }) => html !== null);
  if (readable.length === 0) return;
  const tag = readable
    .filter(({ frameId }) => frameId === element.frameId)
    .map(({ html, rootUid }) => (rootUid === element.uid ? 'html' : html?.tagOf(element.uid)))
    .find((found) => found !== undefined);
  if (tag === undefined) yield reportError('target-not-in-page', element.name);
  else if (tag !== element.tagName.toLowerCase()) {
    yield reportError('target-differs', element.name, tag);
  } else if (element.xpath.split('/').length > MAX_DEPTH) {
    yield reportWarning('target-too-deep', element.name, MAX_DEPTH);
  }
}

/** Checks utterances, typed texts, addresses and secrets. */
export function* lintTexts(turn: Turn): Findings {
  const text = joinContents(turn.action);
  if (text !== null && /\p{Surrogate}/u.test(text)) yield reportWarning('broken-text');
  if (turn.kind === 'say') {
    if (turn.action.utterance.trim() === '') yield reportError('empty-utterance');
    return;
  }
  const { action, element } = turn;
  if (action.intent === 'load' && !URL.canParse(action.url)) yield reportError('no-address');
  if (element === null || !isSecretField(element.tagName, element.attributes)) return;
  const isHidden = isMasked(text ?? '') && isMasked(element.attributes['value'] ?? '');
  if (!isHidden) yield reportError('secret', element.name);
}

/** Checks the screenshot of the state before the action; a turn without a page (a first load, a tab) may lack it. */
function* lintScreenshot({ screenshot, snapshot }: BrowserTurn, isLost: boolean): Findings {
  if (snapshot === null && screenshot.status !== 'kept') return;
  if (isLost) yield reportError('screenshot-lost');
  if (screenshot.status === 'pending') yield reportWarning('screenshot-pending');
  else if (screenshot.status === 'missing') {
    yield reportWarning('screenshot-missing', screenshot.reason);
  } else if (screenshot.proof.kind === 'stale') {
    yield reportWarning('screenshot-stale', screenshot.proof.reason);
  } else if (hasImpossibleTimes(screenshot.proof)) yield reportError('screenshot-proof');
}

/** A frame is from before the action; a shot may have been requested after it. */
function hasImpossibleTimes(proof: Exclude<ScreenshotProof, { kind: 'stale' }>): boolean {
  if (proof.kind === 'ring') return !(proof.ageMs >= 0);
  if (proof.kind === 'told') return false;
  return !Number.isFinite(proof.requestedAt) || !(proof.requestedAt <= proof.doneAt);
}

/** Facts about a frame's content; null for content that is not in the store. */
interface FrameReport {
  frameId: number;
  /** The html element's uid; null for the top frame, whose html element exporters don't write. */
  rootUid: Uid | null;
  html: HtmlReport | null;
  boxes: BoxesReport | null;
}

interface HtmlReport extends LintPageFacts {
  empty: boolean;
  /** Begins with a head, like every document that a browser has parsed. */
  headed: boolean;
}

interface BoxesReport {
  readable: boolean;
  /** Some box has a member that isn't a finite number. */
  broken: boolean;
}

/** Turns in a row share most of their content. */
const MAX_REMEMBERED = 16;

/** Longer than `<head` with a byte order mark. */
const START_BYTES = 16;
const DECODER = new TextDecoder();

/** Creates a reader of frames for one run of lint. */
function createFrameReader(read: ReadContent) {
  const report = <T>(describe: (bytes: Uint8Array) => T) =>
    memoize(async (hash) => {
      const bytes = await read(hash);
      return bytes && describe(bytes);
    });
  const htmls = report(reportHtml);
  const boxes = report(reportBoxes);
  return async (frame: StoredFrame, isTop: boolean): Promise<FrameReport> => ({
    frameId: frame.frameId,
    rootUid: isTop ? null : (frame.root?.uid ?? null),
    html: await htmls(frame.html),
    boxes: await boxes(frame.boxes),
  });
}

function reportHtml(bytes: Uint8Array): HtmlReport {
  // The rules need only the beginning of the text.
  const start = DECODER.decode(bytes.subarray(0, START_BYTES));
  const html = start.startsWith('<') ? start : DECODER.decode(bytes);
  return {
    ...(readPageBytes(bytes) ?? readPageText(DECODER.decode(bytes))),
    empty: html.trim() === '',
    headed: /^<head[\s>]/i.test(html),
  };
}

function readPageText(html: string): LintPageFacts {
  const { tags, repeated, exposed } = collectPageFacts(html);
  return {
    tagOf: (uid) => tags.get(uid),
    uids: () => tags.keys(),
    repeated: repeated.size,
    exposed,
  };
}

/** Remembers the most recent contents. */
function memoize<T>(load: (hash: Hash) => Promise<T>): (hash: Hash) => Promise<T> {
  const known = new Map<Hash, Promise<T>>();
  return (hash) => {
    const loaded = known.get(hash) ?? load(hash);
    known.delete(hash);
    known.set(hash, loaded);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_REMEMBERED) break;
      known.delete(oldest);
    }
    return loaded;
  };
}

function reportBoxes(bytes: Uint8Array): BoxesReport {
  if (hasPlainBoxes(DECODER.decode(bytes))) return { readable: true, broken: false };
  const boxes = decodeBoxes(bytes);
  const isWhole = Object.values(boxes ?? {}).every(({ x, y, width, height }) =>
    [x, y, width, height].every(Number.isFinite),
  );
  return { readable: boxes !== null, broken: !isWhole };
}

/** A number without exponent that is finite: no double has 300 digits before its point. */
const NUMBER = '-?(?:0|[1-9]\\d{0,299})(?:\\.\\d+)?';
const BOX = `"[ !#-[\\]-~]*":{"x":${NUMBER},"y":${NUMBER},"width":${NUMBER},"height":${NUMBER}}`;
const FIRST_BOX = new RegExp(`\\{${BOX}`, 'y');
const NEXT_BOX = new RegExp(`,${BOX}`, 'y');

/**
 * Whether a text is exactly what `encodeBoxes` writes for finite numbers, so that it needs no parser, which takes several
 * times as long. False means that a parser must decide: blanks, escapes and exponents are not read here.
 */
export function hasPlainBoxes(text: string): boolean {
  if (text === '{}') return true;
  let end = 0;
  for (let pattern = FIRST_BOX; ; pattern = NEXT_BOX) {
    pattern.lastIndex = end;
    if (!pattern.test(text)) break;
    end = pattern.lastIndex;
  }
  return end > 0 && text.slice(end) === '}';
}
