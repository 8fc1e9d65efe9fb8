import { BUTTON_VERBS, ROLE_WORDS } from '../../ranking/lexicon/query-words.ts';
import { isItemNoun, readOrdinal, takeItem } from '../../ranking/query/take-item.ts';
import { readNumber } from '../same-value.ts';
import { parseWebAddress } from '../sites.ts';
import { MEANINGS } from './language.ts';
import { readParts, readWholeParts } from './parts.ts';
import type { Slots } from './pattern.ts';
import { compilePattern, matchPattern, MOST_WORD, readKeyName } from './pattern.ts';
import type { Direction, Extent, Step, TaskOf } from './step.ts';
import type { Tokens } from './tokens.ts';
import {
  dropClosing,
  dropMarks,
  joinTokens,
  readName,
  readText,
  readWords,
  splitWords,
} from './tokens.ts';

/** What a clause asks for. `refused`: understood, but impossible. `beyond`: needs a model. */
export type ReadClause = Step[] | { kind: 'refused'; reason: string } | { kind: 'beyond' };

/** Null where the words don't fit after all, so that the next line of the language is tried. */
type Build = (slots: Slots, said: string, clause: Tokens) => ReadClause | null;

/** What a click on the close button of "the dialog" or "the banner" is called once its words were read. */
export const CLOSE_IN_DIALOG = 'close button in the dialog';

/** Where "sort by price" chooses: a list of that name, or the head of a column. */
export const SORT = 'sort';

/** Where a new thing of a list goes, after its name. */
const THERE = /\s+(?:there|here|in it|to it)$/i;

/** Names of a rating that don't say what is rated. */
const IS_RATING = /^(?:it|this|that|these|those|them|(?:(?:star )?rating|stars|score|review)|)$/i;

/** The steps of each kind of command in the language. */
const BUILDERS: Readonly<Record<string, Build>> = {
  nothing: ({ ANY }) => readNegated(ANY),
  newTab: () => refuse('I can’t open new tabs.'),
  doubleClick: ({ FIELD }) => onNamed(FIELD, (target) => ({ kind: 'doubleClick', target })),
  rightClick: ({ FIELD }) => onNamed(FIELD, (target) => ({ kind: 'rightClick', target })),
  oneKey: () => refuse('I can’t press several keys at once.'),
  scheme: () => refuse('I only open web addresses that begin with http or https.'),
  beyond: () => ({ kind: 'beyond' }),
  load: ({ ADDRESS = [] }) => {
    const read = parseWebAddress(readText(ADDRESS));
    return read.ok ? [{ kind: 'load', url: read.url }] : null;
  },
  back: () => [{ kind: 'back' }],
  // Presses the form's own button: the tab's history would leave the form.
  stepBack: () => [{ kind: 'click', target: 'back' }],
  forward: () => [{ kind: 'forward' }],
  reload: () => [{ kind: 'reload' }],
  help: () => [{ kind: 'help' }],
  wait: ({ NUMBER }) => [{ kind: 'wait', seconds: NUMBER ? readNumber(readText(NUMBER)) : null }],
  scrollTo: ({ FIELD }, said) => {
    const isUp = /\b(?:top|start|beginning)\b/.test(said.replace(/.*\bto\b/, ''));
    const step = { kind: 'scroll', direction: isUp ? 'up' : 'down', extent: 'end' } as const;
    return FIELD ? onNamed(FIELD, (target) => ({ ...step, target })) : [step];
  },
  scroll: ({ NUMBER }, said) => {
    const direction = (/\b(?:up|down|left|right)\b/.exec(said)?.[0] ?? 'down') as Direction;
    const pixels = NUMBER && readNumber(readText(NUMBER));
    return [{ kind: 'scroll', direction, extent: pixels ? { pixels } : readExtent(said) }];
  },
  reveal: ({ FIELD }, said) =>
    onNamed(FIELD, (target) => ({
      ...{ kind: 'reveal', target },
      ...(said.startsWith('jump') && { jumps: true as const }),
    })),
  submit: ({ FIELD }) => [{ kind: 'submit', target: readField(FIELD) }],
  press: ({ KEY, KEYNAME, FIELD }) => {
    const key = readKeyName(readText(KEY ?? KEYNAME ?? []), KEY === undefined);
    return key === null ? null : [{ kind: 'press', key, target: readField(FIELD) }];
  },
  logIn: ({ TEXT = [], VALUE = [] }) => [
    { kind: 'type', text: readText(TEXT), target: 'username' },
    { kind: 'type', text: readText(VALUE), target: 'password' },
    { kind: 'submit', target: null },
  ],
  redeem: (slots) => [...typeCode(slots), { kind: 'click', target: 'apply' }],
  code: typeCode,
  // A name, as on a button; "confirm with the password" asks for more.
  // As "Account menu > Inbox".
  through: ({ FIELD = [], MENU = [] }) => clickOn(FIELD, (name) => `${readName(MENU)} > ${name}`),
  confirm: ({ FIELD = [] }) => (/^\p{Lu}/u.test(readText(FIELD)) ? clickOn(FIELD) : null),
  addToCart: ({ FIELD }) => clickOn(FIELD, (name) => `add ${name} to cart`),
  entry: ({ FIELD, TEXT, LABEL = [], QUOTE, PLACE, LIST }) => {
    const place = PLACE === undefined ? '' : ` in ${readName(PLACE)}`;
    const text = readText(TEXT ?? QUOTE ?? []).replace(THERE, '');
    return TEXT_WORD.test(readName(LABEL))
      ? null
      : onNamed(FIELD ?? LIST ?? LABEL, (name) => ({
          kind: 'entry',
          target: `${name}${place}`,
          text,
        }));
  },
  // "Comment “Well done”": a new comment.
  post: ({ TEXT, QUOTE = [] }, _, [verb]) => [
    { kind: 'entry', text: readText(TEXT ?? QUOTE), target: verb?.key ?? '' },
  ],
  remove: ({ FIELD, PLACE = [] }) =>
    clickOn(FIELD, (name) => `remove ${name}${isHere(PLACE) ? '' : ` from ${readName(PLACE)}`}`),
  star: ({ FIELD }) => clickOn(FIELD, (name) => `star ${name}`),
  // "Only open tasks" means the value "open": "tasks" only says what is listed.
  showOnly: ({ VALUE = [] }) => {
    const isNoun = VALUE.length > 1 && isItemNoun(VALUE.at(-1)?.key ?? '');
    return onNamed(isNoun ? VALUE.slice(0, -1) : VALUE, chooseAnywhere);
  },
  filter: ({ PARTS = [] }) => [{ kind: 'fill', parts: readParts(PARTS), sought: readText(PARTS) }],
  search: readSearch,
  // Opens the element of that name; otherwise searches, if the page has a search box.
  find: ({ SOUGHT }) => onNamed(SOUGHT, (target) => ({ kind: 'click', target, searches: true })),
  type: ({ TEXT, QUOTE, LABEL, FIELDS, ...slots }, _, clause) => {
    const isText = LABEL !== undefined && TEXT_WORD.test(readName(LABEL));
    if (isText && FIELDS) return null;
    if (TEXT?.[0]?.key === 'to' && clause[0]?.key === 'write') return writeTo(TEXT);
    const read = typeText(TEXT ?? QUOTE, readPlace(slots) ?? (isText ? [] : LABEL));
    const isPut = clause[0]?.key === 'put' && !hasQuote(clause);
    return Array.isArray(read) && isPut
      ? read.map((step) => addButton(step, readName(clause)))
      : read;
  },
  // "Put Omar as first name", but "type sorry as soon as possible": the page decides.
  typeAs: ({ TEXT = [], FIELD = [] }) => {
    const read = typeText(TEXT, FIELD);
    const whole = `${readText(TEXT)} as ${joinTokens(FIELD)}`;
    const withWhole = (step: Step): Step => (step.kind === 'type' ? { ...step, whole } : step);
    return Array.isArray(read) ? read.map(withWhole) : read;
  },
  fill: ({ PARTS = [] }) => [{ kind: 'fill', parts: readParts(PARTS) }],
  tool: ({ FIELD = [], PARTS = [] }) =>
    onNamed(FIELD, (name) => ({
      ...{ kind: 'tool', name },
      parts: PARTS.length === 0 ? [] : readParts(PARTS),
    })),
  copy: ({ FROM = [], FIELD = [], PLACE }) => readCopy(FROM, FIELD, PLACE),
  set: (slots) => setTo(readPlace(slots) ?? slots['WORD'], slots['VALUE'] ?? slots['VALUE!']),
  // "Assign the printer ticket to Marcus": the last word only says what is listed.
  assign: ({ FIELD = [], VALUE = [] }) => {
    const isNoun = FIELD.length > 2 && isItemNoun(FIELD.at(-1)?.key ?? '');
    return onNamed(isNoun ? FIELD.slice(0, -1) : FIELD, (name) => chooseIn(readName(VALUE), name));
  },
  // "The name of the event" may be a field; else what is called so gets another name.
  retitle: ({ LABEL = [], FIELD = [], VALUE = [] }) =>
    TITLE_WORD.test(readName(LABEL))
      ? onNamed(FIELD, (name) => ({
          ...{ kind: 'set', target: `${readName(LABEL)} of ${name}`, value: readText(VALUE) },
          renames: name,
        }))
      : null,
  perPage: ({ 'VALUE!': value, WORD = [] }) => [
    { kind: 'set', target: `${readName(WORD)} per page`.trim(), value: readText(value ?? []) },
  ],
  range: ({ FIELD, START = [], VALUE = [] }) =>
    onNamed(FIELD, (target) => {
      return { kind: 'range', target, from: readText(START), to: readText(VALUE) };
    }),
  // "My name is Ada and I love London" goes on about something else.
  state: ({ FIELD, VALUE = [] }) =>
    VALUE.some(({ key }) => /^(?:i|we|my)(?:'\p{L}+)?$/u.test(key)) ? null : setTo(FIELD, VALUE),
  born: ({ VALUE = [] }) => [{ kind: 'set', target: 'date of birth', value: readText(VALUE) }],
  more: ({ NUMBER, FIELD }) => readCount(NUMBER, FIELD, 1),
  less: ({ NUMBER, FIELD }) => readCount(NUMBER, FIELD, -1),
  tickAll: ({ FIELD, LEFT }, _, clause) => tickAll(FIELD, LEFT, true, clause),
  untickAll: ({ FIELD, LEFT }, _, clause) => tickAll(FIELD, LEFT, false, clause),
  // "Mark Milk as done" ticks the box of Milk; without a box, it presses a button of that name.
  markDone: ({ FIELD }, _, clause) =>
    onNamed(FIELD, (target) => ({ kind: 'toggle', target, on: true, orElse: readName(clause) })),
  tick: ({ FIELD }) => onNamed(FIELD, (target) => ({ kind: 'toggle', target, on: true })),
  untick: ({ FIELD }) => onNamed(FIELD, (target) => ({ kind: 'toggle', target, on: false })),
  choose: ({ VALUE = [], FIELD }, _, clause) => {
    const [value, target] = [readName(VALUE), FIELD ? readName(FIELD) : null];
    // "Pick a seat" doesn't say which one, so the words can only be the name of a control.
    const isOpen = /^(?:an?|any|some)$/.test(VALUE[0]?.key ?? '');
    if (isOpen && target === null) return clickOn(clause);
    // In "select the last train in the list", the words after "in" only tell where the train is.
    const isAnyList = /^(?:list|results?|table|page|grid)$/i.test(target ?? '');
    const isCounted = isAnyList && takeItem(value).item !== null;
    if (value === '' || target === null || isCounted) return onNamed(VALUE, chooseAnywhere);
    const isLed = clause.at(-1) === VALUE.at(-1);
    return [
      isLed
        ? chooseIn(value, target)
        : { ...chooseIn(value, target), phrase: readName(clause.slice(1)) },
    ];
  },
  sort: ({ VALUE, MOST }) =>
    MOST
      ? onNamed(
          MOST.filter(({ key }) => MOST_WORD.test(key)),
          (value) => chooseIn(value, SORT),
        )
      : onNamed(VALUE, (value) => chooseIn(value, SORT)),
  previous: ({ WORD }) => clickOn(WORD, (name) => `previous ${name}`),
  next: ({ WORD }) => clickOn(WORD, (name) => `next ${name}`),
  rate: ({ RATING = [], FIELD = [] }) => {
    const [value, name] = [readText(RATING), readName(FIELD)];
    return [IS_RATING.test(name) ? chooseAnywhere(value) : chooseIn(value, name)];
  },
  // "Make the text bold" must not type anything: only a choice can be made so.
  make: ({ FIELD = [], WORD = [] }) => {
    const key = FIELD[0]?.key ?? '';
    if (FIELD.length === 1 && /^(?:it|this|that)$/.test(key)) return onNamed(WORD, chooseAnywhere);
    return /^(?:it|this|that|a|an|sure)$/.test(key)
      ? null
      : onNamed(FIELD, (target) => ({ ...chooseIn(readName(WORD), target), turnsOn: true }));
  },
  // "Make my profile not public": only what is on can be turned off.
  makeNot: ({ FIELD = [], WORD = [] }) => {
    const [name, word] = [readName(FIELD), readName(WORD)];
    if (/^(?:sure|certain)\b/i.test(name)) return null;
    const target = /^(?:it|this|that)$/i.test(name) ? word : `${word} ${name}`;
    return [{ kind: 'toggle', target, on: false }];
  },
  clear: ({ FIELD }) => onNamed(FIELD, (target) => ({ kind: 'clear', target })),
  hover: ({ FIELD }) => onNamed(FIELD, (target) => ({ kind: 'hover', target })),
  rename: ({ FIELD, TEXT, QUOTE = [] }) =>
    onNamed(FIELD, (target) => ({ kind: 'rename', target, text: readText(TEXT ?? QUOTE) })),
  drag: ({ FIELD, TO = [] }) =>
    onNamed(FIELD, (target) => ({ kind: 'drag', target, to: readName(TO) })),
  // "Move Q3 to Archive" may be what a button is called by.
  move: ({ FIELD, TO = [] }, _, clause) =>
    onNamed(FIELD, (target) => ({
      ...{ kind: 'drag', target, to: readName(TO) },
      orElse: readName(clause),
    })),
  expand: ({ FIELD, FOLD }) =>
    onNamed(FIELD ?? FOLD, (target) => ({ kind: 'expand', target, open: true })),
  collapse: ({ FIELD }) => onNamed(FIELD, (target) => ({ kind: 'expand', target, open: false })),
  click: ({ FIELD, PATH }, said) =>
    clickOn(FIELD ?? PATH) ?? [{ kind: 'click', target: said.replace(' me', '') }],
  // "Make a new order" presses "New order".
  makeNew: ({ FIELD }) => clickOn(FIELD, (name) => `new ${name}`),
  // As a person and the ranker say it: "page 3".
  page: ({ WORD = [] }) => {
    const number = readOrdinal(readName(WORD));
    return number !== null && number > 1
      ? [{ kind: 'click', target: `page ${String(number)}` }]
      : null;
  },
  open: ({ FIELD = [] }) =>
    onNamed(FIELD, (name) => ({ kind: 'click', target: name, opens: true })),
  close: (_, said) => [{ kind: 'click', target: said, orElse: CLOSE_IN_DIALOG }],
};

const COMPILED = MEANINGS.map(({ kind, pattern }) => {
  const build = BUILDERS[kind];
  if (!build) throw new Error(`The command language has no meaning “${kind}”.`);
  return { pattern: compilePattern(pattern), build };
});

/** Reads a clause without courtesies by the language; null when no command fits. */
export function readCommand(clause: Tokens): ReadClause | null {
  const named = dropMarks(clause);
  const said = named.map(({ key }) => key).join(' ');
  for (const { pattern, build } of COMPILED) {
    const slots = matchPattern(pattern, clause);
    const read = slots && build(slots, said, named);
    if (read) return read;
  }
  return null;
}

const MORE_VERBS = splitWords(
  'begin search log login logout sign register continue proceed finish ok okay agree done place finalise finalize',
);
const KINDS = new Set([
  ...Object.keys(ROLE_WORDS),
  ...'one picture image arrow heart star'.split(' '),
]);
/** Words with one of these are a sentence, not the name of an element: "the button should have another class". */
const MODAL_VERBS = splitWords('should must shall ought could would');
const ORDINAL =
  /^(?:the )?(?:first|second|third|fourth|fifth|last|next|previous|\d+(?:st|nd|rd|th))\b/i;

/** "delete buy milk", "save": verbs that buttons are called by, and names without a verb, are clicked. */
export function readButton(clause: Tokens): Step[] | null {
  const named = dropClosing(clause);
  const verb = named[0]?.key ?? '';
  const said = readWords(named);
  if (BUTTON_VERBS.has(verb) || MORE_VERBS.has(verb)) return [{ kind: 'click', target: said }];
  const isSentence = named.some(({ key }) => MODAL_VERBS.has(key));
  const isName = !isSentence && (ORDINAL.test(said) || named.some(({ key }) => KINDS.has(key)));
  return named.length > 1 && isName && clause.at(-1)?.key !== '?' ? clickOn(named) : null;
}

/** "This playlist", "my order": no other one is on the page. */
function isHere([first, ...rest]: Tokens): boolean {
  const isList = /^(?:list|order|cart|basket|bag|trolley)$/.test(rest.at(-1)?.key ?? '');
  return first === undefined || /^(?:this|my|our|it)$/.test(first.key) || isList;
}

function refuse(reason: string): ReadClause {
  return { kind: 'refused', reason };
}

/** The step on what the words name; null without words. */
function onNamed(tokens: Tokens = [], build: (name: string) => Step): Step[] | null {
  const name = readName(tokens);
  return name === '' ? null : [build(name)];
}

function clickOn(field: Tokens | undefined, call = (name: string) => name): Step[] | null {
  return onNamed(field, (name) => {
    const target = call(name);
    if (!/^[x×✕]$/i.test(name)) return { kind: 'click', target };
    // What is quoted may be the name itself: a key of a calculator.
    return hasQuote(field ?? [])
      ? { kind: 'click', target, orElse: CLOSE_IN_DIALOG }
      : { kind: 'click', target: CLOSE_IN_DIALOG };
  });
}

/** "don't subscribe": nothing is done, and the answer says so. */
function readNegated(what: Tokens = []): Step[] {
  const said = readWords(dropClosing(what));
  const asked = `You asked me not to ${said}, so I did not. Say what I should do.`;
  return [{ kind: 'tell', text: said === '' ? 'OK, I do nothing.' : asked }];
}

function readExtent(said: string): Extent {
  if (/\ball\b/.test(said)) return 'end';
  return { screens: /bit|little|slightly/.test(said) ? 0.4 : 0.8 };
}

function readPlace(slots: Slots): Tokens | undefined {
  return slots['FIELD'] ?? slots['FIELD!'];
}

/** Null for "it": the field worked in last. */
function readField(field: Tokens = []): string | null {
  const name = readName(field);
  return /^(?:it)?$/i.test(name) ? null : name;
}

function typeText(text: Tokens = [], field: Tokens | undefined): ReadClause | null {
  if (text.length === 0) return null;
  const target = readField(field);
  const parts = target === null && !hasQuote(text) ? readWholeParts(text) : [];
  // Each may be a field's name and its value.
  const isSeveral = parts.length > 1 && parts.every(({ said }) => said.includes(' '));
  const step = { kind: 'type', text: readText(text), target, ...(isSeveral && { parts }) } as const;
  return target === null ? (refuseDescription(text, true) ?? [step]) : orCopy(text, target, step);
}

/** "Write to jo@mill.example, subject Lunch" fills in a letter; "write to Jo about lunch" leaves it to be written. */
function writeTo(text: Tokens): ReadClause {
  const parts = hasQuote(text) ? [] : readWholeParts(text);
  return parts.length > 1 ? [{ kind: 'fill', parts }] : { kind: 'beyond' };
}

/** "Put the beanie on my wish list" may name a button: `orElse` is clicked where the page has no such field. */
function addButton(step: Step, orElse: string): Step {
  if (step.kind === 'type') return { ...step, orElse };
  const button = { kind: 'click', target: orElse } as const;
  if (step.kind !== 'copy') return step;
  return { ...step, plain: step.plain ? addButton(step.plain, orElse) : button };
}

function typeCode({ CODE = [], WORD = [] }: Slots): Step[] {
  return [{ kind: 'type', text: readText(WORD), target: readName(CODE) }];
}

function setTo(field: Tokens = [], value: Tokens = []): ReadClause | null {
  const target = readName(field);
  if (value.length === 0 || target === '') return null;
  // What both marks hold is literal: "change “Milk” to “Oats”".
  const renames = isQuote(field) && isQuote(value) ? { renames: target } : {};
  return orCopy(value, target, { kind: 'set', value: readText(value), target, ...renames });
}

function isQuote([first, ...rest]: Tokens): boolean {
  return first?.kind === 'quote' && rest.length === 0;
}

/** "the billing city" may be the text itself or the field that holds it, which the page decides. */
function orCopy(value: Tokens, target: string, plain: Step): ReadClause {
  const refusal = refuseDescription(value);
  const isOther = value.length > 1 && /^(?:the|my|its)$/.test(value[0]?.key ?? '');
  if (!isOther || hasQuote(value)) return refusal ?? [plain];
  return [
    { kind: 'copy', from: readName(value), to: dropToo(target), plain: refusal ? null : plain },
  ];
}

function dropToo(name: string): string {
  return name.replace(/\s+(?:too|as well|also)$/i, '');
}

function hasQuote(tokens: Tokens): boolean {
  return tokens.some(({ kind }) => kind === 'quote');
}

const DETERMINERS = splitWords('the an a this that these those its whatever what');
/** Begin what stands for a text or a thing, where no field is named that would take it as a text. */
const REFERRING = splitWords(
  'my our your his her their it them some somebody someone something anything',
);
const DESCRIBING = splitWords(
  'new of that which who whose below above from with shown total sum number count amount text value word words ' +
    'result item answer same first last',
);

/** "the total number of blocks" describes a text; only quotation marks make it the text itself. */
function refuseDescription(tokens: Tokens, isFieldless = false): ReadClause | null {
  const [first, ...rest] = tokens;
  if (first === undefined || hasQuote(tokens)) return null;
  const isDetermined = DETERMINERS.has(first.key);
  const isDescribed =
    first.key === 'another' || (isDetermined && rest.some(({ key }) => DESCRIBING.has(key)));
  const isReferring = isFieldless && (isDetermined || REFERRING.has(first.key));
  if (!isDescribed && !isReferring) return null;
  return refuse(
    `I type only what is written out. If “${joinTokens(tokens)}” is the text itself, put it in quotes.`,
  );
}

/** Words for a text, which name no field: "the text “Ada”". */
const TEXT_WORD =
  /^(?:number|text|words?|value|phrase|string|following(?: text)?|date|sentence|message)$/i;

/** What a thing is called by. */
const TITLE_WORD = /^(?:name|title|text|label)$/i;

const HERE = /\s(?:here|(?:on|in) this \p{L}+|on the (?:site|page|website))$/iu;

function readSearch({ TEXT, QUOTE, BOX, FIELD }: Slots): Step[] | null {
  const words = dropClosing(TEXT ?? QUOTE ?? []);
  const [first, second] = words;
  // About rain covers, not about "a rain cover"; "A Room with a View" is called so.
  const isArticle = /^(?:an?|some)$/.test(first?.text ?? '') && /^\p{Ll}/u.test(second?.text ?? '');
  const sought = isArticle ? words.slice(1) : words;
  const place = BOX ?? FIELD;
  const text = readText(sought).replace(HERE, '');
  return text === '' ? null : [{ kind: 'search', text, target: place ? readName(place) : null }];
}

/** Units of time and of paging, which no control counts, and more than one noun. */
const COUNTED_ELSEWHERE =
  /^(?:times?|pages?|screens?|steps?|slides?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|things?)\b|\b(?:and|or|more|fewer|less|than)\b|,/i;

function readCount(count: Tokens = [], field: Tokens | undefined, way: 1 | -1): Step[] | null {
  const number = readNumber(readText(count)) ?? 0;
  const target = field ? readName(field) : null;
  const isCount = Number.isInteger(number) && number > 0 && number < 100;
  const isElsewhere = target !== null && COUNTED_ELSEWHERE.test(target);
  return isCount && !isElsewhere ? [{ kind: 'count', target, by: way * number }] : null;
}

/** Words that only say that boxes are meant. */
const BOXES =
  /^(?:(?:check|tick)?\s?box(?:es)?|options?|items?|of them|them|ones?|switch(?:es)?)$/i;

function tickAll(
  field: Tokens = [],
  left: Tokens | undefined,
  on: boolean,
  clause: Tokens,
): Step[] {
  const target = readName(field).replace(BOXES, '');
  const except = left ? readName(left) : null;
  return [{ kind: 'tickAll', target, except, on, orElse: readName(clause) }];
}

function chooseIn(value: string, target: string): TaskOf<'choose'> {
  return { kind: 'choose', value, target, phrase: `${value} ${target}` };
}

function chooseAnywhere(value: string): TaskOf<'choose'> {
  return { kind: 'choose', value, target: null, phrase: value };
}

/** "copy the street from billing to shipping": the field is called so in both places. */
function readCopy(source: Tokens, field: Tokens, place: Tokens | undefined): Step[] | null {
  const name = readName(source);
  const target = dropToo(readName(field));
  if (name === '' || target === '') return null;
  const from = place ? `${readName(place)} ${name}` : name;
  const isPlace = place !== undefined && !/^(?:the|my)$/.test(field[0]?.key ?? '');
  return [{ kind: 'copy', from, to: isPlace ? `${target} ${name}` : target, plain: null }];
}
