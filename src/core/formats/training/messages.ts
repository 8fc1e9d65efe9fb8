import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import type { ExportFile } from '../export-file.ts';
import { makeLinesFile, writeAsciiJson } from '../export-file.ts';
import type { Picture } from '../picture.ts';
import { readPicture } from '../picture.ts';
import { isExported, isTabTurn } from '../weblinx/turn.ts';
import type { ChatLine, PromptOptions } from './list.ts';
import { listChatLines } from './list.ts';

/**
 * A conversation with pictures for supervised fine-tuning, as TRL reads vision datasets: contents are lists of parts, and
 * each `image` part stands for the next of `images` (https://huggingface.co/docs/trl/dataset_formats,
 * https://huggingface.co/docs/trl/data_utils, prepare_multimodal_messages).
 */
export interface MessagesLine extends Omit<ChatLine, 'messages'> {
  messages: { role: ChatLine['messages'][number]['role']; content: MessagePart[] }[];
  /** Paths relative to the file; one for each `image` part, in order. */
  images: string[];
}

type MessagePart = { type: 'image' } | { type: 'text'; text: string };

/**
 * Yields `messages.jsonl`, the conversations of `chat` with the screenshot before the turn in the last message of the user,
 * and the pictures. Turns without a proven screenshot have none, whatever `unproven` says: a wrong picture teaches wrongly.
 */
export async function* listMessagesFiles(
  content: DemonstrationContent,
  options: PromptOptions = {},
): AsyncGenerator<ExportFile> {
  const shown = listShown(content);
  const chats = listChatLines(content, { ...options, unproven: false });
  const named = new Map<number, ShownTurn>();
  const lines = describeLines(chats, async (at) => {
    const turn = shown[at];
    const picture = turn ? await readShown(turn, content) : null;
    if (turn && picture) named.set(turn.index, turn);
    return picture;
  });
  const first = await lines.next();
  if (first.done) return;
  yield makeLinesFile('messages.jsonl', prepend(first.value, lines), writeAsciiJson);
  // Known only now, since the lines were written in between.
  for (const turn of named.values()) {
    const picture = await readShown(turn, content);
    if (picture) yield picture.file;
  }
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* describeLines(
  chats: AsyncIterable<ChatLine>,
  find: (turn: number) => Promise<Picture | null>,
): AsyncGenerator<MessagesLine> {
  for await (const { messages, ...line } of chats) {
    const picture = await find(line.turn);
    if (!picture) continue;
    const last = messages.findLastIndex(({ role }) => role === 'user');
    yield {
      ...line,
      messages: messages.map(({ role, content }, index) => {
        const text = { type: 'text', text: content } as const;
        return { role, content: index === last ? [{ type: 'image' }, text] : [text] };
      }),
      images: [picture.file.path],
    };
  }
}

interface ShownTurn {
  index: number;
  turn: BrowserTurn;
}

/** Returns the turn whose screenshot each turn of WebLINX shows: its own, or of what was said, the one before. */
function listShown({ turns }: DemonstrationContent): (ShownTurn | null)[] {
  let shown: ShownTurn | null = null;
  return turns.flatMap((turn, index) => {
    if (turn.kind === 'say') return [shown];
    if (!isExported(turn)) return [];
    const own = { index, turn };
    if (turn.screenshot.status === 'kept' && !isTabTurn(turn)) shown = own;
    return [own];
  });
}

function readShown(
  { index, turn }: ShownTurn,
  { read }: DemonstrationContent,
): Promise<Picture | null> {
  return readPicture(turn.screenshot, `images/turn-${index}`, read);
}
