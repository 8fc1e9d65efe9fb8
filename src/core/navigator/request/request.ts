import { BUTTON_VERBS, ITEM_NOUNS } from '../../ranking/lexicon/query-words.ts';
import { readNumber } from '../same-value.ts';
import type { ReadClause } from './commands.ts';
import { readButton, readCommand } from './commands.ts';
import type { Pattern } from './pattern.ts';
import { compilePattern, matchPattern } from './pattern.ts';
import type { Step } from './step.ts';
import type { Token, Tokens } from './tokens.ts';
import {
  dropClosing,
  dropMarks,
  joinTokens,
  readWords,
  splitTokens,
  splitWords,
} from './tokens.ts';

/**
 * `reason` is a sentence for the user. `unread` says how much of the message is no command; if it is the whole message,
 * its words may still name an element. `needsModel`: only a model can do it.
 */
export type ReadRequest =
  | { ok: true; steps: Step[] }
  | { ok: false; reason: string; unread?: 'whole' | 'part'; needsModel?: true };

const EXAMPLES =
  'Say what to press, type or choose: “click Add to cart”, “type tea in the search box”.';
const COMMANDS =
  'Without a model I follow commands, such as “click Add to cart” and “type tea in the search box”.';
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
  const reasons: Step[] = [];
  const own = place === null ? clauses : clauses.slice(1);
  for (const [at, clause] of own.entries()) {
    const agreed = readAgreement(clause, own[at - 1] ?? [], steps.at(-1));
    if (agreed) {
      steps.push(agreed);
      continue;
    }
    if (own.length > 1 && isReason(clause)) {
      reasons.push({ kind: 'reason', words: joinTokens(clause) });
      continue;
    }
    const { once, times } = takeTimes(clause);
    const read = readClause(once);
    if (!Array.isArray(read)) return explain(read, clause, clauses.length === 1);
    const said = read.map((step) => keepWords(step, clause));
    for (let time = 0; time < times; time++) steps.push(...said);
  }
  if (steps.length === 0) return explain(null, splitTokens(message.trim()), true);
  const only = steps.every(({ kind }) => kind === 'tell') ? steps[0] : undefined;
  if (only?.kind === 'tell') return { ok: false, reason: only.text };
  // "look for lamps and press enter": searching ends with Enter as it is, and adding with a submit.
  const once = steps.filter((step, at) => {
    const before = steps[at - 1];
    const isSent =
      (before?.kind === 'search' && (isEnter(step) || isClickOn(step, /^(?:search|find|go)$/i))) ||
      (before?.kind === 'entry' && (step.kind === 'submit' || isClickOn(step, MAKING))) ||
      // "Use the code X and apply it": using it does.
      (isClickOn(before, /^apply$/) && isClickOn(step, /^apply(?: (?:it|that))?$/i));
    return !isSent;
  });
  const placed = place === null ? once : once.map((step) => addPlace(step, place));
  return { ok: true, steps: [...reasons, ...placed] };
}

/** "New ticket: …, create it": adding has done that already. */
const MAKING = /^(?:create|add|save|submit)(?: (?:it|that|this))?$/i;

function isEnter(step: Step): boolean {
  return step.kind === 'press' && step.key === 'Enter';
}

function isClickOn(step: Step | undefined, name: RegExp): boolean {
  return step?.kind === 'click' && name.test(step.target.replace(/ (?:button|icon)$/i, ''));
}

/** Keeps the words of a clause with a step that calls its target otherwise. */
function keepWords(step: Step, clause: Tokens): Step {
  const said = readWords(dropClosing(stripCourtesy(clause).tokens));
  const isQuoted =
    !('target' in step) || said.toLowerCase().includes((step.target ?? '').toLowerCase());
  return isQuoted ? step : { ...step, said };
}

function explain(
  read: Exclude<ReadClause, Step[]> | null,
  clause: Tokens,
  isOnly: boolean,
): ReadRequest {
  if (read?.kind === 'refused') return { ok: false, reason: read.reason };
  const unread = isOnly ? 'whole' : 'part';
  return read?.kind === 'beyond'
    ? { ok: false, reason: NEEDS_MODEL, needsModel: true, unread }
    : { ok: false, reason: `I did not understand “${joinTokens(clause)}”. ${COMMANDS}`, unread };
}

/** Reads one clause ("type walnut lamp in the search box"); null when it is no command. */
function readClause(clause: Tokens): ReadClause | null {
  const { tokens, isQuestion } = stripCourtesy(clause);
  const plain = dropThanks(tokens, isQuestion);
  // "hi there": a courtesy can be all that was said.
  return readLed(plain) ?? readCommand(plain) ?? readButton(plain) ?? readCommand(clause);
}

/** The first step of a clause; null when it is no command. */
function readStep(clause: Tokens): Step | null {
  const read = readClause(clause);
  return (Array.isArray(read) ? read[0] : undefined) ?? null;
}

/** One pattern a line. */
function compileLines(lines: string): Pattern[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => compilePattern(line.trim()));
}

function matchesAny(patterns: readonly Pattern[], tokens: Tokens): boolean {
  return patterns.some((pattern) => matchPattern(pattern, tokens));
}

const COURTESIES = compileLines(`
  please|pls|plz|kindly|hey|hi|hello|oops|so|also|just|wayscribe|copilot|go_ahead_and|let's|lets
  now|ok|okay|and|then|first|firstly|next|finally|lastly|after_that|afterwards|try_to
  can|could|would|will you|we|i [please|kindly] [just] [help_me] [to]
  help_me [to]
  i'd|i_would like_you|like|love to
  i_want|i_need [you] to
  i'm|i_am trying|looking to
  you can|should|need_to|have_to
`);
const MOST_COURTESY = 7;

/** Drops "please", "could you" and the like before a command. */
function stripCourtesy(clause: Tokens): { tokens: Tokens; isQuestion: boolean } {
  let tokens = clause;
  let isQuestion = false;
  for (;;) {
    let length = Math.min(MOST_COURTESY, tokens.length);
    while (length > 0 && !matchesAny(COURTESIES, tokens.slice(0, length))) length -= 1;
    const first = tokens[0]?.key ?? '';
    const isMarked = /^[,:]$/.test(tokens[length]?.key ?? '');
    const rest = tokens.slice(isMarked ? length + 1 : length);
    // "next page" and "next to Total" name something.
    const isName =
      (/^(?:first|next|now)$/.test(first) && !isMarked && !beginsCommand(rest)) ||
      (first === 'next' && rest[0]?.key === 'to');
    if (length === 0 || rest.length === 0 || isName) return { tokens, isQuestion };
    isQuestion ||= /^(?:can|could|would|will)$/.test(first);
    tokens = rest;
  }
}

/** Drops "please" and the like after a comma or at the end of a question, where it can't be meant as text. */
function dropThanks(tokens: Tokens, isQuestion: boolean): Tokens {
  const [marked, rest] = [dropMarks(tokens), dropClosing(tokens)];
  const isApart = rest.length < marked.length && marked[rest.length]?.key === ',';
  if (isApart || isQuestion) return rest;
  return tokens;
}

const LEADS = splitWords(
  'in on at inside within under underneath below above beside by near next close to from for',
);
const LED_VERBS = splitWords(
  'click tap push press hit tick untick check uncheck toggle turn switch open choose select pick set change type enter write put add clear hover expand collapse unfold fold',
);
/** Places that are named by what is in them, not fields that are typed or chosen in. */
const PART = splitWords(
  'row line card section dialog popup modal item entry first second third last next beside near close below above',
);
const OF_ITEM = /^(?:for|from|of|on) the (?:user|post|message|email|product|item|person|book) /;

/** "in the row of Oslo, click Repeat": the place stands before the command. */
function readLed(clause: Tokens): Step[] | null {
  if (!LEADS.has(clause[0]?.key ?? '')) return null;
  const at = clause.findIndex(({ key }, index) => index > 1 && LED_VERBS.has(key));
  const steps = at < 0 ? null : readClause(clause.slice(at));
  if (!Array.isArray(steps)) return null;
  const lead = dropMarks(clause.slice(0, at));
  const isField = steps.some(({ kind }) => kind === 'type' || kind === 'choose');
  if (isField && !lead.some(({ key }) => PART.has(key))) return null;
  const words = readWords(lead).replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  const place = words.replace(OF_ITEM, 'in the row of ');
  return steps.map((step) => addPlace(step, place));
}

/** What stands for the target of a step that names none, where a place can be added. */
const PLACED: { [K in Step['kind']]?: string } = {
  ...{ click: '', hover: '', toggle: '', clear: '', set: '', expand: '', reveal: '', entry: '' },
  ...{ type: 'text box', choose: 'dropdown' },
};

function addPlace(step: Step, place: string): Step {
  const unnamed = PLACED[step.kind];
  if (unnamed === undefined || !('target' in step)) return step;
  const target = `${step.target ?? unnamed} ${place}`;
  return 'phrase' in step
    ? { ...step, target, phrase: `${step.value} ${target}` }
    : { ...step, target };
}

const FOUND = compilePattern(
  'find|locate|look_for the|a|an|my WORD by|from|of|named|called|titled|with|about|due|for|to ANY',
);

/** "find the email by Ada and …": the row that the steps after it are about; null for other clauses. */
function readFoundItem(clause: Tokens): string | null {
  const { WORD, ANY } = matchPattern(FOUND, stripCourtesy(clause).tokens) ?? {};
  const isItem = ITEM_NOUNS.has(WORD?.[0]?.key ?? '');
  return ANY && isItem ? `in the row of ${readWords(ANY)}` : null;
}

const MOST_TIMES = 10;

/** "press Down three times": the command, and how often. */
function takeTimes(clause: Tokens): { once: Tokens; times: number } {
  const tokens = dropMarks(clause);
  const [before, last] = tokens.slice(-2);
  const isPress = /^(?:click|press|tap|hit|push)$/.test(stripCourtesy(tokens).tokens[0]?.key ?? '');
  const count = last?.key === 'times' ? readNumber(before?.text ?? '') : null;
  if (!isPress || tokens.length < 3) return { once: clause, times: 1 };
  if (last?.key === 'twice') return { once: tokens.slice(0, -1), times: 2 };
  return count === null || count < 1
    ? { once: clause, times: 1 }
    : { once: tokens.slice(0, -2), times: Math.min(MOST_TIMES, count) };
}

/** Where clauses may end: marks and joining words that stand together. */
interface Boundary {
  from: number;
  to: number;
  /** More than "and", "but" or a comma. */
  isStrong: boolean;
}

const NEGATIONS = splitWords("don't dont do never");

function listBoundaries(tokens: Tokens): Boundary[] {
  const boundaries: Boundary[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const length = countJoining(tokens, at);
    const isBreak = at > 0 && tokens[at]?.gap === '\n';
    if (length === 0 && !isBreak) continue;
    const joining = tokens.slice(at, at + length);
    // "but don't send it" always begins another command, while "and don't wait" may end a name.
    const isContrast =
      joining.at(-1)?.key === 'but' && NEGATIONS.has(tokens[at + length]?.key ?? '');
    const isStrong =
      isBreak || isContrast || joining.some(({ key }) => !/^(?:,|and|but)$/.test(key));
    boundaries.push({ from: at, to: at + length, isStrong });
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
  const cut = findCut(tokens);
  const clauses = cut ? [cut.left, ...splitClauses(cut.right)] : [tokens];
  return clauses.filter((clause) => dropMarks(clause).length > 0);
}

/** The first boundary that parts two commands. */
function findCut(tokens: Tokens): { left: Tokens; right: Tokens } | null {
  const boundaries = listBoundaries(tokens);
  for (const [index, { from, to, isStrong }] of boundaries.entries()) {
    const [left, joining, right] = [
      tokens.slice(0, from),
      tokens.slice(from, to),
      tokens.slice(to),
    ];
    if (left.length === 0 || right.length === 0) continue;
    const ended = [...left, ...joining.filter(({ key }) => /^[!?]$/.test(key))];
    const next = tokens.slice(to, boundaries[index + 1]?.from);
    if (partsCommands(left, right, next, isStrong)) return { left: ended, right };
    const carried = carryVerb(left, next, isStrong);
    if (carried) return { left: ended, right: [...carried, ...right] };
    if (joining.some(({ kind }) => kind === 'mark') && partsReason(left, right, next))
      return { left: ended, right };
    const isSequence =
      joining.some(({ key }) => /^(?:;|then|afterwards|after)$/.test(key)) ||
      right[0]?.gap === '\n';
    if (isSequence && !beginsCommand(right) && !takesText(left)) return { left: ended, right };
  }
  return null;
}

/** Commands that end a form, not a value: "set the size to Large and save". */
const ENDING = compileLines(
  'save|submit|send|continue|confirm|apply [it|them|changes|the_changes|my_changes]',
);
/** "Save and Submit" may be one name; so may "Anna's notes and don't wait". */
const MAY_BE_NAME = /^(?:(?!My$)\p{Lu}|don't|dont|do$|never|avoid)/u;

/** What a person answers to a page that asks whether they are sure. */
const AGREEMENTS = compileLines(`
  [say|answer] yes|yeah|ok|okay|sure [really|please|delete|remove|cancel|do|i'm_sure|i_am_sure|confirm] [it|that|them]
  i'm_sure|i_am_sure|really
  confirm [it|that|this|them]
`);
/** Steps after which a page may ask. */
const ASKED_ABOUT = /^(?:click|choose|toggle|tickAll)$/;

/** "Delete Carla, yes": the second clause; null for other clauses. */
function readAgreement(clause: Tokens, before: Tokens, last: Step | undefined): Step | null {
  const words = dropMarks(clause);
  if (!last || !ASKED_ABOUT.test(last.kind) || !matchesAny(AGREEMENTS, words)) return null;
  const isConfirm = words[0]?.key === 'confirm';
  if (isConfirm && namesBoth(last)) return null;
  const target = readWords(dropClosing(stripCourtesy(before).tokens));
  return { kind: 'agree', target, ...(isConfirm && { orElse: 'confirm' }) };
}

/** Begins what a person says of themselves. What is said of a thing may say which one is meant. */
const SUBJECTS = splitWords(
  "i i'm im i've ive i'll we we're we've someone someone's somebody because there's theres",
);
/** A clause with one of these asks for something, or says when it is to be done. */
const ASKING = splitWords(
  "rather prefer want need like love would should must could please if unless when whenever until only except instead i'd we'd",
);

/** "I can't afford it any more", beside a command. */
function isReason(clause: Tokens): boolean {
  const words = dropMarks(clause);
  const subject = words[0]?.key ?? '';
  const isSaid = SUBJECTS.has(subject) && words.length > (subject.includes("'") ? 1 : 2);
  const isAsking = words.some(({ key, kind }) => ASKING.has(key) || kind === 'quote');
  return isSaid && !isAsking && clause.at(-1)?.key !== '?' && !Array.isArray(readClause(words));
}

/** Steps whose words end with what they name, so that nothing is typed of a reason that follows. */
const NAMING = /^(?:click|toggle|choose|tickAll|expand)$/;

/** Whether a command and a reason for it part here. */
function partsReason(left: Tokens, right: Tokens, next: Tokens): boolean {
  if (isReason(left)) {
    const { tokens } = stripCourtesy(right);
    return beginsCommand(tokens) || BUTTON_VERBS.has(tokens[0]?.key ?? '');
  }
  const read = isReason(next) ? readClause(left) : null;
  return Array.isArray(read) && read.every(({ kind }) => NAMING.test(kind));
}

/** Whether a clause ends and another one begins here. */
function partsCommands(left: Tokens, right: Tokens, next: Tokens, isStrong: boolean): boolean {
  const { tokens } = stripCourtesy(right);
  const { text = '', key = '' } = tokens[0] ?? {};
  const isCommand = beginsCommand(tokens);
  if (isCommand && (isStrong || MAY_BE_NAME.test(text))) return isStrong;
  const step = readStep(left);
  // "with product: lamp, amount: 2": another argument.
  if (step?.kind === 'tool' && step.parts.length > 0 && !VERBS.has(key)) return false;
  const words = dropMarks(next);
  const isAgreed = matchesAny(AGREEMENTS, words) && ASKED_ABOUT.test(step?.kind ?? '');
  if (isAgreed && words[0]?.key !== 'confirm') return true;
  if (!isCommand && matchesAny(ENDING, words)) {
    // A button may be called "Review and confirm". "Delete the draft and confirm" is a command and an answer.
    const isDone = isAgreed && BUTTON_VERBS.has(stripCourtesy(left).tokens[0]?.key ?? '');
    return step !== null && (isStrong || namesBoth(step) || (isDone && left.length > 1));
  }
  // "Save and close" may be one name.
  const isShort = step?.kind === 'click' && step.target.split(' ').length < 3;
  if (isShort && !isStrong && words.length === 1) return false;
  if (isCommand) return step !== null;
  if (step?.kind === 'count' && Array.isArray(readCommand(next))) return true;
  const isButton = /^\p{Ll}/u.test(text) && BUTTON_VERBS.has(key);
  return isButton && (isStrong || (step !== null && !takesText(left)));
}

const VERBS = splitWords(
  'click left-click tap push press hit type enter write put input key fill search look choose select pick set change ' +
    'switch update turn toggle tick untick check uncheck deselect unselect enable disable activate deactivate open go goto ' +
    'visit navigate browse load take head scroll reload refresh submit clear empty erase hover find locate focus expand ' +
    "collapse don't dont do never use sort filter copy wait rate raise lower increase decrease reduce double-click right-click drag move rename my",
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
  return !Array.isArray(read) || read.some(({ kind }) => /^(?:type|search|set)$/.test(kind));
}

/** The verb that `next`, which has none, shares with the command on its left; null when it shares none. */
function carryVerb(left: Tokens, next: Tokens, isStrong: boolean): Token[] | null {
  const [verb] = stripCourtesy(left).tokens;
  const [first, ...others] = next;
  if (!verb || !first || !VERBS.has(verb.key)) return null;
  const one = readStep(left);
  const other = readStep([verb, { ...first, gap: ' ' }, ...others]);
  if (!one || one.kind !== other?.kind) return null;
  if (namesBoth(one) && namesBoth(other)) return [verb];
  // "click A then B": only what looks like a name; "then wait for it" is another command.
  const isName = first.kind === 'quote' || /^(?:[\p{Lu}\d\p{S}]|the$)/u.test(first.text);
  return isStrong && one.kind === 'click' && isName ? [verb] : null;
}

/** Whether a step has both a value and what it is for. */
function namesBoth(step: Step): boolean {
  const isPlaced = step.kind === 'type' || step.kind === 'choose';
  return /^(?:set|copy|rename|drag)$/.test(step.kind) || (isPlaced && step.target !== null);
}
