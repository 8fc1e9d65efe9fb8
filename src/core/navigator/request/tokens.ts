/** The words of a list with a space between them. */
export function splitWords(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** A word, a quotation or a punctuation mark of a message. */
export interface Token {
  kind: 'word' | 'quote' | 'mark';
  /** As written; a quotation without its quote marks. */
  text: string;
  /** In lower case; empty for quotations, so that no pattern matches what they hold. */
  key: string;
  /** As written, with quote marks. */
  raw: string;
  /** The white space before it: none, one space or one line break. */
  gap: string;
}
export type Tokens = readonly Token[];

/** By the mark that opens a quotation, those that close it. */
const CLOSERS = new Map(['""', '“”', '„“”', '«»', "''", '‘’'].map((set) => [set[0], set.slice(1)]));
const MARKS = /[.,;:!?…=]+$/;

/** Splits a message into tokens. Apostrophes and inch marks inside or after words open no quotation. */
export function splitTokens(message: string): Token[] {
  const tokens: Token[] = [];
  let gap = '';
  const add = (kind: Token['kind'], raw: string, text = raw): void => {
    tokens.push({ kind, text, raw, key: kind === 'quote' ? '' : toKey(raw), gap });
    gap = '';
  };
  for (let at = 0; at < message.length;) {
    const space = /^\s+/.exec(message.slice(at))?.[0];
    if (space !== undefined) {
      gap = tokens.length === 0 ? '' : space.includes('\n') ? '\n' : ' ';
      at += space.length;
      continue;
    }
    const end = findQuoteEnd(message, at);
    if (end !== null) {
      add('quote', message.slice(at, end + 1), message.slice(at + 1, end));
      at = end + 1;
      continue;
    }
    const chunk = readChunk(message, at);
    at += chunk.length;
    // A key of a calculator may be called "=".
    const marks = chunk === '=' ? '' : (MARKS.exec(chunk)?.[0] ?? '');
    const word = chunk.slice(0, chunk.length - marks.length);
    if (word !== '') add('word', word);
    for (const mark of marks) add('mark', mark);
  }
  return tokens;
}

/** The text up to white space, or to a quotation that stands directly after a mark: `name="Ada"`. */
function readChunk(message: string, start: number): string {
  let end = start + 1;
  while (end < message.length && !/\s/.test(message[end] ?? '')) {
    if (findQuoteEnd(message, end) !== null) break;
    end += 1;
  }
  return message.slice(start, end);
}

function findQuoteEnd(message: string, start: number): number | null {
  const closers = CLOSERS.get(message[start]);
  if (closers === undefined || !/^$|[\s([{:=,]/.test(message[start - 1] ?? '')) return null;
  let inside: number | null = null;
  for (let at = start + 1; at < message.length; at += 1) {
    if (!closers.includes(message[at] ?? '')) continue;
    if (/^$|[\s.,;:!?)\]}]/.test(message[at + 1] ?? '')) return at;
    inside ??= at;
  }
  // An apostrophe inside a word doesn't close a quotation; other quote marks do.
  return /['‘]/.test(message[start] ?? '') ? null : inside;
}

function toKey(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}

export function dropMarks(tokens: Tokens): Tokens {
  return tokens.slice(0, tokens.findLastIndex(({ kind }) => kind !== 'mark') + 1);
}

/** The words as written, with the marks between them. */
export function joinTokens(tokens: Tokens): string {
  return tokens.map(({ raw, gap }, at) => (at === 0 ? raw : gap + raw)).join('');
}

/** A text to type: what the only quotation holds, since words beside it describe it; else as written. */
export function readText(tokens: Tokens): string {
  const [quote, ...others] = tokens.filter(({ kind }) => kind === 'quote');
  return quote && others.length === 0 ? quote.text : joinTokens(tokens);
}

/** Words without quote marks. */
export function readWords(tokens: Tokens): string {
  return tokens
    .map(({ text, gap }, at) => (at === 0 ? text : gap.replace('\n', ' ') + text))
    .join('');
}

const ARTICLES = splitWords('the a an my your his her its our their this that these those');
const CLOSING = splitAll('for me|please|pls|plz|thanks|thank you|thx');
/** `button “Save”`, `the field called Name`: the kind of control stands before its name. */
const CALLED = splitAll(
  'labelled|labeled|called|named|titled|marked|saying|that says|with the text|with the label|with the name',
);

function splitAll(phrases: string): string[][] {
  return phrases.split('|').map((words) => words.split(' '));
}

/** The words that name something: without marks and courtesies at the end and an article before it. */
export function readName(tokens: Tokens): string {
  const whole = dropClosing(tokens);
  const isArticle = whole.length > 1 && ARTICLES.has(whole[0]?.key ?? '');
  const named = isArticle ? whole.slice(1) : whole;
  for (const words of CALLED) {
    const at = named.findIndex((_, from) => startsWith(named.slice(from), words));
    const name = named.slice(at + words.length);
    if (at > 0 && name.length > 0) return `${readWords(name)} ${readWords(named.slice(0, at))}`;
  }
  const [kind, quote] = named;
  const isKind = kind?.kind === 'word' && quote?.kind === 'quote' && named.length === 2;
  return isKind ? `${quote.text} ${kind.text}` : readWords(named);
}

export function dropClosing(tokens: Tokens): Tokens {
  const rest = dropMarks(tokens);
  const closing = CLOSING.find(
    (words) => rest.length > words.length && startsWith(rest.slice(-words.length), words),
  );
  return closing ? dropClosing(rest.slice(0, -closing.length)) : rest;
}

export function startsWith(tokens: Tokens, keys: readonly string[]): boolean {
  return keys.every((key, at) => tokens[at]?.key === key);
}
