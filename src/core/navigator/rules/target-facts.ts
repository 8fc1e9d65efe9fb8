import type { Uid } from '../../action/action.ts';
import { isSecretField } from '../../demonstration/secrets/secret-fields.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import {
  collapseSpace,
  findByUid,
  readWholeText,
  walkElements,
} from '../../snapshot/element-tree.ts';

/** What the page's markup says of an element beside its name: what pressing it does. */
export interface TargetFacts {
  /** Of an input or button, lower case; a button's is `submit` unless it says otherwise. Empty for others. */
  type: string;
  isSecret: boolean;
  /** The link says that it is to be downloaded. */
  downloads: boolean;
  /** The absolute address of a link; null for other elements and for links without one. */
  leadsTo: string | null;
  /** Pressing it submits its form. */
  submits: boolean;
  form: FormFacts | null;
}

export interface FormFacts {
  /** Lower case; null when the page does not say. */
  method: string | null;
  /** Where it is sent, absolute; null when the page does not say. */
  action: string | null;
  /** Declared as a search, or all that can be typed in it is one. */
  isSearch: boolean;
  secrets: 'none' | 'password' | 'card';
  takesFiles: boolean;
  /** What its default button is called; empty without one. */
  buttonName: string;
}

/** Reads them from a parsed page; null when the element is not in it. `address` is that of its document. */
export function readTargetFacts(root: ElementNode, uid: Uid, address: string): TargetFacts | null {
  const node = findByUid(root, uid);
  if (!node) return null;
  const pressed = findAncestor(node, ({ tag }) => tag === 'a' || tag === 'button') ?? node;
  const base = findBase(node, address);
  const form = findForm(node);
  const type = readType(pressed);
  const submits = form !== null && isSubmitter(pressed);
  const href = pressed.tag === 'a' ? pressed.attributes['href'] : undefined;
  return {
    type,
    isSecret: isSecretField(node.tag, node.attributes),
    downloads: pressed.tag === 'a' && 'download' in pressed.attributes,
    leadsTo: href === undefined || /^\s*(?:#|$)/.test(href) ? null : resolve(href, base),
    submits,
    form: form && readForm(form, submits ? pressed : null, root, base),
  };
}

function readForm(
  form: ElementNode,
  pressed: ElementNode | null,
  root: ElementNode,
  base: string,
): FormFacts {
  const controls = [...walkElements(findTop(form) ?? root)].filter(
    (each) => findForm(each) === form,
  );
  const submitter = pressed ?? controls.find(isSubmitter) ?? null;
  const typed = controls.filter(isTyped);
  const own = submitter?.attributes ?? {};
  const action = own['formaction'] ?? form.attributes['action'];
  const method = own['formmethod'] ?? form.attributes['method'];
  const secrets = typed.filter(({ tag, attributes }) => isSecretField(tag, attributes));
  const isPassword = ({ attributes }: ElementNode): boolean =>
    attributes['type']?.toLowerCase() === 'password' ||
    /password|one-time-code/i.test(attributes['autocomplete'] ?? '');
  return {
    method: method?.toLowerCase() ?? null,
    action: action ? resolve(action, base) : null,
    isSearch:
      form.attributes['role'] === 'search' ||
      findAncestor(
        form,
        (each) => each.tag === 'search' || each.attributes['role'] === 'search',
      ) !== null ||
      (typed.length > 0 && typed.every(isSearch)),
    secrets: secrets.length === 0 ? 'none' : secrets.every(isPassword) ? 'password' : 'card',
    takesFiles: controls.some((each) => readType(each) === 'file'),
    buttonName: submitter ? nameButton(submitter) : '',
  };
}

function nameButton(button: ElementNode): string {
  const { attributes } = button;
  const name = attributes['aria-label'] ?? (readWholeText(button) || attributes['value']);
  return name ?? attributes['alt'] ?? attributes['title'] ?? '';
}

const UNTYPED = new Set(
  'button submit reset image checkbox radio file hidden range color'.split(' '),
);

function isTyped(node: ElementNode): boolean {
  return node.tag === 'textarea' || (node.tag === 'input' && !UNTYPED.has(readType(node)));
}

function isSearch(node: ElementNode): boolean {
  const { name = '', id = '', placeholder = '' } = node.attributes;
  return (
    readType(node) === 'search' ||
    node.attributes['role'] === 'searchbox' ||
    /\bsearch\b|^(?:q|query)$/i.test([name, id, placeholder].find(Boolean) ?? '')
  );
}

function readType({ tag, attributes }: ElementNode): string {
  const type = attributes['type']?.trim().toLowerCase() ?? '';
  if (tag === 'button') return type === 'button' || type === 'reset' ? type : 'submit';
  return tag === 'input' ? type || 'text' : '';
}

function isSubmitter(node: ElementNode): boolean {
  const type = readType(node);
  return type === 'submit' || type === 'image';
}

/** Its form, by nesting or by the `form` attribute. */
function findForm(node: ElementNode): ElementNode | null {
  const named = node.attributes['form'];
  if (named !== undefined && named !== '') {
    const top = findTop(node);
    for (const each of top ? walkElements(top) : []) {
      if (each.tag === 'form' && each.attributes['id'] === named) return each;
    }
  }
  return findAncestor(node, ({ tag }) => tag === 'form');
}

/** The node itself or the nearest above it in its own document. */
function findAncestor(node: ElementNode, fits: (node: ElementNode) => boolean): ElementNode | null {
  for (let at: ElementNode | null = node; at?.frameId === node.frameId; at = at.parent) {
    if (fits(at)) return at;
  }
  return null;
}

/** The html element of its document. */
function findTop(node: ElementNode): ElementNode | null {
  return findAncestor(node, ({ tag }) => tag === 'html');
}

function findBase(node: ElementNode, address: string): string {
  const top = findTop(node);
  for (const each of top ? walkElements(top) : []) {
    if (each.tag !== 'base' || each.frameId !== node.frameId) continue;
    const href = each.attributes['href'];
    if (href) return resolve(href, address) ?? address;
  }
  return address;
}

function resolve(address: string, base: string): string | null {
  return URL.canParse(address, base) ? new URL(address, base).href : null;
}

/** UTF-16 units of a document's text that are looked at; what is said there first is what it is called by. */
const MAX_TEXT = 800;
const NAMING_ATTRIBUTES = ['aria-label', 'title', 'value', 'alt', 'id'];

/**
 * All by which a person, or a rule, would name an element of a page that was read, one per line: what the
 * page's own script holds against the element before it acts. Null when it is not in the page.
 */
export function readElementWords(root: ElementNode, uid: Uid): string | null {
  const node = findByUid(root, uid);
  if (!node) return null;
  const texts = [readText(node), ...NAMING_ATTRIBUTES.map((name) => node.attributes[name] ?? '')];
  return texts
    .map(collapseSpace)
    .filter((text) => text !== '')
    .join('\n');
}

function readText(node: ElementNode): string {
  let text = '';
  const waiting: (ElementNode | string)[] = [...node.children].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (text.length > MAX_TEXT) break;
    if (typeof next === 'string') text += next;
    else waiting.push(...[...next.children].reverse());
  }
  return text;
}
