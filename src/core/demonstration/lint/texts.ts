import type { Action } from '../../action/action.ts';
import type { BrowserTurn, Turn } from '../demonstration.ts';
import { isMasked, isSecretField } from '../secret.ts';
import type { Verdict } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';

/** Rules about what a turn says: utterances, typed texts, addresses, secrets. */
export function* lintTexts(turn: Turn): Generator<Verdict> {
  const text = textOf(turn.action);
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

function* lintSecrets({ element }: BrowserTurn, text: string | null): Generator<Verdict> {
  if (element === null || !isSecretField(element.tagName, element.attributes)) return;
  if (!isMasked(text ?? '') || !isMasked(element.attributes['value'] ?? '')) {
    yield reportError(
      'secret',
      `What was typed into “${element.name}”, a secret field, can be read in this turn. Delete the turn before you share the demonstration.`,
    );
  }
}

function textOf(action: Action): string | null {
  switch (action.intent) {
    case 'say':
      return action.utterance;
    case 'textInput':
    case 'copy':
    case 'paste':
      return action.text;
    case 'change':
      return action.value;
    case 'load':
      return action.url;
    case 'dialog':
      return `${action.message}${action.answer ?? ''}`;
    default:
      return null;
  }
}

function isAddress(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}
