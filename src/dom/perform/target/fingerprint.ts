import { foldText, normalizeSpace } from '../effects/text.ts';
import { getParentOrHost } from '../../composed-tree.ts';
import type { Uid } from '../../../core/action/action.ts';

/** What tells an element from others, in words and marks that outlive a re-render. */
export interface Fingerprint {
  /** Tag, role, type and name: what kind of thing it is, and what it is called. */
  kind: string;
  /** As a person reads it, for messages. */
  name: string;
  /** Test id or id; empty without. */
  id: string;
  href: string;
  /** The text of the row, card or form it stands in; empty without. */
  place: string;
  /** The first words of that text, which name it: `Order 1042`. */
  head: string;
  /** Whether that place is one of several alike (a row, a list item). */
  isItem: boolean;
  /** What acting on it says it will do. */
  announced: AnnouncedEffect;
}

const ITEM = 'li,tr,[role="row"],[role="listitem"],[role="option"],[role="treeitem"],article';
const PLACE = `${ITEM},form,fieldset,section,dialog,[role="dialog"],[role="group"],[role="region"]`;
const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** Longer texts are compared by their beginning. UTF-16 units. */
const LONGEST = 400;

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
  for (let at = getParentOrHost(element); at; at = getParentOrHost(at)) {
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
const MAX_WORDS = 200;
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
    isWritten ? '' : element.textContent.slice(0, MAX_WORDS * 4),
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
  ]
    .map((text) => normalizeSpace(text).slice(0, MAX_WORDS))
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

const CONTROLS =
  'a,area,button,input:not([type="hidden"]),select,option,textarea,label,summary,details,video,audio,canvas,[role],[tabindex],[onclick],[contenteditable],[aria-haspopup],[aria-expanded]';
/** More controls than any page shows at once; the rest is refused when it is gone. */
const MOST = 10_000;

/** What could be acted on when the page was last observed, and how to recognise it. */
export class Sightings {
  private seen = new Map<Uid, Fingerprint>();
  /** The address the document had then, without its fragment. */
  address = '';

  note(roots: Iterable<Document | ShadowRoot>, uidOf: (element: Element) => Uid): void {
    this.seen = new Map();
    this.address = '';
    const readings = startReadings();
    for (const root of roots) {
      this.address ||= addressOf(root instanceof Document ? root : root.ownerDocument);
      for (const element of listControls(root)) {
        if (this.seen.size >= MOST) return;
        this.seen.set(uidOf(element), readFingerprint(element, readings));
      }
    }
  }

  find(uid: Uid): Fingerprint | null {
    return this.seen.get(uid) ?? null;
  }

  list(): Iterable<Fingerprint> {
    return this.seen.values();
  }
}

export function listControls(root: Document | ShadowRoot): Element[] {
  return [...root.querySelectorAll(CONTROLS)];
}

export function addressOf(document: Document): string {
  return document.URL.replace(/#.*$/su, '');
}
