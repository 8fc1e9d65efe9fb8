/**
 * What Python calls whitespace (`str.isspace`, and `\s` in its regular expressions), as the inside of
 * a character class. JavaScript's `\s` lacks U+001C…U+001F and U+0085 and has U+FEFF instead.
 */
const SPACE_CLASS =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const RUNS = new RegExp(`[${SPACE_CLASS}]+`, 'g');
const ENDS = new RegExp(`^[${SPACE_CLASS}]+|[${SPACE_CLASS}]+$`, 'g');

/** `text.strip()`. */
export function stripSpace(text: string): string {
  return text.replace(ENDS, '');
}

/** `re.sub(r'\s+', by, text)`. */
export function replaceSpaceRuns(text: string, by: string): string {
  return text.replace(RUNS, by);
}

/** `text.split()`: without empty pieces. */
export function splitAtSpace(text: string): string[] {
  const stripped = stripSpace(text);
  return stripped === '' ? [] : stripped.split(RUNS);
}
