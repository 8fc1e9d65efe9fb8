import { joinContents } from '../../action/action.ts';
import { hasValidChecksum } from '../checksum.ts';
import type { BrowserTurn, ScreenshotProof, Turn } from '../demonstration.ts';
import { isMasked, isSecretField } from '../secrets/secret-fields.ts';
import type { RuleFinding } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';

/** Rules about what a turn says: utterances, typed texts, addresses, secrets. */
export function* lintTexts(turn: Turn): Generator<RuleFinding> {
  const text = joinContents(turn.action);
  if (text !== null && /\p{Surrogate}/u.test(text)) {
    yield reportWarning(
      'broken-text',
      'The text has half of a character in it, which exports replace by “\ufffd”. Correct the text of this turn.',
    );
  }
  if (turn.kind === 'say') {
    if (turn.action.utterance.trim() === '') {
      yield reportError('empty-utterance', 'The message is empty. Write it or delete the turn.');
    }
    return;
  }
  if (turn.action.intent === 'load' && !isAddress(turn.action.url)) {
    yield reportError(
      'no-address',
      'The page that was opened has no address, so nobody can tell where this turn leads. Delete it.',
    );
  }
  yield* lintSecrets(turn, text);
}

function* lintSecrets({ element }: BrowserTurn, text: string | null): Generator<RuleFinding> {
  if (element === null || !isSecretField(element.tagName, element.attributes)) return;
  if (!isMasked(text ?? '') || !isMasked(element.attributes['value'] ?? '')) {
    yield reportError(
      'secret',
      `What was typed into “${element.name}”, a secret field, can be read in this turn. Delete the turn before you share the demonstration.`,
    );
  }
}

function isAddress(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}

/**
 * Rules about the picture of the state before the action. A turn without a kept page (a first load,
 * a tab) is not expected to have one.
 */
export function* lintScreenshot(
  { screenshot, snapshot }: BrowserTurn,
  isLost: boolean,
): Generator<RuleFinding> {
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
  } else if (hasImpossibleTimes(screenshot.proof)) {
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
function hasImpossibleTimes(proof: Exclude<ScreenshotProof, { kind: 'stale' }>): boolean {
  if (proof.kind === 'ring') return !(proof.ageMs >= 0);
  if (proof.kind !== 'unchanged') return false;
  return !Number.isFinite(proof.requestedAt) || !(proof.requestedAt <= proof.doneAt);
}

/** Whether the record is as it was written. */
export function* lintChecksum(turn: Turn): Generator<RuleFinding> {
  if (hasValidChecksum(turn)) return;
  yield reportError(
    'turn-damaged',
    'This turn was damaged after it was kept, most likely by the disk, so nobody can tell what in it is true. Delete it, and look at the disk before you record again.',
  );
}
