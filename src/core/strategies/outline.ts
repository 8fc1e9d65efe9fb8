import { computeName } from '../ranking/accessible-name.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { headingLevel } from '../ranking/landmarks.ts';
import { indexPage, isRendered } from '../ranking/page-index.ts';
import type { PageIndex } from '../ranking/page-index.ts';
import { findRole } from '../ranking/role.ts';
import { collapse, cut, readText } from '../ranking/visible-text.ts';
import type { ElementNode } from '../snapshot/node.ts';
import { quote, writeElement } from './element-line.ts';

/** Roles that say where on the page something stands. */
const PLACES = new Set(
  (
    'alertdialog article banner complementary contentinfo dialog form group list listbox listitem main menu ' +
    'menubar navigation radiogroup region row search table tablist tabpanel toolbar tree'
  ).split(' '),
);
/** Of these the beginning of their text tells which one it is. */
const TOLD_BY_TEXT = new Set(['article', 'listitem', 'row']);
/** Without a name these say nothing. */
const NEED_NAME = new Set(['form', 'group', 'region', 'list']);
const LONGEST_NAME = 60;
const LONGEST_TEXT = 60;

/** A candidate with the name that the prompt gives it. */
export interface Labelled {
  label: string;
  candidate: Candidate;
}

interface Line {
  line: string;
  depth: number;
}

interface Place extends Line {
  /** Its name or text; empty where it has none. */
  text: string;
}

interface Entry extends Line {
  /** Where it stands in the page. */
  order: number;
  /** Headings and places around it, outermost first. */
  around: Place[];
}

/** The first so many of some candidates where they stand, in the order of the page. */
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
}

/**
 * The page as assistive technology tells it, reduced to some candidates and where they stand, each as
 * `write` writes it; of rows and the like the text without what these candidates tell. Without a tree it is
 * a plain list.
 */
export function openOutline(
  tree: ElementNode | null,
  labelled: readonly Labelled[],
  write: (each: Labelled) => string = writeLine,
): Outline {
  const page = tree ? indexPage([tree]) : null;
  const entries = page
    ? locate(page, labelled, write)
    : labelled.map((each, order) => ({ order, line: write(each), depth: 0, around: [] }));
  return {
    indent: (kept) =>
      listLines(entries.slice(0, kept))
        .map(({ depth, line }) => `${' '.repeat(depth)}${line}`)
        .join('\n'),
    bracket: (kept) => writeBrackets(listLines(entries.slice(0, kept))),
    textsAround: (at) =>
      (entries[at]?.around ?? []).flatMap(({ text }) => (text === '' ? [] : [text])),
  };
}

function listLines(entries: readonly Entry[]): Line[] {
  const told = new Set<Place>();
  return entries
    .toSorted((a, b) => a.order - b.order)
    .flatMap((entry): Line[] => {
      const before = entry.around.filter((place) => !told.has(place));
      for (const place of before) told.add(place);
      return [...before, entry];
    });
}

function writeBrackets(lines: readonly Line[]): string {
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
  labelled: readonly Labelled[],
  write: (each: Labelled) => string,
): Entry[] {
  const wanted = new Map(
    labelled.map((each) => [`${each.candidate.frameId} ${each.candidate.uid}`, each] as const),
  );
  const places = new Map<ElementNode, Place | null>();
  /** The last heading so far, by the place that it stands in. */
  const headings = new Map<ElementNode | null, Place>();
  const found = new Map<Labelled, Entry>();
  const isWanted = ({ frameId, uid }: ElementNode): boolean =>
    wanted.has(`${frameId} ${uid ?? ''}`);
  for (const [order, node] of page.elements.entries()) {
    const isHeading = headingLevel(node) !== null && isRendered(node, page);
    const each = wanted.get(`${node.frameId} ${node.uid ?? ''}`);
    if (!isHeading && !each) continue;
    const chain = listPlaces(node, page, places, isWanted);
    const text = isHeading ? readText(node, page, LONGEST_TEXT) : '';
    if (text !== '') {
      const line = `heading ${quote(text, LONGEST_TEXT)}`;
      headings.set(chain.at(-1)?.node ?? null, { line, text, depth: chain.length });
    }
    if (!each || found.has(each)) continue;
    const around = [...withHeading(null, headings)];
    for (const { node: at, place } of chain) {
      const inside = withHeading(at, headings).filter(({ text }) => !place.text.includes(text));
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
function dropOuterHeadings(around: readonly Place[]): Place[] {
  const nearest = around.findLastIndex(isHeadingPlace);
  return around.filter((place, at) => at === nearest || !isHeadingPlace(place));
}

function isHeadingPlace({ line }: Place): boolean {
  return line.startsWith('heading ');
}

function withHeading(
  at: ElementNode | null,
  headings: ReadonlyMap<ElementNode | null, Place>,
): Place[] {
  const heading = headings.get(at);
  return heading ? [heading] : [];
}

/** The places around an element, outermost first, each the same object for all that stand in it. */
function listPlaces(
  node: ElementNode,
  page: PageIndex,
  known: Map<ElementNode, Place | null>,
  isWanted: (node: ElementNode) => boolean,
): { node: ElementNode; place: Place }[] {
  const chain: { node: ElementNode; place: Place }[] = [];
  const above: ElementNode[] = [];
  for (let at = node.parent; at !== null; at = at.parent) above.push(at);
  for (const at of above.reverse()) {
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
): Omit<Place, 'depth'> | null {
  const role = findRole(node);
  if (!PLACES.has(role) || !isRendered(node, page)) return null;
  const isTold = TOLD_BY_TEXT.has(role);
  const text = isTold
    ? readText(node, page, LONGEST_TEXT, isWanted)
    : cut(collapse(computeName(node, page)), LONGEST_NAME);
  if (text === '') return NEED_NAME.has(role) ? null : { line: role, text };
  return { line: `${role} ${quote(text, LONGEST_TEXT)}`, text };
}

function writeLine({ label, candidate }: Labelled): string {
  return `[${label}] ${writeElement(candidate)}`;
}
