import { shortenRight } from '../dmr/document.ts';
import { RECENT_TURNS } from '../dmr/live.ts';
import type { ReplayArguments, ReplayTurn } from '../dmr/replay.ts';
import { readTargetUid } from '../dmr/replay.ts';
import type { CallValue, TurnCall } from '../dmr/turn-call.ts';
import {
  readOtherCall,
  readPointer,
  readScroll,
  readTag,
  readUrl,
  shortenField,
  writeCall,
  writeTimestamp,
} from '../dmr/turn-call.ts';
import { writeDictRepr } from '../python/text.ts';
import { cutCenter, cutParts } from './cut-parts.ts';
import type { OtrTokenizer } from './tokenizer.ts';

const ROUNDS = 5;
/** What stands between the lines while they are counted; in the prompt a space does. */
const SEPARATOR = ' ; ';

/**
 * The past actions of a prompt, one line each, cut to `budget` tokens: every
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

/** A turn as a prompt's past action, and as the output that a model is to give. */
export function readPastAction(turn: ReplayTurn): TurnCall {
  if (turn.type === 'chat') {
    const { speaker, utterance } = turn;
    return { name: 'say', args: { speaker, utterance: shortenRight(utterance, 200) } };
  }
  const { intent, arguments: given } = turn.action;
  const uid = readTargetUid(turn);
  switch (intent) {
    case 'click':
    case 'submit':
      return { name: intent, args: { uid } };
    case 'textInput':
      return { name: 'text_input', args: { text: shortenField(given.text, 200), uid } };
    case 'change':
      return { name: intent, args: { value: shortenField(given.value, 200), uid } };
    case 'load':
      return { name: intent, args: { url: readUrl(given, 200) } };
    case 'scroll':
      return { name: intent, args: readScroll(given) };
    case 'hover':
      return readHover(given, turn.timestamp);
    default:
      return readOtherCall(turn);
  }
}

function readHover(given: ReplayArguments, seconds: number): TurnCall {
  const attributes = Object.entries(given.element?.attributes ?? {});
  const attrs = Object.fromEntries(
    attributes.map(([name, value]) => [name, shortenRight(value, 20)]),
  );
  const text = shortenField(given.element?.textContent, 40);
  const timestamp = writeTimestamp(seconds);
  return {
    name: 'hover',
    args: { ...readPointer(given), tag: readTag(given), attrs, text, timestamp },
  };
}
