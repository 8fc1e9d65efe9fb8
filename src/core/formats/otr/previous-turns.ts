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
import { cutCenter, cutInRounds, cutParts } from './cut-parts.ts';
import type { OtrTokenizer } from './tokenizer.ts';

const ROUNDS = 5;
/** Between the lines while they are counted; the prompt has a space. */
const SEPARATOR = ' ; ';

/** Returns the turns right before turn `index` as calls. */
export function listRecentCalls(turns: readonly ReplayTurn[], index: number): TurnCall[] {
  return turns.slice(Math.max(0, index - RECENT_TURNS), index).map(readPastAction);
}

/**
 * Writes the past actions of a prompt, one line each, cut to `budget` tokens: every argument's value is a part; if that is
 * not enough, the lines are cut in their middle. Deviation: this works for fewer than five turns too, where the library
 * raises IndexError.
 */
export function fitCalls(
  calls: readonly TurnCall[],
  budget: number,
  tokenizer: OtrTokenizer,
): string[] {
  const cut = calls.map(({ name, args }) => ({ name, args: { ...args } }));
  const writeLines = () => cut.map(({ name, args }) => writeCall(name, args));
  const measure = () => tokenizer.count(writeLines().join(SEPARATOR)) - budget;
  const isFitting = cutInRounds(ROUNDS, measure, (excess) => {
    const places = cut.flatMap(({ args }) =>
      Object.entries(args).map(([name, value]) => ({ args, name, value })),
    );
    const texts = places.map(({ value }) => writeValueText(value));
    for (const { index, text } of cutParts(texts, excess, tokenizer)) {
      const place = places[index];
      if (place) place.args[place.name] = restoreValue(place.value, text ?? '');
    }
  });
  return isFitting ? writeLines() : cutLines(writeLines(), budget, tokenizer);
}

/**
 * Gives each line an equal share of what the lines before it left over, less separators, rounded up. Inferred from the one
 * golden text that gets here.
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

function writeValueText(value: CallValue): string {
  if (value === null) return 'None';
  return typeof value === 'object' ? writeDictRepr(value) : String(value);
}

/** A number that no longer is one becomes a text, with quotes. */
function restoreValue(before: CallValue, text: string): CallValue {
  return typeof before === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Returns a turn as a prompt's past action, which is also the output that a model is to give. */
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
