import { isSecretField, MASK } from '../../core/demonstration/secret.ts';
import { getActiveElement, getNodeName, getOwnerDocument, queryAll } from '../read/native.ts';
import type { Regions } from './regions.ts';
import { isCodeBox } from './split-fields.ts';

/** Tells fields whose content must not leave the page. */
export interface Secrets {
  /** Password, one-time-code and card fields, those that ever were (as far as was seen), and all in masked regions. */
  isSecret(element: Element): boolean;
  /** What may be kept of a secret text: nothing of an empty one, else the mask. */
  maskedText(text: string): string;
  /** The secret fields of a root by now, beside those in masked regions. */
  list(root: Document | ShadowRoot): Element[];
  /** Who knows what was typed into secret fields: another field that holds it is one. */
  askAboutValues(isTyped: (value: string) => boolean): void;
  /** Looks at fields now and whenever what they declare changes, so that "show password" hides nothing from us. */
  watch(root: Document | ShadowRoot, signal: AbortSignal): void;
}

/** What a field says of itself. */
const DECLARING = ['type', 'autocomplete', 'name', 'id', 'role'] as const;

export function createSecrets(regions?: Pick<Regions, 'holds'>): Secrets {
  /** Once a secret, always a secret. */
  const sticky = new WeakSet<Element>();
  let isTyped: (value: string) => boolean = () => false;
  const isSecretInput = (element: Element): boolean => {
    if (sticky.has(element)) return true;
    if (!isField(element)) return false;
    const found = isSecretNow(element) || isTyped(element.value) || isInUseDotted(element);
    if (found) sticky.add(element);
    return found;
  };
  const list = (root: Document | ShadowRoot): Element[] => {
    const fields = Array.from(queryAll(root, 'input, textarea, select'));
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
        if (isSecretField(getNodeName(target), before)) sticky.add(target);
        else isSecretInput(target);
      }
    });
    observer.observe(root, {
      subtree: true,
      attributeFilter: [...DECLARING],
      attributeOldValue: true,
    });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  };
  return {
    isSecret: (element) => isSecretInput(element) || (regions?.holds(element) ?? false),
    maskedText: (text) => (text === '' ? '' : MASK),
    list,
    askAboutValues: (ask) => {
      isTyped = ask;
    },
    watch,
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(node: Node): node is Field {
  return ['INPUT', 'TEXTAREA', 'SELECT'].includes(getNodeName(node));
}

/** Fields that say the same are judged once: every take asks about every field. */
const verdicts = new Map<string, boolean>();
const MOST_VERDICTS = 5000;

function isSecretNow(field: Field): boolean {
  // What counts as a password is the browser's business: an attribute may be written oddly.
  if (field.type === 'password' || isCodeBox(field)) return true;
  const name = getNodeName(field);
  const said = DECLARING.map((attribute) => field.getAttribute(attribute) ?? '');
  const key = `${name}\n${said.join('\n')}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = isSecretField(name, readDeclared(field));
  if (verdicts.size >= MOST_VERDICTS) verdicts.clear();
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
function isInUseDotted(field: Field): boolean {
  const document = getOwnerDocument(field);
  const active = document && getActiveElement(document);
  return (active === field || active?.shadowRoot?.activeElement === field) && isDotted(field);
}

function readDeclared(field: Field): Record<string, string> {
  return Object.fromEntries(DECLARING.map((name) => [name, field.getAttribute(name) ?? '']));
}
