import type { CallArgument } from '../../action/call-arguments.ts';
import { readArguments } from '../../action/call-arguments.ts';
import { listParameters, parseCallName } from '../../action/call-names.ts';
import { readArgumentsJson, readJson } from './json-calls.ts';

/** A call as it stands in a reply, before it is known to make sense. */
export interface WrittenCall {
  name: string;
  args: readonly CallArgument[];
  /** Where it stands in the text: from its first character to after its last. */
  start: number;
  end: number;
  /** What was forgiven in reading it. */
  notes: readonly string[];
  /** It has no signs of a call about it but its words: it may as well be none. */
  loose?: true;
}

/** Calls that take a line each, or a line for each part. */

export interface Line {
  text: string;
  start: number;
}

const LABEL =
  /^[\s>*_#-]*(action(?: type| input)?|operation|op|intent|function|tool|element(?: id| uid)?|uid|node|target|value|text|input|option|url|key|answer|utterance|argument|reason)[\s*_]*[:：]\s*(.*)$/i;
const NAMING = /^(?:action(?: type)?|operation|op|intent|function|tool)$/i;
const LONGEST_LINE = 1000;

/** `Action: TYPE` with `Element: …` and `Value: …` on lines near it, in any order. */
export function readLabelled(lines: readonly Line[]): WrittenCall[] {
  const calls: WrittenCall[] = [];
  let block: { label: string; value: string; line: Line }[] = [];
  const flush = () => {
    const named = block.filter(({ label, value }) => NAMING.test(label) && parseCallName(value));
    const [name] = named;
    const last = block.at(-1);
    const first = block[0];
    const own = block.filter(
      (each) => each !== name && !NAMING.test(each.label) && each.value !== '',
    );
    block = [];
    if (!name || !first || !last || named.length > 1) return;
    const args = own
      .filter(({ value }) => !/^(?:none|null|n\/a)\.?$/i.test(value))
      .map(({ label, value }) => ({ key: label.split(' ')[0] ?? label, value, quoted: true }));
    const end = last.line.start + last.line.text.length;
    calls.push({
      name: name.value,
      args,
      start: first.line.start,
      end,
      notes: [LINES],
      loose: true,
    });
  };
  for (const line of lines) {
    const match = line.text.length > LONGEST_LINE ? null : LABEL.exec(line.text);
    const value = bare(match?.[2] ?? '');
    if (match) block.push({ label: (match[1] ?? '').toLowerCase(), value, line });
    else if (line.text.trim() !== '') flush();
  }
  flush();
  return calls;
}

const LINES = 'an action in labelled lines';

/** One line that is a call without its parentheses, or an element with what is done to it. */
export function readLine(line: Line, isUid: (value: string) => boolean): WrittenCall | null {
  if (line.text.length > LONGEST_LINE) return null;
  const lead =
    /^(?:[\s>*`"'-]|\d{1,2}[.)]\s|(?:next )?(?:action|answer|output|call|navigator|assistant)\s*:)*/i;
  const start = lead.exec(line.text)?.[0].length ?? 0;
  const text = bare(line.text.slice(start));
  const place = { start: line.start + start, end: line.start + line.text.length };
  const arrow =
    /^\[([^\]]+)\]\s*(.+?)\s*->\s*(CLICK|TYPE|SELECT|HOVER|ENTER)\b(?:\s*:\s*(.*))?$/i.exec(text);
  if (arrow) {
    const [, , element = '', operation = '', value] = arrow;
    const uid: CallArgument = { key: 'uid', value: element, quoted: true };
    const args =
      value === undefined
        ? [uid]
        : [
            uid,
            { key: operation.toLowerCase() === 'type' ? 'text' : 'value', value, quoted: true },
          ];
    return { name: operation, args, ...place, notes: ['an action in words'], loose: true };
  }
  const head = /^([A-Za-z][\w.]*)(?:\s+|$)/.exec(text);
  const name = head?.[1];
  if (!head || name === undefined || !parseCallName(name)) return null;
  const rest = text.slice(head[0].length);
  const notes = ['missing parentheses'];
  if (rest === '')
    return ALONE.test(name) ? { name, args: [], ...place, notes, loose: true } : null;
  if (/^["']?[A-Za-z][\w-]*["']?\s*[=:]/.test(rest)) {
    const read = readArguments(`${rest})`, 0);
    return read.end > rest.length ? { name, args: read.args, ...place, notes, loose: true } : null;
  }
  return readWords(name, rest, isUid, place);
}

/** What stands for itself; other names alone are rather words. */
const ALONE = /^(?:go_?)?(?:back|forward)$|^(?:done|scroll_?(?:down|up)|noop)$/i;

/** `type "walnut lamp" into 1a-search`: one uid that is shown, and a quoted text if any. */
function readWords(
  name: string,
  rest: string,
  isUid: (value: string) => boolean,
  place: { start: number; end: number },
): WrittenCall | null {
  const quoted = Array.from(rest.matchAll(/"([^"]*)"|“([^”]*)”|'([^']*)'/g), (match) => ({
    key: null,
    value: match[1] ?? match[2] ?? match[3] ?? '',
    quoted: true,
  }));
  const words = rest.replace(/"[^"]*"|“[^”]*”/g, ' ').split(/[\s,;:()[\]'`=]+/);
  const uids = [...new Set([...words, ...quoted.map(({ value }) => value)].filter(isUid))];
  const [uid] = uids;
  if (uid === undefined || uids.length > 1) return null;
  const others = quoted.filter(({ value }) => value !== uid);
  if (others.length > 1) return null;
  const args = [{ key: 'uid', value: uid, quoted: true }, ...others];
  return { name, args, ...place, notes: ['missing parentheses'], loose: true };
}

/** `[12] [walnut lamp] [1]` from `start`; null when there are no brackets. */
export function readBrackets(
  text: string,
  start: number,
): { groups: string[]; end: number } | null {
  const groups: string[] = [];
  let at = start;
  for (;;) {
    const next = /\s*\[/y;
    next.lastIndex = at;
    if (!next.test(text) || groups.length > 4) break;
    const close = findBracket(text, next.lastIndex);
    if (close === null) break;
    groups.push(text.slice(next.lastIndex, close));
    at = close + 1;
  }
  return groups.length > 0 ? { groups, end: at } : null;
}

function findBracket(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + LONGEST_LINE); at += 1) {
    if (text[at] === '\n') return null;
    if (text[at] === '[') depth += 1;
    else if (text[at] === ']' && depth === 0) return at;
    else if (text[at] === ']') depth -= 1;
  }
  return null;
}

/** Without the signs and the full stop that surround a value. */
function bare(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && /[\s*`]/.test(text.charAt(start))) start += 1;
  while (end > start && /[\s*`.]/.test(text.charAt(end - 1))) end -= 1;
  const inner = text.slice(start, end);
  return /^"[^"]*"$|^'[^']*'$/.test(inner) ? inner.slice(1, -1) : inner;
}

/**
 * Reads the call that is written as tags at `start`: `<function=click>…`, `<invoke name="click">…`,
 * `<click uid="…"/>`, `<tool_call>click <arg_key>…`; null when the tag there is no call.
 */
export function readTagCall(text: string, start: number): WrittenCall | null {
  const opening = /<([A-Za-z_][\w-]{0,40})(?:=["']?([\w.-]{1,60})["']?)?([^<>]{0,2000})>/y;
  opening.lastIndex = start;
  const match = opening.exec(text);
  if (!match) return null;
  const [, tag = '', assigned, attributes = ''] = match;
  const own = readAttributes(attributes);
  const close = text.indexOf(`</${tag}>`, opening.lastIndex);
  const isEmpty = attributes.trimEnd().endsWith('/');
  const bodyEnd = isEmpty ? opening.lastIndex : close === -1 ? text.length : close;
  const body = text.slice(opening.lastIndex, bodyEnd);
  const end = isEmpty || close === -1 ? bodyEnd : close + tag.length + 3;
  const notes = isEmpty || close !== -1 ? [] : ['a closing tag that is missing'];
  if (/^(?:function|invoke|tool|action|tool_use)$/i.test(tag)) {
    const name = assigned ?? own.find(({ key }) => key === 'name')?.value;
    if (name === undefined || !parseCallName(name)) return null;
    return { name, args: readBody(body), start, end, notes };
  }
  if (/^tool_?call$/i.test(tag)) {
    const name = /^\s*([\w.]{1,60})\s*(?:<arg_key>|$)/.exec(body)?.[1];
    if (name === undefined || !parseCallName(name)) return null;
    return { name, args: readBody(body), start, end, notes };
  }
  // Pages have tags such as <select> and <input>: one that names a call must have arguments of ours.
  const meant = parseCallName(tag);
  if (!meant || (!isEmpty && close === -1)) return null;
  const args = [...own, ...(isEmpty ? [] : readBody(body))];
  const parameters = listParameters(meant.intent);
  const isOurs = args.some(({ key }) => key !== null && parameters.includes(key));
  const isBare = meant.isOwn && isEmpty && args.length === 0;
  return isOurs || isBare ? { name: tag, args, start, end, notes } : null;
}

function readAttributes(attributes: string): CallArgument[] {
  return Array.from(
    attributes.matchAll(/(?<![\w-])([\w-]{1,60})=(?:"([^"]*)"|'([^']*)')/g),
    ([, key = '', double, single]) => ({
      key,
      value: decodeEntities(double ?? single ?? ''),
      quoted: true,
    }),
  );
}

/** No call has more in it; each costs a search through the body. */
const MOST_TAGS = 24;

/** Arguments as JSON, or one by one in tags of three manners. */
function readBody(body: string): CallArgument[] {
  const trimmed = body.trim();
  const json = /^[{[]/.test(trimmed) ? readJson(trimmed, 0) : null;
  if (json) return readArgumentsJson(json.value);
  const args: CallArgument[] = [];
  const opening = /<(?:parameter(?:=["']?([\w-]+)["']?|\s+name=["']([\w-]+)["'])|(\w+))\s*>/g;
  let tags = 0;
  let waiting: string | null = null;
  for (let match = opening.exec(body); match; match = opening.exec(body)) {
    if ((tags += 1) > MOST_TAGS) break;
    const [, assigned, named, tag = 'parameter'] = match;
    const close = body.indexOf(`</${tag}>`, opening.lastIndex);
    const next = body.indexOf('<', opening.lastIndex);
    const end = close !== -1 ? close : next !== -1 ? next : body.length;
    const value = trimLines(decodeEntities(body.slice(opening.lastIndex, end)));
    if (tag === 'arg_key') waiting = value;
    else
      args.push({
        key: tag === 'arg_value' ? waiting : (assigned ?? named ?? tag),
        value,
        quoted: true,
      });
    if (close !== -1) opening.lastIndex = close;
  }
  return args;
}

/** Values in tags often stand on lines of their own. */
function trimLines(value: string): string {
  return value.replace(/^\n/, '').replace(/\n$/, '');
}

const ENTITIES: Record<string, string> = {
  quot: '"',
  '#34': '"',
  apos: "'",
  '#39': "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

export function decodeEntities(text: string): string {
  return text.replace(
    /&(quot|#34|apos|#39|lt|gt|amp);/g,
    (_, name: string) => ENTITIES[name] ?? '',
  );
}
