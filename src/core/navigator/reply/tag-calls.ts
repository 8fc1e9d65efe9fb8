import type { CallArgument } from '../../action/call-arguments.ts';
import { PARAMETERS, readCallName } from '../../action/call-names.ts';
import { readArgumentsJson } from './json-calls.ts';
import { readJson } from './json.ts';
import type { WrittenCall } from './written-call.ts';

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
    if (name === undefined || !readCallName(name)) return null;
    return { name, args: readBody(body), start, end, notes };
  }
  if (/^tool_?call$/i.test(tag)) {
    const name = /^\s*([\w.]{1,60})\s*(?:<arg_key>|$)/.exec(body)?.[1];
    if (name === undefined || !readCallName(name)) return null;
    return { name, args: readBody(body), start, end, notes };
  }
  // Pages have tags such as <select> and <input>: one that names a call must have arguments of ours.
  const meant = readCallName(tag);
  if (!meant || (!isEmpty && close === -1)) return null;
  const args = [...own, ...(isEmpty ? [] : readBody(body))];
  const { intent } = meant;
  const isOurs = args.some(({ key }) => key !== null && PARAMETERS[intent].includes(key));
  const isBare = meant.own && isEmpty && args.length === 0;
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
