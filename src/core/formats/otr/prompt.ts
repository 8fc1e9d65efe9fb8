import { listUtterances, readViewport } from '../dmr/live.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import type { TurnCall } from '../dmr/turn-call.ts';
import { writeCall } from '../dmr/turn-call.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import type { OtrCandidate } from './candidates-part.ts';
import { writeCandidates } from './candidates-part.ts';
import { fitUtterances } from './cut-parts.ts';
import { writePagePart } from './page-part.ts';
import { fitCalls, listRecentCalls, readPastAction } from './previous-turns.ts';
import type { OtrTokenizer } from './tokenizer.ts';

/** Tokens for each part of a prompt. */
export interface OtrBudgets {
  page: number;
  utterances: number;
  previousTurns: number;
  /** Grows by what the other parts don't use. */
  candidates: number;
}

/** WebLINX's: 2048 in all with a template of about 248. */
export const OTR_BUDGETS: OtrBudgets = {
  page: 700,
  utterances: 200,
  previousTurns: 250,
  candidates: 650,
};

interface OtrInput {
  turns: readonly ReplayTurn[];
  index: number;
  /** Text of the turn's page file; null for chat turns. */
  html: string | null;
  /** Best first. */
  candidates: readonly OtrCandidate[];
  tokenizer: OtrTokenizer;
  budgets?: OtrBudgets;
}

/** The content of a prompt, from a recording or from a live conversation. */
export interface OtrMaterial {
  /** What the instructor said before the recent turns, `[MM:SS] text`. */
  utterances: readonly string[];
  /** The recent turns. */
  calls: readonly TurnCall[];
  /** CSS px as printed, or `None`. */
  viewport: { height: string; width: string };
  /** Null for chat turns. */
  page: LxmlNode | null;
  /** Best first. */
  candidates: readonly OtrCandidate[];
}

/** A message of a chat prompt. `unknown`: past actions cut so short that the speaker is missing. */
export interface OtrMessage {
  role: 'system' | 'user' | 'assistant' | 'unknown';
  content: string;
}

/** Writes the chat prompt of a turn in WebLINX's optimal text representation (paper, appendix A). */
export function writeOtrPrompt(input: OtrInput): OtrMessage[] {
  const { turns, index, html, candidates, tokenizer, budgets } = input;
  const page = html === null ? null : readPageTree(html);
  const material = { ...readMaterial(turns, index), page, candidates };
  const parts = writeOtrParts(material, tokenizer, budgets);
  const system = `${parts.page}${parts.template}${introduce(parts.candidates)}`;
  return [{ role: 'system', content: system }, ...mergeMessages(parts.previous)];
}

export function introduce(candidates: string): string {
  return `Here are the top candidates for this turn: ${candidates}\n`;
}

/** Writes the parts of a prompt, each cut to its budget; `template` ends in a line break. */
export function writeOtrParts(
  material: OtrMaterial,
  tokenizer: OtrTokenizer,
  budgets: OtrBudgets = OTR_BUDGETS,
): { page: string; template: string; candidates: string; previous: string[] } {
  const { page: tree, viewport } = material;
  const utterances = fitUtterances(material.utterances, budgets.utterances, tokenizer);
  const previous = fitCalls(material.calls, budgets.previousTurns, tokenizer);
  const uids = new Set(material.candidates.map(({ uid }) => uid));
  const page = tree === null ? '' : writePagePart(tree, uids, budgets.page, tokenizer);
  const unused =
    budgets.page -
    tokenizer.count(page) +
    (budgets.utterances - tokenizer.count(utterances)) +
    (budgets.previousTurns - tokenizer.count(previous.join(' ')));
  const candidates = writeCandidates(material.candidates, budgets.candidates + unused, tokenizer);
  return { page, template: writeTemplate(utterances, viewport), candidates, previous };
}

/** Returns what the prompt of turn `index` takes from the turns before it. */
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

/** Writes what the model is to answer: the turn itself. */
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

const INSTRUCTION =
  'Please select the best action using the correct format, do not provide any other information or explanation.';

/**
 * Turns past actions into messages: the instructor's utterances are the user's, the rest the assistant's; neighbours of one
 * role become one message. The instruction ends them.
 */
export function mergeMessages(
  lines: readonly string[],
  instruction: string = INSTRUCTION,
): OtrMessage[] {
  const messages: OtrMessage[] = [];
  for (const line of lines) addMessage(messages, readRole(line), line);
  addMessage(messages, 'user', instruction);
  return messages;
}

function addMessage(messages: OtrMessage[], role: OtrMessage['role'], content: string): void {
  const last = messages.at(-1);
  if (last?.role === role) last.content += ` ${content}`;
  else messages.push({ role, content });
}

/** Reads the printed text, which may have been cut. */
function readRole(line: string): OtrMessage['role'] {
  if (!line.startsWith('say')) return 'assistant';
  if (line.includes('speaker="instructor"')) return 'user';
  return line.includes('speaker="navigator"') ? 'assistant' : 'unknown';
}

/** Inserts an empty user message where the first message isn't the user's, since chat templates require one. */
export function insertEmptyUser(messages: readonly OtrMessage[]): OtrMessage[] {
  const [system, first, ...rest] = messages;
  if (!system || !first || first.role === 'user') return [...messages];
  return [system, { role: 'user', content: '' }, first, ...rest];
}
