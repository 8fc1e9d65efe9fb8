/**
 * Text in which quoted parts are protected: `masked` has the same length as `raw`, with what stands
 * in quotes replaced by letters that no pattern matches. Patterns run on `masked`; what they find
 * is cut out of `raw`.
 */
export interface Phrase {
  raw: string;
  masked: string;
}

/** Private-use characters: a quoted run is OPEN, any number of INNER, CLOSE. */
const OPEN = '\uE001';
const INNER = '\uE000';
const CLOSE = '\uE002';
const CLOSERS: Record<string, string> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  "'": "'",
  '‘': '’',
};

/** Masks every quoted part. Apostrophes and inch marks inside or after words open no quote. */
export function maskQuotes(raw: string): Phrase {
  const masked = Array.from({ length: raw.length }, (_, index) =>
    /[\uE000-\uE002]/.test(raw[index] ?? '') ? '\uE003' : (raw[index] ?? ''),
  );
  for (let start = 0; start < raw.length; start += 1) {
    const end = findQuoteEnd(raw, start);
    if (end === null) continue;
    masked.fill(INNER, start + 1, end);
    masked[start] = OPEN;
    masked[end] = CLOSE;
    start = end;
  }
  return { raw, masked: masked.join('') };
}

function findQuoteEnd(raw: string, start: number): number | null {
  const closers = CLOSERS[raw[start] ?? ''];
  if (closers === undefined || !/^$|[\s([{:=,]/.test(raw[start - 1] ?? '')) return null;
  let fallback: number | null = null;
  for (let at = start + 1; at < raw.length; at += 1) {
    if (!closers.includes(raw[at] ?? '')) continue;
    if (/^$|[\s.,;:!?)\]}]/.test(raw[at + 1] ?? '')) return at;
    fallback ??= at;
  }
  // An apostrophe inside a word is no closing quote; other quote marks close wherever they stand.
  return /['‘]/.test(raw[start] ?? '') ? null : fallback;
}

/** With every run of white space outside quotes as one space, or one line break where it has one. */
export function squeezePhrase({ raw, masked }: Phrase): Phrase {
  let squeezed: Phrase = { raw: '', masked: '' };
  for (const { index, 0: part } of masked.matchAll(/\s+|\S+/g)) {
    const isSpace = part.trim() === '';
    const space = part.includes('\n') ? '\n' : ' ';
    squeezed = {
      raw: squeezed.raw + (isSpace ? space : raw.slice(index, index + part.length)),
      masked: squeezed.masked + (isSpace ? space : part),
    };
  }
  return squeezed;
}

/** Like `slice` on strings. */
export function slicePhrase(phrase: Phrase, start: number, end?: number): Phrase {
  return { raw: phrase.raw.slice(start, end), masked: phrase.masked.slice(start, end) };
}

export function joinPhrases(...phrases: readonly Phrase[]): Phrase {
  return {
    raw: phrases.map(({ raw }) => raw).join(' '),
    masked: phrases.map(({ masked }) => masked).join(' '),
  };
}

export function trimPhrase(phrase: Phrase): Phrase {
  const start = /^\s*/.exec(phrase.masked)?.[0].length ?? 0;
  const end = phrase.masked.trimEnd().length;
  return slicePhrase(phrase, start, Math.max(start, end));
}

/** The groups of `pattern` on the masked text, cut out of the phrase and trimmed; null without a match. */
export function matchPhrase(phrase: Phrase, pattern: RegExp): (Phrase | null)[] | null {
  const match = new RegExp(pattern.source, `${pattern.flags.replace('d', '')}d`).exec(
    phrase.masked,
  );
  const indices = match?.indices;
  if (!indices) return null;
  // Typed as always there, but undefined for a group that took no part.
  const ranges: ([number, number] | undefined)[] = indices.slice(1);
  return ranges.map((range) => (range ? trimPhrase(slicePhrase(phrase, ...range)) : null));
}

/** Whether all of it is one quoted run. */
export function isQuoted(phrase: Phrase): boolean {
  return new RegExp(`^${OPEN}${INNER}*${CLOSE}$`).test(phrase.masked);
}

export function startsQuoted(phrase: Phrase): boolean {
  return phrase.masked.startsWith(OPEN);
}

/** Text to type: what the quotes hold when all of it is quoted, else as written. */
export function readText(phrase: Phrase): string {
  return isQuoted(phrase) ? phrase.raw.slice(1, -1) : phrase.raw;
}

/** Without quote marks; what they held stays as it is, other white space becomes single spaces. */
export function readWords(phrase: Phrase): string {
  let words = '';
  for (let index = 0; index < phrase.raw.length; index += 1) {
    const mask = phrase.masked[index] ?? '';
    if (mask === OPEN || mask === CLOSE) continue;
    const character = phrase.raw[index] ?? '';
    if (mask === INNER || !/\s/.test(character)) words += character;
    else if (!/\s$/.test(words)) words += ' ';
  }
  return isQuoted(phrase) ? words : words.trim();
}
