/** An argument as written: `key` is null without a name; escapes in `value` are resolved. */
export interface CallArgument {
  key: string | null;
  value: string;
  quoted: boolean;
  list?: readonly string[];
  /** The text ended inside the string. */
  cut?: true;
}

/** `end` is the index after the closing parenthesis; `notes` names corrected mistakes. */
export interface ParsedArguments {
  args: CallArgument[];
  end: number;
  notes: string[];
}

/** Closing quotes by opening quote; later ones count only where the earlier are missing. */
const CLOSERS: Readonly<Record<string, readonly string[]>> = {
  '"': ['"', '”'],
  '“': ['”', '"', '“'],
  '„': ['“', '”', '"'],
  '«': ['»'],
  '「': ['」'],
  '『': ['』'],
  '＂': ['＂'],
  '`': ['`'],
  "'": ["'", '’'],
  '‘': ['’', "'"],
};

const CLOSING = /[)）]/;

/** Reads arguments from `start`, after the opening parenthesis, in linear time. Corrects and notes mistakes. */
export function readArguments(text: string, start: number): ParsedArguments {
  const args: CallArgument[] = [];
  const notes = new Set<string>();
  // `click({ uid: "…" })` names its arguments in an object.
  const inside = skip(text, start, /\s*\{(?=\s*["'“‘]?[A-Za-z])/y);
  const isObject = inside > start;
  const between = isObject ? /[\s,，、;}]*/y : /[\s,，、;]*/y;
  if (isObject) notes.add('arguments in an object');
  let at = inside;
  for (;;) {
    at = skip(text, at, between);
    if (at >= text.length) notes.add('a missing parenthesis');
    else if (/[，、）]/.test(text[at] ?? '')) notes.add('punctuation of another script');
    if (at >= text.length) return { args, end: text.length, notes: [...notes] };
    if (CLOSING.test(text[at] ?? '')) return { args, end: at + 1, notes: [...notes] };
    const { key, end } = readKey(text, at);
    if (key === null) notes.add('arguments without names');
    else if (!text.slice(at, end).includes('=')) notes.add('other signs than =');
    const list = text[end] === '[' ? readList(text, end) : null;
    const value = list ?? readValue(text, end, key === null, isObject);
    for (const note of value.notes) notes.add(note);
    args.push({ key, ...value.argument });
    // Any other character is skipped, so that the loop ends.
    at = value.end > at ? value.end : at + 1;
  }
}

function readKey(text: string, at: number): { key: string | null; end: number } {
  const name = /["'“]?([A-Za-z][\w-]*)["'”]?\s*(?:[=＝]|[:：](?=\s|["'“‘„]))\s*/y;
  name.lastIndex = at;
  const key = name.exec(text)?.[1] ?? null;
  return { key, end: key === null ? at : name.lastIndex };
}

interface ParsedValue {
  argument: Omit<CallArgument, 'key'>;
  end: number;
  notes: string[];
}

function readValue(
  text: string,
  start: number,
  positional: boolean,
  isInObject: boolean,
): ParsedValue {
  const open = text[start] ?? '';
  const closers = Object.hasOwn(CLOSERS, open) ? (CLOSERS[open] ?? []) : [];
  const notes = open === '"' || closers.length === 0 ? [] : ['quotes of another kind'];
  for (const closer of closers) {
    const close = findClosingQuote(text, start + 1, closer, { positional, isInObject });
    if (close === null) continue;
    const written = text.slice(start + 1, close);
    if (hasBareQuote(written, closer)) notes.push('unescaped quotes');
    return { argument: { value: unescape(written), quoted: true }, end: close + 1, notes };
  }
  if (closers.length > 0) return readUnclosed(text, start + 1);
  const whole = findBareEnd(text, start);
  const brace = isInObject ? text.slice(start, whole).indexOf('}') : -1;
  const end = brace === -1 ? whole : start + brace;
  const value = text.slice(start, end).trim();
  const plain = /^-?\d+(?:\.\d+)?$/.test(value) || /^(?:None|null)$/.test(value);
  return { argument: { value, quoted: false }, end, notes: plain ? [] : ['missing quotes'] };
}

/** Reads a string without closing quote: complete where a parenthesis ends the line, else cut. */
function readUnclosed(text: string, start: number): ParsedValue {
  const newline = text.indexOf('\n', start);
  const line = text.slice(start, newline === -1 ? text.length : newline);
  let length = line.length;
  while (length > 0 && /[`\s;.*]/.test(line.charAt(length - 1))) length -= 1;
  const bare = line.slice(0, length);
  if (bare.endsWith(')') && !bare.includes(',')) {
    const value = unescape(bare.slice(0, -1)).trim();
    const end = start + bare.length - 1;
    return { argument: { value, quoted: true }, end, notes: ['a missing quote'] };
  }
  const value = unescape(text.slice(start)).trimEnd();
  const argument = { value, quoted: true, cut: true } as const;
  return { argument, end: text.length, notes: ['an end that is missing'] };
}

/** A bare value ends at a comma, a parenthesis, a line's end, or where the next name=value begins. */
function findBareEnd(text: string, start: number): number {
  const ending = /[,，)）\n]|(?<!\s)\s+[A-Za-z][\w-]{0,40}\s?[=＝]|$/g;
  ending.lastIndex = start;
  return ending.exec(text)?.index ?? text.length;
}

const LIST_CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

/** `["a", "b"]`; null when no list stands there. */
function readList(text: string, start: number): ParsedValue | null {
  const list: string[] = [];
  const notes = new Set<string>();
  let at = start + 1;
  for (;;) {
    at = skip(text, at, /[\s,]*/y);
    if (text[at] === ']') {
      const argument = { value: list.join(', '), quoted: true, list };
      return { argument, end: at + 1, notes: [...notes] };
    }
    const open = text[at] ?? '';
    const closer = Object.hasOwn(LIST_CLOSERS, open) ? LIST_CLOSERS[open] : undefined;
    const close = closer === undefined ? null : findListQuote(text, at + 1, closer);
    if (close === null) return null;
    if (closer !== open) notes.add('quotes of another kind');
    list.push(unescape(text.slice(at + 1, close)));
    at = close + 1;
  }
}

function findListQuote(text: string, start: number, quote: string): number | null {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return null;
}

/**
 * Models often leave inner quotes unescaped, so a quote closes its string only where a call goes
 * on: before a parenthesis, the next argument, or the end.
 */
function findClosingQuote(
  text: string,
  start: number,
  closer: string,
  { positional, isInObject }: { positional: boolean; isInObject: boolean },
): number | null {
  const goesOn =
    /\s*(?:[)）]|$|[,，、]\s*["']?[A-Za-z][\w-]*["']?\s*[=＝:：]|,\s*\)|\s[A-Za-z][\w-]*\s*=\s*["'“\d-]|<\/s>|<\|)/y;
  const goesOnWithoutNames = /\s*[,，、]\s*(?:["'“‘„]|-?\d|[\w-]+\s*\))/y;
  const endsObject = /\s*\}/y;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
    } else if (text[at] === closer) {
      goesOn.lastIndex = at + 1;
      goesOnWithoutNames.lastIndex = at + 1;
      endsObject.lastIndex = at + 1;
      if (goesOn.test(text) || (positional && goesOnWithoutNames.test(text))) return at;
      if (isInObject && endsObject.test(text)) return at;
    }
  }
  return null;
}

function hasBareQuote(written: string, quote: string): boolean {
  return written.replace(/\\[^]/g, '').includes(quote);
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** Backslashes that escape nothing known stay: `C:\dir` is not a mistake worth losing text for. */
function unescape(text: string): string {
  return text.replace(/\\([nrt"'\\])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}

function skip(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return Math.max(start, pattern.lastIndex);
}
