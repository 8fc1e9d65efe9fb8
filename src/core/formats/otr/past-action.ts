import type { ReplayArguments, ReplayTurn } from '../dmr/replay.ts';
import { readTargetUid } from '../dmr/replay.ts';
import { shortenRight } from '../dmr/shorten.ts';
import { writeTimestamp } from '../dmr/timestamp.ts';
import type { TurnCall } from '../dmr/turn-call.ts';
import {
  readOtherCall,
  readPointer,
  readScroll,
  readTag,
  readUrl,
  shortenField,
} from '../dmr/turn-call.ts';

/** A turn as a prompt's past action, and as the output that a model is to give (weblinx-format.md §4.2). */
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
