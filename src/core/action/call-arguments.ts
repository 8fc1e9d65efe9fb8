/** One argument as written: `key` is null without a name; `value` has its escapes resolved. */
export interface CallArgument {
  key: string | null;
  value: string;
  quoted: boolean;
}

/** `end` is the index after the closing parenthesis. */
export type ReadArguments =
  { ok: true; args: CallArgument[]; end: number } | { ok: false; reason: string };

/** Closing quotes by opening quote; later ones count only where the first is nowhere to be found. */
const CLOSERS: Record<string, readonly string[]> = {
  '"': ['"', '”'],
  '“': ['”', '"', '“'],
  '„': ['“', '”', '"'],
  "'": ["'", '’'],
  '‘': ['’', "'"],
};

/**
 * Reads a call's arguments from `start`, just after its opening parenthesis. A missing closing
 * parenthesis is forgiven, a string that does not end is not: its text may have been cut.
 */
export function readArguments(text: string, start: number): ReadArguments {
  const args: CallArgument[] = [];
  let at = start;
  for (;;) {
    at = skip(text, at, /[\s,]*/y);
    if (at >= text.length || text[at] === ')') return { ok: true, args, end: at + 1 };
    const name = /([A-Za-z][\w-]*)\s*(?:=|:(?=\s|["'“‘„]))\s*/y;
    name.lastIndex = at;
    const key = name.exec(text)?.[1] ?? null;
    if (key !== null) at = name.lastIndex;
    const value = readValue(text, at, key === null);
    if (!value) return { ok: false, reason: 'a string in it does not end.' };
    args.push({ key, value: value.text, quoted: value.quoted });
    at = value.end;
  }
}

interface ReadValue {
  text: string;
  quoted: boolean;
  end: number;
}

function readValue(text: string, start: number, positional: boolean): ReadValue | null {
  for (const closer of CLOSERS[text[start] ?? ''] ?? []) {
    const end = findClosingQuote(text, start + 1, closer, positional);
    if (end !== null) {
      return { text: unescape(text.slice(start + 1, end)), quoted: true, end: end + 1 };
    }
  }
  if (text[start] !== undefined && text[start] in CLOSERS) return null;
  // A bare value ends at a comma, a parenthesis, or where the next name=value begins.
  const end = skip(text, start, /(?:(?!\s+[A-Za-z][\w-]*\s*=)[^,)])*/y);
  return { text: text.slice(start, end).trim(), quoted: false, end };
}

/**
 * Models often leave inner quotes unescaped, so a quote closes its string only where a call goes
 * on: before a parenthesis, the next argument, or the end.
 */
function findClosingQuote(text: string, start: number, closer: string, positional: boolean) {
  const goesOn = /\s*(?:\)|$|,\s*[A-Za-z][\w-]*\s*=|,\s*\)|\s[A-Za-z][\w-]*\s*=\s*["'“\d-])/y;
  const goesOnWithoutNames = /\s*,\s*(?:["'“‘„]|-?\d|[\w-]+\s*\))/y;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
    } else if (text[at] === closer) {
      goesOn.lastIndex = at + 1;
      goesOnWithoutNames.lastIndex = at + 1;
      if (goesOn.test(text) || (positional && goesOnWithoutNames.test(text))) return at;
    }
  }
  return null;
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
