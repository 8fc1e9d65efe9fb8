import { getNodeName, queryAll } from '../read/native.ts';

/** What stands for a secret: the same whatever its length. */
export const MASK = '••••••';

const SECRET_AUTOCOMPLETE = /(^|\s)(cc-[a-z-]+|one-time-code|current-password|new-password)(\s|$)/i;

/** Tells fields whose content must not leave the page. */
export interface Secrets {
  /** Password, one-time-code and card fields, and those that ever were (as far as was seen). */
  isSecret(element: Element): boolean;
  /** What may be kept of a secret text: nothing of an empty one, else the mask. */
  maskedText(text: string): string;
  /** Looks at fields now and whenever their `type` or `autocomplete` changes, so that "show password" hides nothing from us. */
  watch(root: Document | ShadowRoot, signal: AbortSignal): void;
}

export function createSecrets(): Secrets {
  /** Once a secret, always a secret. */
  const sticky = new WeakSet<Element>();
  const isSecret = (element: Element): boolean => {
    if (sticky.has(element)) return true;
    const found = isSecretNow(element);
    if (found) sticky.add(element);
    return found;
  };
  const watch = (root: Document | ShadowRoot, signal: AbortSignal): void => {
    if (signal.aborted) return;
    for (const field of queryAll(root, 'input, textarea, select')) isSecret(field);
    const observer = new MutationObserver((records) => {
      for (const { target, attributeName, oldValue } of records) {
        if (!isField(target)) continue;
        const wasPassword = attributeName === 'type' && oldValue?.toLowerCase() === 'password';
        const wasSecret =
          attributeName === 'autocomplete' && SECRET_AUTOCOMPLETE.test(oldValue ?? '');
        if (wasPassword || wasSecret) sticky.add(target);
        else isSecret(target);
      }
    });
    observer.observe(root, {
      subtree: true,
      attributeFilter: ['type', 'autocomplete'],
      attributeOldValue: true,
    });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  };
  return { isSecret, maskedText: (text) => (text === '' ? '' : MASK), watch };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(node: Node): node is Field {
  return ['INPUT', 'TEXTAREA', 'SELECT'].includes(getNodeName(node));
}

function isSecretNow(element: Element): boolean {
  if (!isField(element)) return false;
  if (element.type === 'password') return true;
  return SECRET_AUTOCOMPLETE.test(element.getAttribute('autocomplete') ?? '');
}
