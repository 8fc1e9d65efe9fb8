import type { PageAction, TabAction } from '../action/action.ts';
import { describeAction as writeAction } from '../action/action.ts';
import type { Words } from '../action/definition.ts';
import { nameDirection } from '../action/definition.ts';
import type { ToolAnswer } from '../action/page-tool.ts';
import { listToolInput } from '../action/page-tool.ts';
import type { Receipt, ReceiptChange, SecondMethod } from '../action/receipt.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { describeCandidate, nameCandidate } from '../ranking/page/describe-candidate.ts';
import { collapse, cut } from '../ranking/page/visible-text.ts';
import { isSecret } from './form-controls.ts';

/** Actions and receipts in the user's words. */

/** An order, with what distinguishes the target from others of its name in `among`: `Type “lamp” in Search`. */
export function describeAction(
  action: PageAction | TabAction,
  target: Candidate | null,
  among: readonly Candidate[] = [],
): string {
  return writeAction(action, 'imperative', makeWords(action, target, among));
}

/** What was done: `typed “walnut lamp” in Search the shop`, to follow "I". */
export function describeDone(
  action: PageAction | TabAction,
  target: Candidate | null,
  among: readonly Candidate[] = [],
): string {
  return writeAction(action, 'past', makeWords(action, target, among));
}

/** Finds the element of `among` that a drag ends on; null for other actions and other elements. */
export function findDestination(
  action: PageAction | TabAction,
  among: readonly Candidate[],
): Candidate | null {
  if (action.intent !== 'drag') return null;
  return among.find(({ uid }) => uid === action.toUid) ?? null;
}

function makeWords(
  action: PageAction | TabAction,
  target: Candidate | null,
  among: readonly Candidate[],
): Words {
  const name = target ? describeCandidate(target, among) : 'the page';
  const destination = findDestination(action, among);
  const quote = (text: string): string =>
    target && isSecret(target) ? 'a secret' : `“${shorten(text)}”`;
  return {
    ...{ target: name, hasTarget: target !== null, form: `the form with ${name}` },
    destination: destination && describeCandidate(destination, among),
    ...{ quote, quoteTyped: quote, quoteChosen: quote },
    address: (url) => url,
    key: (key) => nameKey(key, target),
  };
}

function nameKey(key: string, target: Candidate | null): string {
  if (target && isSecret(target) && Array.from(key).length === 1) return 'a key';
  return key === ' ' ? 'the space bar' : key;
}

/**
 * What a receipt shows, most important first: `“Added to cart” appeared`, `nothing changed`. Changes of
 * other elements are named as in `among`, and dropped where they add nothing.
 */
export function describeReceipt(
  receipt: Receipt,
  target: Candidate | null,
  among: readonly Candidate[] = [],
): string {
  const seen = describeSeen(receipt, target, among);
  const { tool, verdict } = receipt;
  if (!tool) return seen;
  const isDone = tool.readOnly && verdict === 'unchanged' && tool.state === 'answered';
  return isDone ? describeToolAnswer(tool) : `${describeToolAnswer(tool)}; ${seen}`;
}

/** `the tool answered “Added”`. The words are the page's. */
export function describeToolAnswer({ state, text }: ToolAnswer): string {
  if (state === 'silent') return 'the tool did not answer in time';
  const said = text.trim() === '' ? '' : `“${shorten(text)}”`;
  if (state === 'failed') return said === '' ? 'the tool failed' : `the tool failed: ${said}`;
  return said === '' ? 'the tool answered nothing' : `the tool answered ${said}`;
}

function describeSeen(
  receipt: Receipt,
  target: Candidate | null,
  among: readonly Candidate[],
): string {
  if (receipt.verdict === 'unchanged') {
    return receipt.asAsked ? 'it was so already' : 'nothing changed';
  }
  const described = CHANGE_ORDER.flatMap((kind) =>
    receipt.changes.filter((change) => change.kind === kind),
  );
  const held = described.flatMap((change) =>
    change.kind === 'value' && change.uid === target?.uid ? [change.to] : [],
  );
  const sentences = described
    // The text of an editor is on the page as well.
    .filter((change) => change.kind !== 'appeared' || !held.includes(change.text))
    .map((change) => describeChange(change, target, among))
    .filter(({ text }) => text !== '');
  const [first] = sentences;
  if (!first) {
    return receipt.verdict === 'unknown' ? 'I could not see what changed' : 'the page changed';
  }
  const main = sentences.filter(({ weight }) => weight === 'main');
  const kept = main.length > 0 ? main : [first];
  const hasTitle = kept.some(({ kind }) => kind === 'title');
  const texts = kept.filter(({ kind }) => kind !== 'url' || !hasTitle).map(({ text }) => text);
  return [...new Set(texts)].slice(0, 2).join(' and ');
}

/** Returns every change of a receipt in words, in the order in which it was seen; faint ones too. */
export function listChanges({ changes }: Receipt, target: Candidate | null): string[] {
  const texts = changes.map((change) => describeChange(change, target, []).text);
  return [...new Set(texts)].filter((text) => text !== '');
}

const CHANGE_ORDER: readonly ReceiptChange['kind'][] = [
  'title',
  'url',
  'tab',
  'checked',
  'value',
  'selected',
  'state',
  'moved',
  'reordered',
  'appeared',
  'scrolled',
  'vanished',
  'focus',
];

interface ChangeDescription {
  kind: ReceiptChange['kind'];
  text: string;
  /** `faint`: worth telling only when there is nothing else. */
  weight: 'main' | 'faint';
}

function describeChange(
  change: ReceiptChange,
  target: Candidate | null,
  among: readonly Candidate[],
): ChangeDescription {
  const uid = 'uid' in change ? change.uid : null;
  const own = target !== null && uid === target.uid;
  const element = own ? target : (among.find((each) => each.uid === uid) ?? null);
  const name = element && nameCandidate(element);
  // Changes of unnamed elements, and of those that went away, follow from the target's.
  const weight = uid === null || own || (name !== null && !isReversal(change)) ? 'main' : 'faint';
  const described = { kind: change.kind, weight } as const;
  switch (change.kind) {
    case 'title':
      return { ...described, text: change.to.trim() && `the page became “${shorten(change.to)}”` };
    case 'url':
      return { ...described, text: `the address became ${change.to}` };
    case 'tab':
      return { ...described, text: 'a new tab opened' };
    case 'checked':
      return {
        ...described,
        text: `${name ?? 'a box'} is now ${describeChecked(change.to, element)}`,
      };
    case 'value':
      return { ...described, text: describeValue(change.to, name ?? 'a field', element ?? target) };
    case 'selected':
      return { ...described, text: `“${shorten(change.to)}” is now chosen` };
    case 'state':
      return { ...described, text: describeState(change.name, change.to, name ?? 'something') };
    case 'appeared':
      return { ...described, text: describeText(change.text, 'appeared') };
    case 'vanished':
      return { ...described, text: describeText(change.text, 'went away') };
    case 'moved':
      return { ...described, text: `${name ?? 'it'} is somewhere else now` };
    case 'reordered':
      return { ...described, text: 'the order on the page changed' };
    case 'scrolled':
      return { ...described, text: `the page moved ${nameDirection(change.x, change.y)}` };
    case 'focus':
      return {
        kind: 'focus',
        weight: 'faint',
        text: name === null ? 'the focus moved' : `${name} has the focus`,
      };
  }
}

/** Signs alone (the × of a button) say nothing. */
function describeText(text: string, verb: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? `“${shorten(text)}” ${verb}` : '';
}

/** The counterpart of what was chosen or opened: the tab before, the list that closed. */
function isReversal(change: ReceiptChange): boolean {
  if (change.kind === 'checked') return !change.to;
  return change.kind === 'state' && change.name !== 'disabled' && change.to === 'false';
}

function describeChecked(isOn: boolean, element: Candidate | null): string {
  if (element?.role === 'switch') return isOn ? 'on' : 'off';
  const word = element && /radio|option/.test(element.role) ? 'chosen' : 'ticked';
  return isOn ? word : `not ${word}`;
}

function describeValue(to: string, name: string, element: Candidate | null): string {
  if (element && isSecret(element)) return `${name} was filled in`;
  return to === '' ? `${name} is now empty` : `${name} now holds “${shorten(to)}”`;
}

function describeState(state: string, to: string, name: string): string {
  if (state === 'expanded' || state === 'open')
    return `${name} ${to === 'false' ? 'closed' : 'opened'}`;
  if (state === 'pressed') return `${name} is now ${to === 'true' ? 'on' : 'off'}`;
  if (state === 'invalid')
    return to === 'true' ? `${name} was not accepted` : `the page says “${shorten(to)}”`;
  if (state === 'disabled') return `${name} can ${to === 'true' ? 'no longer' : 'now'} be used`;
  if (state === 'current' && to !== 'false') return `${name} is now the current one`;
  if (state === 'sort')
    return to === 'none' ? `${name} is no longer sorted` : `${name} is sorted ${to}`;
  if (to === 'true' || to === 'false')
    return `${name} is now ${to === 'true' ? '' : 'not '}${state}`;
  // What else there is are looks: class names and styles, which are no words for a person.
  return `${name} looks different now`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(parts: readonly string[], last = 'and'): string {
  const head = parts.slice(0, -1).join(', ');
  return head === '' ? (parts[0] ?? '') : `${head} ${last} ${parts.at(-1) ?? ''}`;
}

const MAX_SHORT_TEXT = 80;

export function shorten(text: string): string {
  return cut(collapse(text), MAX_SHORT_TEXT);
}

const WAYS: Record<SecondMethod, string> = {
  keyboard: 'by the keyboard',
  inner: 'on the control inside it',
  editing: 'by the browser’s own editing',
};

/** An outcome with how it came about, where that was not at the first go. */
export function describeAttempts(
  { verdict, second, foundAgain, pending }: Receipt,
  outcome: string,
): string {
  const found = foundAgain ? ' (the page was redrawn, and I found it again)' : '';
  const waits = pending ? ', but the page is still waiting for an answer to what it sent' : '';
  if (!second || verdict === 'unchanged') return `${outcome}${found}${waits}`;
  return `nothing changed at first; ${WAYS[second]}, ${outcome}${found}${waits}`;
}

/** Behind "nothing changed": what else was tried in vain. */
export function describeFailedAttempt({ second }: Receipt): string {
  return second ? `, also not ${WAYS[second]}` : '';
}

/**
 * What the user has to do themselves before the navigator can go on; null where nothing of the kind is
 * known. `canGiveBack`: where it is their hand that is wanted, the round waits for it.
 */
export function describeHandOver(
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
  const then = canGiveBack ? 'press “Hand back”' : 'say “continue”';
  const device = handOver === 'mouse' ? 'mouse' : 'keyboard';
  const yourself = `please ${VERBS[action.intent] ?? 'do'} ${name} yourself, then ${then}`;
  return `nothing changed, and this page seems to take only real ${device} input: ${yourself}`;
}

const VERBS: Partial<Record<(PageAction | TabAction)['intent'], string>> = {
  click: 'click',
  doubleClick: 'double-click',
  rightClick: 'right-click',
  drag: 'drag',
  hover: 'point at',
  textInput: 'type in',
  change: 'set',
  press: 'press the key in',
};

/** Longer texts are cut. UTF-16 units. */
const MAX_OMITTED_TEXT = 2000;

/**
 * What a description leaves out of what is typed and of the target's name, for somebody who is to allow it: the
 * end of a long name can say what its beginning does not. Empty where nothing is left out.
 */
export function describeOmittedText(
  action: PageAction | TabAction,
  target: Candidate | null,
): { what: 'text' | 'name'; words: string }[] {
  const described = describeAction(action, target);
  const all = [
    { what: 'text', words: target && isSecret(target) ? '' : readTypedText(action) },
    { what: 'name', words: target ? readFullName(target) : '' },
  ] as const;
  return all
    .map(({ what, words }) => ({ what, words: cut(collapse(words), MAX_OMITTED_TEXT) }))
    .filter(({ words }) => !described.includes(words));
}

function readTypedText(action: PageAction | TabAction): string {
  if (action.intent === 'textInput') return action.text;
  if (action.intent === 'callTool') return listToolInput(action.input);
  return action.intent === 'change' ? action.value : '';
}

/** All by which it is called, not only what fits in a line. */
function readFullName({ fields }: Candidate): string {
  const { name, label, text, placeholder, title, alt, value } = fields;
  return [name, label, text, placeholder, title, alt, value].find((field) => field !== '') ?? '';
}
