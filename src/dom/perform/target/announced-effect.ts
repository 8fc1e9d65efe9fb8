import { normalizeSpace } from '../effects/text.ts';

/** What an element announces about its effect, as far as that is cheap to read. */
export interface AnnouncedEffect {
  /** The first of its words. */
  name: string;
  /** All by which a person, or a rule, would name it; one per line. */
  words: string;
  /** `link` or `form` and the address as written, on two lines; empty where it leads nowhere of its own. */
  leadsTo: string;
  isPassword: boolean;
}

/** UTF-16 units of each. */
const LONGEST = 200;
const WORDS = ['aria-label', 'title', 'value', 'alt', 'id'];
const BUTTONS = /^(?:submit|image|button|reset)$/u;

/** Reads one element; no styles, no layout. */
export function readAnnouncedEffect(element: Element): AnnouncedEffect {
  const { localName } = element;
  const type = element.getAttribute('type')?.toLowerCase() ?? '';
  const isWritten =
    /^(?:textarea|select)$/u.test(localName) || (localName === 'input' && !BUTTONS.test(type));
  // What a field holds is no word of what it does.
  const attributes = WORDS.filter((name) => name !== 'value' || !isWritten);
  const texts = [
    isWritten ? '' : element.textContent.slice(0, LONGEST * 4),
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
  ]
    .map((text) => normalizeSpace(text).slice(0, LONGEST))
    .filter((text) => text !== '');
  return {
    name: texts[0] ?? '',
    words: texts.join('\n'),
    leadsTo: readLeadsTo(element, type),
    isPassword: localName === 'input' && type === 'password',
  };
}

function readLeadsTo(element: Element, type: string): string {
  if (element.localName === 'a') {
    const href = element.getAttribute('href') ?? '';
    return /^\s*(?:#|$)/u.test(href) ? '' : `link\n${href}`;
  }
  // A button that sends nothing, and what stands in no form.
  const sends =
    (element instanceof HTMLButtonElement && !/^(?:button|reset)$/u.test(type)) ||
    (element instanceof HTMLInputElement && !/^(?:button|reset)$/u.test(type));
  if (!sends) return '';
  // By nesting or by its `form` attribute; a field sends its form with Enter.
  const action = element.getAttribute('formaction') ?? element.form?.getAttribute('action') ?? '';
  return action === '' ? '' : `form\n${action}`;
}
