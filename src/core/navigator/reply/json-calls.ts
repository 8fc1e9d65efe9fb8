import type { CallArgument } from '../../action/call-arguments.ts';
import { readCallName } from '../../action/call-names.ts';
import type { Json } from './json.ts';
import { readJson } from './json.ts';

/** A call without its place in the text. `text` is one that was written as a string within the JSON. */
export type JsonCall = { name: string; args: readonly CallArgument[] } | { text: string };

type ObjectJson = Extract<Json, { kind: 'object' }>;

/** Where calls are kept in what is sent back by chat endpoints and agent frameworks. */
const LISTS = ['tool_calls', 'actions', 'calls', 'function_calls', 'steps', 'choices', 'message'];
const NAMES = ['name', 'action', 'tool', 'tool_name', 'function', 'function_name', 'intent'];
const MORE_NAMES = ['operation', 'op', 'command', 'action_type', 'type', 'call', 'next_action'];
const ARGUMENTS = ['arguments', 'parameters', 'args', 'kwargs', 'input', 'action_input', 'params'];
const MORE_ARGUMENTS = ['tool_input', 'tool_args', 'action_args', 'action_params'];
const ANSWERS = [
  'answer',
  'response',
  'output',
  'result',
  'action',
  'next_action',
  'call',
  'command',
];
/** How deep calls are looked for inside objects that only hold them. */
const DEEPEST = 6;

/** The calls that an object or list stands for, in order; empty when it stands for none. */
export function listJsonCalls(json: Json, depth = 0): JsonCall[] {
  if (depth > DEEPEST || json.kind === 'text') return [];
  if (json.kind === 'list') {
    return json.items.flatMap((item) =>
      item.kind === 'text' && item.quoted && isCallText(item.value)
        ? [{ text: item.value }]
        : listJsonCalls(item, depth + 1),
    );
  }
  return (
    readHeld(json, depth) ?? readNamed(json) ?? readSpoken(json, depth) ?? readKeyed(json) ?? []
  );
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

function readHeld(json: ObjectJson, depth: number): JsonCall[] | null {
  for (const key of [...LISTS, 'action']) {
    const held = find(json, [key]);
    if (!held || held.kind === 'text') continue;
    const calls = listJsonCalls(held, depth + 1);
    if (calls.length > 0) return calls;
  }
  const call = find(json, ['function', 'function_call', 'tool_call', 'functionCall']);
  return call?.kind === 'object' ? listJsonCalls(call, depth + 1) : null;
}

/** `{"name": "click", "arguments": {…}}`, `{"action": "click", "uid": …}`. */
function readNamed(json: ObjectJson): JsonCall[] | null {
  for (const key of [...NAMES, ...MORE_NAMES]) {
    const named = find(json, [key]);
    if (named?.kind !== 'text') continue;
    const name = named.value.trim();
    if (/[(（[]/.test(name)) {
      if (ANSWERS.includes(key) || NAMES.includes(key)) return [{ text: name }];
    } else if (readCallName(name)) {
      const held = find(json, [...ARGUMENTS, ...MORE_ARGUMENTS]);
      const own = json.entries.filter((entry) => entry[1] !== named && entry[1] !== held);
      const args = own.flatMap(([each, value]) => toArguments(each, value));
      return [{ name, args: [...args, ...(held ? readArgumentsJson(held) : [])] }];
    }
  }
  return null;
}

/** `{"click": {"uid": …}}`, `{"click": "…"}`. */
function readKeyed(json: ObjectJson): JsonCall[] | null {
  const known = json.entries.filter(
    ([key, value]) => readCallName(key) && (!isAside(key) || isPlan(key, value, json)),
  );
  const [only] = known;
  if (!only || json.entries.some((entry) => entry !== only && !isAside(entry[0]))) return null;
  return [{ name: only[0], args: readArgumentsJson(only[1]) }];
}

/** Beside others, and in words, a plan is what the model thinks. */
function isPlan(key: string, value: Json, { entries }: ObjectJson): boolean {
  return /^plan$/i.test(key) && value.kind !== 'text' && entries.length === 1;
}

function readSpoken(json: ObjectJson, depth: number): JsonCall[] | null {
  const answer = find(json, ANSWERS);
  if (!answer) return null;
  if (answer.kind === 'text') return isCallText(answer.value) ? [{ text: answer.value }] : null;
  const calls = listJsonCalls(answer, depth + 1);
  return calls.length > 0 ? calls : null;
}

function isCallText(text: string): boolean {
  const name = /^[\s`]*([A-Za-z_][\w.]{0,60})\s{0,3}[([（]/.exec(text)?.[1];
  return name !== undefined && readCallName(name) !== null;
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
  const uid = find(json, ['uid', 'id', 'data-webtasks-id', 'node_id', 'element_id', 'ref', 'name']);
  return uid ? toArguments(key, uid) : [];
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
