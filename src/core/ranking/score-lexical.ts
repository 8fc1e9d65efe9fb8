import type { Intent } from '../action/action.ts';
import { addPart, addUp } from './add-up.ts';
import type { Candidate, RankQuery, RankedCandidate } from './candidate.ts';
import { createMeaning } from './encoder/score-meaning.ts';
import type { SmallEncoder } from './encoder/small-encoder.ts';
import { readLines } from './lexicon/english.ts';
import { findSpans } from './lexicon/find-synonyms.ts';
import { matchWords } from './match-words.ts';
import { applyItem } from './query/apply-item.ts';
import type { ReadQuery } from './query/relation.ts';
import { applyCorner, applyRelation, readQuery } from './query/relation.ts';
import { indexTexts } from './text-index.ts';
import { MEANING_COVERAGE, OPTION_EXACT, PART_WEIGHTS, SYNONYM_EXACT } from './weights.ts';

const NO_MATCH = { exact: 0, phrase: 0 };

/**
 * Scores every candidate by words, names, roles and state, and by likeness in meaning where there is
 * the small encoder. In the order given, not sorted.
 */
export function scoreLexical(
  query: RankQuery,
  candidates: readonly Candidate[],
  small: SmallEncoder | null = null,
): RankedCandidate[] {
  const read = readQuery(query);
  const index = indexTexts(candidates);
  const matches = matchWords(read, index);
  const matchName = createNameMatcher(read);
  const hasWords = read.words.length > 0 && read.bare.length > 0;
  const meaning = small && hasWords ? createMeaning(small, listNaming(read)) : null;
  const signs = query.text.match(SIGNS) ?? [];
  const scored = candidates.map((candidate, at) => {
    const match = matches[at];
    // A name that meets the phrase shares words with it.
    const isHit = match !== undefined && match.matched.length > 0;
    const sign = signs.find((each) => isWrittenAs(candidate, each));
    const met = isHit ? matchName(index.namesOf(at), index.optionsOf(at)) : NO_MATCH;
    // What is called by the words for a sign comes after the sign itself.
    const exact = sign ? 1 : signs.length > 0 ? met.exact * SYNONYM_EXACT : met.exact;
    const phrase = sign ? 0 : met.phrase;
    const fit = fitRole(read, candidate);
    const possible = isPossible(read, candidate);
    const likeness = meaning?.(candidate, match?.around) ?? 0;
    const found = Math.max(match?.coverage ?? 0, likeness * MEANING_COVERAGE);
    // "Bar" names a kind of control, unless something is called just so.
    const isCalled = sign !== undefined || (!hasWords && exact === 1);
    const coverage = isCalled ? 1 : hasWords ? found : read.item === null ? Math.max(0, fit) : 0;
    return addUp(candidate, {
      parts: {
        words: (match?.word ?? 0) * PART_WEIGHTS.words,
        concept: (match?.concept ?? 0) * PART_WEIGHTS.concept,
        typo: (match?.typo ?? 0) * PART_WEIGHTS.typo,
        context: (match?.context ?? 0) * PART_WEIGHTS.context,
        meaning: likeness * PART_WEIGHTS.meaning,
        exact: exact * PART_WEIGHTS.exact,
        phrase: phrase * PART_WEIGHTS.phrase,
        role: fit * PART_WEIGHTS.role,
        impossible: possible ? 0 : PART_WEIGHTS.impossible,
        offScreen: candidate.inViewport ? 0 : PART_WEIGHTS.offScreen,
        behind: candidate.behind ? PART_WEIGHTS.behind : 0,
        covered: candidate.covered ? PART_WEIGHTS.covered : 0,
        fresh: candidate.fresh ? PART_WEIGHTS.fresh : 0,
        disabled: candidate.disabled ? PART_WEIGHTS.disabled : 0,
      },
      coverage: possible ? Math.min(1, coverage) : 0,
      matched: match?.matched.length ? match.matched : sign ? [sign] : [],
    });
  });
  const inItem = applyItem(read, scored);
  const counted = applyOrdinal(read, inItem, (at) => hasNamed(read, matches[at]?.named));
  const related = applyRelation(read, counted, (text) =>
    scoreLexical({ text, intent: null }, candidates, small),
  );
  return applyCorner(read, related);
}

/** Runs of signs, such as `♥♥♥` and `×`: neither letters and digits nor the marks of a sentence. */
const SIGNS = /[^\p{L}\p{M}\p{N}\s"'“”‘’«».,;:!?()[\]{}\p{Pd}_/\\@#&]+/gu;

/** Whether these signs are all that stands on it. */
function isWrittenAs({ fields }: Candidate, sign: string): boolean {
  return fields.name.trim() === sign || fields.text.trim() === sign;
}

/** What the target is called, without where it stands. */
function listNaming({ words }: ReadQuery): string[] {
  const named = words.filter(({ part }) => part !== 'place');
  return (named.length > 0 ? named : words).map(({ text }) => text);
}

function hasNamed(query: ReadQuery, named: readonly string[] = []): boolean {
  return query.ordinalWord !== null && named.includes(query.ordinalWord);
}

/** Candidates this near to the best are the ones that are counted. */
const REACH = 0.1;
/** On pages of few words scores lie close together: then what was found of the words tells. */
const ALIKE = 0.6;

/**
 * "The second Edit": raises the one asked for among those that fit about equally well, counted in
 * document order. Where the ordinal is part of the best one's name ("First name") nothing is counted.
 */
function applyOrdinal(
  query: ReadQuery,
  scored: RankedCandidate[],
  isNamed: (at: number) => boolean,
): RankedCandidate[] {
  const isInItem = scored.some(({ parts }) => parts['item'] !== undefined);
  // Without lists, "the second result" is the second element that fits.
  const ordinal = query.ordinal ?? (query.bare.length > 0 && !isInItem ? query.item : null);
  if (ordinal === null) return scored;
  const best = scored.reduce((top, { score }) => Math.max(top, score), -Infinity);
  const covered = scored.reduce((top, { coverage }) => Math.max(top, coverage), 0);
  const isBare = query.bare.length === 0;
  const counted = scored.flatMap(({ score, matched, coverage }, at) => {
    const isClose = score >= best - REACH && coverage >= covered * ALIKE;
    return isClose && (matched.length > 0 || isBare) ? [at] : [];
  });
  if (counted.some(isNamed)) return scored;
  const chosen = counted.at(ordinal > 0 ? ordinal - 1 : ordinal);
  return scored.map((entry, at) =>
    at === chosen ? addPart(entry, 'ordinal', PART_WEIGHTS.ordinal) : entry,
  );
}

/** How the whole phrase meets the whole of a name; each 0 … 1, and only one of them above 0. */
export interface NameMatch {
  exact: number;
  phrase: number;
}

/** A matcher for one query: takes a candidate's names and options as lists of keys. */
function createNameMatcher(
  query: ReadQuery,
): (names: readonly (readonly string[])[], options: readonly (readonly string[])[]) => NameMatch {
  const accepted = acceptedNames(query);
  const bare = query.bare;
  return (names, options) => {
    const exact = Math.max(
      0,
      ...names.map((keys) => accepted.get(keys.join('')) ?? 0),
      ...options.map((keys) => (accepted.get(keys.join('')) ?? 0) * OPTION_EXACT),
    );
    if (exact > 0 || bare.length === 0) return { exact, phrase: 0 };
    return { exact, phrase: Math.max(0, ...names.map((keys) => compare(keys, bare))) };
  };
}

/** The phrase with and without the word for the control, and what else it is called. */
function acceptedNames(query: ReadQuery): Map<string, number> {
  const accepted = new Map<string, number>();
  for (const span of findSpans(query.bare)) {
    if (span.start > 0 || span.end < query.bare.length) continue;
    for (const { keys, kind } of span.synonyms) {
      if (kind === 'same') accepted.set(keys.join(''), SYNONYM_EXACT);
    }
  }
  for (const keys of [query.bare, query.phrase])
    if (keys.length > 0) accepted.set(keys.join(''), 1);
  return accepted;
}

/**
 * The phrase within the name counts most at its start; the name within the phrase (in order, as in
 * "add the lamp to cart") by its share.
 */
function compare(name: readonly string[], phrase: readonly string[]): number {
  if (phrase.length > 1) {
    const at = findRun(name, phrase);
    if (at >= 0) return at === 0 ? 1 : 0.7;
  }
  return name.length < phrase.length && isWithin(phrase, name)
    ? (0.8 * name.length) / phrase.length
    : 0;
}

function findRun(keys: readonly string[], run: readonly string[]): number {
  if (run.length === 0) return -1;
  for (let start = 0; start + run.length <= keys.length; start++) {
    if (run.every((key, offset) => keys[start + offset] === key)) return start;
  }
  return -1;
}

/** True when all of `part` occurs in `keys` in order, with or without others between. */
function isWithin(keys: readonly string[], part: readonly string[]): boolean {
  let at = 0;
  for (const key of keys) if (key === part[at]) at++;
  return part.length > 0 && at === part.length;
}

/** How natural an intent is on a role: 1 made for it, 0 neutral, -1 hardly possible; `.` as on all others. */
const FITS = readFits(`
                      click  textInput     change     submit      press
button                    1          .          0          1        0.5
link                    0.9          .       -0.5        0.2          .
menuitem                  1          .          0          .          .
tab                     0.9          .        0.1          .          .
option                  0.8          .        0.8          .          .
treeitem                0.7          .          .          .          .
checkbox                0.8          .        0.9          .          .
radio                   0.8          .        0.9          .          .
switch                  0.8          .        0.9          .          .
menuitemcheckbox        0.9          .        0.8          .          .
menuitemradio           0.9          .        0.8          .          .
combobox                0.4        0.7          1          .        0.7
generic                 0.4       -0.4       -0.2        0.1          .
textbox                 0.2          1        0.2        0.3        0.8
searchbox               0.2          1          .        0.3        0.8
listbox                 0.2          .          1          .          .
slider                    0       -0.5        0.9          .          .
spinbutton                .        0.8        0.7          .        0.5
otherwise               0.2         -1       -0.5       -0.5          0
`);
/** Intents that go with roles as another one does. */
const LIKE: Partial<Record<Intent, Intent>> = { hover: 'click', paste: 'textInput' };

/** By intent, the fit of each role. */
function readFits(table: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const [head = '', ...lines] = readLines(table);
  const rows = lines.map((line) => line.split(/ +/));
  return new Map(
    head
      .trim()
      .split(/ +/)
      .map((intent, at) => [
        intent,
        new Map(
          rows.flatMap(([role = '', ...fits]) =>
            (fits[at] ?? '.') === '.' ? [] : [[role, Number(fits[at])] as const],
          ),
        ),
      ]),
  );
}

/** Below it an intent is taken as impossible on a role, whatever the words say. */
const IMPOSSIBLE = -0.9;
/** Of what the words ask for, against what the intent makes likely. */
const WORDS_SHARE = 0.7;
/** Each further role of a list fits this much less. */
const STEP = 0.12;
const WRONG_ROLE = -0.6;
const UNSAID_ROLE = 0.2;
/** Where neither is said: what only holds others, or only looks like a control, is seldom meant. */
const UNSAID = new Map([
  ['listbox', -0.5],
  ['generic', -0.2],
]);
const PRESSED = new Set(['button', 'link', 'menuitem', 'tab', 'option', 'img']);

/** How well a candidate's role goes with the words for a kind of control and the intent, -1 … 1. */
function fitRole(query: ReadQuery, candidate: Candidate): number {
  const intent = fitIntent(query.intent, candidate.role);
  if (query.roles.length === 0) {
    if (query.intent !== null || candidate.tag === 'select') return intent;
    return UNSAID.get(candidate.role) ?? 0;
  }
  const place = query.roles.indexOf(candidate.role);
  const words = place < 0 ? fitOther(query.roles, candidate.role) : 1 - place * STEP;
  return query.intent === null ? words : WORDS_SHARE * words + (1 - WORDS_SHARE) * intent;
}

/** Pages make buttons and links of elements that do not say what they are. */
function fitOther(roles: readonly string[], role: string): number {
  const isPressed = roles.some((wanted) => PRESSED.has(wanted));
  return role === 'generic' && isPressed ? UNSAID_ROLE : WRONG_ROLE;
}

/** False if the action is impossible on such an element: a link takes no text. */
function isPossible(query: ReadQuery, candidate: Candidate): boolean {
  return fitIntent(query.intent, candidate.role) > IMPOSSIBLE;
}

function fitIntent(intent: Intent | null, role: string): number {
  const fits = intent && FITS.get(LIKE[intent] ?? intent);
  return fits ? (fits.get(role) ?? fits.get('otherwise') ?? 0) : 0;
}
