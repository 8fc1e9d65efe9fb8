import { writeCall } from '../dmr/call-text.ts';
import { listUtterances, readViewport } from '../dmr/query.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import type { TurnCall } from '../dmr/turn-call.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import type { OtrCandidate } from './candidates-part.ts';
import { writeCandidates } from './candidates-part.ts';
import type { OtrMessage } from './merge-messages.ts';
import { mergeMessages } from './merge-messages.ts';
import { writePageTree } from './page-part.ts';
import { readPastAction } from './past-action.ts';
import { fitCalls, listRecentCalls } from './previous-turns.ts';
import type { OtrTokenizer } from './tokenizer.ts';
import { fitUtterances } from './utterances.ts';

/** Tokens for each part of a prompt. */
export interface OtrBudgets {
  page: number;
  utterances: number;
  previousTurns: number;
  /** What the other parts leave over is added. */
  candidates: number;
}

/** WebLINX's: 2048 in all with a template of about 248 (weblinx-format.md §4.5). */
export const OTR_BUDGETS: OtrBudgets = {
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

/** What a prompt tells, from a recording or from a conversation that goes on. */
export interface OtrMaterial {
  /** What the instructor said before the recent turns, as it is to be told. */
  utterances: readonly string[];
  /** The recent turns. */
  calls: readonly TurnCall[];
  /** CSS px as printed: `None` where there is none. */
  viewport: { height: string; width: string };
  /** null when the turn has none, as chat turns. */
  page: LxmlNode | null;
  /** Best first. */
  candidates: readonly OtrCandidate[];
}

/** The texts that a prompt is put together from. */
export interface OtrParts {
  page: string;
  /** Ends in a line break. */
  template: string;
  candidates: string;
  previous: string[];
}

/** The chat prompt of a turn in WebLINX's optimal text representation (weblinx-format.md §4.2). */
export function writeOtrPrompt(input: OtrInput): OtrMessage[] {
  const { turns, index, html, candidates, tokenizer, budgets } = input;
  const page = html === null ? null : readPageTree(html);
  const material = { ...readMaterial(turns, index), page, candidates };
  const parts = writeOtrParts(material, tokenizer, budgets);
  const system = `${parts.page}${parts.template}${introduce(parts.candidates)}`;
  return [{ role: 'system', content: system }, ...mergeMessages(parts.previous)];
}

/** What stands before the candidate lines, and behind them. */
export function introduce(candidates: string): string {
  return `Here are the top candidates for this turn: ${candidates}\n`;
}

/** The parts of a prompt, each cut to its budget; candidates get what the others leave over. */
export function writeOtrParts(
  material: OtrMaterial,
  tokenizer: OtrTokenizer,
  budgets: OtrBudgets = OTR_BUDGETS,
): OtrParts {
  const { page: tree, viewport } = material;
  const utterances = fitUtterances(material.utterances, budgets.utterances, tokenizer);
  const previous = fitCalls(material.calls, budgets.previousTurns, tokenizer);
  const uids = new Set(material.candidates.map(({ uid }) => uid));
  const page = tree === null ? '' : writePageTree(tree, uids, budgets.page, tokenizer);
  const unused =
    budgets.page -
    tokenizer.count(page) +
    (budgets.utterances - tokenizer.count(utterances)) +
    (budgets.previousTurns - tokenizer.count(previous.join(' ')));
  const candidates = writeCandidates(material.candidates, budgets.candidates + unused, tokenizer);
  return { page, template: writeTemplate(utterances, viewport), candidates, previous };
}

/** What the turns before turn `index` tell. */
export function readMaterial(
  turns: readonly ReplayTurn[],
  index: number,
): Omit<OtrMaterial, 'page' | 'candidates'> {
  return {
    utterances: listUtterances(turns, index),
    calls: listRecentCalls(turns, index),
    viewport: readViewport(turns[index]),
  };
}

/** What the model is to answer: the turn itself. */
export function writeOtrTarget(turn: ReplayTurn): string {
  const { name, args } = readPastAction(turn);
  return writeCall(name, args);
}

/** The paper's template (appendix B.5.2), joints as published: one action is listed without a space. */
function writeTemplate(utterances: string, { height, width }: OtrMaterial['viewport']): string {
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
