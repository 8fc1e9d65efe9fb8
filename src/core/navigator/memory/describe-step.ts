import type { Change, Receipt } from '../../action/receipt.ts';
import { collapse, cut } from '../../ranking/visible-text.ts';
import { readUrl } from '../rules/host.ts';
import type { PastAct } from './past-turn.ts';

const LONGEST_NAME = 60;
const LONGEST_OUTCOME = 80;
/** Shorter texts are in everything. */
const SHORTEST_HIDDEN = 3;

/** Hides what was typed, but for what the instructor's own words say. */
export interface Discretion {
  /** A typed text as it may be told. */
  tell(text: string): string;
  /** A text of the page without what was typed. */
  clear(text: string): string;
}

/** Of everything that was typed into these turns; `said` are the words it may be told by. */
export function makeDiscretion(turns: readonly PastAct[], said: string): Discretion {
  const words = said.toLowerCase();
  const isSaid = (text: string): boolean => words.includes(text.toLowerCase());
  const typed = turns.flatMap((turn) => listTyped(turn)).map(collapse);
  const hidden = [...new Set(typed)]
    .filter((text) => text.length >= SHORTEST_HIDDEN && !isSaid(text))
    .sort((one, other) => other.length - one.length);
  return {
    tell(text) {
      const plain = collapse(text);
      return isSaid(plain) ? quote(plain) : 'a text';
    },
    clear: (text) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), collapse(text)),
  };
}

/** What a person put in; what they chose from a list or ticked is the page's own words. */
function listTyped({ action, element }: PastAct): string[] {
  switch (action.intent) {
    case 'textInput':
    case 'paste':
      return [action.text];
    case 'change':
      return isChoice(action.value, element) ? [] : [action.value];
    case 'dialog':
      return action.kind === 'prompt' && action.answer !== null ? [action.answer] : [];
    default:
      return [];
  }
}

/** `click button "Add to cart" → “Added to cart” appeared`. Addresses are told without their query. */
export function describeStep(
  { action, element, receipt }: PastAct,
  { tell, clear }: Discretion,
): string {
  const name = nameElement(element, clear);
  const done = (): string => {
    switch (action.intent) {
      case 'click':
      case 'hover':
      case 'submit':
      case 'drag':
        return `${action.intent} ${name}`;
      case 'doubleClick':
        return `double-click ${name}`;
      case 'rightClick':
        return `right-click ${name}`;
      case 'textInput':
        return action.text === '' ? `empty ${name}` : `type ${tell(action.text)} in ${name}`;
      case 'paste':
        return `paste ${tell(action.text)} in ${name}`;
      case 'change':
        if (!isChoice(action.value, element)) return `set ${name} to ${tell(action.value)}`;
        if (action.value === 'true') return `tick ${name}`;
        return action.value === 'false'
          ? `untick ${name}`
          : `choose ${quote(action.value)} in ${name}`;
      case 'press':
        return `press ${action.key}${element ? ` in ${name}` : ''}`;
      case 'load':
        return `open ${writeAddress(action.url, clear)}`;
      case 'dialog':
        return `${action.answer === 'true' ? 'accept' : action.kind === 'confirm' ? 'decline' : 'answer'} a dialog`;
      case 'back':
      case 'forward':
        return `go ${action.intent}`;
      default:
        return action.intent;
    }
  };
  const outcome = receipt ? describeOutcome(receipt, clear) : '';
  return outcome === '' ? done() : `${done()} → ${outcome}`;
}

function isChoice(value: string, element: PastAct['element']): boolean {
  const isList = element?.tagName.toLowerCase() === 'select' || element?.role === 'listbox';
  return value === 'true' || value === 'false' || isList;
}

function nameElement(element: PastAct['element'], clear: (text: string) => string): string {
  if (!element) return 'the page';
  const kind = element.role === 'generic' ? element.tagName.toLowerCase() : element.role;
  // What holds much text is not called by it.
  const says = collapse(element.textContent);
  const name = collapse(element.name) || (says.length <= LONGEST_NAME ? says : '');
  return name === '' ? kind : `${kind} ${quote(clear(name))}`;
}

/** The most telling change; what fields hold is not told again. */
function describeOutcome(
  { verdict, asAsked, changes }: Receipt,
  clear: (text: string) => string,
): string {
  if (verdict === 'unknown') return 'not known what came of it';
  if (verdict === 'unchanged') return asAsked ? 'it was so already' : 'nothing changed';
  if (asAsked === false) return 'not as asked';
  const told = changes
    .map((change) => describeChange(change, clear))
    .filter(({ rank }) => rank > 0);
  const [best] = told.sort((one, other) => one.rank - other.rank);
  return best?.text ?? 'done';
}

/** The lower the rank the more telling; 0: not told. */
function describeChange(
  change: Change,
  clear: (text: string) => string,
): { rank: number; text: string } {
  const say = (text: string): string => quote(cut(clear(text), LONGEST_OUTCOME));
  switch (change.kind) {
    case 'appeared':
      return { rank: 1, text: `${say(change.text)} appeared` };
    case 'url':
      return { rank: 2, text: `went to ${writeAddress(change.to, clear)}` };
    case 'title':
      return { rank: 3, text: `the page became ${say(change.to)}` };
    case 'vanished':
      return { rank: 4, text: `${say(change.text)} went away` };
    case 'tab':
      return { rank: 5, text: 'another tab opened' };
    default:
      return { rank: 0, text: '' };
  }
}

/** Without query and fragment, which hold what was searched for and worse. */
function writeAddress(address: string, clear: (text: string) => string): string {
  const url = readUrl(address);
  return url ? cut(clear(`${url.host}${url.pathname}`), LONGEST_OUTCOME) : 'another page';
}

function quote(text: string): string {
  return `“${cut(collapse(text), LONGEST_NAME)}”`;
}
