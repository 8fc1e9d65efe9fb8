import type { BrowserTurn, Proof } from '../demonstration.ts';
import type { Verdict } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';

/**
 * Rules about the picture of the state before the action. A turn without a kept page (a first load,
 * a tab) is not expected to have one.
 */
export function* lintScreenshot(
  { screenshot, snapshot }: BrowserTurn,
  isLost: boolean,
): Generator<Verdict> {
  if (snapshot === null && screenshot.status !== 'kept') return;
  if (isLost) {
    yield reportError(
      'screenshot-lost',
      'The screenshot of this turn is not in the store any more, or is damaged there, so it is missing from exports. Delete the turn or record it again.',
    );
  }
  if (screenshot.status === 'pending') {
    yield reportWarning('screenshot-pending', 'The screenshot is not there yet.');
  } else if (screenshot.status === 'missing') {
    yield reportWarning(
      'screenshot-missing',
      `There is no screenshot, so models that look at the picture cannot use this turn: ${screenshot.reason}.`,
    );
  } else if (screenshot.proof.kind === 'stale') {
    yield reportWarning(
      'screenshot-stale',
      `The screenshot may not show the page as it was before the action: ${screenshot.proof.reason}. It is kept, and exports mark it as broken; compare it with the page.`,
    );
  } else if (contradictsItself(screenshot.proof)) {
    yield reportError(
      'screenshot-proof',
      'The times of the screenshot contradict its proof, so it cannot be trusted to show the page before the action. Delete the turn or record it again.',
    );
  }
}

/**
 * A frame is from before the action. A shot may have been requested after it (nothing had changed until
 * the shot was done), but its times run forward.
 */
function contradictsItself(proof: Exclude<Proof, { kind: 'stale' }>): boolean {
  if (proof.kind === 'ring') return !(proof.ageMs >= 0);
  if (proof.kind !== 'unchanged') return false;
  return !Number.isFinite(proof.requestedAt) || !(proof.requestedAt <= proof.doneAt);
}
