import { computeName } from '../ranking/accessible-name.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { headingLevel } from '../ranking/landmarks.ts';
import { indexPage, isRendered } from '../ranking/page-index.ts';
import type { PageIndex } from '../ranking/page-index.ts';
import { findRole } from '../ranking/role.ts';
import { collapse, readText } from '../ranking/visible-text.ts';
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
const LONGEST_TEXT = 80;

/** A candidate with the name that the prompt gives it. */
export interface Labelled {
  label: string;
  candidate: Candidate;
}

interface Place {
  line: string;
  depth: number;
}

interface Entry {
  /** Where it stands in the page. */
  order: number;
  line: string;
  depth: number;
  /** Headings and places around it, outermost first. */
  around: Place[];
}

/**
 * The page as assistive technology tells it, reduced to some candidates and where they stand:
 *
 *     main
 *       heading "Lamps"
 *       listitem "Walnut lamp €40"
 *         [3] button "Add to cart"
 *
 * Gives the text for the first so many of `labelled`, in the order of the page, each as `write` writes
 * it. Without a tree it is a plain list.
 */
export function openOutline(
  tree: ElementNode | null,
  labelled: readonly Labelled[],
  write: (each: Labelled) => string = writeLine,
): (kept: number) => string {
  const page = tree ? indexPage([tree]) : null;
  const entries = page
    ? locate(page, labelled, write)
    : labelled.map((each, order) => ({ order, line: write(each), depth: 0, around: [] }));
  return (kept) => {
    const told = new Set<Place>();
    const lines: string[] = [];
    for (const { around, line, depth } of entries
      .slice(0, kept)
      .sort((a, b) => a.order - b.order)) {
      for (const place of around) {
        if (told.has(place)) continue;
        told.add(place);
        lines.push(indent(place.depth, place.line));
      }
      lines.push(indent(depth, line));
    }
    return lines.join('\n');
  };
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
  for (const [order, node] of page.elements.entries()) {
    const isHeading = headingLevel(node) !== null && isRendered(node, page);
    const each = wanted.get(`${node.frameId} ${node.uid ?? ''}`);
    if (!isHeading && !each) continue;
    const chain = listPlaces(node, page, places);
    const text = isHeading ? readText(node, page, LONGEST_TEXT) : '';
    if (text !== '') {
      const line = `heading ${quote(text, LONGEST_TEXT)}`;
      headings.set(chain.at(-1)?.node ?? null, { line, depth: chain.length });
    }
    if (!each || found.has(each)) continue;
    const around = [...withHeading(null, headings)];
    for (const { node: at, place } of chain) around.push(place, ...withHeading(at, headings));
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
): { node: ElementNode; place: Place }[] {
  const chain: { node: ElementNode; place: Place }[] = [];
  const above: ElementNode[] = [];
  for (let at = node.parent; at !== null; at = at.parent) above.push(at);
  for (const at of above.reverse()) {
    let place = known.get(at);
    if (place === undefined) {
      const line = namePlace(at, page);
      place = line === null ? null : { line, depth: chain.length };
      known.set(at, place);
    }
    if (place) chain.push({ node: at, place });
  }
  return chain;
}

function namePlace(node: ElementNode, page: PageIndex): string | null {
  const role = findRole(node);
  if (!PLACES.has(role) || !isRendered(node, page)) return null;
  const name = TOLD_BY_TEXT.has(role)
    ? readText(node, page, LONGEST_TEXT)
    : collapse(computeName(node, page));
  if (name === '') return NEED_NAME.has(role) ? null : role;
  return `${role} ${quote(name, TOLD_BY_TEXT.has(role) ? LONGEST_TEXT : LONGEST_NAME)}`;
}

function writeLine({ label, candidate }: Labelled): string {
  return `[${label}] ${writeElement(candidate)}`;
}

function indent(depth: number, line: string): string {
  return `${'  '.repeat(depth)}${line}`;
}
