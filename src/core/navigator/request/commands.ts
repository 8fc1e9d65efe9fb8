import { BUTTON_VERBS, ROLE_WORDS } from '../../ranking/lexicon/query-words.ts';
import { readNumber } from '../same-value.ts';
import { parseWebAddress } from '../sites.ts';
import { readParts } from './form-parts.ts';
import { readKeyName } from './key-names.ts';
import type { Pattern, Slots } from './pattern.ts';
import { compilePattern, matchPattern } from './pattern.ts';
import type { Direction, Extent, Step } from './step.ts';
import type { Tokens } from './tokens.ts';
import { dropClosing, dropMarks, joinTokens, readName, readText, readWords } from './tokens.ts';

/** What a clause asks for. `refused`: understood, but impossible. `beyond`: needs a model. */
export type ReadClause = Step[] | { kind: 'refused'; reason: string } | { kind: 'beyond' };

interface Command {
  /** See `compilePattern`. */
  say: readonly string[];
  /** Null where the words don't fit after all, so that the next command is tried. */
  read(slots: Slots, said: string, clause: Tokens): ReadClause | null;
}

const TYPE = 'type|type_in|enter|write|put|input|key_in|fill_in';
const CLICK =
  'click|click_on|left-click|left_click|press|press_on|tap|tap_on|hit|push|click_at|click_in|click_into';
const GO = 'open|go_to|goto|visit|navigate_to|browse_to|load|take_me_to|head_to';
const CHOOSE = 'choose|select|pick';
const ON = 'tick|tick_off|check|check_off|turn_on|switch_on|toggle_on|enable|activate';
const OFF = 'untick|uncheck|deselect|unselect|turn_off|switch_off|toggle_off|disable|deactivate';
const EDGE = 'top|bottom|end|start|beginning';
const SCROLL = 'scroll|go|jump|move [all_the_way] [up|down] to [the] [very]';
const PRESS = 'press|hit|push|tap|use [the]';
const INTO = 'in|into|inside|within';
const EXCEPT = 'except|except_for|but|apart_from|other_than';

/** The command language. The first command that fits a clause counts, so narrow ones come first. */
const COMMANDS: readonly Command[] = [
  { say: ["don't|dont|do_not|never|avoid ANY", 'do_nothing'], read: ({ ANY }) => readNegated(ANY) },
  { say: ['ANY in a|another new tab|window'], read: () => refuse('I can’t open new tabs.') },
  {
    say: ['double-click|right-click|double_click|right_click|doubleclick ANY'],
    read: () => refuse('I can only click once, with the main mouse button.'),
  },
  {
    say: [`${PRESS} ANY`],
    read: ({ ANY = [] }) =>
      /^(?:ctrl|control|cmd|command|alt|option|shift|meta)\s*[+-]/i.test(joinTokens(ANY))
        ? refuse('I can’t press several keys at once.')
        : null,
  },
  {
    say: [`${GO} [the] [page|site|website|url|address] ADDRESS`],
    read: ({ ADDRESS }) => readLoad(ADDRESS),
  },
  {
    say: [`${GO} WORD`],
    read: ({ WORD = [] }) => {
      const read = parseWebAddress(readText(WORD));
      const isScheme = !read.ok && read.reason === 'scheme';
      return isScheme ? refuse('I only open web addresses that begin with http or https.') : null;
    },
  },
  {
    say: [
      'back',
      'go|navigate|move|take_me back [one_page|a_page|to_the_previous_page|to_the_last_page]',
    ],
    read: () => [{ kind: 'back' }],
  },
  {
    say: ['[go|navigate|move] forward|forwards [one_page|a_page]'],
    read: () => [{ kind: 'forward' }],
  },
  {
    say: ['reload|refresh [the|this] [page|tab|site|website]'],
    read: () => [{ kind: 'reload' }],
  },
  {
    say: ['wait [for] NUMBER second|seconds', 'wait [a] [moment|second|bit]'],
    read: ({ NUMBER }) => [{ kind: 'wait', seconds: NUMBER ? readNumber(readText(NUMBER)) : null }],
  },
  {
    say: [`${SCROLL} ${EDGE} [of_the_page|of_this_page|of_page]`],
    read: (_, said) => [scroll(readEdge(said), 'end')],
  },
  {
    say: [
      `${SCROLL} ${EDGE} of FIELD`,
      `scroll [in|inside|within] FIELD [all_the_way] to [the|its] [very] ${EDGE}`,
    ],
    read: ({ FIELD = [] }, said) =>
      withName(FIELD, (target) => ({ ...scroll(readEdge(said), 'end'), target })),
  },
  {
    say: ['scroll [up|down] to|until|till|towards|until_you_see|until_you_reach FIELD'],
    read: ({ FIELD }) => withName(FIELD, (target) => ({ kind: 'reveal', target })),
  },
  {
    say: ['scroll|page [the_page] [up|down|left|right] [by] NUMBER px|pixel|pixels'],
    read: ({ NUMBER = [] }, said) => [
      scroll(readWay(said), { pixels: readNumber(readText(NUMBER)) ?? 0 }),
    ],
  },
  {
    say: [
      'scroll|page [the_page] [all_the_way] [up|down|left|right] [a_bit|a_little|a_little_bit|slightly|more|further|again|a_page|one_page|a_screen|one_screen|all_the_way]',
    ],
    read: (_, said) => [scroll(readWay(said), readExtent(said))],
  },
  {
    say: ['submit', 'submit the|this|that|my|it [form]', 'submit form'],
    read: () => [{ kind: 'submit', target: null }],
  },
  {
    say: ['submit FIELD'],
    read: ({ FIELD }) => withName(FIELD, (target) => ({ kind: 'submit', target })),
  },
  { say: ['enter'], read: () => [{ kind: 'press', key: 'Enter', target: null }] },
  {
    say: [
      ...[`${PRESS} KEY`, `${PRESS} KEYNAME key`],
      ...[
        `${PRESS} KEY in|on|inside|within FIELD`,
        `${PRESS} KEYNAME key in|on|inside|within FIELD`,
      ],
    ],
    read: ({ KEY, KEYNAME, FIELD }) => {
      const key = readKeyName(readText(KEY ?? KEYNAME ?? []), KEY === undefined);
      return key === null ? null : [{ kind: 'press', key, target: readField(FIELD) }];
    },
  },
  {
    say: [
      'log|sign [me] in as|with|using [the|my] [username|user_name|user|name|email] TEXT and|with|using [with] [the|my] password VALUE',
    ],
    read: ({ TEXT = [], VALUE = [] }) => [
      { kind: 'type', text: readText(TEXT), target: 'username' },
      { kind: 'type', text: readText(VALUE), target: 'password' },
      { kind: 'submit', target: null },
    ],
  },
  {
    say: [
      'put|place|throw|drop|stick|pop|toss|get|i_want|i_need|i_would_like|we_want|we_need FIELD in|into|to CART',
      "i'd_like FIELD in|into|to CART",
    ],
    read: ({ FIELD }) =>
      withName(FIELD, (name) => ({ kind: 'click', target: `add ${name} to cart` })),
  },
  {
    say: [
      'search|look for TEXT in|on|into BOX',
      'search|look for|up TEXT',
      'search|look [in|on|through] BOX for TEXT',
      'search FIELD for TEXT',
      'search TEXT',
      "i'm|i_am|we're|we_are looking for TEXT",
    ],
    read: ({ TEXT = [], BOX, FIELD }, said) => readSearch(TEXT, BOX ?? FIELD ?? null, said),
  },
  { say: ['find|look_for [a|an] QUOTE'], read: ({ QUOTE = [] }) => readSearch(QUOTE, null, '') },
  {
    say: [
      `in|into|inside|on|under|for FIELD type|enter|write|put|input TEXT`,
      `${TYPE} in|into FIELD :|, TEXT`,
      `${TYPE} in|into FIELD QUOTE`,
      'use FIELD to enter|type|write|put|input TEXT',
    ],
    read: ({ FIELD, TEXT, QUOTE }) => typeText(TEXT ?? QUOTE, FIELD),
  },
  {
    say: [`use|apply|redeem|enter [the|my|a] CODE WORD`],
    read: ({ CODE = [], WORD = [] }) => [
      { kind: 'type', text: readText(WORD), target: readName(CODE) },
      { kind: 'click', target: 'apply' },
    ],
  },
  {
    say: [
      `${TYPE} TEXT ${INTO} FIELD`,
      `${TYPE} QUOTE under|on|to|as|for|at FIELD`,
      `${TYPE} TEXT under|on|to|as|for|at FIELD!`,
    ],
    read: (slots) => typeText(slots['TEXT'] ?? slots['QUOTE'], slots['FIELD'] ?? slots['FIELD!']),
  },
  {
    say: [`${TYPE} LABEL QUOTE`],
    read: ({ LABEL = [], QUOTE }) => typeText(QUOTE, isText(LABEL) ? [] : LABEL),
  },
  {
    say: [
      'fill|complete [in|out|up] FORM [in|out|up] [for_me] [:|,|-|with|using|as_follows|with_the_following|like_this] [:] PARTS',
    ],
    read: ({ PARTS = [] }) => [{ kind: 'fill', parts: readParts(PARTS) }],
  },
  { say: ['fill [in|out] FIELD with|as VALUE'], read: ({ FIELD, VALUE }) => setTo(FIELD, VALUE) },
  { say: [`${TYPE} TEXT`], read: ({ TEXT }) => typeText(TEXT, []) },
  {
    say: [
      'copy FROM from PLACE [over] to|into FIELD',
      'copy FROM and|, [then] paste [it|that|them|this] in|into|to FIELD',
      'copy FROM [over] to|into FIELD',
      'set|make FIELD [to] [be] the_same_as FROM',
    ],
    read: ({ FROM = [], FIELD = [], PLACE }) => readCopy(FROM, FIELD, PLACE),
  },
  {
    say: [
      ...[
        'set|change|update FIELD to|as|= VALUE',
        'switch|turn FIELD to VALUE',
        'turn|put|set|bring up|down FIELD to VALUE',
      ],
      ...[
        'turn|put|bring|set FIELD up|down to VALUE',
        'raise|lower|increase|decrease|reduce FIELD to VALUE',
      ],
      ...['[the|my] FIELD should|must be|say|read VALUE', 'use VALUE as FIELD!'],
      'LABEL : VALUE',
    ],
    read: (slots) => setTo(slots['FIELD'] ?? slots['FIELD!'] ?? slots['LABEL'], slots['VALUE']),
  },
  {
    say: ['my FIELD is|are VALUE'],
    // "My name is Ada and I love London" goes on about something else.
    read: ({ FIELD, VALUE = [] }) =>
      VALUE.some(({ key }) => /^(?:i|i'm|we|my)$/.test(key)) ? null : setTo(FIELD, VALUE),
  },
  {
    say: ['increase|raise FIELD by NUMBER', 'decrease|lower|reduce FIELD by NUMBER'],
    read: ({ FIELD, NUMBER }, said) =>
      readCount(NUMBER, FIELD, /^(?:increase|raise)/.test(said) ? 1 : -1),
  },
  {
    say: [
      '[add|give_me|make_it|put_in|i_need|i_want|we_need] NUMBER more [of] FIELD',
      '[add|give_me|make_it|i_need|i_want|we_need] NUMBER FIELD more',
      '[add|give_me|make_it|i_need|i_want|we_need] NUMBER more',
    ],
    read: ({ FIELD, NUMBER }) => readCount(NUMBER, FIELD, 1),
  },
  {
    say: ['[remove|take] NUMBER fewer|less FIELD', 'NUMBER FIELD fewer|less', 'NUMBER fewer|less'],
    read: ({ FIELD, NUMBER }) => readCount(NUMBER, FIELD, -1),
  },
  {
    say: [
      `${ON} all|every|each|everything [of] [the|my|these] [FIELD]`,
      `${OFF} all|every|each|everything [of] [the|my|these] [FIELD]`,
    ]
      .concat([`${CHOOSE}|mark all|every|each|everything [of] [the|my|these] [FIELD]`])
      .flatMap((pattern) => [
        pattern.replace(' [FIELD]', ` ${EXCEPT} LEFT`),
        pattern.replace('[FIELD]', `FIELD ${EXCEPT} LEFT`),
        pattern.replace(' [FIELD]', ''),
        pattern.replace('[FIELD]', 'FIELD'),
      ]),
    read: ({ FIELD, LEFT }, said) => {
      const words = FIELD ? readName(FIELD) : '';
      const target =
        /^(?:(?:check|tick)?\s?box(?:es)?|options?|items?|of them|them|ones?|switch(?:es)?)$/i.test(
          words,
        )
          ? ''
          : words;
      const on = !new RegExp(`^(?:${OFF.replaceAll('_', ' ')})\\b`).test(said);
      return [{ kind: 'tickAll', target, except: LEFT ? readName(LEFT) : null, on }];
    },
  },
  {
    say: ['check if|whether|that|how|what|when|where|why|for|with ANY'],
    read: () => ({ kind: 'beyond' }),
  },
  {
    say: [
      `${ON} [the] box|checkbox|check_box for|next_to|beside|of|that_says|saying|marked FIELD`,
      'turn|switch|toggle FIELD on',
      `${ON} FIELD`,
    ],
    read: ({ FIELD }) => withName(FIELD, (target) => ({ kind: 'toggle', target, on: true })),
  },
  {
    say: [
      `${OFF} [the] box|checkbox|check_box for|next_to|beside|of|that_says|saying|marked FIELD`,
      'turn|switch|toggle FIELD off',
      `${OFF} FIELD`,
    ],
    read: ({ FIELD }) => withName(FIELD, (target) => ({ kind: 'toggle', target, on: false })),
  },
  {
    say: [`under|in|from|for|on FIELD ${CHOOSE} VALUE`],
    read: ({ VALUE = [], FIELD = [] }) =>
      choose(VALUE, FIELD, `${readName(VALUE)} ${readName(FIELD)}`),
  },
  {
    say: [
      'sort|order|arrange [it|them|these|the_list|the_results] by VALUE',
      'sort|order|arrange FIELD by VALUE',
    ],
    read: ({ VALUE = [] }) => [chooseIn(readName(VALUE), 'sort')],
  },
  {
    say: ['show|show_me only VALUE', 'only|just show VALUE', 'switch_to VALUE'],
    read: ({ VALUE }) => choose(VALUE, null),
  },
  { say: [`${CHOOSE} VALUE with|using FIELD`], read: ({ VALUE, FIELD }) => setTo(FIELD, VALUE) },
  {
    say: [`${CHOOSE} VALUE under|from FIELD`, `${CHOOSE} VALUE in|for|on|at|as FIELD`],
    read: ({ VALUE, FIELD = [] }, _, clause) => choose(VALUE, FIELD, readName(clause.slice(1))),
  },
  {
    say: [`${CHOOSE} VALUE`, "i_take|i'll_take|i_will_take VALUE"],
    read: ({ VALUE }) => choose(VALUE, null),
  },
  {
    say: [
      'go|move|turn|skip|jump back|backwards a|one WORD',
      'go|move|turn|skip|jump forward|forwards|ahead|on a|one WORD',
    ],
    read: ({ WORD = [] }, said) =>
      withName(WORD, (name) => ({
        kind: 'click',
        target: `${/ back/.test(said) ? 'previous' : 'next'} ${name}`,
      })),
  },
  { say: ['make FIELD WORD'], read: ({ FIELD, WORD }) => readMake(FIELD, WORD) },
  {
    say: ['clear|empty|erase|wipe [out] FIELD'],
    read: ({ FIELD }) => withName(FIELD, (target) => ({ kind: 'clear', target })),
  },
  {
    say: [
      'hover|mouse|point|hover_over|move_the_mouse over|on|at|to FIELD',
      'hover|hover_over FIELD',
    ],
    read: ({ FIELD }) => withName(FIELD, (target) => ({ kind: 'hover', target })),
  },
  {
    say: ['expand|unfold|uncollapse FIELD [below|above]', 'collapse|fold FIELD [below|above]'],
    read: ({ FIELD }, said) =>
      withName(FIELD, (target) => ({
        kind: 'expand',
        target,
        open: !/^(?:collapse|fold)/.test(said),
      })),
  },
  {
    say: [
      'ANY by clicking|pressing|tapping|hitting|choosing|selecting [on] FIELD',
      `${CLICK} FIELD [in_order] to WORD it|them|this|that`,
      `focus [on|in|into] FIELD`,
    ],
    read: ({ FIELD }) => click(FIELD),
  },
  {
    say: ['close|dismiss|hide|get_rid_of|leave DIALOG'],
    read: () => [{ kind: 'click', target: CLOSE_IN_DIALOG }],
  },
  {
    say: ['log|sign me in|out|up|off'],
    read: (_, said) => [{ kind: 'click', target: said.replace(' me', '') }],
  },
  {
    say: [
      'compare|count|calculate|compute|add_up|sum_up|summarise|summarize|explain|describe|analyse|analyze|tell_me|read|find_out|work_out|figure_out|list|estimate|what|which|who|whose|why|how|when|where|is|are|does|did|has|have ANY',
    ],
    read: () => ({ kind: 'beyond' }),
  },
  { say: [`${CLICK} FIELD`, 'toggle FIELD'], read: ({ FIELD }) => click(FIELD) },
  {
    say: ['open FOLD'],
    read: ({ FOLD }) => withName(FOLD, (target) => ({ kind: 'expand', target, open: true })),
  },
  {
    say: [
      `${GO}|go_back_to|show|show_me|see|view|find|find_me|locate|bring_up|get_me FIELD [page|section|screen]`,
    ],
    read: ({ FIELD }) => click(FIELD),
  },
  { say: ['NUMBER WORD'], read: ({ NUMBER, WORD }) => setTo(WORD, NUMBER) },
];

/** What a click on the close button of "the dialog" or "the banner" is called once its words were read. */
export const CLOSE_IN_DIALOG = 'close button in the dialog';

interface CompiledCommand {
  patterns: readonly Pattern[];
  read: Command['read'];
}

const COMPILED: readonly CompiledCommand[] = COMMANDS.map(({ say, read }) => ({
  patterns: say.map(compilePattern),
  read,
}));

/** Reads a clause without courtesies by the table; null when no command fits. */
export function readCommand(clause: Tokens): ReadClause | null {
  const said = dropMarks(clause)
    .map(({ key, gap }, at) => (at === 0 ? key : ` ${key}`.slice(gap === '' ? 1 : 0)))
    .join('');
  for (const { patterns, read } of COMPILED) {
    for (const pattern of patterns) {
      const slots = matchPattern(pattern, clause);
      const step = slots && read(slots, said, dropMarks(clause));
      if (step) return step;
    }
  }
  return null;
}

/** "delete buy milk", "save": verbs that buttons are called by, and names without a verb, are clicked. */
export function readButton(clause: Tokens): Step[] | null {
  const named = dropClosing(clause);
  const [first] = named;
  if (!first) return null;
  const isVerb = BUTTON_VERBS.has(first.key) || MORE_VERBS.has(first.key);
  if (isVerb) return [{ kind: 'click', target: readWords(named) }];
  const isQuestion = clause.at(-1)?.key === '?';
  const isNamed = named.length > 1 && (isOrdinal(named) || named.some(({ key }) => KINDS.has(key)));
  return isNamed && !isQuestion ? click(named) : null;
}

const MORE_VERBS = new Set(
  'log login logout sign register continue proceed finish ok okay agree done place finalise finalize'.split(
    ' ',
  ),
);
const KINDS = new Set([
  ...Object.keys(ROLE_WORDS),
  'one',
  'picture',
  'image',
  'arrow',
  'heart',
  'star',
]);

function isOrdinal(tokens: Tokens): boolean {
  const word = tokens[tokens[0]?.key === 'the' ? 1 : 0]?.key ?? '';
  return /^(?:first|second|third|fourth|fifth|last|next|previous|\d+(?:st|nd|rd|th))$/.test(word);
}

function refuse(reason: string): ReadClause {
  return { kind: 'refused', reason };
}

function withName(tokens: Tokens | undefined, build: (name: string) => Step): Step[] | null {
  const name = tokens ? readName(tokens) : '';
  return name === '' ? null : [build(name)];
}

function click(field: Tokens | undefined): Step[] | null {
  const name = field ? readName(field) : '';
  if (/^[x×✕]$/i.test(name)) return [{ kind: 'click', target: CLOSE_IN_DIALOG }];
  return withName(field, (target) => ({ kind: 'click', target }));
}

/** "don't subscribe": nothing is done, and the answer says so. */
function readNegated(what: Tokens | undefined): Step[] {
  const said = what ? readWords(dropClosing(what)) : '';
  const text =
    said === ''
      ? 'OK, I do nothing.'
      : `You asked me not to ${said}, so I did not. Say what I should do.`;
  return [{ kind: 'tell', text }];
}

function readLoad(address: Tokens = []): Step[] | null {
  const read = parseWebAddress(readText(address));
  return read.ok ? [{ kind: 'load', url: read.url }] : null;
}

function scroll(direction: Direction, extent: Extent): Extract<Step, { kind: 'scroll' }> {
  return { kind: 'scroll', direction, extent };
}

function readEdge(said: string): Direction {
  return /\b(?:top|start|beginning)\b/.test(said.replace(/.*\bto\b/, '')) ? 'up' : 'down';
}

function readWay(said: string): Direction {
  return (/\b(?:up|down|left|right)\b/.exec(said)?.[0] ?? 'down') as Direction;
}

function readExtent(said: string): Extent {
  if (/\ball\b/.test(said)) return 'end';
  return { screens: /bit|little|slightly/.test(said) ? 0.4 : 0.8 };
}

/** Null for "it": the field worked in last. */
function readField(field: Tokens | undefined): string | null {
  const name = field ? readName(field) : '';
  return name === '' || name.toLowerCase() === 'it' ? null : name;
}

function typeText(text: Tokens | undefined, field: Tokens | undefined): ReadClause | null {
  if (!text || text.length === 0) return null;
  const target = readField(field);
  const step: Step = { kind: 'type', text: readText(text), target };
  return target === null ? (refuseDescription(text) ?? [step]) : orCopy(text, target, step);
}

function setTo(field: Tokens | undefined, value: Tokens | undefined): ReadClause | null {
  const target = field ? readName(field) : '';
  if (!value || value.length === 0 || target === '') return null;
  return orCopy(value, target, { kind: 'set', value: readText(value), target });
}

/** "the billing city" may be the text itself or the field that holds it, which the page decides. */
function orCopy(value: Tokens, target: string, plain: Step): ReadClause {
  const isOther =
    value.length > 1 && /^(?:the|my|its)$/.test(value[0]?.key ?? '') && !hasQuote(value);
  const refusal = refuseDescription(value);
  if (!isOther) return refusal ?? [plain];
  const to = target.replace(/\s+(?:too|as well|also)$/i, '');
  return [{ kind: 'copy', from: readName(value), to, plain: refusal ? null : plain }];
}

function hasQuote(tokens: Tokens): boolean {
  return tokens.some(({ kind }) => kind === 'quote');
}

const DETERMINERS = new Set('the an a this that these those its whatever what'.split(' '));
const DESCRIBING = new Set(
  (
    'of that which who whose below above from with shown total sum number count amount text value word words ' +
    'result item answer same first last'
  ).split(' '),
);

/** "the total number of blocks" describes a text; only quotation marks make it the text itself. */
function refuseDescription(tokens: Tokens): ReadClause | null {
  const [first, ...rest] = tokens;
  const isDetermined = first !== undefined && DETERMINERS.has(first.key) && !hasQuote(tokens);
  if (!isDetermined || !rest.some(({ key }) => DESCRIBING.has(key))) return null;
  return refuse(
    `I type only what is written out. If “${joinTokens(tokens)}” is the text itself, put it in quotes.`,
  );
}

/** Words for a text, which name no field: "the text “Ada”". */
function isText(label: Tokens): boolean {
  return /^(?:number|text|words?|value|phrase|string|following(?: text)?|date|sentence|message)$/i.test(
    readName(label),
  );
}

function readSearch(text: Tokens, box: Tokens | null, said: string): Step[] | null {
  const closed = dropClosing(text);
  const here = closed.findIndex((_, at) => isHere(closed.slice(at)));
  const words = here > 0 ? closed.slice(0, here) : closed;
  const [first, second] = words;
  // About rain covers, not about "a rain cover"; "A Room with a View" is called so.
  const isArticle = /^(?:an?|some)$/.test(first?.text ?? '') && /^\p{Ll}/u.test(second?.text ?? '');
  const sought = said.startsWith('look for') && isArticle ? words.slice(1) : words;
  return sought.length === 0
    ? null
    : [{ kind: 'search', text: readText(sought), target: box ? readName(box) : null }];
}

function isHere(tokens: Tokens): boolean {
  return /^(?:here|on (?:this|the) (?:site|page|website))$/i.test(readWords(tokens));
}

function readCount(
  count: Tokens | undefined,
  field: Tokens | undefined,
  way: 1 | -1,
): Step[] | null {
  const number = count ? readNumber(readText(count)) : null;
  const target = field ? readName(field) : null;
  const isCount = number !== null && Number.isInteger(number) && number > 0 && number < 100;
  if (!isCount || (target !== null && COUNTED_ELSEWHERE.test(target))) return null;
  return [{ kind: 'count', target, by: way * number }];
}

/** What is counted on the way through pages and time, not on a page; and two things at once. */
const COUNTED_ELSEWHERE =
  /^(?:times?|pages?|screens?|steps?|slides?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|things?)\b|\b(?:and|or|more|fewer|less|than)\b|,/i;

function chooseIn(value: string, target: string): Step {
  return { kind: 'choose', value, target, phrase: `${value} ${target}` };
}

/** `phrase` is value and field as said: `Cash on delivery` may be one name. */
function choose(value: Tokens = [], field: Tokens | null, phrase = readName(value)): Step[] | null {
  const name = readName(value);
  const target = field && readName(field);
  return name === '' ? null : [{ kind: 'choose', value: name, target, phrase }];
}

function readMake(field: Tokens = [], word: Tokens = []): Step[] | null {
  if (/^(?:it|this|that|a|an|sure)$/.test(field[0]?.key ?? '')) return null;
  return withName(field, (target) => chooseIn(readName(word), target));
}

/** "copy the street from billing to shipping": the field is called so in both places. */
function readCopy(source: Tokens, field: Tokens, place: Tokens | undefined): Step[] | null {
  const name = readName(source);
  const target = readName(field).replace(/\s+(?:too|as well|also)$/i, '');
  if (name === '' || target === '') return null;
  const from = place ? `${readName(place)} ${name}` : name;
  const isPlace = place !== undefined && !/^(?:the|my)$/.test(field[0]?.key ?? '');
  return [{ kind: 'copy', from, to: isPlace ? `${target} ${name}` : target, plain: null }];
}
