import type { CallValue } from '../dmr/call-text.ts';
import { writeCall } from '../dmr/call-text.ts';
import { RECENT_TURNS } from '../dmr/query.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import type { TurnCall } from '../dmr/turn-call.ts';
import { writeDictRepr } from '../python/repr.ts';
import { cutCenter } from './center-cut.ts';
import { cutParts } from './cut-parts.ts';
import { readPastAction } from './past-action.ts';
import type { OtrTokenizer } from './tokenizer.ts';

const ROUNDS = 5;
/** What stands between the lines while they are counted; in the prompt a space does. */
const SEPARATOR = ' ; ';

/**
 * The past actions of a prompt, one line each, cut to `budget` tokens (weblinx-format.md §4.5): every
 * argument's value is a part; when that is not enough, the lines are cut in their middle. Deviation:
 * the latter works for fewer than five turns too, where the library raises IndexError.
 */
export function listPreviousTurns(
  turns: readonly ReplayTurn[],
  index: number,
  budget: number,
  tokenizer: OtrTokenizer,
): string[] {
  return fitCalls(listRecentCalls(turns, index), budget, tokenizer);
}

/** The turns right before turn `index` as calls, uncut. */
export function listRecentCalls(turns: readonly ReplayTurn[], index: number): TurnCall[] {
  return turns.slice(Math.max(0, index - RECENT_TURNS), index).map(readPastAction);
}

/** The same for past actions that were read already. */
export function fitCalls(
  told: readonly TurnCall[],
  budget: number,
  tokenizer: OtrTokenizer,
): string[] {
  let calls = [...told];
  let lines = calls.map(writeLine);
  for (let round = 1; round <= ROUNDS; round++) {
    const excess = measureExcess(lines, budget, tokenizer);
    if (excess <= 0) return lines;
    calls = cutCalls(calls, excess, tokenizer);
    lines = calls.map(writeLine);
  }
  return measureExcess(lines, budget, tokenizer) <= 0 ? lines : cutLines(lines, budget, tokenizer);
}

/**
 * Each line gets an equal share of what the lines before it left over, separators paid, rounded up.
 * Inferred from the one golden text that gets here.
 */
function cutLines(lines: readonly string[], budget: number, tokenizer: OtrTokenizer): string[] {
  const separator = tokenizer.count(SEPARATOR);
  let left = budget;
  return lines.map((line, index) => {
    const share = Math.ceil(left / (lines.length - index));
    const cut = cutCenter(line, share, tokenizer) ?? '';
    left -= tokenizer.count(cut) + separator;
    return cut;
  });
}

function measureExcess(lines: readonly string[], budget: number, tokenizer: OtrTokenizer): number {
  return tokenizer.count(lines.join(SEPARATOR)) - budget;
}

function writeLine({ name, args }: TurnCall): string {
  return writeCall(name, args);
}

/** A value in the lines, and where it stands. */
interface Place {
  call: number;
  name: string;
  value: CallValue;
}

function cutCalls(calls: readonly TurnCall[], excess: number, tokenizer: OtrTokenizer): TurnCall[] {
  const places = calls.flatMap(({ args }, call) =>
    Object.entries(args).map(([name, value]): Place => ({ call, name, value })),
  );
  const changes = new Map<number, Record<string, CallValue>>();
  const texts = places.map(({ value }) => writeValueText(value));
  for (const { index, text } of cutParts(texts, excess, tokenizer)) {
    const place = places[index];
    if (!place) continue;
    const changed = changes.get(place.call) ?? {};
    changed[place.name] = restoreValue(place.value, text ?? '');
    changes.set(place.call, changed);
  }
  return calls.map(({ name, args }, call) => ({ name, args: { ...args, ...changes.get(call) } }));
}

function writeValueText(value: CallValue): string {
  if (value === null) return 'None';
  return typeof value === 'object' ? writeDictRepr(value) : String(value);
}

/** A number that still is one stays a number; else it becomes a text, and gets quotes. */
function restoreValue(before: CallValue, text: string): CallValue {
  return typeof before === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}
