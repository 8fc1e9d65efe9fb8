import { BUTTON_VERBS } from '../../ranking/lexicon/query-words.ts';
import {
  joinPhrases,
  maskQuotes,
  matchPhrase,
  readWords,
  slicePhrase,
  squeezePhrase,
  trimPhrase,
} from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { readClause } from './request-clause.ts';
import { readCount, readHunt, readNegated, takeTimes, STATING } from './request-special.ts';
import { readForm } from './request-form.ts';
import { rewriteMessage } from './request-rewrite.ts';
import type { ReadClause } from './request-step.ts';
import { splitLead, stripCourtesy } from './request-words.ts';
import type { Step } from './step.ts';

/** `reason` is a sentence for the user. `unread`: it is no command, but may still name something. */
export type ReadRequest =
  { ok: true; steps: Step[] } | { ok: false; reason: string; unread?: true };

const EXAMPLES =
  'I understand direct requests such as “click Add to cart”, “type walnut lamp in the search box and press enter”, “choose Express under Delivery”, “tick I agree”, “open example.com” or “scroll down”.';

/**
 * Reads a direct request: commands joined by "then", sentence ends, semicolons or new lines, and by
 * "and" or commas where both sides are commands. What stands in quotes is never looked into, and
 * keeps every character.
 */
export function readRequest(message: string): ReadRequest {
  const said = rewriteMessage(squeezePhrase(maskQuotes(message.trim())));
  const hunt = readHunt(said);
  if (hunt) return { ok: true, steps: [hunt] };
  const form = readForm(said);
  if (form) {
    const rest = form.rest ? readRequest(form.rest.raw) : { ok: true as const, steps: [] };
    const fill: Step = { kind: 'fill', parts: form.parts };
    return rest.ok ? { ok: true, steps: [fill, ...rest.steps] } : rest;
  }
  return readClauses(splitClauses(said));
}

/** "find the email by Ada and …": what the steps after it are about. */
const FOUND =
  /^(?:find|locate|look for)\s+(?:the|a|an|my)\s+(\p{L}+)\s+(?:by|from|of|named|called|titled|with|about|due|for|to|that (?:is|says))\s+(.+)$/iu;

function readClauses(clauses: readonly Phrase[]): ReadRequest {
  const [first, ...others] = clauses;
  const [noun, place] = (first && matchPhrase(stripCourtesy(first).phrase, FOUND)) ?? [];
  if (noun && place && others.length > 0) {
    const rest = readClauses(others);
    const row = ` in the row of ${readWords(place)}`;
    if (!rest.ok) return rest;
    const steps = rest.steps.map((step) =>
      step.kind === 'click' || step.kind === 'toggle'
        ? { ...step, target: step.target + row }
        : step,
    );
    return { ok: true, steps };
  }
  if (clauses.length === 0) return { ok: false, reason: `I got an empty message. ${EXAMPLES}` };
  const steps: Step[] = [];
  for (const clause of clauses) {
    const { once, times } = takeTimes(clause);
    const step = readClause(once);
    if (!step) {
      const reason = `I did not understand “${clause.raw}”. ${EXAMPLES}`;
      return { ok: false, reason, ...(clauses.length === 1 && { unread: true }) };
    }
    if (step.kind === 'refused') return { ok: false, reason: step.reason };
    for (let time = 0; time < times; time++) steps.push(step);
  }
  dropDoubleEnter(steps);
  const only = steps.every(({ kind }) => kind === 'tell') ? steps[0] : undefined;
  if (only?.kind === 'tell') return { ok: false, reason: only.text };
  return { ok: true, steps };
}

/** "look for lamps and press enter": searching ends with Enter as it is. */
function dropDoubleEnter(steps: Step[]): void {
  const at = steps.findIndex(
    (step, index) =>
      step.kind === 'press' && step.key === 'Enter' && steps[index - 1]?.kind === 'search',
  );
  if (at > 0) steps.splice(at, 1);
}

const SEPARATOR =
  /\s*[,;]?\s+(?:and\s+)?(?:then|after that|afterwards)\b,?\s+|\s*;\s*|\s*\n\s*|(?<=[.!?])\s+|\s*,\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+/gi;

const COMMAND =
  /^(?:(?:left[- ]|double[- ]?|right[- ]?)?click|tap|push|press|hit|type|enter|write|put|input|key in|fill|search|look (?:for|up)|choose|select|pick|set|change|switch|update|turn|toggle|tick|untick|check|uncheck|deselect|unselect|enable|disable|activate|deactivate|open|go (?:to|back|forwards?)|goto|visit|navigate|browse to|load|take me|head to|scroll|reload|refresh|submit|clear|empty|erase|hover|find|locate|focus|expand|collapse|don['’]?t|do not|never|use|sort|filter|(?:in|into|inside|on|under|from|for)\s+.+?\s(?:type|enter|write|put|input|choose|select|pick)(?=\s))\b/i;

/** Verbs that a list of objects shares: "set Name to Ada and City to London". */
const SHARED_VERB =
  /^((?:left[- ])?click(?:\s+on)?|type|enter|write|put|set|change|fill(?:\s+(?:in|out))?|choose|select|pick|tick|untick|check|uncheck)\s/i;

function splitClauses(message: Phrase): Phrase[] {
  const clauses: Phrase[] = [];
  let rest: Phrase | null = trimPhrase(message);
  while (rest && rest.raw !== '') {
    const cut: Cut | null = findCut(rest);
    clauses.push(cut?.left ?? rest);
    rest = cut?.right ?? null;
  }
  return clauses;
}

interface Cut {
  left: Phrase;
  right: Phrase;
}

/** The first separator that really parts two commands. */
function findCut(phrase: Phrase): Cut | null {
  const separators = [...phrase.masked.matchAll(SEPARATOR)];
  for (const [index, separator] of separators.entries()) {
    const end = separator.index + separator[0].length;
    const left = endSentence(trimPhrase(slicePhrase(phrase, 0, separator.index)));
    const right = trimPhrase(slicePhrase(phrase, end));
    if (left.raw === '') continue;
    if (right.raw === '') return { left, right };
    const joinsNames = /^\s*(?:,\s*(?:and\s+|but\s+)?|(?:and|but)\s+)$/i.test(separator[0]);
    const isCommand = startsCommand(right, left, separator[0]);
    if (isCommand && (!joinsNames || partsCommands(left, right))) return { left, right };
    const next = slicePhrase(phrase, end, separators[index + 1]?.index);
    const carried = carryVerb(left, trimPhrase(next), joinsNames);
    if (!isCommand && carried) return { left, right: joinPhrases(carried, right) };
    if (!isCommand && isSequence(separator[0]) && !takesText(left)) return { left, right };
  }
  return null;
}

/**
 * Whether a command begins here. A button's verb ("send") and a place ("in the first row, …") begin
 * one only where they cannot be meant as text that is being typed.
 */
function startsCommand(right: Phrase, left: Phrase, separator: string): boolean {
  const { phrase } = stripCourtesy(right);
  // "Anna's notes and don't wait" may be a name.
  if (/^\s*and\s*$/i.test(separator) && readNegated(phrase)) return false;
  if (COMMAND.test(phrase.masked)) return true;
  if (readCount(phrase)) return readClause(left)?.kind === 'count';
  if (STATING.test(phrase.masked)) return STATING.test(stripCourtesy(left).phrase.masked);
  const verb = /^\p{Ll}+/u.exec(phrase.masked)?.[0] ?? '';
  const ends = ENDING.test(phrase.masked);
  if (!ends && !BUTTON_VERBS.has(verb) && !splitLead(phrase)) return false;
  const step = readClause(left);
  if (ends && (step?.kind === 'set' || step?.kind === 'copy' || namesField(step))) return true;
  if (ends && !BUTTON_VERBS.has(verb)) return false;
  return isSequence(separator) || (step !== null && !takesText(left)) || namesField(step);
}

/** What ends a form is hardly meant as the end of a value: "set the size to Large and save". */
const ENDING =
  /^(?:save|submit|send|continue|confirm|apply)(?:\s+(?:it|them|(?:my |the )?changes))?[.!]*$/i;

function namesField(step: ReadClause | null): boolean {
  return step?.kind === 'type' && step.target !== null;
}

/** "then" and the like: what follows is a step of its own even when it is not understood … */
function isSequence(separator: string): boolean {
  return /then|after|;|\n/i.test(separator);
}

/** … except within a text to type. */
function takesText(left: Phrase): boolean {
  const step = readClause(left);
  return !step || step.kind === 'type' || step.kind === 'search' || step.kind === 'set';
}

/** A full stop ends the sentence and is no part of a text to type; an ellipsis is. */
function endSentence(left: Phrase): Phrase {
  return /[^.]\.$/.test(left.masked) ? slicePhrase(left, 0, left.raw.length - 1) : left;
}

/** "and" between two commands: not the "and" of a button called "Save and submit". */
function partsCommands(left: Phrase, right: Phrase): boolean {
  const command = stripCourtesy(right).phrase;
  const isTold = STATING.test(command.masked);
  if (/^[A-Z]/.test(command.masked) && !isTold) return false;
  const step = readClause(left);
  if (!step) return false;
  const isShort = step.kind === 'click' && step.target.split(' ').length < 3;
  if (isShort && /^\w+[.!]*$/.test(command.masked)) return false;
  const end = [...command.masked.matchAll(SEPARATOR)].find(({ index, 0: text }) => {
    const { masked } = stripCourtesy(slicePhrase(command, index + text.length)).phrase;
    return COMMAND.test(masked) || (isTold && STATING.test(masked));
  })?.index;
  return readClause(slicePhrase(command, 0, end)) !== null;
}

/** The verb that `next`, which has none, shares with the command on its left; null when it has no share in it. */
function carryVerb(left: Phrase, next: Phrase, joinsNames: boolean): Phrase | null {
  const verb = matchPhrase(stripCourtesy(left).phrase, SHARED_VERB)?.[0];
  if (!verb) return null;
  const before = readClause(left);
  const after = readClause(joinPhrases(verb, next));
  if (!before || !after || before.kind !== after.kind) return null;
  // "click A then B": only what looks like a name; "then wait for it" is another command.
  const named = /^(?:[\p{Lu}\d\uE001]|the\s)/u.test(next.masked);
  const shares = joinsNames
    ? namesBoth(before) && namesBoth(after)
    : before.kind === 'click' && named;
  return shares ? verb : null;
}

function namesBoth(step: ReadClause): boolean {
  return (
    step.kind === 'set' ||
    ((step.kind === 'type' || step.kind === 'choose') && step.target !== null)
  );
}
