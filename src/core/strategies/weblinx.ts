import type { OtrBudgets } from '../formats/otr/prompt.ts';
import { introduce, OTR_BUDGETS, writeOtrParts } from '../formats/otr/prompt.ts';
import type { OtrMessage } from '../formats/otr/merge-messages.ts';
import { insertEmptyUser, mergeMessages } from '../formats/otr/merge-messages.ts';
import type { ChatMessage } from '../navigator/chat-message.ts';
import type { Cut, Prompt } from '../navigator/question.ts';
import type { Fence } from './fence.ts';
import { countPrompt } from './fit-parts.ts';
import { HONESTY, listLiveCalls, listLiveElementCalls } from './rules.ts';
import type { OtrScene, Scene } from './scene.ts';
import type { Strategy, Terms } from './strategy.ts';
import { tellActions, tellUtterances, writeAddress } from './told-parts.ts';
import { tellHops } from './told-hops.ts';
import { countFitting, tellPasts } from './told-pasts.ts';

/** Of the prompt, for what came of past actions, which WebLINX does not tell. */
const RESULTS_SHARE = 0.15;
/** The past is given up before the page and its elements are cut to less than this. */
const LEAST_SCALE = 0.5;
/** How much smaller all parts get in each try, and how often. */
const SMALLER = 0.8;
const TRIES = 14;

/**
 * WebLINX's prompt of the optimal text representation, asked once (format notes §4). For a recording it is
 * the paper's, token for token. While a page is acted on, the same prompt has what comes from the page
 * fenced, and behind WebLINX's calls those it lacks; behind its messages, the page's address, the results
 * of past actions and the instructor's last words, whole. The paper's budgets hold as long as they fit
 * what the endpoint takes; else all parts are made smaller alike.
 */
export const weblinxStrategy: Strategy = {
  name: 'weblinx',
  version: 1,
  isVerbatim: true,
  async open(scene, terms) {
    const otr = await scene.readOtr();
    const prompt = scene.live
      ? fitLive(scene, scene.live.fence, otr, terms)
      : fit(terms, (scale) => writeRecorded(otr, terms, scale));
    const { choices } = otr;
    return {
      kind: 'decide',
      prompt,
      choices,
      targets: choices,
      isNumbered: false,
      translate: (reply) => reply,
    };
  },
};

function fitLive(scene: Scene, fence: Fence, otr: OtrScene, terms: Terms): Prompt {
  const asked = tellUtterances(scene.history, 0, terms).write(1);
  // What was said is among the past turns already.
  const acted = scene.history.filter(({ kind }) => kind === 'acted');
  const results = tellActions(acted, RESULTS_SHARE, fence);
  const room = terms.budget * RESULTS_SHARE;
  let kept = results.of;
  while (kept > 0 && terms.tokenizer.count(results.write(kept)) > room) kept -= 1;
  const pasts = tellPasts(scene);
  const hops = tellHops(scene);
  const shown = countFitting(hops, terms);
  const hopLines = hops.write(shown);
  const writeTail = (told: number): string =>
    [
      ...(told > 0 ? [pasts.write(told)] : []),
      `The page: ${fence.around(writeAddress(scene))}`,
      ...(kept > 0 ? [`What came of the last actions:\n${results.write(kept)}`] : []),
      ...(hopLines === '' ? [] : [hopLines]),
      `What the instructor said last:\n${asked}`,
    ].join('\n');
  const fitTail = (told: number): Prompt =>
    fit(terms, (scale) => writeLive(otr, terms, scale, scene, fence, writeTail(told)));
  let told = countFitting(pasts, terms);
  let prompt = fitTail(told);
  while (told > 0 && readScale(prompt) < LEAST_SCALE) {
    told -= 1;
    prompt = fitTail(told);
  }
  const cut: Cut[] = [
    ...(kept < results.of ? [{ part: 'actions' as const, kept, of: results.of }] : []),
    ...(told < pasts.of ? [{ part: 'memory' as const, kept: told, of: pasts.of }] : []),
    ...(shown < hops.of ? [{ part: 'hops' as const, kept: shown, of: hops.of }] : []),
  ];
  return { ...prompt, cuts: [...prompt.cuts, ...cut] };
}

/** How much is left of the paper's budgets, 0 … 1. */
function readScale({ cuts }: Prompt): number {
  return (cuts.find(({ part }) => part === 'text')?.kept ?? 100) / 100;
}

/** Smaller and smaller until it fits; the last try is given back as it is. */
function fit(terms: Terms, write: (scale: number) => ChatMessage[]): Prompt {
  let scale = 1;
  for (let left = TRIES; ; left--) {
    const messages = write(scale);
    const tokens = countPrompt(messages, [], terms.tokenizer);
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

function writeLive(
  { material }: OtrScene,
  { tokenizer }: Terms,
  scale: number,
  scene: Scene,
  fence: Fence,
  tail: string,
): ChatMessage[] {
  const parts = writeOtrParts(material, tokenizer, scaleBudgets(scale));
  const page = parts.page === '' ? '' : `${fence.around(parts.page)}\n`;
  const calls = `${listLiveElementCalls('[str]')}\n${listLiveCalls(scene)}`;
  const more = `Besides these you may use:\n${calls}\n${HONESTY}\n${fence.rule}\n`;
  const listed = introduce(`\n${fence.around(parts.candidates.trimEnd())}`);
  const [first, ...rest] = toChat([
    { role: 'system', content: `${page}${parts.template}${more}${listed}` },
    ...mergeMessages(parts.previous),
  ]);
  const last = rest.pop();
  if (!first || !last) return [];
  return [
    first,
    // Some endpoints refuse an empty message.
    ...rest.map((message) => ({ ...message, content: message.content || '…' })),
    { ...last, content: `${tail}\n${last.content}` },
  ];
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
