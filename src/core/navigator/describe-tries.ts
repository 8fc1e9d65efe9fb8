import type { PageAction, TabAction } from '../action/action.ts';
import type { Receipt, SecondWay } from '../action/receipt.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { nameCandidate } from '../ranking/describe-candidate.ts';

const WAYS: Record<SecondWay, string> = {
  keyboard: 'by the keyboard',
  inner: 'on the control inside it',
  editing: 'by the browser’s own editing',
};

/** An outcome with how it came about, where that was not at the first go. */
export function tellTries(
  { verdict, second, foundAgain, pending }: Receipt,
  outcome: string,
): string {
  const found = foundAgain ? ' (the page had been drawn anew, and I found it again)' : '';
  const waits = pending ? ', but the page is still waiting for an answer to what it sent' : '';
  if (!second || verdict === 'unchanged') return `${outcome}${found}${waits}`;
  return `nothing changed at first; ${WAYS[second]}, ${outcome}${found}${waits}`;
}

/** Behind "nothing changed": what else was tried in vain. */
export function tellVain({ second }: Receipt): string {
  return second ? `, also not ${WAYS[second]}` : '';
}

/**
 * What the user has to do themselves before the navigator can go on; null where nothing of the kind is
 * known. `canGiveBack`: where it is their hand that is wanted, the round waits for it.
 */
export function tellHandOver(
  action: PageAction | TabAction,
  target: Candidate | null,
  { dialog, handOver }: Receipt,
  canGiveBack = false,
): string | null {
  if (dialog) {
    return 'the page has stopped answering, as it does while a dialog of the browser’s own is open. Please answer it there, then say “continue”';
  }
  if (!handOver) return null;
  const name = target ? nameCandidate(target) : 'it';
  const then = canGiveBack ? 'press “Give back”' : 'say “continue”';
  const device = handOver === 'mouse' ? 'mouse' : 'keyboard';
  const yourself = `please ${VERBS[action.intent] ?? 'do'} ${name} yourself, then ${then}`;
  return `nothing changed, and this page seems to take only real ${device} input: ${yourself}`;
}

const VERBS: Partial<Record<(PageAction | TabAction)['intent'], string>> = {
  click: 'click',
  hover: 'point at',
  textInput: 'type in',
  change: 'set',
  press: 'press the key in',
};
