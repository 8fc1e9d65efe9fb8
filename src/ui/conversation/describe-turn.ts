import type { ActionOf } from '../../core/action/action.ts';
import type { BrowserTurn } from '../../core/demonstration/demonstration.ts';

/** Longer texts are told by their beginning; the whole is in the details. */
const LONGEST = 80;
/** Of a form: about what a single button says. */
const LONGEST_OF_FORM = 20;

/** A turn in the user's words, verb first: `Type “red kettle” in Search the shop`. */
export function describeTurn({ action, element }: Pick<BrowserTurn, 'action' | 'element'>): string {
  const name = nameElement(element);
  switch (action.intent) {
    case 'click':
      return `Click ${name}`;
    case 'hover':
      return `Point at ${name}`;
    case 'textInput':
      return action.text === '' ? `Empty ${name}` : `Type ${quote(action.text)} in ${name}`;
    case 'change':
      return describeChange(action.value, name);
    case 'submit':
      return `Submit ${name}`;
    case 'load':
      return `Load ${shorten(action.url.replace(/^https?:\/\//, ''))}`;
    case 'scroll':
      return `Scroll ${nameDirection(action.x, action.y)}`;
    case 'copy':
      return `Copy ${quote(action.text)}`;
    case 'paste':
      return `Paste ${quote(action.text)} in ${name}`;
    case 'press':
      return element ? `Press ${action.key} in ${name}` : `Press ${action.key}`;
    case 'back':
    case 'forward':
      return `Go ${action.intent}`;
    case 'doubleClick':
      return `Double-click ${name}`;
    case 'rightClick':
      return `Right-click ${name}`;
    case 'drag':
      return describeDrag(action, name);
    case 'dialog':
      return describeDialog(action);
    case 'tabcreate':
      return 'Open a tab';
    case 'tabremove':
      return 'Close a tab';
    case 'tabswitch':
      return 'Switch to another tab';
  }
}

/** The name a person would use, else what it says, else what it is. */
function nameElement(element: BrowserTurn['element']): string {
  if (!element) return 'the page';
  const tag = element.tagName.toLowerCase();
  if (tag === 'html' || tag === 'body') return 'the page';
  // What holds much text is not called by it, nor a form by its labels in a row.
  const most = tag === 'form' ? LONGEST_OF_FORM : LONGEST;
  const says = element.textContent.trim().length <= most ? element.textContent : '';
  return shorten(element.name) || shorten(says) || nameKind(element.role, tag);
}

function nameKind(role: string, tag: string): string {
  if (tag === 'form') return 'the form';
  if (role !== 'generic') return `the ${KINDS.get(role) ?? role}`;
  const kind = KINDS.get(tag);
  return kind === undefined ? 'a part of the page' : `the ${kind}`;
}

/** What people call roles and tags whose own names are not everyday words. */
const KINDS: ReadonlyMap<string, string> = new Map([
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

/** A drop on itself is of files from outside. */
function describeDrag({ uid, toUid, x, y }: ActionOf<'drag'>, name: string): string {
  if (uid === toUid) return `Drop files on ${name}`;
  return `Drag ${name} ${toUid === null ? nameDirection(x, y) : 'onto something else'}`;
}

function describeDialog({ kind, message, answer }: ActionOf<'dialog'>): string {
  const asked = quote(message);
  if (kind === 'alert') return `Close the message ${asked}`;
  if (kind === 'confirm') return `${answer === 'true' ? 'Accept' : 'Decline'} ${asked}`;
  return answer === null ? `Cancel ${asked}` : `Answer ${quote(answer)} to ${asked}`;
}

function describeChange(value: string, name: string): string {
  if (value === 'true') return `Tick ${name}`;
  if (value === 'false') return `Untick ${name}`;
  return `Choose ${quote(value)} in ${name}`;
}

function nameDirection(x: number, y: number): string {
  if (Math.abs(y) >= Math.abs(x)) return y < 0 ? 'up' : 'down';
  return x < 0 ? 'left' : 'right';
}

function quote(text: string): string {
  return `“${shorten(text)}”`;
}

function shorten(text: string): string {
  const points = Array.from(text.replace(/\s+/g, ' ').trim());
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : points.join('');
}
