import { addPart } from '../add-up.ts';
import { foldWord, toKeys } from './tokenize.ts';
import type { ItemPlace, RankedCandidate } from '../candidate.ts';
import type { ReadQuery } from './relation.ts';
import { CLARITY, PART_WEIGHTS } from '../weights.ts';

/** What one opens of a list's item when only the item is named, best first. */
export const MAIN_ROLES = ['link', 'option', 'button', 'menuitem', 'treeitem', 'checkbox', 'radio'];

/** An item's control may fit this much less than the best elsewhere. */
const REACH = 0.14;
/** Keys of verbs that an item's own link stands for: "play the third song". */
const OPENING = new Set(
  ['play', 'watch', 'listen', 'start', 'visit', 'view', 'read'].map(foldWord),
);

/**
 * "The second result", "Edit in the last row": raises what stands in that item of a list. Of several
 * lists the one with the best-fitting candidate counts, then the largest; without other words the
 * item's own link or control is meant.
 */
export function applyItem(query: ReadQuery, scored: RankedCandidate[]): RankedCandidate[] {
  const { item } = query;
  if (item === null) return scored;
  const named = query.bare.length > 0;
  const best = scored.reduce((top, { score }) => Math.max(top, score), -Infinity);
  const inItem = scored.flatMap((entry, at) =>
    (entry.candidate.items ?? [])
      .filter((place) => isMeant(place, item))
      .map((place) => ({ at, place, entry })),
  );
  const fitting = named
    ? inItem.filter(({ entry }) => entry.score > best - REACH && entry.coverage > 0)
    : inItem.filter(({ entry }) => entry.parts['impossible'] === undefined);
  const called = preferNamedLists(query, fitting, scored);
  const [first, ...others] = called;
  const isSure = called.some(({ entry }) => entry.coverage >= CLARITY.sure);
  const opens = named && !isSure && query.bare.every((verb) => OPENING.has(verb));
  if (!first || opens) {
    if (opens) return applyItem({ ...query, bare: [], words: [] }, scored);
    return named ? doubtAll(scored) : scored;
  }
  const list = others.reduce(
    (top, each) => (each.place.weight > top.place.weight ? each : top),
    first,
  );
  const chosen = called.filter(({ place }) => place.list === list.place.list);
  const raised = new Set((named ? chosen : [findMain(chosen, query)]).map(({ at }) => at));
  return scored.map((entry, at) =>
    raised.has(at) ? addPart(entry, 'item', PART_WEIGHTS.item, named ? entry.coverage : 1) : entry,
  );
}

/** Items that look like what they are called go first: "the second picture", "the last comment". */
function preferNamedLists<E extends { place: ItemPlace }>(
  { itemNoun }: ReadQuery,
  fitting: E[],
  scored: readonly RankedCandidate[],
): E[] {
  if (itemNoun === null) return fitting;
  const isPicture = /^(?:picture|image|photo|thumbnail)s?$/u.test(itemNoun);
  const key = foldWord(itemNoun);
  const lists = new Set(
    scored.flatMap(({ candidate: { fields, items = [] } }) => {
      const said = toKeys(`${fields.key} ${fields.context}`);
      const fits = isPicture ? fields.alt !== '' && fields.name !== '' : said.includes(key);
      return fits ? items.map(({ list }) => list) : [];
    }),
  );
  const called = fitting.filter(({ place }) => lists.has(place.list));
  return called.length > 0 ? called : fitting;
}

/** An item was asked for, and nothing in that item fits: what fits elsewhere is hardly meant. */
function doubtAll(scored: readonly RankedCandidate[]): RankedCandidate[] {
  const isInLists = scored.some(({ candidate }) => candidate.items !== undefined);
  if (!isInLists) return [...scored];
  return scored.map((entry) => ({ ...entry, coverage: Math.min(entry.coverage, CLARITY.none) }));
}

function isMeant({ index, size }: ItemPlace, item: number): boolean {
  return item > 0 ? index === item - 1 : index === size + item;
}

/** The control of the kind asked for, else one called by the verb, the first link or what else is its main control. */
function findMain<E extends { entry: RankedCandidate }>(chosen: E[], query: ReadQuery): E {
  const opens = query.roles.length === 0 && (query.intent === null || query.intent === 'click');
  const rankOf = ({ entry }: E): number => {
    if (!opens) return -(entry.parts['role'] ?? 0);
    const { tag, role, fields } = entry.candidate;
    if (query.itemVerb !== null && toKeys(fields.name)[0] === query.itemVerb) return -1;
    // Cells and rows may be links as well.
    const rank = MAIN_ROLES.indexOf(tag === 'a' ? 'link' : role);
    return rank < 0 ? MAIN_ROLES.length : rank;
  };
  return chosen.reduce((top, each) => (rankOf(each) < rankOf(top) ? each : top));
}
