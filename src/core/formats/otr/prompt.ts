import { writeCall } from '../dmr/call-text.ts';
import { readViewport } from '../dmr/query.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import type { OtrCandidate } from './candidates-part.ts';
import { writeCandidates } from './candidates-part.ts';
import type { OtrMessage } from './merge-messages.ts';
import { mergeMessages } from './merge-messages.ts';
import { writePagePart } from './page-part.ts';
import { readPastAction } from './past-action.ts';
import { listPreviousTurns } from './previous-turns.ts';
import type { OtrTokenizer } from './tokenizer.ts';
import { writeUtterances } from './utterances.ts';

/** Tokens for each part of a prompt. */
export interface OtrBudgets {
  page: number;
  utterances: number;
  previousTurns: number;
  /** What the other parts leave over is added. */
  candidates: number;
}

/** WebLINX's: 2048 in all with a template of about 248 (weblinx-format.md §4.5). */
const OTR_BUDGETS: OtrBudgets = {
  page: 700,
  utterances: 200,
  previousTurns: 250,
  candidates: 650,
};

export interface OtrInput {
  turns: readonly ReplayTurn[];
  index: number;
  /** Text of the turn's page file; null when it has none, as chat turns. */
  html: string | null;
  /** Best first. */
  candidates: readonly OtrCandidate[];
  tokenizer: OtrTokenizer;
  budgets?: OtrBudgets;
}

/** The chat prompt of a turn in WebLINX's optimal text representation (weblinx-format.md §4.2). */
export function writeOtrPrompt(input: OtrInput): OtrMessage[] {
  const { turns, index, html, candidates, tokenizer, budgets = OTR_BUDGETS } = input;
  const utterances = writeUtterances(turns, index, budgets.utterances, tokenizer);
  const previous = listPreviousTurns(turns, index, budgets.previousTurns, tokenizer);
  const uids = new Set(candidates.map(({ uid }) => uid));
  const page = html === null ? '' : writePagePart(html, uids, budgets.page, tokenizer);
  const unused =
    budgets.page -
    tokenizer.count(page) +
    (budgets.utterances - tokenizer.count(utterances)) +
    (budgets.previousTurns - tokenizer.count(previous.join(' ')));
  const listed = writeCandidates(candidates, budgets.candidates + unused, tokenizer);
  const system = `${page}${writeTemplate(utterances, turns[index])}Here are the top candidates for this turn: ${listed}\n`;
  return [{ role: 'system', content: system }, ...mergeMessages(previous)];
}

/** What the model is to answer: the turn itself. */
export function writeOtrTarget(turn: ReplayTurn): string {
  const { name, args } = readPastAction(turn);
  return writeCall(name, args);
}

/** The paper's template (appendix B.5.2), joints as published: one action is listed without a space. */
function writeTemplate(utterances: string, turn: ReplayTurn | undefined): string {
  const { height, width } = readViewport(turn);
  const actions = [
    'change(value=[str], uid=[str])',
    'click(uid=[str])',
    'load(url=[str])',
    'say(speaker="navigator", utterance=[str])',
    'scroll(x=[int], y=[int])',
    'submit(uid=[str]) ;text_input(text=[str], uid=[str])',
  ];
  return [
    `You are an AI assistant with a deep understanding of HTML and you must predict actions based on a user request, which will be executed. Use one of the following, replacing [] with an appropriate value: ${actions.join(' ; ')} ;`,
    `The user's first and last 4 utterances are: ${utterances} ;`,
    `Viewport size: ${height}h x ${width}w ;`,
    'Only the last 5 turns are provided.',
    '',
  ].join('\n');
}
