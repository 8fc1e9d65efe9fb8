/** As in `tokenize`. */
const LONGEST = 40;

const OTHER = 0;
const DIGIT = 1;
const LOWER = 2;
const UPPER = 3;
/** A sign between digits keeps a number together. */
const POINT = 4;

/** What an ASCII character is. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[0-9]/.test(sign)) return DIGIT;
  if (/[a-z]/.test(sign)) return LOWER;
  if (/[A-Z]/.test(sign)) return UPPER;
  return /[.,:]/.test(sign) ? POINT : OTHER;
});

const APOSTROPHE = 39;
/** Signs beyond ASCII that pages are full of, and that divide words as spaces do. */
const DIVIDERS = new Set(
  Array.from('\u00a0…·•–—“”„«»→←↑↓↗€£©®×✓✕✗♡♥★☆', (sign) => sign.charCodeAt(0)),
);

/**
 * What `tokenize` makes of a text, much faster, where its letters and digits are ASCII and it has no
 * apostrophe, as most texts of pages are; null for all others, and where there is no letter or digit.
 */
export function splitPlain(text: string): string[] | null {
  const words: string[] = [];
  const lower = text.toLowerCase();
  const isPlain = scanPlain(text, 0, text.length, (from, to) => words.push(lower.slice(from, to)));
  return isPlain ? words : null;
}

/**
 * Reports where the words of a plain text stand between two positions; ignore the report if it returns false, as it
 * does where `splitPlain` returns null.
 */
export function scanPlain(
  text: string,
  from: number,
  to: number,
  report: (from: number, to: number) => void,
): boolean {
  let isNamed = false;
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === OTHER || kind === POINT) {
      if (code === APOSTROPHE || (code >= 128 && !DIVIDERS.has(code))) return false;
      at++;
      continue;
    }
    const start = at;
    const end = kind === DIGIT ? endNumber(text, at, to) : -1;
    at = end > 0 ? end : endWord(text, at, to);
    isNamed = true;
    report(start, Math.min(at, start + LONGEST));
  }
  return isNamed;
}

function kindOf(code: number): number {
  return code < 128 ? (KINDS[code] ?? OTHER) : OTHER;
}

function kindAt(text: string, at: number, to: number): number {
  return at < to ? kindOf(text.charCodeAt(at)) : OTHER;
}

/** Behind `1,299.00` and the like; -1 where no sign joins digits. */
function endNumber(text: string, start: number, to: number): number {
  let at = start;
  let end = -1;
  while (kindAt(text, at, to) === DIGIT) at++;
  while (kindAt(text, at, to) === POINT && kindAt(text, at + 1, to) === DIGIT) {
    at++;
    while (kindAt(text, at, to) === DIGIT) at++;
    end = at;
  }
  return end;
}

/** Behind a run of letters and digits, or before the change of case that divides it. */
function endWord(text: string, start: number, to: number): number {
  let kind = kindAt(text, start, to);
  for (let at = start; ; at++) {
    const next = kindAt(text, at + 1, to);
    if (next === OTHER || next === POINT) return at + 1;
    const isChange =
      next === UPPER && (kind === LOWER || (kind === UPPER && kindAt(text, at + 2, to) === LOWER));
    if (isChange) return at + 1;
    kind = next;
  }
}
