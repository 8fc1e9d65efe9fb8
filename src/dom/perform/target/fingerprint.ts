import { parentOf } from './composed-tree.ts';
import { readAnnouncedEffect } from './announced-effect.ts';
import { foldText, normalizeSpace } from '../effects/text.ts';
import type { Fingerprint } from '../context.ts';

const ITEM = 'li,tr,[role="row"],[role="listitem"],[role="option"],[role="treeitem"],article';
const PLACE = `${ITEM},form,fieldset,section,dialog,[role="dialog"],[role="group"],[role="region"]`;
const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** Longer texts are compared by their beginning. UTF-16 units. */
const LONGEST = 400;

/** What is read once for many elements, at one moment. */
export interface Readings {
  /** What places say. */
  places: WeakMap<Element, { text: string; first: Text[] }>;
  /** The first label of each field, by root: a browser asked for one field's labels goes through them all. */
  labels: WeakMap<Node, ReadonlyMap<Element, Element>>;
}

export function startReadings(): Readings {
  return { places: new WeakMap(), labels: new WeakMap() };
}

/** Reads one element. Cheap enough for thousands: no styles, no layout. */
export function readFingerprint(element: Element, readings = startReadings()): Fingerprint {
  const name = readName(element, readings);
  const role = element.getAttribute('role') ?? '';
  const type = element.getAttribute('type') ?? '';
  const around = findPlace(element);
  const place = around && readPlace(around, readings.places);
  return {
    kind: [element.localName, role, type, foldText(name)].join('\n'),
    name,
    id: readId(element),
    href: element.getAttribute('href') ?? '',
    place: place?.text ?? '',
    head: place ? foldText(readHead(place.first, element)) : '',
    isItem: around?.matches(ITEM) ?? false,
    announced: readAnnouncedEffect(element),
  };
}

/** The name as the page writes it; not what a field holds, which changes. */
function readName(element: Element, readings: Readings): string {
  for (const read of NAMES) {
    const name = normalizeSpace(read(element, readings) ?? '');
    if (name !== '') return name.slice(0, LONGEST);
  }
  return '';
}

/** In the order in which browsers look for a name, as far as that is cheap. */
const NAMES: readonly ((element: Element, readings: Readings) => string | null | undefined)[] = [
  (element) => element.getAttribute('aria-label'),
  (element, { labels }) => findLabel(element, labels)?.textContent,
  (element) => (isWritten(element) ? undefined : textOf(element)),
  (element) => element.getAttribute('placeholder'),
  (element) => element.getAttribute('title'),
  (element) => element.getAttribute('alt') ?? element.getAttribute('name'),
  (element) => element.querySelector('[aria-label]')?.getAttribute('aria-label'),
  (element) => element.querySelector('img[alt]')?.getAttribute('alt'),
  (element) =>
    element instanceof HTMLInputElement && /^(?:submit|button)$/u.test(element.type)
      ? element.value
      : undefined,
];

function findLabel(element: Element, labels: Readings['labels']): Element | undefined {
  if (!element.matches('input,textarea,select')) return undefined;
  const root = element.getRootNode();
  const known = labels.get(root) ?? listLabels(root);
  labels.set(root, known);
  return known.get(element);
}

function listLabels(root: Node): ReadonlyMap<Element, Element> {
  const first = new Map<Element, Element>();
  if (!(root instanceof Document || root instanceof DocumentFragment)) return first;
  for (const label of root.querySelectorAll('label')) {
    if (label.control && !first.has(label.control)) first.set(label.control, label);
  }
  return first;
}

function isWritten(element: Element): boolean {
  return (
    element.matches('input,textarea,select') ||
    (element instanceof HTMLElement && element.isContentEditable)
  );
}

function readId(element: Element): string {
  const test = TEST_IDS.map((name) => element.getAttribute(name)).find((id) => id);
  return test ?? element.id;
}

function findPlace(element: Element): Element | null {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (at.matches(PLACE)) return at;
  }
  return null;
}

function readPlace(place: Element, places: Readings['places']): { text: string; first: Text[] } {
  const known = places.get(place);
  if (known) return known;
  const read = { text: foldText(textOf(place)), first: listFirstTexts(place) };
  places.set(place, read);
  return read;
}

/** Enough to find one that is not the element's own. */
const FIRST = 4;

function listFirstTexts(place: Element): Text[] {
  const first: Text[] = [];
  const walker = place.ownerDocument.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && first.length < FIRST; node = walker.nextNode()) {
    if (node instanceof Text && /\S/u.test(node.data)) first.push(node);
  }
  return first;
}

/** The first text of a place that is not the element's own. */
function readHead(first: readonly Text[], element: Element): string {
  const head = first.find((text) => !element.contains(text));
  return normalizeSpace(head?.data.slice(0, LONGEST) ?? '');
}

function textOf(element: Element): string {
  return normalizeSpace(element.textContent.slice(0, LONGEST * 4)).slice(0, LONGEST);
}
