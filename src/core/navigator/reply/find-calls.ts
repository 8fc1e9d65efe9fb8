import type { CallArgument } from '../../action/call-arguments.ts';
import { readArguments } from '../../action/call-arguments.ts';
import { parseCallName } from '../../action/call-names.ts';
import { listJsonCalls, readArgumentsJson, readJson } from './json-calls.ts';
import type { JsonCall } from './json-calls.ts';
import { readBrackets, readLabelled, readLine, readTagCall } from './written-calls.ts';
import type { Line, WrittenCall } from './written-calls.ts';
import { isRemark } from './prose.ts';

type IsUid = (value: string) => boolean;

/**
 * How many places that look like a call are tried before the search ends: each attempt takes time
 * linear in the text, so that the whole search does too.
 */
const MOST_ATTEMPTS = 300;

/** Every call in a text, in order, in whatever form it is written. `isUid`: what is shown. */
export function findCalls(text: string, isUid: IsUid): WrittenCall[] {
  const calls: WrittenCall[] = [];
  const places = /(?<![\w.])[A-Za-z_][\w.]{0,80}(?=\s{0,3}[(（[])|[{[｛［]|<(?=[A-Za-z])/g;
  let attempts = 0;
  for (let place = places.exec(text); place; place = places.exec(text)) {
    const [found] = place;
    const read = /[{[｛［]/.test(found)
      ? readJsonAt(text, place.index, isUid)
      : found === '<'
        ? readTags(text, place.index)
        : readNamedCall(text, place.index, found);
    const end = read.at(-1)?.end ?? 0;
    if (end > place.index) {
      calls.push(...read);
      places.lastIndex = end;
    } else if ((attempts += 1) > MOST_ATTEMPTS) {
      break;
    }
  }
  return addLines(text, calls, isUid);
}

/** The call whose name, `word`, stands at `start`, if it is one. */
export function readNamedCall(text: string, start: number, word: string): WrittenCall[] {
  const isAction = /^(?:\w+\.)*(?:action|act|do|perform|execute)$/i.test(word);
  if (!isAction && !parseCallName(word)) return [];
  const open = start + word.length;
  const paren = /\s*[(（]/y;
  paren.lastIndex = open;
  if (!paren.test(text)) return isAction ? [] : readBracketed(text, start, word, open);
  const { args, end, notes } = readArguments(text, paren.lastIndex);
  const wide = text.slice(open, paren.lastIndex).includes('（');
  const all = wide ? [...notes, 'punctuation of another script'] : notes;
  if (!isAction) return [{ name: word, args, start, end, notes: all }];
  // `action(intent="click", uid="…")`
  const named = args.find(({ key }) => key !== null && /^(?:intent|action|name|type)$/i.test(key));
  if (!named || !parseCallName(named.value)) return [];
  const rest = args.filter((arg) => arg !== named);
  return [{ name: named.value, args: rest, start, end, notes: [...all, `a call inside ${word}`] }];
}

/** How brackets are noted; in a sentence they are rather citations, unless there is a uid in them. */
export const BRACKETS = 'brackets for parentheses';

/** `type [12] [walnut lamp] [1]`, as WebArena and MMInA have it; `[1]` asks for Enter as well. */
function readBracketed(text: string, start: number, name: string, open: number): WrittenCall[] {
  const read = readBrackets(text, open);
  if (!read) return [];
  const groups = read.groups.map((group) => group.trim().replace(/^(["'])(.*)\1$/, '$2'));
  const notes = [BRACKETS];
  const intent = parseCallName(name)?.intent;
  if (intent === 'textInput' && groups.length === 3) {
    if (groups.pop() === '1') notes.push('Enter was not pressed after typing');
  }
  const [first = '', second] = groups;
  const args: CallArgument[] = groups.map((value) => ({ key: null, value, quoted: true }));
  if (intent === 'scroll' && second === undefined) {
    args.splice(0, 1, { key: 'direction', value: first, quoted: true });
  } else if ((intent === 'textInput' || intent === 'change') && second !== undefined) {
    const key = intent === 'change' ? 'value' : 'text';
    args.splice(
      0,
      2,
      { key: 'uid', value: first, quoted: true },
      { key, value: second, quoted: true },
    );
  }
  return [{ name, args, start, end: read.end, notes }];
}

function readTags(text: string, start: number): WrittenCall[] {
  const call = readTagCall(text, start);
  return call ? [call] : [];
}

function readJsonAt(text: string, start: number, isUid: IsUid): WrittenCall[] {
  const read = readJson(text, start);
  if (!read) return [];
  const notes = read.strict ? [] : ['JSON that was not quite JSON'];
  const inside = listJsonCalls(read.value).flatMap((call) =>
    placeJsonCall(call, start, read.end, notes, isUid),
  );
  if (inside.length > 0 || read.value.kind !== 'object') return inside;
  const name = readNameBefore(text, start);
  if (!name) return [];
  return [
    {
      name: name.name,
      args: readArgumentsJson(read.value),
      start: name.start,
      end: read.end,
      notes,
    },
  ];
}

function placeJsonCall(
  call: JsonCall,
  start: number,
  end: number,
  notes: readonly string[],
  isUid: IsUid,
): WrittenCall[] {
  if (!('text' in call)) {
    const isBare = call.args.some(({ key }) => key === null);
    return [{ ...call, start, end, notes: isBare ? [...notes, 'arguments without names'] : notes }];
  }
  return findCalls(call.text, isUid).map((inner) => ({
    ...inner,
    start,
    end,
    notes: [...notes, ...inner.notes, 'a call inside JSON'],
  }));
}

/** What may stand between a call's name and its arguments as JSON. */
const BETWEEN = [
  /```[a-z]*$/i,
  /(?:action |tool )?(?:input|arguments|args|parameters|params)\s?:$/i,
  /<[^<>\n]{0,40}>$/,
  /:\d{1,3}$/,
  /[`*:="]$/,
  /\bjson$/i,
];

function readNameBefore(text: string, start: number): { name: string; start: number } | null {
  let before = text.slice(Math.max(0, start - 160), start).trimEnd();
  for (let tries = 0; tries < 8; tries += 1) {
    const between = BETWEEN.find((pattern) => pattern.test(before));
    if (!between) break;
    before = before.replace(between, '').trimEnd();
  }
  const name = /[A-Za-z_][\w.]{0,60}$/.exec(before)?.[0];
  if (name === undefined || !parseCallName(name)) return null;
  const from = text.lastIndexOf(name, start);
  return { name, start: from };
}

/** Adds what is written in lines, where nothing else was read. */
function addLines(text: string, calls: readonly WrittenCall[], isUid: IsUid): WrittenCall[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const [from, to] = [start, start + line.length];
    if (!calls.some((call) => call.start <= to && call.end > from))
      lines.push({ text: line, start: from });
    start = to + 1;
  }
  const labelled = readLabelled(lines);
  const found = lines.flatMap((line) => {
    if (labelled.some((call) => call.start <= line.start && line.start < call.end)) return [];
    const call = readLine(line, isUid);
    // “back” on a line of its own is a call only where there is nothing else.
    const isAlone = () =>
      isRemark(text.slice(0, line.start)) && isRemark(text.slice(line.start + line.text.length));
    return call && (call.args.length > 0 || isAlone()) ? call : [];
  });
  return [...calls, ...labelled, ...found].sort((a, b) => a.start - b.start);
}
