import type { Place } from './instructions.ts';

/** Runs in a page: all elements a place leads to, through open shadow roots and frames of the same origin. */
export function findAll(document: Document, place: Place): Element[] {
  const [first, ...rest] = typeof place === 'string' ? [place] : place;
  let found = [...document.querySelectorAll(first ?? '')];
  for (const selector of rest) {
    found = found.flatMap((outer) => [...(openInside(outer)?.querySelectorAll(selector) ?? [])]);
  }
  return found;
}

export function openInside(outer: Element): ParentNode | null {
  // Frames have their own globals, so `instanceof` would miss what lies in them.
  return outer.localName === 'iframe'
    ? (outer as HTMLIFrameElement).contentDocument
    : outer.shadowRoot;
}

/** Shown, enabled, and what a press in its middle meets, once it is scrolled to. */
export function isUsable(element: Element): boolean {
  element.scrollIntoView({ block: 'center', inline: 'center' });
  // A link that breaks over lines has a middle that is not its own.
  const { x, y, width, height } = element.getClientRects()[0] ?? new DOMRect();
  if (width === 0 || height === 0 || element.matches(':disabled')) return false;
  const root = element.getRootNode() as Document | ShadowRoot;
  const met = root.elementFromPoint(x + width / 2, y + height / 2);
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    met !== null &&
    (element.contains(met) || [...findLabels(element)].some((label) => label.contains(met)))
  );
}

/** A box or radio is as well ticked by its label. */
export function findLabels(element: Element): Element[] {
  if (element.localName !== 'input') return [];
  const input = element as HTMLInputElement;
  return ['checkbox', 'radio'].includes(input.type) ? [...(input.labels ?? [])] : [];
}

/**
 * Everything a user can read or hear as the name of an element; of one that has no name, the text right
 * around it, which a user takes for its name.
 */
export function readNames(element: Element): string {
  let near: Element | null = element;
  let names = readOwnNames(element);
  while (!/[\p{L}\p{N}]/u.test(names) && near && readText(near.parentElement).length <= 120) {
    near = near.parentElement;
    names = readText(near);
  }
  return names.replace(/\s+/g, ' ').trim();
}

function readOwnNames(element: Element): string {
  const input = element as Partial<HTMLInputElement>;
  const root = element.getRootNode() as ParentNode;
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  const texts = [
    ...(input.labels ?? []),
    ...ids.map((id) => root.querySelector(`#${id}`)),
    element,
  ];
  const attributes = [element, ...element.querySelectorAll('*')].flatMap((each) =>
    ['aria-label', 'aria-placeholder', 'placeholder', 'title', 'alt'].map((name) =>
      each.getAttribute(name),
    ),
  );
  const isButton = ['submit', 'button', 'reset'].includes(element.getAttribute('type') ?? '');
  return [...texts.map(readText), ...attributes, isButton ? element.getAttribute('value') : null]
    .filter(Boolean)
    .join(' ');
}

function readText(element: Element | null): string {
  return (element as HTMLElement | null)?.innerText ?? element?.textContent ?? '';
}
