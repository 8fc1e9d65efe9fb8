import { BUTTON_VERBS, ITEM_NOUNS } from '../../ranking/lexicon/query-words.ts';
import { readNumber } from '../same-value.ts';
import type { ReadClause } from './commands.ts';
import { readButton, readCommand } from './commands.ts';
import { compilePattern, matchPattern } from './pattern.ts';
import type { Step } from './step.ts';
import type { Token, Tokens } from './tokens.ts';
import { dropMarks, joinTokens, readWords, splitTokens, startsWith } from './tokens.ts';

/**
 * `reason` is a sentence for the user. `unread`: not a command, but it may still name something. `needsModel`: only a
 * model can do it.
 */
export type ReadRequest =
  { ok: true; steps: Step[] } | { ok: false; reason: string; unread?: true; needsModel?: true };

const EXAMPLES =
  'I understand direct requests such as “click Add to cart”, “type walnut lamp in the search box and press enter”, “choose Express under Delivery”, “tick I agree”, “open example.com” or “scroll down”.';
const NEEDS_MODEL =
  'This needs a model: without one I only do what you name, one thing after the other.';

/**
 * Reads a direct request: commands joined by "then", sentence ends, semicolons or line breaks, and by "and" or commas
 * where both sides are commands. What stands in quotes is never looked into and keeps every character.
 */
export function readRequest(message: string): ReadRequest {
  const clauses = splitClauses(splitTokens(message.trim()));
  if (clauses.length === 0) return { ok: false, reason: `I got an empty message. ${EXAMPLES}` };
  const place = clauses.length > 1 ? readFoundItem(clauses[0] ?? []) : null;
  const steps: Step[] = [];
  for (const clause of place === null ? clauses : clauses.slice(1)) {
    const { once, times } = takeTimes(clause);
    const read = readClause(once);
    if (!Array.isArray(read)) return explain(read, clause, clauses.length === 1);
    for (let time = 0; time < times; time++) steps.push(...read);
  }
  const only = steps.every(({ kind }) => kind === 'tell') ? steps[0] : undefined;
  if (only?.kind === 'tell') return { ok: false, reason: only.text };
  return {
    ok: true,
    steps: dropDoubleEnter(place === null ? steps : steps.map((step) => addPlace(step, place))),
  };
}

function explain(
  read: Exclude<ReadClause, Step[]> | null,
  clause: Tokens,
  isOnly: boolean,
): ReadRequest {
  if (read?.kind === 'refused') return { ok: false, reason: read.reason };
  const unread = isOnly && { unread: true as const };
  if (read?.kind === 'beyond')
    return { ok: false, reason: NEEDS_MODEL, needsModel: true, ...unread };
  return {
    ok: false,
    reason: `I did not understand “${joinTokens(clause)}”. ${EXAMPLES}`,
    ...unread,
  };
}

/** Reads one clause ("type walnut lamp in the search box"); null when it is no command. */
function readClause(clause: Tokens): ReadClause | null {
  const { tokens, isQuestion } = stripCourtesy(clause);
  const plain = isQuestion ? dropPoliteEnd(tokens) : dropThanks(tokens);
  // "hi there": a courtesy can be all that was said.
  return readLed(plain) ?? readCommand(plain) ?? readButton(plain) ?? readCommand(clause);
}

const COURTESIES = [
  ...[
    'please',
    'kindly',
    'hey',
    'hi',
    'hello',
    'so',
    'also',
    'just',
    'wayscribe',
    'copilot',
    'go_ahead_and',
    "let's|lets",
  ],
  ...[
    'now',
    'ok|okay',
    'and',
    'then',
    'first|firstly',
    'next',
    'finally|lastly',
    'after_that',
    'afterwards',
    'try_to',
  ],
  'can|could|would|will you|we|i [please|kindly] [just] [help_me] [to]',
  ...['help_me [to]', "i'd|i_would like_you|like|love to", 'i_want|i_need [you] to'],
  ...["i'm|i_am trying|looking to", 'you can|should|need_to|have_to'],
].map(compilePattern);

/** Drops "please", "could you" and the like before a command. */
function stripCourtesy(clause: Tokens): { tokens: Tokens; isQuestion: boolean } {
  let tokens = clause;
  let isQuestion = false;
  for (;;) {
    const length = [7, 6, 5, 4, 3, 2, 1].find((count) => {
      const head = tokens.slice(0, count);
      return head.length === count && COURTESIES.some((pattern) => matchPattern(pattern, head));
    });
    if (length === undefined) return { tokens, isQuestion };
    const isMarked = /^[,:]$/.test(tokens[length]?.key ?? '');
    const rest = tokens.slice(isMarked ? length + 1 : length);
    // "next page" names something.
    const isName =
      /^(?:first|next|now)$/.test(tokens[0]?.key ?? '') && !isMarked && !beginsCommand(rest);
    if (rest.length === 0 || isName || (tokens[0]?.key === 'next' && rest[0]?.key === 'to'))
      return { tokens, isQuestion };
    isQuestion ||= /^(?:can|could|would|will)$/.test(tokens[0]?.key ?? '');
    tokens = rest;
  }
}

/** "can you type hello for me?" */
function dropPoliteEnd(tokens: Tokens): Tokens {
  const rest = tokens.at(-1)?.key === '?' ? tokens.slice(0, -1) : tokens;
  const closing = [['for', 'me'], ['please']].find((words) =>
    startsWith(rest.slice(-words.length), words),
  );
  return closing && rest.length > closing.length
    ? dropPoliteEnd(rest.slice(0, -closing.length))
    : rest;
}

/** A courtesy after a comma cannot be meant as text. */
function dropThanks(tokens: Tokens): Tokens {
  const rest = dropMarks(tokens);
  const thanks = [['please'], ['thanks'], ['thank', 'you']].find((words) =>
    startsWith(rest.slice(-words.length - 1), [',', ...words]),
  );
  return thanks ? rest.slice(0, -thanks.length - 1) : tokens;
}

const LEADS = [
  'in',
  'on',
  'at',
  'inside',
  'within',
  'under',
  'underneath',
  'below',
  'above',
  'beside',
  'by',
  'near',
  'next',
  'close',
  'to',
  'from',
  'for',
];
const LED_VERBS = new Set(
  'click tap push press hit tick untick check uncheck toggle turn switch open choose select pick set change type enter write put clear hover'.split(
    ' ',
  ),
);
/** Places that are named by what is in them, not fields that are typed or chosen in. */
const PART = new Set(
  'row line card section dialog popup modal item entry first second third last next beside near close below above'.split(
    ' ',
  ),
);

/** "in the row of Oslo, click Repeat": the place stands before the command. */
function readLed(clause: Tokens): Step[] | null {
  if (!LEADS.includes(clause[0]?.key ?? '')) return null;
  const at = clause.findIndex(({ key }, index) => index > 1 && LED_VERBS.has(key));
  if (at < 0) return null;
  const lead = dropMarks(clause.slice(0, at));
  const steps = readClause(clause.slice(at));
  if (!Array.isArray(steps)) return null;
  const isPart = lead.some(({ key }) => PART.has(key));
  const isField = steps.some(({ kind }) => kind === 'type' || kind === 'choose');
  if (isField && !isPart) return null;
  const words = readWords(lead).replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  return steps.map((step) =>
    addPlace(
      step,
      words.replace(
        /^(?:for|from|of|on) the (?:user|post|message|email|product|item|person|book) /,
        'in the row of ',
      ),
    ),
  );
}

function addPlace(step: Step, place: string): Step {
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
      return { ...step, target: `${step.target ?? 'text box'} ${place}` };
    case 'choose': {
      const target = `${step.target ?? 'dropdown'} ${place}`;
      return { ...step, target, phrase: `${step.value} ${target}` };
    }
    default:
      return step;
  }
}

const FOUND = [
  'find|locate|look_for the|a|an|my WORD by|from|of|named|called|titled|with|about|due|for|to ANY',
].map(compilePattern);

/** "find the email by Ada and …": the row that the steps after it are about; null for other clauses. */
function readFoundItem(clause: Tokens): string | null {
  const { tokens } = stripCourtesy(clause);
  const slots = FOUND.map((pattern) => matchPattern(pattern, tokens)).find(
    (found) => found !== null,
  );
  const { WORD, ANY } = slots ?? {};
  return WORD && ANY && ITEM_NOUNS.has(WORD[0]?.key ?? '')
    ? `in the row of ${readWords(ANY)}`
    : null;
}

const MOST_TIMES = 10;

/** "press Down three times": the command, and how often. */
function takeTimes(clause: Tokens): { once: Tokens; times: number } {
  const tokens = dropMarks(clause);
  const [before, last] = tokens.slice(-2);
  const isPress = /^(?:click|press|tap|hit|push)$/.test(stripCourtesy(tokens).tokens[0]?.key ?? '');
  if (!isPress || tokens.length < 3) return { once: clause, times: 1 };
  if (last?.key === 'twice') return { once: tokens.slice(0, -1), times: 2 };
  const count = last?.key === 'times' ? readNumber(before?.text ?? '') : null;
  return count === null || count < 1
    ? { once: clause, times: 1 }
    : { once: tokens.slice(0, -2), times: Math.min(MOST_TIMES, count) };
}

/** "look for lamps and press enter": searching ends with Enter as it is. */
function dropDoubleEnter(steps: readonly Step[]): Step[] {
  return steps.filter(
    (step, at) =>
      !(step.kind === 'press' && step.key === 'Enter' && steps[at - 1]?.kind === 'search'),
  );
}

/** Where clauses may end: marks and joining words that stand together. */
interface Boundary {
  from: number;
  to: number;
  /** More than "and", "but" or a comma. */
  isStrong: boolean;
}

function listBoundaries(tokens: Tokens): Boundary[] {
  const boundaries: Boundary[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const length = countJoining(tokens, at);
    const isBreak = at > 0 && tokens[at]?.gap === '\n';
    if (length === 0 && !isBreak) continue;
    const words = tokens.slice(at, at + length).map(({ key }) => key);
    boundaries.push({
      from: at,
      to: at + length,
      isStrong: isBreak || words.some((word) => !/^(?:,|and|but)$/.test(word)),
    });
    at += Math.max(0, length - 1);
  }
  return boundaries;
}

/** How many tokens at this place join clauses. A sentence ends only before white space. */
function countJoining(tokens: Tokens, start: number): number {
  let at = start;
  for (; at < tokens.length; at++) {
    const { key = '', kind, gap } = tokens[at] ?? {};
    const next = tokens[at + 1];
    const isMark =
      kind === 'mark' && (/^[,;]$/.test(key) || (/^[.!?]$/.test(key) && (next?.gap ?? ' ') !== ''));
    const isWord =
      kind === 'word' && /^(?:and|but|then|afterwards)$/.test(key) && (at > 0 || gap === '');
    if (isMark || isWord) continue;
    if (key === 'after' && next?.key === 'that') at += 1;
    else break;
  }
  return at - start;
}

function splitClauses(tokens: Tokens): Tokens[] {
  const clauses: Tokens[] = [];
  let rest: Tokens | null = tokens;
  while (rest && rest.length > 0) {
    const cut: { left: Tokens; right: Tokens } | null = findCut(rest);
    clauses.push(cut?.left ?? rest);
    rest = cut?.right ?? null;
  }
  return clauses.filter((clause) => dropMarks(clause).length > 0);
}

/** The first boundary that parts two commands. */
function findCut(tokens: Tokens): { left: Tokens; right: Tokens } | null {
  const boundaries = listBoundaries(tokens);
  for (const [index, { from, to, isStrong }] of boundaries.entries()) {
    const left = tokens.slice(0, from);
    const right = tokens.slice(to);
    if (left.length === 0 || right.length === 0) continue;
    const marks = tokens.slice(from, to).filter(({ key }) => /^[!?]$/.test(key));
    const ended = [...left, ...marks];
    const next = tokens.slice(to, boundaries[index + 1]?.from);
    if (partsCommands(left, right, next, isStrong)) return { left: ended, right };
    const carried = carryVerb(left, next, isStrong);
    if (carried) return { left: ended, right: [...carried, ...right] };
    const isSequence =
      tokens.slice(from, to).some(({ key }) => /^(?:;|then|afterwards|after)$/.test(key)) ||
      right[0]?.gap === '\n';
    if (isSequence && !beginsCommand(right) && !takesText(left)) return { left: ended, right };
  }
  return null;
}

/** What ends a form is hardly meant as the end of a value: "set the size to Large and save". */
const ENDING = [
  'save|submit|send|continue|confirm|apply [it|them|changes|the_changes|my_changes]',
].map(compilePattern);

/** Whether a clause ends and another one begins here. */
function partsCommands(left: Tokens, right: Tokens, next: Tokens, isStrong: boolean): boolean {
  const { tokens } = stripCourtesy(right);
  if (beginsCommand(tokens)) {
    if (isStrong) return true;
    // "Save and Submit" may be one name; so may "Anna's notes and don't wait".
    if (
      /^(?:\p{Lu}|don't|do$|never|avoid)/u.test(tokens[0]?.text ?? '') &&
      !/^My$/.test(tokens[0]?.text ?? '')
    )
      return false;
    const before = readClause(left);
    if (!Array.isArray(before)) return false;
    const isShort = before[0]?.kind === 'click' && before[0].target.split(' ').length < 3;
    if (isShort && dropMarks(next).length === 1) return false;
    return endsWhole(tokens);
  }
  const before = readClause(left);
  const [step] = Array.isArray(before) ? before : [];
  const namesField =
    step?.kind === 'set' ||
    step?.kind === 'copy' ||
    (step?.kind === 'type' && step.target !== null);
  if (ENDING.some((pattern) => matchPattern(pattern, dropMarks(next))))
    return namesField || (isStrong && step !== undefined);
  const isButton = /^\p{Ll}/u.test(tokens[0]?.text ?? '') && BUTTON_VERBS.has(tokens[0]?.key ?? '');
  const isShort = step?.kind === 'click' && step.target.split(' ').length < 3;
  if (isShort && !isStrong && dropMarks(next).length === 1) return false;
  const isLed = readLed(tokens) !== null;
  const isNumbered = step?.kind === 'count' && Array.isArray(readCommand(next));
  return (
    isNumbered || ((isButton || isLed) && (isStrong || (step !== undefined && !takesText(left))))
  );
}

/** Whether the words up to the next command are a command. */
function endsWhole(tokens: Tokens): boolean {
  const end = listBoundaries(tokens).find(({ to }) =>
    beginsCommand(stripCourtesy(tokens.slice(to)).tokens),
  )?.from;
  return readClause(tokens.slice(0, end)) !== null;
}

const VERBS = new Set(
  (
    'click left-click tap push press hit type enter write put input key fill search look choose select pick set change ' +
    'switch update turn toggle tick untick check uncheck deselect unselect enable disable activate deactivate open go goto ' +
    'visit navigate browse load take head scroll reload refresh submit clear empty erase hover find locate focus expand ' +
    "collapse don't do never use sort filter copy wait rate raise lower increase decrease reduce double-click right-click my"
  ).split(' '),
);

/** Whether it begins with a verb of the command language, or with a place and such a verb. */
function beginsCommand(tokens: Tokens): boolean {
  const [first, second] = tokens;
  if (first?.kind !== 'word') return false;
  if (VERBS.has(first.key)) return first.key !== 'my' || readCommand(tokens) !== null;
  const isPair =
    second !== undefined && tokens.some(({ key }, at) => at > 0 && at < 6 && key === ':');
  return isPair
    ? /^\p{L}/u.test(first.text) && readCommand(dropMarks(tokens)) !== null
    : Array.isArray(readLed(tokens));
}

/** Whether what follows may still be part of the text that is typed. */
function takesText(left: Tokens): boolean {
  const read = readClause(left);
  return (
    !Array.isArray(read) ||
    read.some(({ kind }) => kind === 'type' || kind === 'search' || kind === 'set')
  );
}

const SHARED_VERBS = new Set(
  'click type enter write put set change fill choose select pick tick untick check uncheck'.split(
    ' ',
  ),
);

/** The verb that `next`, which has none, shares with the command on its left; null when it shares none. */
function carryVerb(left: Tokens, next: Tokens, isStrong: boolean): Token[] | null {
  const [verb, particle] = stripCourtesy(left).tokens;
  if (!verb || !SHARED_VERBS.has(verb.key) || next.length === 0) return null;
  const words =
    verb.key === 'fill' && particle && /^(?:in|out)$/.test(particle.key)
      ? [verb, particle]
      : [verb];
  const [first, ...others] = next;
  const carried = [...words, { ...(first ?? verb), gap: ' ' }, ...others];
  const [before, after] = [readClause(left), readClause(carried)];
  const [one, other] = [
    Array.isArray(before) ? before[0] : null,
    Array.isArray(after) ? after[0] : null,
  ];
  if (!one || !other || one.kind !== other.kind) return null;
  // "click A then B": only what looks like a name; "then wait for it" is another command.
  const isName = first?.kind === 'quote' || /^(?:[\p{Lu}\d]|the$)/u.test(first?.text ?? '');
  const isShared = isStrong ? one.kind === 'click' && isName : namesBoth(one) && namesBoth(other);
  return isShared ? words.map((word, at) => (at === 0 ? word : { ...word, gap: ' ' })) : null;
}

function namesBoth(step: Step): boolean {
  return (
    step.kind === 'set' ||
    ((step.kind === 'type' || step.kind === 'choose') && step.target !== null)
  );
}
