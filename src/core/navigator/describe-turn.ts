import { describeAction } from '../action/action.ts';
import type { BrowserTurn } from '../demonstration/demonstration.ts';
import { shorten } from './describe.ts';

/** Longer texts don't name an element. A form's text is its labels in a row, so only a button's text counts. */
const MAX_NAME_LENGTH = 80;
const MAX_FORM_NAME_LENGTH = 20;

/** Returns a turn in the user's words, verb first: `Type “red kettle” in Search the shop`. */
export function describeTurn({ action, element }: Pick<BrowserTurn, 'action' | 'element'>): string {
  const target = nameElement(element);
  const quote = (text: string): string => `“${shorten(text)}”`;
  return describeAction(action, 'imperative', {
    ...{ target, hasTarget: element !== null, form: target },
    ...{ quote, quoteTyped: quote, quoteChosen: quote },
    address: (url) => shorten(url.replace(/^https?:\/\//, '')),
    key: (key) => key,
  });
}

/** Returns the element's name, else its text, else its role. */
function nameElement(element: BrowserTurn['element']): string {
  if (!element) return 'the page';
  const { name, textContent, role } = element;
  const tag = element.tagName.toLowerCase();
  if (tag === 'html' || tag === 'body') return 'the page';
  const most = tag === 'form' ? MAX_FORM_NAME_LENGTH : MAX_NAME_LENGTH;
  const text = textContent.trim().length <= most ? textContent : '';
  return shorten(name) || shorten(text) || describeRole(role, tag);
}

function describeRole(role: string, tag: string): string {
  if (tag === 'form') return 'the form';
  const kind = role === 'generic' ? ROLE_NAMES.get(tag) : (ROLE_NAMES.get(role) ?? role);
  return kind === undefined ? 'a part of the page' : `the ${kind}`;
}

/** Everyday words for roles and tags. */
const ROLE_NAMES: ReadonlyMap<string, string> = new Map([
  ['textbox', 'text field'],
  ['searchbox', 'search field'],
  ['spinbutton', 'number field'],
  ['combobox', 'list'],
  ['listbox', 'list'],
  ['listitem', 'list item'],
  ['menuitem', 'menu item'],
  ['gridcell', 'cell'],
  ['img', 'picture'],
  ['image', 'picture'],
  ['svg', 'icon'],
  ['canvas', 'drawing'],
  ['video', 'video'],
  ['label', 'label'],
]);
