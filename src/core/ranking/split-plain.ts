/** As in `tokenize`. */
const LONGEST = 40;

const OTHER = 0;
const DIGIT = 1;
const LOWER = 2;
const UPPER = 3;
/** A sign between digits keeps a number together. */
const POINT = 4;

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
  let isNamed = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === APOSTROPHE || (code >= 128 && !DIVIDERS.has(code))) return null;
    const kind = KINDS[code] ?? OTHER;
    isNamed ||= kind !== OTHER && kind !== POINT;
  }
  if (!isNamed) return null;
  const words: string[] = [];
  const lower = text.toLowerCase();
  const kindAt = (at: number): number => (at < text.length ? (KINDS[text.charCodeAt(at)] ?? 0) : 0);
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(at);
    if (kind === OTHER || kind === POINT) {
      at++;
      continue;
    }
    const end = kind === DIGIT ? endNumber(at, kindAt) : -1;
    const start = at;
    at = end > 0 ? end : endWord(at, kindAt);
    words.push(lower.slice(start, Math.min(at, start + LONGEST)));
  }
  return words;
}

/** Behind `1,299.00` and the like; -1 where no sign joins digits. */
function endNumber(start: number, kindAt: (at: number) => number): number {
  let at = start;
  let end = -1;
  while (kindAt(at) === DIGIT) at++;
  while (kindAt(at) === POINT && kindAt(at + 1) === DIGIT) {
    at++;
    while (kindAt(at) === DIGIT) at++;
    end = at;
  }
  return end;
}

/** Behind a run of letters and digits, or before the change of case that divides it. */
function endWord(start: number, kindAt: (at: number) => number): number {
  for (let at = start; ; at++) {
    const next = kindAt(at + 1);
    if (next === OTHER || next === POINT) return at + 1;
    if (next !== UPPER) continue;
    const kind = kindAt(at);
    if (kind === LOWER || (kind === UPPER && kindAt(at + 2) === LOWER)) return at + 1;
  }
}
