import { getDefinition, needsElement, targetOf } from '../../action/action.ts';
import type { BrowserTurn, TurnElement } from '../demonstration.ts';
import type { RuleFinding } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';
import type { FrameReport } from './page-report.ts';

/** Rules about the page kept with a turn; `frames` are its reports, the top frame first. */
export function* lintPage(
  turn: BrowserTurn,
  frames: readonly FrameReport[],
): Generator<RuleFinding> {
  if (turn.snapshot === null) {
    yield* checkMissingPage(turn);
    return;
  }
  yield* checkTopFrame(frames[0]);
  yield* checkContent(frames);
  if (!turn.snapshot.exact) {
    yield reportWarning(
      'page-late',
      'Part of the page was read only after the action, so it may show what the action did. Look at the page before you use this turn.',
    );
  }
}

function* checkMissingPage({ action }: BrowserTurn): Generator<RuleFinding> {
  const element = getDefinition(action.intent).arguments['uid'];
  if (needsElement(action.intent)) {
    yield reportError(
      'page-missing',
      'The page was not saved, so it is unknown what was acted on. Record this step again.',
    );
  } else if (element || action.intent === 'dialog') {
    yield reportWarning('page-missing', 'The page was not saved, only the action.');
  }
}

function* checkTopFrame(top: FrameReport | undefined): Generator<RuleFinding> {
  if (top === undefined || top.html === null) {
    yield reportError(
      'page-lost',
      'The page of this turn is not in the store any more, or is damaged there. Delete the turn or record it again.',
    );
  } else if (top.html.empty) {
    yield reportError(
      'page-empty',
      'The page of this turn is empty: dataset tools stop at such a page. Delete the turn.',
    );
  } else if (!top.html.headed) {
    yield reportWarning(
      'page-headless',
      'The page has no head at its beginning. Exports put an empty one there, so that dataset tools read it as a whole page.',
    );
  }
}

function* checkContent(frames: readonly FrameReport[]): Generator<RuleFinding> {
  if (frames.slice(1).some((frame) => frame.html === null)) {
    yield reportWarning(
      'frame-lost',
      'A frame of the page is not in the store any more, or is damaged there.',
    );
  }
  if (frames.some(({ boxes }) => boxes === null || !boxes.readable)) {
    yield reportError(
      'boxes-lost',
      'The positions of the page’s elements cannot be read, so they are missing from exports. Record this step again.',
    );
  }
  if (frames.some(({ boxes }) => (boxes?.broken ?? 0) > 0)) {
    yield reportError(
      'box-broken',
      'Some positions are no numbers; exports leave those elements out. Please report this as a fault of the recorder.',
    );
  }
  if (countRepeated(frames) > 0) {
    yield reportError(
      'uid-repeated',
      'Several elements of the page share one id, so the target may be mistaken for another. Please report this as a fault of the recorder.',
    );
  }
  if (frames.some(({ html }) => (html?.exposed ?? 0) > 0)) {
    yield reportError(
      'secret-in-page',
      'A password or card field of the page shows its value. Delete the turn before you share the demonstration.',
    );
  }
}

/** Within a frame or across the frames of the page. */
function countRepeated(frames: readonly FrameReport[]): number {
  const [only] = frames;
  if (frames.length === 1) return only?.html?.repeated ?? 0;
  const seen = new Set<string>();
  let repeated = 0;
  for (const { html } of frames) {
    if (html === null) continue;
    repeated += html.repeated;
    for (const uid of html.uids()) {
      if (seen.has(uid)) repeated += 1;
      seen.add(uid);
    }
  }
  return repeated;
}

/** libxml2, which dataset tools parse pages with, drops what is nested deeper than 255 levels. */
const MAX_DEPTH = 250;

/** Rules about the element acted on: it is known, it is in the kept page, and it has a box. */
export function* lintTarget(
  turn: BrowserTurn,
  frames: readonly FrameReport[],
): Generator<RuleFinding> {
  const { action, element } = turn;
  if (element === null) {
    if (needsElement(action.intent)) {
      yield reportError(
        'no-target',
        'It is not known which element was acted on, so nothing can be learned from this turn. Delete it.',
      );
    }
    return;
  }
  const uid = targetOf(action);
  if (uid !== null && uid !== element.uid) {
    yield reportError(
      'target-mixed-up',
      `The turn describes “${element.name}” but acts on another element. Delete it.`,
    );
  }
  yield* checkPresence(element, frames);
  if (!hasArea(element)) {
    yield reportError(
      'target-no-box',
      `“${element.name}” had no size on the screen, so it cannot be pointed at in exports. If it stands for something visible, record a click on that instead.`,
    );
  }
}

function* checkPresence(
  element: TurnElement,
  frames: readonly FrameReport[],
): Generator<RuleFinding> {
  const readable = frames.filter(({ html }) => html !== null);
  if (readable.length === 0) return;
  const tag = readable
    .filter(({ frameId }) => frameId === element.frameId)
    .map(({ html, rootUid }) => (rootUid === element.uid ? 'html' : html?.tagOf(element.uid)))
    .find((found) => found !== undefined);
  if (tag === undefined) {
    yield reportError(
      'target-not-in-page',
      `“${element.name}” is not in the page kept with this turn, so dataset tools leave the turn out. Delete it or record it again.`,
    );
  } else if (tag !== element.tagName.toLowerCase()) {
    yield reportError(
      'target-differs',
      `The page has another kind of element (${tag}) where “${element.name}” should be. Delete the turn or record it again.`,
    );
  } else if (element.xpath.split('/').length > MAX_DEPTH) {
    yield reportWarning(
      'target-too-deep',
      `“${element.name}” lies more than ${MAX_DEPTH} levels deep in the page; some dataset tools cannot read that far.`,
    );
  }
}

function hasArea({ box }: TurnElement): boolean {
  const members = [box.x, box.y, box.width, box.height];
  return members.every(Number.isFinite) && box.width > 0 && box.height > 0;
}
