import type { Candidate } from '../ranking/candidate.ts';
import { computeName } from '../ranking/page/accessible-name.ts';
import { toOrdinal } from '../ranking/page/describe-candidate.ts';
import { headingLevel } from '../ranking/page/landmarks.ts';
import type { PageIndex } from '../ranking/page/page-index.ts';
import { indexPage, isRendered } from '../ranking/page/page-index.ts';
import { findRole } from '../ranking/page/role.ts';
import { collapse, cut, readText } from '../ranking/page/visible-text.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import { withAncestors } from '../snapshot/element-tree.ts';
import { joinLines } from './fit-prompt.ts';

/** Roles that say where on the page something stands. */
const PLACES = new Set(
  (
    'alertdialog article banner complementary contentinfo dialog form group list listbox listitem main menu ' +
    'menubar navigation radiogroup region row search table tablist tabpanel toolbar tree'
  ).split(' '),
);
/** Of these the beginning of their text tells which one it is. */
const NAMED_BY_TEXT = new Set(['article', 'listitem', 'row']);
/** Without a name these say nothing. */
const NEED_NAME = new Set(['form', 'group', 'region', 'list']);
const MAX_NAME = 60;
const MAX_TEXT = 60;

/** A candidate with the name that the prompt gives it. */
export interface LabelledCandidate {
  label: string;
  candidate: Candidate;
}

interface OutlineLine {
  line: string;
  depth: number;
}

interface OutlinePlace extends OutlineLine {
  /** Its name or text; empty where it has none. */
  text: string;
}

interface OutlineEntry extends OutlineLine {
  /** Where it stands in the page. */
  order: number;
  /** Headings and places around it, outermost first. */
  around: OutlinePlace[];
}

/** The first candidates with the places they are in, in the order of the page. */
export interface Outline {
  /**
   *     main
   *      heading "Lamps"
   *      listitem "Walnut lamp €40"
   *       [3] button "Add to cart"
   */
  indent(kept: number): string;
  /** The same as `(main(heading "Lamps")(listitem "Walnut lamp €40"([3] button "Add to cart")))`. */
  bracket(kept: number): string;
  /** What the places around one of them are called. */
  textsAround(at: number): string[];
  /** What all of them and the places around them are called. */
  readonly texts: readonly string[];
}

/**
 * The page as assistive technology tells it, reduced to some candidates and where they stand, each as
 * `write` writes it; of rows and the like the text without what these candidates tell. Without a tree it is
 * a plain list.
 */
export function openOutline(
  tree: ElementNode | null,
  labelled: readonly LabelledCandidate[],
  write: (each: LabelledCandidate) => string = writeLine,
): Outline {
  const page = tree && indexTree(tree);
  const located = page
    ? locate(page, labelled, write)
    : labelled.map((each, order) => ({ order, line: write(each), depth: 0, around: [] }));
  const hints = describeDifferences(
    labelled.map(({ candidate }) => candidate),
    located.map(({ around }, at) => {
      const candidate = labelled[at]?.candidate;
      const places = around.map(({ line }) => line);
      return JSON.stringify([...places, candidate ? writeElement(candidate) : '']);
    }),
  );
  const entries = located.map((entry, at) =>
    hints[at] ? { ...entry, line: `${entry.line} (${hints[at]})` } : entry,
  );
  const textsAround = (at: number): string[] =>
    (entries[at]?.around ?? []).flatMap(({ text }) => (text === '' ? [] : [text]));
  return {
    texts: [
      ...labelled.map(({ candidate }) => nameOf(candidate)),
      ...entries.flatMap((_, at) => textsAround(at)),
    ],
    indent: (kept) =>
      listLines(entries.slice(0, kept))
        .map(({ depth, line }) => `${' '.repeat(depth)}${line}`)
        .join('\n'),
    bracket: (kept) => writeBrackets(listLines(entries.slice(0, kept))),
    textsAround,
  };
}

const indexes = new WeakMap<ElementNode, PageIndex>();

/** Indexes a tree that nothing changes any more; each tree once. */
export function indexTree(tree: ElementNode): PageIndex {
  const known = indexes.get(tree) ?? indexPage([tree]);
  indexes.set(tree, known);
  return known;
}

function listLines(entries: readonly OutlineEntry[]): OutlineLine[] {
  const reported = new Set<OutlinePlace>();
  return entries
    .toSorted((a, b) => a.order - b.order)
    .flatMap((entry): OutlineLine[] => {
      const before = entry.around.filter((place) => !reported.has(place));
      for (const place of before) reported.add(place);
      return [...before, entry];
    });
}

function writeBrackets(lines: readonly OutlineLine[]): string {
  let text = '';
  const open: number[] = [];
  const closeTo = (depth: number): void => {
    while ((open.at(-1) ?? -1) >= depth) {
      open.pop();
      text += ')';
    }
  };
  for (const { depth, line } of lines) {
    closeTo(depth);
    open.push(depth);
    text += `(${line}`;
  }
  closeTo(0);
  return text;
}

function locate(
  page: PageIndex,
  labelled: readonly LabelledCandidate[],
  write: (each: LabelledCandidate) => string,
): OutlineEntry[] {
  const wanted = new Map(
    labelled.map((each) => [`${each.candidate.frameId} ${each.candidate.uid}`, each] as const),
  );
  const places = new Map<ElementNode, OutlinePlace | null>();
  /** The last heading so far, by the place that it stands in. */
  const headings = new Map<ElementNode | null, OutlinePlace>();
  const listHeading = (at: ElementNode | null): OutlinePlace[] => {
    const heading = headings.get(at);
    return heading ? [heading] : [];
  };
  const found = new Map<LabelledCandidate, OutlineEntry>();
  const isWanted = ({ frameId, uid }: ElementNode): boolean =>
    wanted.has(`${frameId} ${uid ?? ''}`);
  for (const [order, node] of page.elements.entries()) {
    const isHeading = headingLevel(node) !== null && isRendered(node, page);
    const each = wanted.get(`${node.frameId} ${node.uid ?? ''}`);
    if (!isHeading && !each) continue;
    const chain = listPlaces(node, page, places, isWanted);
    const text = isHeading ? readText(node, page, MAX_TEXT) : '';
    if (text !== '') {
      const line = `heading ${quote(text, MAX_TEXT)}`;
      headings.set(chain.at(-1)?.node ?? null, { line, text, depth: chain.length });
    }
    if (!each || found.has(each)) continue;
    const around = listHeading(null);
    for (const { node: at, place } of chain) {
      const inside = listHeading(at).filter(({ text }) => !place.text.includes(text));
      around.push(place, ...inside);
    }
    const line = write(each);
    found.set(each, { order, line, depth: chain.length, around: dropOuterHeadings(around) });
  }
  return labelled.map(
    (each, at) =>
      found.get(each) ?? {
        order: page.elements.length + at,
        line: writeLine(each),
        depth: 0,
        around: [],
      },
  );
}

/** Of the headings before it only the nearest says what it belongs to. */
function dropOuterHeadings(around: readonly OutlinePlace[]): OutlinePlace[] {
  const nearest = around.findLastIndex(isHeadingPlace);
  return around.filter((place, at) => at === nearest || !isHeadingPlace(place));
}

function isHeadingPlace({ line }: OutlinePlace): boolean {
  return line.startsWith('heading ');
}

/** The places around an element, outermost first, each the same object for all that stand in it. */
function listPlaces(
  node: ElementNode,
  page: PageIndex,
  known: Map<ElementNode, OutlinePlace | null>,
  isWanted: (node: ElementNode) => boolean,
): { node: ElementNode; place: OutlinePlace }[] {
  const chain: { node: ElementNode; place: OutlinePlace }[] = [];
  for (const at of [...withAncestors(node.parent)].reverse()) {
    let place = known.get(at);
    if (place === undefined) {
      const named = namePlace(at, page, isWanted);
      place = named && { ...named, depth: chain.length };
      known.set(at, place);
    }
    if (place) chain.push({ node: at, place });
  }
  return chain;
}

function namePlace(
  node: ElementNode,
  page: PageIndex,
  isWanted: (node: ElementNode) => boolean,
): Omit<OutlinePlace, 'depth'> | null {
  const role = findRole(node);
  if (!PLACES.has(role) || !isRendered(node, page)) return null;
  const isReported = NAMED_BY_TEXT.has(role);
  const text = isReported
    ? readText(node, page, MAX_TEXT, isWanted)
    : cut(collapse(computeName(node, page)), MAX_NAME);
  if (text === '') return NEED_NAME.has(role) ? null : { line: role, text };
  return { line: `${role} ${quote(text, MAX_TEXT)}`, text };
}

function writeLine({ label, candidate }: LabelledCandidate): string {
  return `[${label}] ${writeElement(candidate)}`;
}

const MAX_ELEMENT_NAME = 80;
const MAX_VALUE = 60;
const MAX_OPTIONS = 20;
const MAX_OPTION = 40;

/** `searchbox "Search the shop" value "lamp" disabled`: an element as assistive technology tells it. */
export function writeElement(candidate: Candidate): string {
  const { fields, checked, options } = candidate;
  const kind = candidate.role === 'generic' ? candidate.tag : candidate.role;
  const name = nameOf(candidate);
  const shown = options.slice(0, MAX_OPTIONS).map((option) => quote(option, MAX_OPTION));
  const more = options.length - shown.length;
  return joinLines(
    [
      kind,
      name === '' ? '' : quote(name, MAX_ELEMENT_NAME),
      fields.value === '' || fields.value === name ? '' : `value ${quote(fields.value, MAX_VALUE)}`,
      checked === null
        ? ''
        : `${checked ? '' : 'not '}${candidate.role === 'button' ? 'pressed' : 'checked'}`,
      shown.length === 0 ? '' : `options ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      ...listStates(candidate),
      candidate.inViewport ? '' : 'out of view',
    ],
    ' ',
  );
}

/** Why it may not do what is expected of it, in words. */
export function listStates({ expanded, readOnly, disabled, behind }: Candidate): string[] {
  return [
    ...(expanded === undefined ? [] : [expanded ? 'expanded' : 'collapsed']),
    ...(readOnly ? ['read-only'] : []),
    ...(disabled ? ['disabled'] : []),
    ...(behind ? ['behind a dialog'] : []),
  ];
}

/** What a person would call it, whole; empty when nothing names it. */
function nameOf({ fields }: Candidate): string {
  const { name, label, text, placeholder, title, alt } = fields;
  return [name, label, text, placeholder, title, alt].find((field) => field !== '') ?? '';
}

/** In quotes, on one line. */
export function quote(text: string, length: number): string {
  return `"${cut(collapse(text), length)}"`;
}

const MAX_HINT = 40;

/**
 * Returns for each candidate what tells it from others that a prompt would describe alike (`descriptions`, one each):
 * the text beside it, how the page calls it, and its place among them. Empty where nothing is like it.
 */
function describeDifferences(
  candidates: readonly Candidate[],
  descriptions: readonly string[],
): string[] {
  const alike = new Map<string, number[]>();
  for (const [at, description] of descriptions.entries()) {
    alike.set(description, [...(alike.get(description) ?? []), at]);
  }
  const hints = candidates.map(() => '');
  for (const group of alike.values()) {
    if (group.length < 2) continue;
    const members = group.flatMap((at) => candidates[at] ?? []);
    const besides = findDistinct(members, ({ fields }) => fields.context.split('\n')[0] ?? '');
    const keys = findDistinct(members, ({ fields }) => fields.key);
    const places = describePlaces(members);
    for (const [n, at] of group.entries()) {
      const [text = '', key = ''] = [besides[n], keys[n]];
      const beside = text === '' ? '' : `beside "${text}"`;
      const called = key === '' || text !== '' ? '' : `called "${key}" in the page`;
      hints[at] = joinLines([beside, called, places[n] ?? ''], ', ');
    }
  }
  return hints;
}

/** The texts without the words that all have, where they differ; empty texts where two are the same. */
function findDistinct(members: readonly Candidate[], read: (each: Candidate) => string): string[] {
  const words = members.map((each) => [...new Set(collapse(read(each)).split(' '))]);
  const texts = words.map((own) =>
    cut(own.filter((word) => !words.every((other) => other.includes(word))).join(' '), MAX_HINT),
  );
  return new Set(texts).size === texts.length ? texts : members.map(() => '');
}

/** `upper of 2`, `3rd of 5 from the left`; without boxes the place in the order of the page. */
function describePlaces(members: readonly Candidate[]): string[] {
  const count = members.length;
  const centres = members.flatMap(({ box }) =>
    box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [],
  );
  if (centres.length < count) return members.map((_, n) => `${toOrdinal(n + 1)} of ${count}`);
  const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)];
  const isColumn = spread(ys) >= spread(xs);
  const along = isColumn ? ys : xs;
  return along.map((own, n) => {
    const before = along.filter((other, at) => other < own || (other === own && at < n)).length;
    if (count > 2)
      return `${toOrdinal(before + 1)} of ${count} from the ${isColumn ? 'top' : 'left'}`;
    const names = isColumn ? (['upper', 'lower'] as const) : (['left', 'right'] as const);
    return `${names[before] ?? ''} of ${count}`;
  });
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
