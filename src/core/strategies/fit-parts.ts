import type { OtrTokenizer } from '../formats/otr/tokenizer.ts';
import type { ChatMessage } from '../navigator/chat-message.ts';
import { countPrompt } from '../navigator/endpoint/pricing.ts';
import type { Cut, Prompt, PromptPart } from '../navigator/question.ts';
import type { ToolSchema } from '../navigator/tool-schema.ts';

/** A part of a prompt that can be made shorter. */
export interface Part {
  name: PromptPart;
  /** How many things it holds. */
  of: number;
  /** What is never given up; 0 unless given. */
  least?: number;
  /** Of the room that is left beside what is fixed: this share is its own, 0 … 1. */
  share: number;
  /** The part with so many things kept, the most telling ones; longer the more are kept. */
  write(kept: number): string;
}

export interface Layout {
  parts: readonly Part[];
  /** The messages with these texts, in the order of the parts, in them. */
  write(texts: readonly string[]): ChatMessage[];
  tools?: readonly ToolSchema[];
  note?: string | null;
}

export interface Room {
  /** Of a whole prompt, in tokens. */
  budget: number;
  tokenizer: OtrTokenizer;
}

/**
 * A prompt of at most `budget` tokens. Every part first gets its own share of what the fixed texts leave;
 * what parts do not need goes to the others in their order. The same input gives the same bytes. Only
 * when the fixed texts and what is never given up are longer than the budget is the prompt, too.
 */
export function fitPrompt(layout: Layout, { budget, tokenizer }: Room): Prompt {
  const { parts, tools = [], note = null } = layout;
  const fixed = countPrompt(layout.write(parts.map(() => '')), tools, tokenizer.count);
  const room = Math.max(0, budget - fixed);
  const kept = parts.map((part) => findMost(part, Math.floor(room * part.share), tokenizer));
  const write = (): string[] => parts.map((part, at) => part.write(kept[at] ?? 0));
  let left = room - write().reduce((sum, text) => sum + tokenizer.count(text), 0);
  for (const [at, part] of parts.entries()) {
    if (left <= 0) break;
    const own = tokenizer.count(part.write(kept[at] ?? 0));
    kept[at] = Math.max(kept[at] ?? 0, findMost(part, own + left, tokenizer));
    left -= tokenizer.count(part.write(kept[at] ?? 0)) - own;
  }
  for (;;) {
    const messages = layout.write(write());
    const tokens = countPrompt(messages, tools, tokenizer.count);
    const at = tokens > budget ? findLastLoose(parts, kept) : -1;
    if (at === -1) return { messages, tools, tokens, cuts: listCuts(parts, kept), note };
    kept[at] = (kept[at] ?? 0) - 1;
  }
}

/** How many elements of `of` a prompt had room for. */
export function countKept({ cuts }: Pick<Prompt, 'cuts'>, of: number): number {
  return cuts.find(({ part }) => part === 'page')?.kept ?? of;
}

/** How many things fit so many tokens; texts grow with their number. */
function findMost({ of, least = 0, write }: Part, room: number, tokenizer: OtrTokenizer): number {
  let [low, high] = [Math.min(least, of), of];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokenizer.count(write(middle)) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}

function findLastLoose(parts: readonly Part[], kept: readonly number[]): number {
  return parts.findLastIndex(({ least = 0 }, at) => (kept[at] ?? 0) > least);
}

function listCuts(parts: readonly Part[], kept: readonly number[]): Cut[] {
  return parts.flatMap(({ name, of }, at) => {
    const left = kept[at] ?? 0;
    return left < of ? [{ part: name, kept: left, of }] : [];
  });
}
