import { targetOf } from '../../action/action.ts';
import type { BrowserTurn, TurnElement } from '../demonstration.ts';
import type { Verdict } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';
import type { FrameReport } from './page-report.ts';

const NEEDS_ELEMENT = new Set([
  ...['click', 'hover', 'textInput', 'change', 'submit'],
  ...['doubleClick', 'rightClick', 'drag'],
]);

/** libxml2, which dataset tools parse pages with, drops what is nested deeper than 255 levels. */
const DEEPEST = 250;

/** Rules about the element acted on: it is known, it is in the kept page, and it has a box. */
export function* lintTarget(turn: BrowserTurn, frames: readonly FrameReport[]): Generator<Verdict> {
  const { action, element } = turn;
  if (element === null) {
    if (NEEDS_ELEMENT.has(action.intent)) {
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
  yield* judgePresence(element, frames);
  if (!hasArea(element)) {
    yield reportError(
      'target-no-box',
      `“${element.name}” had no size on the screen, so it cannot be pointed at in exports. If it stands for something visible, record a click on that instead.`,
    );
  }
}

function* judgePresence(element: TurnElement, frames: readonly FrameReport[]): Generator<Verdict> {
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
  } else if (element.xpath.split('/').length > DEEPEST) {
    yield reportWarning(
      'target-too-deep',
      `“${element.name}” lies more than ${DEEPEST} levels deep in the page; some dataset tools cannot read that far.`,
    );
  }
}

function hasArea({ box }: TurnElement): boolean {
  const members = [box.x, box.y, box.width, box.height];
  return members.every(Number.isFinite) && box.width > 0 && box.height > 0;
}
