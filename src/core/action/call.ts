import type { Call } from './action.ts';
import { readArguments } from './call-arguments.ts';
import { buildCall } from './call-build.ts';
import { nameArguments } from './call-named.ts';
import { CALL_NAMES, readCallName } from './call-names.ts';

/**
 * Actions as call strings, WebLINX's text form with its argument names (paper, appendix B.5):
 * `text_input(text="walnut lamp", uid="…")`. Unlike WebLINX's printer, quotes and backslashes
 * inside strings are escaped, so that a printed call reads back as the same action.
 */

/** Prints an action as a call; `parseCall` reads it back unchanged (`-0` becomes `0`). */
export function printCall(call: Call): string {
  return `${CALL_NAMES[call.intent]}(${listArguments(call)
    .map(([key, value]) => `${key}=${printValue(value)}`)
    .join(', ')})`;
}

/** `reason` is written for the model that made the call. */
export type ParsedCall = { ok: true; call: Call } | { ok: false; reason: string };

/**
 * Reads a text that is one call, and nothing else. Never throws; never makes up an argument. A uid is
 * taken as written: whether it exists is for the caller to check.
 */
export function parseCall(text: string): ParsedCall {
  const head = /^\s*([A-Za-z_]+)\(/.exec(text);
  const name = readCallName(head?.[1] ?? '');
  if (!head || !name)
    return { ok: false, reason: 'There is no call such as click(uid="…") in it.' };
  const { args, end } = readArguments(text, head[0].length);
  if (text.slice(end).trim() !== '') return { ok: false, reason: 'There is more than one call.' };
  const built = buildCall(name.intent, nameArguments(name, args));
  if (built.ok) return { ok: true, call: built.call };
  return { ok: false, reason: `${CALL_NAMES[name.intent]}: ${built.reason}` };
}

type Value = string | number | readonly string[];

function listArguments(call: Call): [string, Value][] {
  const uid: [string, Value][] = 'uid' in call && call.uid !== null ? [['uid', call.uid]] : [];
  switch (call.intent) {
    case 'say':
      return [
        ['speaker', call.speaker],
        ['utterance', call.utterance],
      ];
    case 'click':
    case 'hover':
    case 'submit':
    case 'doubleClick':
    case 'rightClick':
      return uid;
    case 'textInput':
    case 'copy':
    case 'paste':
      return [['text', call.text], ...uid];
    case 'change':
      return [['value', call.value], ...uid];
    case 'load':
      return [['url', call.url]];
    case 'scroll':
      return [['x', call.x], ['y', call.y], ...uid];
    case 'tabcreate':
    case 'tabremove':
      return [['target', call.tabId]];
    case 'tabswitch':
      return [
        ['origin', call.fromTabId],
        ['target', call.tabId],
      ];
    case 'press':
      return [['key', call.key], ...uid];
    case 'back':
    case 'forward':
      return [];
    case 'drag':
      return [...uid, ...given('to_uid', call.toUid), ['x', call.x], ['y', call.y]];
    case 'dialog':
      return [['kind', call.kind], ['message', call.message], ...given('answer', call.answer)];
    case 'ask':
      return [['utterance', call.utterance]];
    case 'done':
      return given('utterance', call.utterance);
    case 'infeasible':
      return [['reason', call.reason]];
    case 'wait':
      return given('seconds', call.seconds);
    case 'upload':
      return [...uid, ['files', call.files]];
    case 'plan':
      return [['hops', call.hops]];
    case 'hopDone':
      return [
        ['hop', call.hop],
        ['evidence', call.evidence],
      ];
  }
}

function given(key: string, value: Value | null): [string, Value][] {
  return value === null ? [] : [[key, value]];
}

function printValue(value: Value): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? quote(value) : `[${value.map(quote).join(', ')}]`;
}

function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
