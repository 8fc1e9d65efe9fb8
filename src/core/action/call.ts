import type { Call, CallIntent } from './action.ts';
import { getDefinition } from './action.ts';
import { readArguments } from './call-arguments.ts';
import type { NamedArguments } from './call-names.ts';
import { nameArguments, parseCallName } from './call-names.ts';

/**
 * Call strings: WebLINX's text form with its argument names (paper, appendix B.5), `text_input(text="walnut lamp",
 * uid="…")`. Unlike WebLINX's printer, this one escapes quotes and backslashes, so that a call reads back as the same
 * action.
 */

/** `parseCall` reads the result back unchanged (`-0` becomes `0`). */
export function printCall(call: Call): string {
  return `${getDefinition(call.intent).call}(${listArguments(call)
    .map(([key, value]) => `${key}=${printValue(value)}`)
    .join(', ')})`;
}

/** `reason` is written for the model that made the call. */
export type ParsedCall = { ok: true; call: Call } | { ok: false; reason: string };

/**
 * Reads a text that is exactly one call. Never throws and never invents an argument. Doesn't check that the uid exists.
 */
export function parseCall(text: string): ParsedCall {
  const head = /^\s*([A-Za-z_]+)\(/.exec(text);
  const name = parseCallName(head?.[1] ?? '');
  if (!head || !name)
    return { ok: false, reason: 'There is no call such as click(uid="…") in it.' };
  const { args, end } = readArguments(text, head[0].length);
  if (text.slice(end).trim() !== '') return { ok: false, reason: 'There is more than one call.' };
  const built = buildCall(name.intent, nameArguments(name, args));
  if (built.ok) return { ok: true, call: built.call };
  return { ok: false, reason: `${getDefinition(name.intent).call}: ${built.reason}` };
}

type PrintedValue = string | number | readonly string[];

/** Returns the written arguments by the names that call strings have; those without a value are dropped. */
export function listArguments(call: Call): [string, PrintedValue][] {
  const members = call as unknown as Record<string, PrintedValue | null>;
  return Object.entries(getDefinition(call.intent).arguments).flatMap(([member, { name }]) => {
    const value = members[member] ?? null;
    return value === null ? [] : [[name, value]];
  });
}

function printValue(value: PrintedValue): string {
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

/** `notes` says what was assumed. `reason` is written for the model. */
export type BuiltCall = { ok: true; call: Call; notes: string[] } | { ok: false; reason: string };

/** Builds a call from named arguments and ignores further ones. */
export function buildCall(
  intent: CallIntent,
  { byParameter: of, unclearWord: unclear }: NamedArguments,
): BuiltCall {
  if (unclear !== null) return refuse(`“${unclear}” is not an argument; write name="value".`);
  const isCut = [...of.values()].some((arg) => arg.cut) && !SPEAKING_INTENTS.has(intent);
  if (isCut) return refuse('a string in it does not end.');
  const { arguments: given, readCall } = getDefinition(intent);
  if (readCall) {
    const read = readCall(of);
    if ('reason' in read) return refuse(read.reason);
    return { ok: true, call: read.call as unknown as Call, notes: read.notes ?? [] };
  }
  const call: Record<string, unknown> = { intent };
  for (const [member, { name, read }] of Object.entries(given)) {
    const argument = read(of.get(name), name);
    if ('reason' in argument) return refuse(argument.reason);
    call[member] = argument.value;
  }
  return { ok: true, call: call as unknown as Call, notes: [] };
}

/** A sentence that was cut off still has a meaning; a text to type does not. */
const SPEAKING_INTENTS = new Set<CallIntent>(['say', 'ask', 'done', 'infeasible']);

function refuse(reason: string): BuiltCall {
  return { ok: false, reason };
}
