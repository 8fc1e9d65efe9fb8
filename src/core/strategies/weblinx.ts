import { introduce, OTR_BUDGETS, writeOtrParts } from '../formats/otr/prompt.ts';
import type { OtrBudgets } from '../formats/otr/prompt.ts';
import type { OtrMessage } from '../formats/otr/merge-messages.ts';
import { insertEmptyUser, mergeMessages } from '../formats/otr/merge-messages.ts';
import type { ChatMessage } from '../navigator/chat-message.ts';
import type { Cut, Prompt } from '../navigator/question.ts';
import { countPrompt } from '../navigator/endpoint/pricing.ts';
import type { OtrScene } from './scene.ts';
import type { Strategy, Terms } from './strategy.ts';
import { openWeblinxLive } from './weblinx-live.ts';

/** How much smaller all parts get in each try, and how often. */
const SMALLER = 0.8;
const TRIES = 14;

/**
 * WebLINX's prompt of the optimal text representation, asked once (format notes §4). For a recording it is
 * the paper's, token for token; the paper's budgets hold as long as they fit what the endpoint takes, else all
 * parts are made smaller alike. While a page is acted on it is told more briefly (`openWeblinxLive`).
 *
 * `version` counts the prompts of recordings, since those are what results are kept of.
 */
export const weblinxStrategy: Strategy = {
  name: 'weblinx',
  version: 1,
  isVerbatim: true,
  async open(scene, terms) {
    if (scene.live) return openWeblinxLive(scene, terms);
    const otr = await scene.readOtr();
    const { choices } = otr;
    return {
      kind: 'decide',
      prompt: fit(terms, (scale) => writeRecorded(otr, terms, scale)),
      choices,
      targets: choices,
      isNumbered: false,
      hasMore: () => false,
      translate: (reply) => reply,
    };
  },
};

/** Smaller and smaller until it fits; the last try is given back as it is. */
function fit(terms: Terms, write: (scale: number) => ChatMessage[]): Prompt {
  let scale = 1;
  for (let left = TRIES; ; left--) {
    const messages = write(scale);
    const tokens = countPrompt(messages, [], terms.tokenizer.count);
    if (tokens <= terms.budget || left === 0) {
      const percent = Math.round(scale * 100);
      const cuts: Cut[] = percent < 100 ? [{ part: 'text', kept: percent, of: 100 }] : [];
      return { messages, tools: [], tokens, cuts, note: null };
    }
    scale *= SMALLER;
  }
}

function writeRecorded({ material }: OtrScene, { tokenizer }: Terms, scale: number): ChatMessage[] {
  const parts = writeOtrParts(material, tokenizer, scaleBudgets(scale));
  const system = `${parts.page}${parts.template}${introduce(parts.candidates)}`;
  return toChat([{ role: 'system', content: system }, ...mergeMessages(parts.previous)]);
}

function scaleBudgets(scale: number): OtrBudgets {
  const { page, utterances, previousTurns, candidates } = OTR_BUDGETS;
  const part = (tokens: number): number => Math.floor(tokens * scale);
  return {
    page: part(page),
    utterances: part(utterances),
    previousTurns: part(previousTurns),
    candidates: part(candidates),
  };
}

/** Endpoints know three roles; a past action cut too short to have one is the assistant's, as most are. */
function toChat(messages: readonly OtrMessage[]): ChatMessage[] {
  return insertEmptyUser(messages).map(({ role, content }) => ({
    role: role === 'unknown' ? 'assistant' : role,
    content,
  }));
}
