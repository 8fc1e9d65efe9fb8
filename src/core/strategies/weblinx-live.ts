import { OTR_BUDGETS } from '../formats/otr/prompt.ts';
import { fitCalls } from '../formats/otr/previous-turns.ts';
import { fitUtterances } from '../formats/otr/utterances.ts';
import type { TurnCall } from '../formats/dmr/turn-call.ts';
import { RECENT_TURNS } from '../formats/dmr/query.ts';
import type { ChatMessage } from '../navigator/chat-message.ts';
import type { FinalQuestion } from '../navigator/question.ts';
import { collapse, cut } from '../ranking/visible-text.ts';
import type { Part } from './fit-parts.ts';
import { countKept, fitPrompt } from './fit-parts.ts';
import { writeLiveCandidate } from './live-document.ts';
import { openOutline } from './outline.ts';
import { tellPassages } from './passages.ts';
import { HONESTY, listCalls, tellForm } from './rules.ts';
import type { LiveScene } from './scene.ts';
import type { Terms } from './strategy.ts';
import { tellActions, tellUtterances, writeAddress } from './told-parts.ts';
import { tellHops } from './told-hops.ts';
import { addPasts } from './told-pasts.ts';

/** Of the whole prompt, for what was said before and for the past turns each, where WebLINX's room is more. */
const SAID_SHARE = 0.12;
/** Of what the instructor said before, in characters; WebLINX's, too. */
const LONGEST_SAID = 200;
const SHARES = { page: 0.5, utterances: 0.25, actions: 0.15 };

/**
 * WebLINX's prompt while a page is really acted on: the pruned page, the best candidates in its lines, its
 * utterances and past turns, told without what says nothing, with the calls that it lacks, with what came of
 * the last actions, and the instructor's last words whole. The page is pruned to the candidates and what
 * they stand in. Rules stand first, so that endpoints may remember them.
 */
export async function openWeblinxLive(scene: LiveScene, terms: Terms): Promise<FinalQuestion> {
  const { live } = scene;
  const { fence } = live;
  const { candidates, tree } = await scene.readElements();
  const shown = candidates.slice(0, live.shown);
  const outline = openOutline(
    tree,
    shown.map((candidate, at) => ({ label: `#${at + 1}`, candidate })),
    ({ label, candidate }) => `${candidate.tag} ${label}`,
  );
  const lines = shown.map((candidate, at) =>
    writeLiveCandidate(candidate, outline.textsAround(at)),
  );
  const page: Part = {
    name: 'page',
    of: shown.length,
    share: SHARES.page,
    write: (kept) =>
      [...(tree ? [outline.bracket(kept)] : []), ...lines.slice(0, kept)]
        .filter((line) => line !== '')
        .join('\n'),
  };
  // What was said is among the past turns already.
  const acted = scene.history.filter(({ kind }) => kind === 'acted');
  const parts = [
    tellUtterances(scene.history, SHARES.utterances, terms, 1),
    tellActions(acted, SHARES.actions, fence),
    page,
    tellHops(scene),
    tellPassages(live.readPassages(), fence),
  ];
  const write = (texts: readonly string[]): ChatMessage[] => writeMessages(scene, terms, texts);
  const prompt = fitPrompt({ parts: addPasts(parts, scene), write }, terms);
  const kept = countKept(prompt, shown.length);
  const choices = shown.slice(0, kept);
  return {
    kind: 'decide',
    prompt: { ...prompt, elements: { shown: kept, of: candidates.length } },
    choices,
    targets: choices,
    isNumbered: false,
    hasMore: () => live.hasMore(),
    translate: (reply) => reply,
  };
}

function writeMessages(
  scene: LiveScene,
  terms: Terms,
  [asked = '', results = '', page = '', hops = '', passages = '', pasts = '']: readonly string[],
): ChatMessage[] {
  const { live, viewport } = scene;
  const { fence, earlier, recent } = live;
  const most = Math.floor(Math.min(OTR_BUDGETS.utterances, terms.budget * SAID_SHARE));
  const utterances = fitUtterances(earlier, most, terms.tokenizer);
  const system = [
    `You must predict the next action on a web page for a user request; it will be executed. Reply with exactly one of these calls, ${tellForm('…')}:`,
    listCalls(scene),
    HONESTY,
    fence.rule,
    ...(earlier.length > 0 ? [`The user's first and last utterances are: ${utterances}`] : []),
    ...(viewport ? [`Viewport size: ${viewport.height}h x ${viewport.width}w`] : []),
    'The page, its pruned contents, and the top candidates for this turn, #1 first:',
    fence.around([writeAddress(scene), page].filter((text) => text !== '').join('\n')),
  ];
  const tail = [
    pasts,
    passages,
    results && `What came of the last actions:\n${results}`,
    hops,
    `What the instructor said last:\n${asked}`,
    'Select the best action.',
  ];
  const messages: ChatMessage[] = [{ role: 'system', content: system.join('\n') }];
  for (const turn of recent) addTurn(messages, writeTurn(turn, terms));
  addTurn(messages, { role: 'user', content: tail.filter((text) => text !== '').join('\n') });
  // Chat templates want a user's message first, and some endpoints refuse an empty one.
  if (messages[1]?.role === 'assistant') messages.splice(1, 0, { role: 'user', content: '…' });
  return messages;
}

/** Neighbours of one role become one message. */
function addTurn(messages: ChatMessage[], turn: ChatMessage): void {
  const last = messages.at(-1);
  if (last?.role === turn.role) last.content += `\n${turn.content}`;
  else messages.push(turn);
}

/** What the instructor said as it is, since the message says whose it is; the rest as WebLINX's calls. */
function writeTurn(turn: TurnCall, { budget, tokenizer }: Terms): ChatMessage {
  const { speaker, utterance } = turn.args;
  if (turn.name === 'say' && speaker === 'instructor' && typeof utterance === 'string') {
    return { role: 'user', content: cut(collapse(utterance), LONGEST_SAID) };
  }
  const most = Math.min(OTR_BUDGETS.previousTurns, budget * SAID_SHARE) / RECENT_TURNS;
  const [call = ''] = fitCalls([turn], Math.floor(most), tokenizer);
  return { role: 'assistant', content: call };
}
