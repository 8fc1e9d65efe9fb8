import type { PageAction, TabAction } from '../action/action.ts';
import type { Change, Receipt } from '../action/receipt.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { nameCandidate } from '../ranking/describe-candidate.ts';
import { collapse, cut } from '../ranking/visible-text.ts';
import { isSecret } from './control.ts';
import type { Task } from './step.ts';

/** Actions and receipts in the user's words. */

/** As an order: `Type “walnut lamp” in Search the shop`. */
export function describeAction(action: PageAction | TabAction, target: Candidate | null): string {
  const words = putInWords(action, target, [
    'Click',
    'Type',
    'Choose',
    'Press',
    'Scroll',
    'Open',
    'Go',
  ]);
  return words;
}

/** As done: `typed “walnut lamp” in Search the shop`, to follow "I". */
export function describeDone(action: PageAction | TabAction, target: Candidate | null): string {
  return putInWords(action, target, [
    'clicked',
    'typed',
    'chose',
    'pressed',
    'scrolled',
    'opened',
    'went',
  ]);
}

type Verbs = readonly [
  click: string,
  type: string,
  choose: string,
  press: string,
  scroll: string,
  open: string,
  go: string,
];

function putInWords(
  action: PageAction | TabAction,
  target: Candidate | null,
  [click, type, choose, press, scroll, open, go]: Verbs,
): string {
  const name = target ? nameCandidate(target) : 'the page';
  const past = click === 'clicked';
  switch (action.intent) {
    case 'click':
      return `${click} ${name}`;
    case 'hover':
      return `${past ? 'moved' : 'Move'} the mouse over ${name}`;
    case 'textInput': {
      if (action.text === '') return `${past ? 'emptied' : 'Empty'} ${name}`;
      const text = target && isSecret(target) ? 'a secret' : `“${shorten(action.text)}”`;
      return `${type} ${text} in ${name}`;
    }
    case 'change':
      return `${choose} “${shorten(action.value)}” in ${name}`;
    case 'submit':
      return `${past ? 'submitted' : 'Submit'} the form with ${name}`;
    case 'press':
      return `${press} ${action.key === ' ' ? 'the space bar' : action.key}${target ? ` in ${name}` : ''}`;
    case 'scroll':
      return target ? `${scroll} to ${name}` : `${scroll} ${nameDirection(action.x, action.y)}`;
    case 'load':
      return `${open} ${action.url}`;
    case 'back':
    case 'forward':
      return `${go} ${action.intent}`;
  }
}

function nameDirection(x: number, y: number): string {
  if (Math.abs(y) >= Math.abs(x)) return y < 0 ? 'up' : 'down';
  return x < 0 ? 'left' : 'right';
}

/** What a receipt shows, most telling first: `“Added to cart” appeared`, `nothing changed`. */
export function describeReceipt(receipt: Receipt, target: Candidate | null): string {
  if (receipt.verdict === 'unchanged') return 'nothing changed';
  const told = ORDER.flatMap((kind) => receipt.changes.filter((change) => change.kind === kind));
  const hasTitle = told.some(({ kind }) => kind === 'title');
  const sentences = told
    .filter(({ kind }) => !(kind === 'url' && hasTitle))
    .map((change) => describeChange(change, target))
    .filter((sentence) => sentence !== '');
  if (sentences.length === 0) {
    return receipt.verdict === 'unknown' ? 'I could not see what changed' : 'the page changed';
  }
  return [...new Set(sentences)].slice(0, 2).join(' and ');
}

const ORDER: readonly Change['kind'][] = [
  'title',
  'url',
  'tab',
  'checked',
  'value',
  'selected',
  'state',
  'appeared',
  'scrolled',
  'vanished',
  'focus',
];

function describeChange(change: Change, target: Candidate | null): string {
  const own = target && 'uid' in change && change.uid === target.uid;
  const name = own ? nameCandidate(target) : null;
  switch (change.kind) {
    case 'title':
      return `the page became “${shorten(change.to)}”`;
    case 'url':
      return `the address became ${change.to}`;
    case 'tab':
      return 'a new tab opened';
    case 'checked':
      return `${name ?? 'a box'} is now ${change.to ? 'ticked' : 'not ticked'}`;
    case 'value':
      if (target && isSecret(target)) return `${name ?? 'a field'} was filled in`;
      return change.to === ''
        ? `${name ?? 'a field'} is now empty`
        : `${name ?? 'a field'} now holds “${shorten(change.to)}”`;
    case 'selected':
      return `“${shorten(change.to)}” is now chosen`;
    case 'state':
      return describeState(change.name, change.to, name ?? 'it');
    case 'appeared':
      return `“${shorten(change.text)}” appeared`;
    case 'vanished':
      return `“${shorten(change.text)}” went away`;
    case 'scrolled':
      return `the page moved ${nameDirection(change.x, change.y)}`;
    case 'focus':
      return name === null ? 'the focus moved' : `${name} has the focus`;
  }
}

function describeState(state: string, to: string, name: string): string {
  if (state === 'expanded' || state === 'open')
    return `${name} ${to === 'false' ? 'closed' : 'opened'}`;
  if (state === 'pressed') return `${name} is now ${to === 'true' ? 'on' : 'off'}`;
  if (state === 'invalid')
    return to === 'true' ? `${name} was not accepted` : `the page says “${shorten(to)}”`;
  return `${name} is now ${to === 'true' ? '' : to === 'false' ? 'not ' : ''}${to === 'true' || to === 'false' ? state : `${state} ${to}`}`;
}

/** A task not done yet, to follow "I did not": `click “Send”`. */
export function describeTask(task: Task): string {
  switch (task.kind) {
    case 'click':
    case 'hover':
      return `${task.kind === 'click' ? 'click' : 'move over'} “${task.target}”`;
    case 'type':
      return `type “${shorten(task.text)}”`;
    case 'search':
      return `search for “${shorten(task.text)}”`;
    case 'choose':
    case 'pick':
      return `choose “${task.value}”`;
    case 'set':
      return `set “${task.target}” to “${shorten(task.value)}”`;
    case 'toggle':
      return `${task.on ? 'tick' : 'untick'} “${task.target}”`;
    case 'clear':
      return `clear “${task.target}”`;
    case 'submit':
      return 'submit the form';
    case 'press':
      return `press ${task.key}`;
    case 'load':
      return `open ${task.url}`;
    case 'back':
    case 'forward':
      return `go ${task.kind}`;
    case 'reload':
      return 'reload the page';
    case 'scroll':
      return `scroll ${task.direction}`;
    case 'reveal':
      return `scroll to “${task.target}”`;
  }
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(parts: readonly string[], last = 'and'): string {
  const head = parts.slice(0, -1).join(', ');
  return head === '' ? (parts[0] ?? '') : `${head} ${last} ${parts.at(-1) ?? ''}`;
}

const LONGEST = 80;

function shorten(text: string): string {
  return cut(collapse(text), LONGEST);
}
