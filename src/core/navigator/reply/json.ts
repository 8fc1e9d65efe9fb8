/** JSON as models write it. `cut`: the text ended before the string did. */
export type Json =
  | { kind: 'text'; value: string; quoted: boolean; cut: boolean }
  | { kind: 'list'; items: Json[] }
  | { kind: 'object'; entries: [key: string, value: Json][] };

/** `strict`: it is JSON as the standard has it. */
export interface ReadJson {
  value: Json;
  end: number;
  strict: boolean;
}

/** Deeper nesting is not read, so that no reply exhausts the stack. */
const DEEPEST = 40;

/**
 * Reads the object or list that begins at `start`, forgiving single and smart quotes, keys without
 * quotes, trailing commas, raw line breaks, unescaped quotes, Python's None and True, and a missing
 * end; null when it is nothing of the kind. Takes time linear in what it reads.
 */
export function readJson(text: string, start: number): ReadJson | null {
  const read = readValue(text, start, 0);
  if (!read || read.value.kind === 'text') return null;
  return { ...read, strict: isStrict(text.slice(start, read.end)) };
}

type Read = { value: Json; end: number } | null;

function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readValue(text: string, start: number, depth: number): Read {
  const first = text[start] ?? '';
  if (/[{｛]/.test(first)) return depth < DEEPEST ? readObject(text, start, depth) : null;
  if (/[[［]/.test(first)) return depth < DEEPEST ? readList(text, start, depth) : null;
  return QUOTES.test(first) ? readString(text, start, false) : readBare(text, start);
}

function readObject(text: string, start: number, depth: number): Read {
  const entries: [string, Json][] = [];
  let at = start + 1;
  for (;;) {
    at = skip(text, at, /[\s,，]*/y);
    const value: Json = { kind: 'object', entries };
    if (at >= text.length) return { value, end: text.length };
    if (/[}｝]/.test(text[at] ?? '')) return { value, end: at + 1 };
    const key = readKey(text, at);
    if (!key) return entries.length > 0 && isOver(text, at) ? { value, end: at } : null;
    const member = readValue(text, skip(text, key.end, /\s*/y), depth + 1);
    if (!member) return null;
    entries.push([key.name, member.value]);
    at = member.end;
  }
}

/** Whether what stands here can only come after the object: its closing brace was left out. */
function isOver(text: string, at: number): boolean {
  return /[\]<`)]/.test(text[at] ?? '');
}

function readKey(text: string, at: number): { name: string; end: number } | null {
  const bare = /([A-Za-z_$][\w$-]*)\s*[:：]/y;
  bare.lastIndex = at;
  const name = bare.exec(text)?.[1];
  if (name !== undefined) return { name, end: bare.lastIndex };
  if (!QUOTES.test(text[at] ?? '')) return null;
  const quoted = readString(text, at, true);
  const colon = skip(text, quoted.end, /\s*/y);
  if (quoted.value.kind !== 'text' || !/[:：]/.test(text[colon] ?? '')) return null;
  return { name: quoted.value.value, end: colon + 1 };
}

function readList(text: string, start: number, depth: number): Read {
  const items: Json[] = [];
  let at = start + 1;
  for (;;) {
    at = skip(text, at, /[\s,，]*/y);
    const value: Json = { kind: 'list', items };
    if (at >= text.length) return { value, end: text.length };
    if (/[\]］]/.test(text[at] ?? '')) return { value, end: at + 1 };
    const item = readValue(text, at, depth + 1);
    if (!item || item.end === at) return null;
    items.push(item.value);
    at = item.end;
  }
}

const QUOTES = /["'“”‘’`＂]/;
const CLOSING: Readonly<Record<string, RegExp>> = {
  '“': /[“”"]/,
  '”': /[“”"]/,
  '‘': /[‘’']/,
  '’': /[‘’']/,
};

/** Ends at the first quote after which an object or list could go on; later ones are inner quotes. */
function readString(text: string, start: number, isKey: boolean): { value: Json; end: number } {
  const open = text[start] ?? '';
  const closing = CLOSING[open] ?? null;
  const goesOn = isKey
    ? /\s*[:：]/y
    : /\s*(?:[}\]｝］]|$|[,，]\s*(?:["'“”‘’{[}\]]|-?\d|[\w$-]+\s*[:：]|true|false|null|None|$)|["'“][\w-]+["'”]\s*[:：]|```|<)/y;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') {
      at += 1;
    } else if (char === open || closing?.test(char)) {
      goesOn.lastIndex = at + 1;
      if (!goesOn.test(text)) continue;
      const value = unescape(text.slice(start + 1, at));
      return { value: { kind: 'text', value, quoted: true, cut: false }, end: at + 1 };
    } else if (isKey && (char === '\n' || at - start > 100)) {
      break;
    }
  }
  const value = unescape(text.slice(start + 1)).trimEnd();
  return { value: { kind: 'text', value, quoted: true, cut: true }, end: text.length };
}

function readBare(text: string, start: number): Read {
  const end = skip(text, start, /[^\s,，:：{}[\]"'“”]+/y);
  if (end === start) return null;
  const value = text
    .slice(start, end)
    .replace(/^None$/, 'null')
    .replace(/^(True|False)$/, lower);
  return { value: { kind: 'text', value, quoted: false, cut: false }, end };
}

function lower(word: string): string {
  return word.toLowerCase();
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescape(text: string): string {
  return text.replace(
    /\\(?:u([\da-fA-F]{4})|([nrtbf"'`\\/]))/g,
    (_, hex?: string, char?: string) =>
      hex === undefined
        ? (ESCAPES[char ?? ''] ?? char ?? '')
        : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function skip(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return Math.max(start, pattern.lastIndex);
}
