import type { Candidate } from '../../ranking/candidate.ts';
import type { Target } from '../../ranking/page/locate.ts';
import { nameColour } from '../../ranking/query/colour.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import {
  isCombobox,
  isDial,
  isSelect,
  isTextField,
  isToggle,
  isToggleButton,
  normalizeName,
} from '../form-controls.ts';
import { readConsequenceWords } from '../rules/consequences.ts';
import type { SkillTarget } from './skill.ts';

/** Lines around an element that are stored. */
const MAX_PLACES = 6;
/** Elements on each side whose roles are stored: these many, and all up to the first of another role. */
const NEIGHBOURS = 4;
const MAX_NEIGHBOURS = 40;

/** Describes a recorded element, to find it again later. `among`: all candidates of its page. */
export function describeTarget(
  candidate: Candidate,
  among: readonly Candidate[],
  located: Target | null,
): SkillTarget {
  const { role, tag, fields, href, xpath, items = [] } = candidate;
  const { label, placeholder, title, alt, key } = fields;
  const name = readName(candidate);
  const twins = among.filter((each) => each.uid !== candidate.uid && isCalled(each, name));
  const lines = listPlaces(candidate);
  const neighbours = listNeighbours(candidate, among);
  const own = lines.filter((line) => !twins.some((twin) => listPlaces(twin).includes(line)));
  return {
    ...{ role, tag, name, label, placeholder, title, alt, key, href, xpath },
    places: (twins.length > 0 ? own : lines).slice(0, MAX_PLACES),
    hasTwins: twins.length > 0,
    isListed: items.length > 0,
    ...(neighbours && { neighbours }),
    located,
  };
}

/**
 * Undefined in a row of more than `MAX_NEIGHBOURS` elements of its role: whether the row has grown could not be seen from
 * the stored part of it.
 */
function listNeighbours(
  candidate: Candidate,
  among: readonly Candidate[],
): SkillTarget['neighbours'] {
  const at = among.findIndex(({ uid }) => uid === candidate.uid);
  const roles = among.map(({ role, tag }) => `${role} ${tag}`);
  const take = (side: readonly string[]): string[] => {
    const other = side.findIndex((role) => role !== roles[at]);
    const run = other < 0 ? side.length : other + 1;
    return side.slice(0, Math.max(NEIGHBOURS, run));
  };
  const before = take(roles.slice(0, Math.max(0, at)).reverse());
  const after = take(roles.slice(at + 1));
  return Math.max(before.length, after.length) > MAX_NEIGHBOURS ? undefined : { before, after };
}

/** `changed`: it is certainly the element, although the page describes it differently; `how` says how. */
export type FoundAgain =
  | { kind: 'same'; candidate: Candidate }
  | { kind: 'changed'; candidate: Candidate; how: string }
  | { kind: 'several'; candidates: Candidate[] }
  | { kind: 'none' };

/**
 * Finds a recorded element on another version of its page. Names decide; twins differ by what stands around them, never by
 * their position. Without the name, two independent kinds of evidence must agree. On a page in another language, where no
 * name can agree, its path and its neighbours may be these two.
 */
export function findAgain(
  target: SkillTarget,
  candidates: readonly Candidate[],
  isTranslated = false,
): FoundAgain {
  const pool = candidates.filter((each) => each.behind !== true && isSameKind(target, each));
  const called = pool.filter((each) => isCalled(each, target.name));
  const unnamed = called.length === 0 ? findUnnamed(target, pool) : null;
  if (unnamed) return { kind: 'same', candidate: unnamed };
  const named = preferSameRole(called, target);
  const fitting = target.hasTwins || named.length > 1 ? standInPlace(named, target) : named;
  const [only, other] = fitting;
  if (only && !other) return { kind: 'same', candidate: only };
  if (other) return choose(fitting, target);
  if (named.length > 0) return { kind: 'none' };
  const changed = findChanged(target, pool);
  return changed.kind === 'none' && isTranslated ? findInPlace(target, pool, candidates) : changed;
}

/** Of the signs without a name that stand in every item of a list, such as handles, the one in the recorded item. */
function findUnnamed(target: SkillTarget, pool: readonly Candidate[]): Candidate | null {
  const { role, tag, key, isListed, places } = target;
  if (!isListed || places.length === 0 || !isUnnamed(target.name)) return null;
  const alike = pool.filter(
    (each) =>
      each.role === role &&
      each.tag === tag &&
      dropColours(each.fields.key) === dropColours(key) &&
      normalizeName(readName(each)) === '',
  );
  const [only, other] = standInPlace(alike, { ...target, hasTwins: true });
  return only && !other ? only : null;
}

/**
 * The element at the recorded path, of the recorded role, among the same neighbours. Not for what only words distinguish:
 * one of several things in a list, an entry of a menu, or a button that pays, sends or deletes. Numbers are the same in any language, so they
 * tell listed things apart; tabs are parts of the page and not data.
 */
function findInPlace(
  target: SkillTarget,
  pool: readonly Candidate[],
  candidates: readonly Candidate[],
): FoundAgain {
  const { role, tag, xpath, neighbours, hasTwins, isListed } = target;
  const isAlone = !neighbours || neighbours.before.length + neighbours.after.length < 2;
  if (isAlone || hasTwins || readConsequenceWords(target.name).size > 0) return { kind: 'none' };
  const alike = pool.filter(
    (each) => each.role === role && each.tag === tag && !bringsConsequence(target, each),
  );
  const there =
    (isListed && role !== 'tab') || ENTRIES.test(role)
      ? findByNumbers(target, alike)
      : alike.filter(
          (each) => each.xpath === xpath && isSameRow(listNeighbours(each, candidates), neighbours),
        );
  const [only, other] = there;
  return only && !other ? describeChanged(target, only) : { kind: 'none' };
}

/** Menus may be sorted by their words, so an entry's place says little. */
const ENTRIES = /^(?:menuitem|option|treeitem)/;

/** Those whose name has the same numbers, if they stand in the same column or part of their item. */
function findByNumbers(target: SkillTarget, alike: readonly Candidate[]): Candidate[] {
  const numbers = readNumbers(target.name);
  if (numbers === '') return [];
  const numbered = alike.filter((each) => readNumbers(readName(each)) === numbers);
  const isThere = numbered.every(({ xpath }) => endOf(xpath, 2) === endOf(target.xpath, 2));
  return isThere ? numbered : [];
}

function readNumbers(name: string): string {
  return (name.match(/\p{Nd}+/gu) ?? []).toSorted().join(' ');
}

/** Stored objects come back with their keys in another order, so only the lists are compared. */
function isSameRow(one: SkillTarget['neighbours'], other: SkillTarget['neighbours']): boolean {
  return (['before', 'after'] as const).every(
    (side) => one?.[side].join('\n') === other?.[side].join('\n'),
  );
}

function describeChanged(target: SkillTarget, candidate: Candidate): FoundAgain {
  const how = `“${target.name || target.key}” is now called “${nameCandidate(candidate)}”`;
  return { kind: 'changed', candidate, how };
}

/** Among elements of one name in one place, the one with the recorded id, name or address. */
function choose(fitting: readonly Candidate[], target: SkillTarget): FoundAgain {
  const identical = fitting.filter(
    ({ fields, href }) => fields.key === target.key && readPath(href) === readPath(target.href),
  );
  const shown = identical.filter(({ xpath }) => xpath === target.xpath);
  const [only] = target.key === '' ? [] : identical;
  if (only && identical.length === 1) return { kind: 'same', candidate: only };
  const [here] = shown;
  // Copies that lead to the same address are one choice.
  if (here && target.href !== null && identical.length === fitting.length)
    return { kind: 'same', candidate: here };
  return { kind: 'several', candidates: [...fitting] };
}

function preferSameRole(named: readonly Candidate[], { role }: SkillTarget): Candidate[] {
  const same = named.filter((each) => each.role === role);
  return same.length > 0 ? same : [...named];
}

/** Those that have everything around them that told the recorded element from its twins. */
function standInPlace(named: readonly Candidate[], { places, hasTwins }: SkillTarget): Candidate[] {
  const wanted = places.map(normalizeName).filter((line) => line !== '');
  if (wanted.length === 0) return [...named];
  const standing = named.filter((each) => {
    const lines = listPlaces(each).map(normalizeName);
    return hasTwins
      ? wanted.slice(0, 1).every((line) => lines.includes(line))
      : wanted.some((line) => lines.includes(line));
  });
  return standing.length > 0 || hasTwins ? standing : [...named];
}

/** The least sum of evidence for an element of another name, and its least lead. See `WEIGHTS`. */
const ENOUGH = 3;
const LEAD = 1;

/** Independent kinds of evidence, each 0 … 1. */
const WEIGHTS = { key: 2, href: 2, label: 1.5, words: 1.5, places: 1.5, path: 1, role: 0.5 };
/** What is the element's own: another button may have taken its place. */
const IDENTITY = ['key', 'href', 'label', 'words'] as const;
const ENOUGH_IDENTITY = 0.5;

function findChanged(target: SkillTarget, pool: readonly Candidate[]): FoundAgain {
  const judged = pool
    .map((candidate) => ({ candidate, score: weigh(target, candidate) }))
    .filter(({ candidate }) => !bringsConsequence(target, candidate))
    .sort((a, b) => b.score - a.score);
  const [best, next] = judged;
  const isClear = best && best.score >= ENOUGH && best.score - (next?.score ?? 0) >= LEAD;
  return isClear ? describeChanged(target, best.candidate) : { kind: 'none' };
}

function weigh(target: SkillTarget, candidate: Candidate): number {
  const { fields, href, role, tag, xpath } = candidate;
  const keys = share(dropColours(target.key), dropColours(fields.key));
  const isAddressed = target.href !== null && readPath(href) === readPath(target.href);
  // The name of a listed thing is data: another name is another thing.
  if (target.isListed && !isAddressed && keys < 1) return 0;
  const labels = (['label', 'placeholder', 'title', 'alt'] as const).some(
    (field) => target[field] !== '' && target[field] === fields[field],
  );
  const wanted = new Set(target.places.map(normalizeName));
  const places = listPlaces(candidate).filter((line) => wanted.has(normalizeName(line)));
  // A sign without a name stands for the item around it, which is data, too.
  if (target.isListed && isUnnamed(target.name) && wanted.size > 0 && places.length === 0) return 0;
  const evidence: Record<keyof typeof WEIGHTS, number> = {
    key: keys,
    href: Number(isAddressed),
    label: Number(labels),
    words: share(target.name, readName(candidate)),
    places: wanted.size === 0 ? 0 : Math.min(1, places.length / wanted.size),
    path: xpath === target.xpath ? 1 : Number(endOf(xpath) === endOf(target.xpath)) / 2,
    role: Number(role === target.role && tag === target.tag),
  };
  const identity = IDENTITY.reduce((sum, kind) => sum + WEIGHTS[kind] * evidence[kind], 0);
  if (identity < ENOUGH_IDENTITY) return 0;
  const kinds = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
  return kinds.reduce((sum, kind) => sum + WEIGHTS[kind] * evidence[kind], 0);
}

/** "Delete" in the place of "Edit" is another command. */
function bringsConsequence(target: SkillTarget, candidate: Candidate): boolean {
  const before = readConsequenceWords(target.name);
  return [...readConsequenceWords(readName(candidate))].some((each) => !before.has(each));
}

/** The words that two texts share, of all their words (Jaccard index). */
function share(one: string, other: string): number {
  const [first, second] = [one, other].map(
    (text) => new Set(normalizeName(text).split(' ').filter(Boolean)),
  );
  if (!first || !second || first.size === 0 || second.size === 0) return 0;
  const common = [...first].filter((word) => second.has(word)).length;
  return common / (first.size + second.size - common);
}

/** A saved page has no style sheets, so its elements have no colours among their words. */
function dropColours(key: string): string {
  const words = key.split(' ');
  return words.filter((word) => nameColour(word) === null).join(' ');
}

/** The last steps of a path, which stay when its block is moved. */
function endOf(xpath: string, steps = 3): string {
  return xpath.split('/').slice(-steps).join('/');
}

/** Query and fragment change between visits. */
function readPath(href: string | null): string | null {
  return href?.replace(/[?#].*$/s, '') ?? null;
}

/** What it is called; the value of a field is no name. */
export function readName({ fields, role }: Candidate): string {
  const { name, label, text, placeholder, title, alt } = fields;
  const isField = role === 'textbox' || role === 'searchbox' || role === 'combobox';
  const names = [name, label, isField ? '' : text, placeholder, title, alt];
  return names.find((each) => each !== '') ?? '';
}

function isCalled(candidate: Candidate, name: string): boolean {
  const called = normalizeName(readName(candidate));
  return called !== '' && called === normalizeName(name);
}

function listPlaces({ fields }: Candidate): string[] {
  return fields.context.split('\n').filter(Boolean);
}

/** Signs such as “⠿” are no name. */
export function isUnnamed(name: string): boolean {
  return normalizeName(name) === '';
}

type Kind = 'text' | 'toggle' | 'list' | 'dial' | 'press';

function isSameKind(target: SkillTarget, candidate: Candidate): boolean {
  return readKind(candidate) === readKind(toCandidate(target));
}

function readKind(candidate: Candidate): Kind {
  // A toggle button is pressed like others.
  if (isToggle(candidate) && !isToggleButton(candidate)) return 'toggle';
  if (isDial(candidate)) return 'dial';
  if (isTextField(candidate)) return 'text';
  return isSelect(candidate) || isCombobox(candidate) ? 'list' : 'press';
}

/** A recorded target as far as a candidate describes it. */
export function toCandidate(target: SkillTarget): Candidate {
  const { role, tag, name, label, placeholder, title, alt, key, places, href, xpath } = target;
  const context = places.join('\n');
  return {
    ...{ uid: '', frameId: 0, role, tag, href, xpath, shadowPath: null, options: [], box: null },
    ...{ inViewport: true, disabled: false, checked: null },
    fields: { name, text: '', label, placeholder, title, alt, key, context, value: '' },
  };
}
