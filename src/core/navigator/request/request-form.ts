import { maskQuotes, matchPhrase, readText, slicePhrase, trimPhrase } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { readTarget, stripCourtesy } from './request-words.ts';
import type { FillPart } from './step.ts';

const FORM =
  /^(?:fill|complete)\s+(?:(?:in|out|up)\s+)?(?:(?:this|that|the|my|it|a)\s*)?(?:[\p{L}-]+\s+)?(?:form|fields|details|data|information|boxes)?\s*(?:in|out|up)?(?:\s+for me)?\s*(?::|,|-|with(?:\s+the following)?\s*:?|as follows\s*:?|like this\s*:?|using)\s*(.+)$/iu;
const NAMES_FORM =
  /^\S+\s+(?:\S+\s+){0,3}?(?:form|fields|details|data|information|boxes|this|it)\b/iu;
const FOLLOWING = /^(?:enter|use|put in)\s+(?:the following|these)(?:\s+\p{L}+)?\s*:\s*(.+)$/iu;
/** "name: Ada; city: London" without any verb. */
const PAIRS = /^(?:[\p{L} -]{2,30}[:=]\s*[^,;:=]+[,;\n]\s*)+[\p{L} -]{2,30}[:=]\s*[^:=]+$/iu;
/** A command with colons in it is no list of fields. */
const COMMAND = /^(?:search|find|click|press|type|open|go|book|select|choose|look|show|set)\b/iu;
const SEPARATOR = /\s*[;\n]\s*(?:and\s+)?|\s*,\s*(?:and\s+)?|\s+and\s+|\.\s+/giu;
/** What is no part of the form but comes after it. */
const AFTER =
  /^(?:then|after that|afterwards|finally)\b|^(?:click|press|hit|tap|push|submit|send|place|save|go|open|continue|confirm|scroll)\b/iu;
const CHOOSING =
  /^(?:tick|check|choose|select|pick|accept|agree to|enable|activate|turn on|with)\s+/iu;
// "message It is dark": what is said of something is no name of a field.
const EXPLICIT =
  /^(.+?)\s*(?::|=|(?<=\S)(?<!\b(?:it|this|that|there|he|she|they|i|we|what|who))\s+(?:is|should be|to be|to|with)\s)\s*(.+)$/iu;
const REVERSED = /^(\uE001\uE000*\uE002|\S+)\s+(?:as|for|in|into)\s+(?:the\s+|my\s+)?(.+)$/iu;

/**
 * Reads "fill in the form: name Ada, city London, express delivery": the parts of the form in the
 * user's words, and what is to be done afterwards. Null when the message is no such request.
 */
export function readForm(message: Phrase): { parts: FillPart[]; rest: Phrase | null } | null {
  const { phrase } = stripCourtesy(message);
  const led = NAMES_FORM.test(phrase.masked) ? matchPhrase(phrase, FORM) : null;
  const body =
    led?.[0] ??
    matchPhrase(phrase, FOLLOWING)?.[0] ??
    (PAIRS.test(phrase.masked) && !COMMAND.test(phrase.masked) ? phrase : null);
  if (!body) return null;
  const parts: FillPart[] = [];
  for (const { segment, start } of splitParts(body)) {
    if (AFTER.test(segment.masked) && parts.length > 0) {
      return { parts, rest: trimPhrase(slicePhrase(body, start)) };
    }
    parts.push(readPart(segment));
  }
  return parts.length > 0 ? { parts, rest: null } : null;
}

/** Parts of a form that nothing leads in: "amount 50, reference May". */
export function readParts(words: Phrase): FillPart[] {
  return splitParts(words).map(({ segment }) => readPart(segment));
}

/** The words between separators, each with where it begins. */
function splitParts(body: Phrase): { segment: Phrase; start: number }[] {
  const ends = [...body.masked.matchAll(SEPARATOR)].map(({ index, 0: text }) => ({
    from: index,
    to: index + text.length,
  }));
  let start = 0;
  return [...ends, { from: body.raw.length, to: body.raw.length }].flatMap(({ from, to }) => {
    const part = { segment: trimPhrase(slicePhrase(body, start, from)), start };
    start = to;
    return part.segment.raw === '' ? [] : [part];
  });
}

/** `label` null where the words do not tell where the field's name ends. */
function readPart(segment: Phrase): FillPart {
  const bare = slicePhrase(segment, CHOOSING.exec(segment.masked)?.[0].length ?? 0);
  const said = trimPhrase(bare);
  const [label, value] = matchPhrase(said, EXPLICIT) ?? [];
  if (label && value)
    return { said: segment.raw, label: readTarget(label), value: readText(value) };
  const [first, name] = matchPhrase(said, REVERSED) ?? [];
  if (first && name) return { said: segment.raw, label: readTarget(name), value: readText(first) };
  return { said: segment.raw, label: null, value: readWordsOf(said) };
}

function readWordsOf(said: Phrase): string {
  const plain = said.raw.replace(/[.!]+$/, '');
  return said.masked.includes('\uE001') ? plain : readTarget(maskQuotes(plain));
}
