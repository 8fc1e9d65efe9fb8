import type { BrowserTurn } from '../demonstration.ts';
import type { Verdict } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';
import type { FrameReport } from './page-report.ts';

/** Rules about the page kept with a turn; `frames` are its reports, the top frame first. */
export function* lintPage(turn: BrowserTurn, frames: readonly FrameReport[]): Generator<Verdict> {
  if (turn.snapshot === null) {
    yield* judgeAbsence(turn);
    return;
  }
  yield* judgeTop(frames[0]);
  yield* judgeContent(frames);
  if (!turn.snapshot.exact) {
    yield reportWarning(
      'page-late',
      'Part of the page was read only after the action, so it may show what the action did. Look at the page before you use this turn.',
    );
  }
}

function* judgeAbsence({ action }: BrowserTurn): Generator<Verdict> {
  switch (action.intent) {
    case 'click':
    case 'hover':
    case 'textInput':
    case 'change':
    case 'submit':
    case 'doubleClick':
    case 'rightClick':
    case 'drag':
      yield reportError(
        'page-missing',
        'The page was not kept, so nobody can see what was acted on. Record this step again.',
      );
      break;
    case 'scroll':
    case 'copy':
    case 'paste':
    case 'dialog':
      yield reportWarning('page-missing', 'The page was not kept, only the action.');
      break;
    default:
  }
}

function* judgeTop(top: FrameReport | undefined): Generator<Verdict> {
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

function* judgeContent(frames: readonly FrameReport[]): Generator<Verdict> {
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
