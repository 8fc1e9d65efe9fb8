import type { Intent } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { BUTTON_VERBS, ROLE_WORDS, WEAK_VERBS } from '../../ranking/lexicon/query-words.ts';
import { MAIN_ROLES } from '../../ranking/query/apply-item.ts';
import { readQuery, takeCorner } from '../../ranking/query/relation.ts';
import { toContentKeys, toKeys, tokenize } from '../../ranking/query/tokenize.ts';
import { CLARITY, WORD_WEIGHTS } from '../../ranking/weights.ts';
import {
  containsWords,
  isNamed,
  isSameName,
  isSearchField,
  isSecret,
  isTextField,
  normalizeName,
} from '../form-controls.ts';
import { listWords } from '../request/language.ts';
import { readNumber } from '../same-value.ts';
import { judgeEvidence, listChoices, measureEvidence } from './confidence.ts';
import type { FoundTarget, GroundedAs, Sight } from './grounded.ts';
import { askWhich, found, getOnly, isUsable, lost, notFound } from './grounded.ts';

/** Finds the candidate of `pool` that a phrase names: the candidate, a question, or `lost`. */
export async function findTarget(
  phrase: string,
  intent: Intent | null,
  pool: readonly Candidate[],
  sight: Sight,
): Promise<FoundTarget> {
  const query = { text: phrase, intent };
  const called = [pool.filter(({ disabled }) => !disabled), pool]
    .map((some) => listCalled(phrase, some))
    .find(({ length }) => length > 0);
  if (called) return chooseCalled(query, called, pool, sight);
  // "A message at the bottom left" where a button is called "Bottom left".
  const place = getOnly(pool.filter((each) => isUsable(each) && isCalled(each, readPlace(phrase))));
  if (place) return found(place);
  const ofKind = findOfKind(query, pool);
  if (ofKind) return ofKind;
  const main = intent === 'click' ? findMainOfItem(phrase, pool) : null;
  if (main) return found(main);
  const result = await sight.rank(query, pool);
  const [best] = result.ranked;
  if (!best) return notFound(phrase);
  const placed = intent === 'click' ? null : findByPlace(phrase, pool);
  if (placed) return found(placed);
  const verb = intent === 'click' ? readVerb(phrase) : null;
  // Where an element has all the words, the phrase is not read in another way.
  const hasOtherReading =
    intent === 'click' && measureEvidence(query, result.ranked)?.isWhole !== true;
  const putting = hasOtherReading ? await rankPutting(phrase, pool, sight) : null;
  const acting =
    putting ??
    (hasOtherReading && verb !== null
      ? await rankActing(verb, phrase, best.candidate, pool, sight)
      : null);
  const { result: judgedResult, query: judgedQuery } = acting ?? { result, query };
  const lack = findLack(query, (judgedResult.ranked[0] ?? best).candidate);
  if (lack) return lack;
  const judged = judgeEvidence(judgedQuery, judgedResult);
  const isVerbIn = ({ uid }: Candidate): boolean =>
    judgedResult.ranked.some(
      ({ candidate, matched }) => candidate.uid === uid && matched.includes(verb ?? ''),
    );
  // A press on the box "Renew passport" does not delete it, nor does one on the field "Last name" rename it.
  const isOther =
    judged.kind === 'act' &&
    verb !== null &&
    putting === null &&
    (!isVerbIn(judged.best) || isOnlyFocused(judged.best, verb));
  // The button "Trash" in the margin deletes nothing by that name: where the verb has led to it, what is meant must stand there.
  const object = putting === null ? phrase : `put ${putting.object}`;
  const isElsewhere = judged.kind === 'act' && acting !== null && !saysSome(object, judged.best);
  if (judged.kind === 'none' || isOther || isElsewhere) return notFound(phrase);
  const fitting = judged.kind === 'act' ? [judged.best] : judged.options;
  const part = verb === null ? null : findPart(verb, fitting, pool);
  if (part) return found(part);
  if (judged.kind === 'act') {
    const { best: chosen } = judged;
    return verb !== null && isListing(chosen, verb) ? askWhich(phrase, [chosen]) : found(chosen);
  }
  const asked = new Set(judged.options.map(({ uid }) => uid));
  // Pressing "Publish article" doesn't delete it, nor does "Trash" delete photo.jpg: a question offers only elements that
  // have the verb of the phrase, and speak of what is meant or of nothing.
  const isAbout = (each: Candidate): boolean =>
    isVerbIn(each) && (saysSome(phrase, each) || isCalled(each, verb ?? ''));
  if (verb !== null && !judged.options.some(isAbout)) return notFound(phrase);
  // A heading tells several options apart; for a single option it proves nothing.
  const isOneOf = judged.options.length > 1;
  const headed = isOneOf
    ? getOnly(judged.options.filter((option) => isHeaded(option, judgedQuery)))
    : null;
  if (headed) return found(headed);
  // They fit equally well, so that the page's order says more than the scores' last digits.
  return askWhich(
    phrase,
    pool.filter(({ uid }) => asked.has(uid)),
  );
}

/** The corner of the page at the end of a phrase; empty without one. */
function readPlace(phrase: string): string {
  const { corner, rest } = takeCorner(phrase);
  return corner?.x && corner.y && phrase.startsWith(rest)
    ? phrase.slice(rest.length).replace(/^.*\bthe\s+/iu, '')
    : '';
}

/**
 * Finds what only a word for its kind names: "the text field", "the second radio button". Scores cannot tell such
 * elements apart, so it takes the only one or counts, and asks where several are left. Null if the phrase says more than
 * a kind, or if the page has no element of that kind.
 */
function findOfKind(query: RankQuery, pool: readonly Candidate[]): FoundTarget | null {
  const { words, bare, roles, ordinal, item, relation, corner } = readQuery(query);
  if (words.length === 0 || bare.length > 0 || item !== null || relation !== null || corner)
    return null;
  const role = words.map(({ text }) => text).join('');
  const usable = pool.filter((each) => isUsable(each) && each.behind !== true);
  const some = usable.filter((each) => roles.includes(each.role));
  const exact = some.filter((each) => each.role === role);
  const among = exact.length > 0 ? exact : some;
  if (among.length === 0) return null;
  const one = ordinal === null ? getOnly(among) : among.at(ordinal > 0 ? ordinal - 1 : ordinal);
  if (one) return found(one);
  return ordinal === null ? askWhich(query.text, among) : notFound(query.text);
}

/** Those that are called by the whole phrase, with or without a word for the kind of control at its end. */
function listCalled(phrase: string, pool: readonly Candidate[]): Candidate[] {
  const [, name = '', kind = ''] = /^(.+?)\s+(\S+)$/u.exec(phrase) ?? [];
  const [, first = '', rest = ''] = /^(\S+)\s+(.+)$/u.exec(phrase) ?? [];
  const ways = [
    pool.filter((each) => isCalled(each, phrase)),
    listKind(kind, name, pool),
    listKind(first, rest, pool),
  ];
  return ways.find(({ length }) => length > 0) ?? [];
}

function listKind(kind: string, name: string, pool: readonly Candidate[]): Candidate[] {
  const roles = ROLE_WORDS[kind.toLowerCase()] ?? [];
  return pool.filter((each) => roles.includes(each.role) && isCalled(each, name));
}

function isCalled({ fields }: Candidate, phrase: string): boolean {
  const wanted = normalizeName(phrase);
  const { name, label, text, placeholder, title, key } = fields;
  // Beside a label, a placeholder is only an example of what to write.
  const names = [name, label, text, label === '' ? placeholder : '', title];
  // The class of an icon without a name is all that it is called by.
  const all = names.every((each) => each === '') ? [key] : names;
  return wanted !== '' && all.some((each) => isSameName(each, wanted));
}

/** Of several with one name: the one written just so, else the one that the action and its place fit best. */
async function chooseCalled(
  query: RankQuery,
  called: readonly Candidate[],
  pool: readonly Candidate[],
  sight: Sight,
): Promise<FoundTarget> {
  const { text: phrase } = query;
  const written = called.filter(
    ({ fields }) => phrase.startsWith(fields.name) && fields.name !== '',
  );
  const among = written.length > 0 ? written : called;
  // The whole pool: the others are what the user can choose instead.
  const { ranked } = await sight.rank(query, pool);
  const choices = listChoices(ranked.filter(({ candidate }) => among.includes(candidate)));
  const [best, next] = choices;
  if (!best) return notFound(phrase);
  const isAhead = !next || best.score - next.score >= CLARITY.margin;
  if (isAhead && best.parts['impossible'] === undefined) return found(best.candidate);
  const close = new Set(choices.map(({ candidate }) => candidate));
  return askWhich(
    phrase,
    among.filter((each) => close.has(each)),
  );
}

/**
 * "Renew the book for Friday": where elements are called by the verb, one of them is meant, and the rest says which.
 * Null where the best one is called so, or none is.
 */
async function rankActing(
  verb: string,
  phrase: string,
  best: Candidate,
  pool: readonly Candidate[],
  sight: Sight,
): Promise<{ query: RankQuery; result: RankResult } | null> {
  const { ranked } = await sight.rank({ text: verb, intent: 'click' }, pool);
  const acting = ranked
    .filter(({ coverage }) => coverage >= CLARITY.sure)
    .map(({ candidate }) => candidate);
  // Each ranking answers with copies.
  if (acting.length === 0 || acting.some(({ uid }) => uid === best.uid)) return null;
  const rest = phrase.trim().split(/\s+/u).slice(1).join(' ');
  const query: RankQuery = { text: `${verb} (${rest})`, intent: 'click' };
  return { query, result: await sight.rank(query, acting) };
}

const PUTTING = new Set(toKeys(listWords('$put').join(' ')));
const CARTS = new Set(toKeys(listWords('$cart').join(' ')));

/**
 * "Put the Clay pot into the basket", where buttons are called "Put into basket": the words between say which. Null
 * where no name is made of the first and the last words of the phrase.
 */
async function rankPutting(
  phrase: string,
  pool: readonly Candidate[],
  sight: Sight,
): Promise<{ query: RankQuery; result: RankResult; object: string } | null> {
  const said = listContentKeys(phrase);
  const isAround = (name: string): boolean => {
    const keys = listContentKeys(name);
    const ending = keys.slice(1).join(' ');
    const isLonger = keys.length > 1 && said.length > keys.length;
    return isLonger && keys[0] === said[0] && ending === said.slice(1 - keys.length).join(' ');
  };
  const putting = pool.filter(({ fields }) => isAround(fields.name));
  const [first] = putting;
  if (!first) return null;
  const length = listContentKeys(first.fields.name).length;
  const object = said.slice(1, 1 - length).join(' ');
  const query: RankQuery = { text: `${first.fields.name} (${object})`, intent: 'click' };
  return { query, result: await sight.rank(query, putting), object };
}

/** Without prepositions and articles; other words for a cart, and for putting something there, become one. */
function listContentKeys(text: string): string[] {
  const keys = toContentKeys(text);
  return keys.map((key) => (CARTS.has(key) ? 'cart' : PUTTING.has(key) ? 'add' : key));
}

/** What is to be done, where a phrase begins with a word that buttons are called by: "delete" of "delete the draft". */
export function readVerb(phrase: string): string | null {
  const [first = '', ...rest] = phrase.trim().toLowerCase().split(/\s+/u);
  const isVerb = BUTTON_VERBS.has(first) && !WEAK_VERBS.has(first);
  return isVerb && rest.length > 0 ? first : null;
}

const COMPARING =
  /^(?:cheapest|dearest|most|least|lowest|highest|biggest|largest|smallest|best|worst|oldest|newest|latest|longest|shortest|fastest|slowest|nearest|closest)$/u;

function isCount(word: string): boolean {
  return !/^(?:a|one)$/u.test(word) && readNumber(word) !== null;
}

/** What the phrase asks for and the words of a page cannot answer: a comparison, a number of things, or what is not so. */
function findLack(query: RankQuery, { fields, options }: Candidate): GroundedAs<'lost'> | null {
  // A badge such as "3+" counts new things; its element is not called "3".
  const texts = Object.values<string>({ ...fields }).filter((text) => !/^\s*\d+\+\s*$/u.test(text));
  const known = new Set([...texts, ...options].flatMap(tokenize));
  const unsaid = readQuery(query)
    .words.map(({ text }) => text)
    .filter((word) => !known.has(word));
  const compared = unsaid.find((word) => COMPARING.test(word));
  if (compared !== undefined) {
    const text = `To find the “${compared}” one I would have to compare. That needs a model.`;
    return { kind: 'lost', text, needsModel: true };
  }
  // "The profile that is not public" is another one than "Public profile".
  const lacking = unsaid.find((word) => word === 'not' || isCount(word));
  return lacking === undefined
    ? null
    : lost(`I could not find “${query.text}” on this page: nothing there says “${lacking}”.`);
}

/**
 * "type hello in Notes" where Notes is the heading of a part with one field: the only one there. Where several have one
 * name ("Select row"), it is enough that what stands around one of them has the words.
 */
function findByPlace(phrase: string, pool: readonly Candidate[]): Candidate | null {
  const wanted = readQuery({ text: phrase, intent: null }).bare.join(' ');
  if (wanted === '') return null;
  const isThere = (each: Candidate): boolean => {
    const { name, context } = each.fields;
    const places = context.split('\n').map((line) => toKeys(line).join(' '));
    const isRepeated = pool.some((other) => other !== each && other.fields.name === name);
    return places.some((place) => place === wanted || (isRepeated && containsWords(place, wanted)));
  };
  return getOnly(pool.filter(isThere));
}

/** Whether a press would only put the focus into it, and do nothing of what the verb says. */
function isOnlyFocused(target: Candidate, verb: string): boolean {
  const isSaid = toKeys(target.fields.name).some((key) => toKeys(verb).includes(key));
  return isTextField(target) && verb !== 'edit' && !isSaid;
}

/** Words of a name up to which it says what a press does. */
const LEADING = 3;

/** Whether a name lists what is in a card, the verb among the rest: "report.pdf 4 MB Apr 18 Star". */
function isListing({ fields }: Candidate, verb: string): boolean {
  const words = tokenize(fields.name);
  return words.indexOf(verb) >= LEADING;
}

/** "Star report.pdf" where a press on the whole card opens it, and a part of the card is called "Star". */
function findPart(
  verb: string,
  fitting: readonly Candidate[],
  pool: readonly Candidate[],
): Candidate | null {
  const isInside = (each: Candidate): boolean =>
    fitting.some(
      ({ frameId, xpath }) => each.frameId === frameId && each.xpath.startsWith(`${xpath}/`),
    );
  return getOnly(pool.filter((each) => isUsable(each) && isCalled(each, verb) && isInside(each)));
}

/** "Add card under Working" where a heading begins so, and others only have the word: "Done (after working)". */
function isHeaded({ fields }: Candidate, query: RankQuery): boolean {
  const place = readQuery(query).words.filter(({ part }) => part === 'place');
  const keys = place.map(({ key }) => key).join(' ');
  const heads = fields.context.split('\n').map((line) => toKeys(line).join(' '));
  return keys !== '' && heads.some((head) => `${head} `.startsWith(`${keys} `));
}

/** How far the item that is meant stands from the one with the words. */
const ITEM_SHIFTS: Record<string, number | undefined> = { none: 0, below: 1, above: -1 };

/** "the email from Ada", "the email below that": what one opens of the only item with the words. */
function findMainOfItem(phrase: string, pool: readonly Candidate[]): Candidate | null {
  const { isItem, words, relation } = readQuery({ text: phrase, intent: 'click' });
  const shift = ITEM_SHIFTS[relation ?? 'none'];
  const [, ...place] = words
    .filter(({ weight }) => weight >= WORD_WEIGHTS.content)
    .map(({ key }) => key);
  if (!isItem || shift === undefined || place.length === 0) return null;
  const itemOf = ({ items }: Candidate, by = 0): string | null =>
    items?.[0] ? `${items[0].list} ${String(items[0].index + by)}` : null;
  const texts = new Map<string, Set<string>>();
  for (const each of pool) {
    const item = itemOf(each);
    if (item === null) continue;
    const { name, text, context } = each.fields;
    const keys = [name, text, context].flatMap(toKeys);
    texts.set(item, new Set([...(texts.get(item) ?? []), ...keys]));
  }
  const isHolding = ([, keys]: [string, Set<string>]) => place.every((key) => keys.has(key));
  const holder = getOnly([...texts].filter(isHolding));
  if (!holder) return null;
  const inside = pool.filter((each) => !each.disabled && itemOf(each, -shift) === holder[0]);
  return MAIN_ROLES.flatMap((role) => inside.filter((each) => each.role === role))[0] ?? null;
}

/** A field of several lines, whatever it is called. */
const AREA = /^text ?area$/iu;

const ACCOUNT = /^(?:user ?name|login)$/iu;

/** What a person signs in with, whatever it is called: the field before the only password. */
function findAccount(fields: readonly Candidate[]): Candidate | null {
  const password = getOnly(fields.filter(isSecret));
  return (password && fields[fields.indexOf(password) - 1]) ?? null;
}

/** The field to type into, also where the user named none. */
export async function findTextField(phrase: string | null, sight: Sight): Promise<FoundTarget> {
  const fields = sight.candidates.filter(isTextField);
  const form = /^(date|time)(?:\s+(?:field|picker|box))?$/iu.exec(phrase ?? '')?.[1]?.toLowerCase();
  const formed = form === undefined ? null : getOnly(fields.filter((each) => each.form === form));
  if (formed) return found(formed);
  const usable = fields.filter(isUsable);
  const areas = AREA.test(phrase ?? '') ? usable.filter(({ tag }) => tag === 'textarea') : [];
  if (phrase !== null && areas.length > 0) {
    const area = getOnly(areas);
    return area ? found(area) : askWhich(phrase, areas);
  }
  if (phrase !== null) {
    const account = ACCOUNT.test(phrase) ? findAccount(usable) : null;
    if (account) return found(account);
    const named = await findTarget(phrase, 'textInput', usable, sight);
    return named.kind === 'lost' ? findTarget(phrase, 'textInput', fields, sight) : named;
  }
  const near = [sight.focused, sight.lastField]
    .map((uid) => fields.find((field) => field.uid === uid))
    .find((field) => field !== undefined);
  const inReach = usable.filter(({ behind, covered }) => behind !== true && covered !== true);
  // What has just come up asks for the text: a dialog, a form in a card.
  const field = near ?? getOnly(inReach.filter(({ fresh }) => fresh === true)) ?? getOnly(inReach);
  if (field) return found(field);
  if (usable.length === 0) return lost('I found no text field on this page.');
  return { ...askWhich('', usable), question: 'Which field shall I type into?' };
}

export async function findSearchField(phrase: string | null, sight: Sight): Promise<FoundTarget> {
  const { candidates } = sight;
  const writable = candidates.filter((each) => each.readOnly !== true);
  const called = writable.filter(isSearchField);
  const fields = called.length > 0 ? called : writable.filter((each) => isFinder(each, phrase));
  const field = getOnly(fields);
  // "Search mail for rent": the field, its place or the page is about mail.
  if (field) {
    const isMeant = saysAll(phrase ?? '', field, [sight.title, sight.url]);
    return isMeant ? found(field) : askWhich(phrase ?? '', [field]);
  }
  if (fields.length === 0) return lost('I could not find a search box on this page.');
  const named = await findTarget(phrase ?? 'search', 'textInput', fields, sight);
  return named.kind === 'lost' ? askWhich('search', fields) : named;
}

/** Whether an element, the text around it or one of the other texts has every word of a phrase, apart from words such as "to". */
export function saysAll(
  phrase: string,
  { fields }: Candidate,
  others: readonly string[] = [],
): boolean {
  const known = new Set([...Object.values<string>({ ...fields }), ...others].flatMap(toKeys));
  const { words } = readQuery({ text: phrase, intent: null });
  return words.every(({ key, weight }) => weight < WORD_WEIGHTS.content || known.has(key));
}

/** Whether an element or the text around it has a word of what the verb of a phrase is about. */
function saysSome(phrase: string, { fields }: Candidate): boolean {
  const known = new Set(Object.values<string>({ ...fields }).flatMap(toKeys));
  const { words } = readQuery({ text: phrase, intent: null });
  const about = words
    .slice(1)
    .filter(({ text, weight }) => weight >= WORD_WEIGHTS.content && text !== 'everything');
  return about.length === 0 || about.some(({ key }) => known.has(key));
}

/** "Find a recipe", "Keyword", or, where the user named no field, "Filter tracks": nothing on the page is called a search. */
function isFinder(each: Candidate, phrase: string | null): boolean {
  const { name, label, placeholder } = each.fields;
  const begin = phrase === null ? /^(?:find|filter|keywords?)\b/iu : /^(?:find|keywords?)\b/iu;
  return isTextField(each) && [name, label, placeholder].some((said) => begin.test(said));
}

/** Scripts may listen for a press on what nothing calls clickable: the only such text of this very name is pressed. */
export function findLeaf(words: string, sight: Sight): Candidate | null {
  return getOnly((sight.listLeaves?.() ?? []).filter((each) => isNamed(each, words)));
}
