import type { Phrase } from './phrase.ts';
import { matchPhrase, readText, readWords, trimPhrase } from './phrase.ts';
import { rewriteClause } from './request-rewrite.ts';
import {
  readCount,
  readEvery,
  readNamed,
  readNegated,
  readStatedValue,
} from './request-special.ts';
import type { ReadClause } from './request-step.ts';
import {
  chooseFrom,
  readButtonVerb,
  readChoose,
  readLoad,
  readPress,
  readScroll,
  readSearch,
  readType,
  refuse,
  scroll,
  scrollIn,
  setTo,
  toggle,
  typeInto,
  withTarget,
} from './request-step.ts';
import { readTarget, splitLead, stripCourtesy } from './request-words.ts';
import type { Step, TaskOf } from './step.ts';

type Groups = readonly (Phrase | null)[];
type Build = (groups: Groups, asked: boolean) => ReadClause | null;

/** The first rule that matches and builds a step decides, so the narrow ones come first. */
const RULES: readonly (readonly [RegExp, Build])[] = [
  [/^.+\s+in (?:a|another) new (?:tab|window)$/i, () => refuse('I cannot open new tabs yet.')],
  [
    /^(?:double|right)[- ]?click\b/i,
    () => refuse('I can only click once, with the main mouse button.'),
  ],
  [
    /^(?:open|go to|goto|visit|navigate to|browse to|load|take me to|head to)\s+(?:the\s+(?:page|site|website|url|address)\s+)?(\S+)$/i,
    ([address]) => readLoad(address),
  ],
  [
    /^(?:(?:go|navigate|move|take me)\s+back(?:\s+(?:one|a) page|\s+to the (?:previous|last) page)?|back)[.!]*$/i,
    () => ({ kind: 'back' }),
  ],
  [
    /^(?:(?:go|navigate|move)\s+forwards?(?:\s+(?:one|a) page)?|forward)[.!]*$/i,
    () => ({ kind: 'forward' }),
  ],
  [
    /^(?:reload|refresh)(?:\s+(?:the|this))?(?:\s+(?:page|tab|site|website))?[.!]*$/i,
    () => ({ kind: 'reload' }),
  ],
  [
    /^(?:scroll|go|jump|move)\s+(?:(?:all the way|up|down)\s+){0,2}to\s+(?:the\s+)?(?:very\s+)?(top|bottom|end|start|beginning)(?:\s+of\s+(?:the|this)\s+page)?[.!]*$/i,
    ([edge]) => scroll(/top|start|beg/i.test(edge?.raw ?? '') ? 'up' : 'down', 'end'),
  ],
  [
    /^(?:scroll|go|jump)\s+(?:(?:all the way|up|down)\s+){0,2}to\s+(?:the\s+)?(?:very\s+)?(top|bottom|end|start|beginning)\s+of\s+(.+)$/i,
    ([edge, target]) => scrollIn(target, edge),
  ],
  [
    /^scroll\s+(?:(?:in|inside|within)\s+)?((?!up\b|down\b|left\b|right\b|to\b).+?)\s+(?:(?:all the way|up|down)\s+){0,2}to\s+(?:the\s+|its\s+)?(?:very\s+)?(top|bottom|end|start|beginning)(?:\s+of\s+(?:the|its)\s+(?:text|list|content))?[.!]*$/i,
    ([target, edge]) => scrollIn(target, edge),
  ],
  [
    /^(?:scroll|page)(?:\s+(up|down|left|right))?((?:\s+(?:the|this|page|one|a|bit|little|lot|more|further|again|slightly|screen|all|way|by))*)(?:\s+(\d+)\s*(?:px|pixels?))?((?:\s+(?:please|for me))*)[.!]*$/i,
    ([direction, words, pixels]) => readScroll(direction, words, pixels),
  ],
  [
    /^scroll(?:\s+(?:up|down))?\s+(?:to|until(?: you (?:see|reach))?|till|towards?)\s+(.+)$/i,
    ([target]) => withTarget(target, (name) => ({ kind: 'reveal', target: name })),
  ],
  [
    /^submit(?:\s+(?:the|this|that|my|it))?(?:\s+form)?[.!]*$/i,
    () => ({ kind: 'submit', target: null }),
  ],
  [
    /^submit\s+(.+)$/i,
    ([target]) => withTarget(target, (name) => ({ kind: 'submit', target: name })),
  ],
  [
    /^(?:press|hit|push|tap|use)\s+(?:the\s+)?(?:ctrl|control|cmd|command|alt|option|shift|meta)\s*[+-]\s*\S+/i,
    () => refuse('I cannot press several keys at once yet.'),
  ],
  [
    /^(?:press|hit|push|tap|use)\s+(?:the\s+)?([\w -]+?)(\s+key)?(?:\s+(?:in|on|inside|within)\s+(.+))?[.!]*$/i,
    ([name, called, target]) => readPress(name, called, target),
  ],
  [/^enter[.!]*$/i, () => ({ kind: 'press', key: 'Enter', target: null })],
  [
    /^search\s+(?:(?:in|on|through)\s+)?(\S.*?)?\s*\bfor\s+(.+)$/i,
    ([where, text], asked) => readSearch(where, text, asked),
  ],
  [/^(?:look\s+(?:for|up)|search)\s+(.+)$/i, ([text], asked) => readSearch(null, text, asked)],
  [
    /^(?:in|into|inside|on|under|for)\s+(.+?),?\s+(?:type|enter|write|put|input)\s+(.+)$/i,
    ([target, text], asked) => typeInto(text, target, asked),
  ],
  [
    /^(?:type|enter|write|put|input)\s+(?:in|into)\s+(.+?)(?:\s*:\s*|\s*,\s*|\s+)(\uE001.*|(?<=:\s*).+)$/i,
    ([target, text], asked) => typeInto(text, target, asked),
  ],
  [
    /^fill\s+(?:in\s+|out\s+)?(.+?)\s+(?:with|as)\s+(.+)$/i,
    ([target, value], asked) => setTo(target, value, asked),
  ],
  [
    /^(?:type|enter|write|put|input|key in|fill in)(?:\s+in(?=\s+\uE001))?\s+(.+)$/i,
    ([text], asked) => readType(text, asked),
  ],
  [
    /^(?:set|change|switch|update|turn)\s+(.+?)\s+(?:to|as|=)\s+(.+)$/i,
    ([target, value], asked) => setTo(target, value, asked),
  ],
  [
    /^(?:tick|check|turn on|switch on|toggle on|enable|activate)\s+(?:off\s+)?(.+)$/i,
    ([target]) => toggle(target, true),
  ],
  [/^(?:turn|switch|toggle)\s+(.+?)\s+on[.!]*$/i, ([target]) => toggle(target, true)],
  [
    /^(?:untick|uncheck|deselect|unselect|turn off|switch off|toggle off|disable|deactivate)\s+(.+)$/i,
    ([target]) => toggle(target, false),
  ],
  [/^(?:turn|switch|toggle)\s+(.+?)\s+off[.!]*$/i, ([target]) => toggle(target, false)],
  [
    /^(?:under|in|from|for|on)\s+(.+?),?\s+(?:choose|select|pick)\s+(.+)$/i,
    ([target, value]) => chooseFrom(value, target),
  ],
  [/^(?:choose|select|pick)\s+(.+)$/i, ([phrase]) => readChoose(phrase)],
  [
    /^(?:clear|empty|erase|wipe)\s+(?:out\s+)?(.+)$/i,
    ([target]) => withTarget(target, (name) => ({ kind: 'clear', target: name })),
  ],
  [
    /^(?:hover|mouse|point)\s+(?:over|on|at)\s+(.+)$/i,
    ([target]) => withTarget(target, (name) => ({ kind: 'hover', target: name })),
  ],
  [
    /^(?:(?:left[- ])?click|press|tap|hit|push|toggle)\s+(?:(?:on|at|into|in)\s+)?(.+)$/i,
    ([target]) => withTarget(target, (name) => ({ kind: 'click', target: name })),
  ],
  [
    /^(expand|unfold|collapse|fold)\s+(.+?)(?:\s+(?:below|above))?[.!]*$/i,
    ([verb, target]) =>
      withTarget(target, (name) => ({
        kind: 'expand',
        target: name,
        open: /^(?:expand|unfold)/i.test(verb?.raw ?? ''),
      })),
  ],
  [/^(\p{L}+(?:\s+.+)?)$/iu, ([words]) => readButtonVerb(words)],
  [
    /^(?:open|visit|go (?:back )?to|navigate to|take me to|head to)\s+(?:up\s+)?(.+?)(?:\s+(?:page|section|screen))?[.!]*$/i,
    ([target]) => withTarget(target, (name) => ({ kind: 'click', target: name })),
  ],
];

/** Questions and phrases that only look like the commands tick, check in and the like. */
const NO_COMMAND = /^check\s+(?:out|in|for|if|whether|that|how|what|when|where|why|with|on)\b/i;

/** Before "next" is taken for a courtesy as in "next, click Send". */
const NEIGHBOUR =
  /^((?:next|previous|prev)\s+(?:page|slide|image|photo|picture|month|week|day|year|step|result|results|chapter|video|song|track|question))(?:,?\s+please)?[.!]*$/i;

/** Reads one clause ("type walnut lamp in the search box"); null when it is no command. */
export function readClause(clause: Phrase): ReadClause | null {
  const neighbour = matchPhrase(trimPhrase(clause), NEIGHBOUR)?.[0];
  if (neighbour) return withTarget(neighbour, (name) => ({ kind: 'click', target: name }));
  const { phrase: plain, asked } = stripCourtesy(clause);
  if (NO_COMMAND.test(plain.masked)) return null;
  const special =
    readNegated(plain) ??
    readEvery(plain) ??
    readCopy(plain) ??
    readStatedValue(plain) ??
    readCount(plain);
  if (special) return special;
  const phrase = rewriteClause(plain);
  const copied = readLikelyCopy(phrase);
  if (copied) return copied;
  const led = readLedClause(phrase);
  if (led) return led;
  for (const [pattern, build] of RULES) {
    const groups = matchPhrase(phrase, pattern);
    const step = groups && build(groups, asked);
    if (step) return step;
  }
  return readNamed(phrase);
}

/** "in the row of Oslo, click Repeat": the place stands before the command. */
function readLedClause(phrase: Phrase): ReadClause | null {
  const lead = splitLead(phrase);
  if (!lead) return null;
  const step = readClause(lead.command);
  if (!step || step.kind === 'refused') return null;
  const place = readWords(trimPhrase(lead.place))
    .replace(/^\p{Lu}/u, (first) => first.toLowerCase())
    .replace(
      /^(?:for|from|of|on) the (?=(?:user|post|message|email|product|item|person)\s)/,
      'in the row of ',
    );
  switch (step.kind) {
    case 'click':
    case 'hover':
    case 'toggle':
    case 'clear':
    case 'set':
    case 'expand':
    case 'reveal':
      return { ...step, target: `${step.target} ${place}` };
    case 'type':
      return lead.isPart ? { ...step, target: `${step.target ?? 'text box'} ${place}` } : null;
    case 'choose':
      return lead.isPart ? chooseIn(step, place) : null;
    default:
      return null;
  }
}

function chooseIn({ value, target }: TaskOf<'choose'>, place: string): Step {
  const list = `${target ?? 'dropdown'} ${place}`;
  return { kind: 'choose', value, target: list, phrase: `${value} ${list}` };
}

const QUOTED = /\uE001/u;
/** A field's name, not a text: "the billing city". */
const NAMED = '((?:the|my|its)\\s+.+?)';
const PLACED = /^copy\s+(.+?)\s+from\s+(.+?)\s+(?:over\s+)?(?:in)?to\s+(.+)$/iu;
const COPY = /^copy\s+(.+?)\s+(?:over\s+)?(?:in)?to\s+(.+)$/iu;
const SAME =
  /^(?:set|make|change|let)\s+(.+?)\s+(?:(?:to\s+)?(?:be\s+)?the\s+same\s+as|equal(?:\s+to)?|match)\s+(.+)$/iu;
const SET = new RegExp(`^(?:set|change|update)\\s+(.+?)\\s+to\\s+${NAMED}[.!]*$`, 'iu');
const TYPE = new RegExp(
  `^(?:type|enter|write|put|input)\\s+${NAMED}\\s+(?:in|into|as)\\s+(.+)$`,
  'iu',
);
const USE = /^use\s+(.+?)\s+(?:as|for)\s+((?:the|my)\s+.+)$/iu;
const ANY = /^(?:the\s+)?(?:text|contents?|value|words)$/iu;

/**
 * "copy the billing name to the shipping name": one field's value into another. Where the words say it less
 * plainly ("set the city to the billing city"), they may as well be the text itself, which the page decides.
 */
function readCopy(phrase: Phrase): Step | null {
  const [what, place, end] = matchPhrase(phrase, PLACED) ?? [];
  if (what && place && end) {
    const isAny = ANY.test(what.masked);
    const name = readTarget(what);
    const from = isAny ? readTarget(place) : `${readTarget(place)} ${name}`;
    // "copy the street from billing to shipping": the field is called so in both places.
    const isPlace = !isAny && !/^(?:the|my)\s/iu.test(end.masked);
    return copy(from, isPlace ? `${readTarget(end)} ${name}` : readTarget(end), null);
  }
  const [from, to] = matchPhrase(phrase, COPY) ?? [];
  if (from && to) return copy(readTarget(from), readTarget(to), null);
  const [target, source] = matchPhrase(phrase, SAME) ?? [];
  if (target && source) return copy(readTarget(source), readTarget(target), null);
  return null;
}

/** The same where it is said less plainly. */
function readLikelyCopy(phrase: Phrase): Step | null {
  const [set, value] = matchPhrase(phrase, SET) ?? [];
  if (set && value) return orPlain('set', value, set);
  const [text, field] = matchPhrase(phrase, TYPE) ?? [];
  if (text && field) return orPlain('type', text, field);
  const [used, use] = matchPhrase(phrase, USE) ?? [];
  return used && use ? orPlain('set', used, use) : null;
}

function orPlain(kind: 'set' | 'type', value: Phrase, field: Phrase): Step | null {
  if (QUOTED.test(value.masked) && kind === 'type') return null;
  const target = readTarget(field);
  const plain: Step =
    kind === 'set'
      ? { kind, value: readText(value), target }
      : { kind, text: readText(value), target };
  return QUOTED.test(value.masked) ? plain : copy(readTarget(value), target, plain);
}

function copy(from: string, to: string, plain: Step | null): Step | null {
  const target = to.replace(/\s+(?:too|as well|also)$/iu, '');
  return from === '' || target === '' ? null : { kind: 'copy', from, to: target, plain };
}
