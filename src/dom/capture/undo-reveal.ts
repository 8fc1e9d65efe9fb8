import { getTextContent } from '../read/native.ts';
import type { Described } from './describe-element.ts';
import type { Visit } from './hover-trail.ts';

/**
 * The description of what was hovered without what the page has done since, as far as that is known: what
 * it showed is `root`, in itself or elsewhere.
 */
export function undoReveal(
  { attributes, textContent, name }: Described,
  before: Visit['attributes'],
  { root, isNew }: { root: Element; isNew: boolean },
): Partial<Described> {
  const shown = (getTextContent(root) ?? '').toWellFormed();
  const noted = before.map(([key, value]) => [key, value.toWellFormed()] as const);
  // The value of a field is not its attribute's.
  const isField = 'value' in attributes;
  return {
    attributes: isField || noted.length === 0 ? attributes : Object.fromEntries(noted),
    textContent: isNew && shown !== '' ? textContent.replace(shown, '') : textContent,
    name: collapse(collapse(name).replace(collapse(shown), '')),
  };
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
