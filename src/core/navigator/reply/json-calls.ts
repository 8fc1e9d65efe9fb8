import type { CallArgument } from '../../action/call-arguments.ts';
import { parseCallName } from '../../action/call-names.ts';

/** A call without its place in the text. `text` is one that was written as a string within the JSON. */
export type JsonCall = NamedCall | { text: string };

interface NamedCall {
  name: string;
  args: readonly CallArgument[];
}

type ObjectJson = Extract<Json, { kind: 'object' }>;

const NAMES =
  'name action tool tool_name function function_name intent operation op command action_type type call next_action'.split(
    ' ',
  );
const ARGUMENTS =
  'arguments parameters args kwargs input action_input params tool_input tool_args action_args action_params'.split(
    ' ',
  );
/** How deep calls are looked for inside objects that only hold them. */
const MAX_NESTING = 6;

/** Lists the calls that JSON holds, in order: `{"tool_calls": [{"function": {"name": "click", …}}]}`. */
export function listJsonCalls(json: Json, depth = 0): JsonCall[] {
  if (depth > MAX_NESTING) return [];
  if (json.kind === 'text')
    return json.quoted && isCallText(json.value) ? [{ text: json.value }] : [];
  if (json.kind === 'list') return json.items.flatMap((item) => listJsonCalls(item, depth + 1));
  const named = readNamed(json);
  if (named) return [named];
  const keyed = readKeyed(json);
  // Other vocabularies also call an envelope `answer` or `message`.
  if (keyed && parseCallName(keyed.name)?.isOwn) return [keyed];
  const nested = json.entries.flatMap(([key, value]) =>
    isAside(key) ? [] : listJsonCalls(value, depth + 1),
  );
  return nested.length === 0 && keyed ? [keyed] : nested;
}

/** The arguments that an object, a list or a string with JSON in it stands for. */
export function readArgumentsJson(json: Json): CallArgument[] {
  if (json.kind === 'object')
    return json.entries.flatMap(([key, value]) => toArguments(key, value));
  if (json.kind === 'list') return json.items.flatMap((item) => toArguments(null, item));
  const inner = /^\s*[{[]/.test(json.value) ? readJson(json.value.trim(), 0) : null;
  if (inner) return readArgumentsJson(inner.value);
  return isEmpty(json) ? [] : toArguments(null, json);
}

/** `{"name": "click", "arguments": {…}}`, `{"action": "click", "uid": …}`. */
function readNamed(json: ObjectJson): NamedCall | null {
  for (const key of NAMES) {
    const named = find(json, [key]);
    if (named?.kind !== 'text' || !parseCallName(named.value.trim())) continue;
    const held = find(json, ARGUMENTS);
    const own = json.entries.filter((entry) => entry[1] !== named && entry[1] !== held);
    const args = own.flatMap(([each, value]) => toArguments(each, value));
    return { name: named.value.trim(), args: [...args, ...(held ? readArgumentsJson(held) : [])] };
  }
  return null;
}

/** `{"click": {"uid": …}}`, `{"click": "…"}`. */
function readKeyed(json: ObjectJson): NamedCall | null {
  const [only] = json.entries.filter(
    ([key, value]) => parseCallName(key) && (!isAside(key) || isPlan(key, value, json)),
  );
  if (!only || json.entries.some((entry) => entry !== only && !isAside(entry[0]))) return null;
  return { name: only[0], args: readArgumentsJson(only[1]) };
}

/** Beside others, and in words, a plan is what the model thinks. */
function isPlan(key: string, value: Json, { entries }: ObjectJson): boolean {
  return /^plan$/i.test(key) && value.kind !== 'text' && entries.length === 1;
}

function isCallText(text: string): boolean {
  const name = /^[\s`]*([A-Za-z_][\w.]{0,60})\s{0,3}[([（]/.exec(text)?.[1];
  return name !== undefined && parseCallName(name) !== null;
}

/** What models add to a call for themselves. */
function isAside(key: string): boolean {
  return /^_?(?:thoughts?|thinking|reason(?:ing)?|explanation|plan|memory|evaluation\w*|next_goal|confidence|description|id|type|index|step|observation|rationale|current_state)$/i.test(
    key,
  );
}

function find(json: ObjectJson, keys: readonly string[]): Json | null {
  for (const key of keys) {
    const entry = json.entries.find(([written]) => written.toLowerCase() === key.toLowerCase());
    if (entry) return entry[1];
  }
  return null;
}

function toArguments(key: string | null, json: Json): CallArgument[] {
  if (isEmpty(json)) return [];
  if (json.kind === 'text') {
    const { value, quoted, cut } = json;
    return [{ key, value, quoted: quoted || key !== null, ...(cut ? { cut: true } : {}) }];
  }
  if (json.kind === 'list') {
    const list = json.items.flatMap((item) => readItem(item) ?? []);
    return [{ key, value: list.join(', '), quoted: true, list }];
  }
  if (key !== null && /^(?:input|arguments)$/i.test(key)) {
    return [{ key, value: JSON.stringify(toValue(json)), quoted: true }];
  }
  const uid = find(json, ['uid', 'id', 'data-webtasks-id', 'node_id', 'element_id', 'ref', 'name']);
  return uid ? toArguments(key, uid) : [];
}

/** The value that JSON stands for; a bare word other than a number, true, false or null is a text. */
function toValue(json: Json): unknown {
  if (json.kind === 'object')
    return Object.fromEntries(json.entries.map(([key, value]) => [key, toValue(value)]));
  if (json.kind === 'list') return json.items.map(toValue);
  const isBare = !json.quoted && /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(json.value);
  return isBare ? (JSON.parse(json.value) as unknown) : json.value;
}

/** An item of a list as text: `{"site": "a.example", "task": "find it"}` as `a.example: find it`. */
function readItem(json: Json): string | null {
  if (json.kind === 'text') return json.value;
  if (json.kind === 'list') return null;
  const parts = [find(json, ['site', 'host', 'website', 'url']), find(json, ITEM_TEXTS)];
  const texts = parts.flatMap((part) => (part?.kind === 'text' ? [part.value] : []));
  return texts.length > 0 ? texts.join(': ') : null;
}

const ITEM_TEXTS = ['text', 'task', 'hop', 'goal', 'description', 'name', 'step', 'title'];

function isEmpty(json: Json): boolean {
  return json.kind === 'text' && !json.quoted && json.value === 'null';
}

/** JSON as models write it. `cut`: the text ended before the string did. */
type Json =
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
const MAX_DEPTH = 40;

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
  if (/[{｛]/.test(first)) return depth < MAX_DEPTH ? readObject(text, start, depth) : null;
  if (/[[［]/.test(first)) return depth < MAX_DEPTH ? readList(text, start, depth) : null;
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
