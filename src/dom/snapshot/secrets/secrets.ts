import { isSecretField } from '../../../core/demonstration/secrets/secret-fields.ts';
import type { Regions } from './regions.ts';
import * as dom from '../../native.ts';

/** The attributes by which a field declares what it is for. */
const DECLARED_ATTRIBUTES = ['type', 'autocomplete', 'name', 'id', 'role'] as const;

/** Finds fields whose content must not leave the page. */
export function createSecrets(regions?: Pick<Regions, 'holds'>) {
  /** Once a secret, always a secret. */
  const sticky = new WeakSet<Element>();
  let isTyped: (value: string) => boolean = () => false;
  const isSecretInput = (element: Element): boolean => {
    if (sticky.has(element)) return true;
    if (!isField(element)) return false;
    const found = isSecretNow(element) || isTyped(element.value) || isFocusedAndDotted(element);
    if (found) sticky.add(element);
    return found;
  };
  const list = (root: Document | ShadowRoot): Element[] => {
    const fields = Array.from(dom.queryAll(root, 'input, textarea, select'));
    for (const field of fields) if (isDotted(field)) sticky.add(field);
    return fields.filter(isSecretInput);
  };
  const watch = (root: Document | ShadowRoot, signal: AbortSignal): void => {
    if (signal.aborted) return;
    list(root);
    const observer = new MutationObserver((records) => {
      for (const { target, attributeName, oldValue } of records) {
        if (!isField(target)) continue;
        const before = { ...readDeclared(target), [attributeName ?? '']: oldValue ?? '' };
        if (isSecretField(dom.getNodeName(target), before)) sticky.add(target);
        else isSecretInput(target);
      }
    });
    observer.observe(root, {
      subtree: true,
      attributeFilter: [...DECLARED_ATTRIBUTES],
      attributeOldValue: true,
    });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  };
  return {
    /** Password, one-time-code and card fields, those that ever were (as far as was seen), and all in masked regions. */
    isSecret: (element: Element): boolean =>
      isSecretInput(element) || (regions?.holds(element) ?? false),
    /** The secret fields of a root by now, beside those in masked regions. */
    list,
    /** Who knows what was typed into secret fields: another field that holds it is one. */
    askAboutValues: (ask: (value: string) => boolean): void => {
      isTyped = ask;
    },
    /** Looks at fields now and whenever what they declare changes, so that "show password" hides nothing from us. */
    watch,
  };
}

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(node: Node): node is FormField {
  return ['INPUT', 'TEXTAREA', 'SELECT'].includes(dom.getNodeName(node));
}

/** Fields that say the same are judged once: every take asks about every field. */
const verdicts = new Map<string, boolean>();
const MAX_VERDICTS = 5000;

function isSecretNow(field: FormField): boolean {
  // What counts as a password is the browser's business: an attribute may be written oddly.
  if (field.type === 'password' || isCodeBox(field)) return true;
  const name = dom.getNodeName(field);
  const said = DECLARED_ATTRIBUTES.map((attribute) => field.getAttribute(attribute) ?? '');
  const key = `${name}\n${said.join('\n')}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = isSecretField(name, readDeclared(field));
  if (verdicts.size >= MAX_VERDICTS) verdicts.clear();
  verdicts.set(key, verdict);
  return verdict;
}

/** Shown as dots by a style sheet, which is how pages make passwords that no browser offers to keep. */
export function isDotted(field: Element): boolean {
  // Empty for what is not in the page any more.
  const look = getComputedStyle(field).getPropertyValue('-webkit-text-security');
  return look !== '' && look !== 'none';
}

/** Styles cost: of all fields they are read only where pictures are painted over. */
function isFocusedAndDotted(field: FormField): boolean {
  const document = dom.getOwnerDocument(field);
  const active = document && dom.getActiveElement(document);
  return (active === field || active?.shadowRoot?.activeElement === field) && isDotted(field);
}

function readDeclared(field: FormField): Record<string, string> {
  return Object.fromEntries(
    DECLARED_ATTRIBUTES.map((name) => [name, field.getAttribute(name) ?? '']),
  );
}

/** How many one-character boxes make up a code field. */
const MIN_CODE_BOXES = 4;
const MAX_CODE_BOXES = 8;
/** How many levels above a box the other boxes are looked for. */
const MAX_CODE_DEPTH = 4;
/** A part of a card number has four digits, of an American Express one up to six. */
const MAX_PART_LENGTH = 6;

/** Whether a field is one of a row of boxes, for a digit each, which together take a code. */
function isCodeBox(field: Element): boolean {
  if (!(field instanceof HTMLInputElement) || field.maxLength !== 1 || !isForDigits(field)) {
    return false;
  }
  let around = dom.getParentElement(field);
  for (
    let depth = 0;
    around && depth < MAX_CODE_DEPTH;
    depth++, around = dom.getParentElement(around)
  ) {
    const { length } = dom.queryWithin(around, 'input[maxlength="1"]');
    if (length >= MIN_CODE_BOXES) return length <= MAX_CODE_BOXES;
  }
  return false;
}

function isForDigits({ type, inputMode, pattern }: HTMLInputElement): boolean {
  return (
    type === 'tel' || type === 'number' || inputMode === 'numeric' || /\\d|\[0-9\]/.test(pattern)
  );
}

/** What was typed into a field and the like ones beside it, as one: a card number in four parts, a code in six. */
export function joinSecretParts(
  field: HTMLInputElement | HTMLTextAreaElement,
  isSecret: (element: Element) => boolean,
): string {
  const { maxLength } = field;
  const root = dom.getRootOf(field);
  const isSearchable = root instanceof Document || root instanceof ShadowRoot;
  if (maxLength < 1 || maxLength > MAX_PART_LENGTH || !isSearchable) return '';
  return Array.from(dom.queryAll(root, 'input[maxlength]'))
    .filter((part) => part instanceof HTMLInputElement && part.form === field.form)
    .filter(isSecret)
    .map((part) => (part instanceof HTMLInputElement ? part.value : ''))
    .join('');
}
