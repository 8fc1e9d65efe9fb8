import type { TurnCall, CallValue } from '../dmr/query.ts';
import {
  listUtterances,
  readViewport,
  RECENT_TURNS,
  writeCall,
  readOtherCall,
  readPointer,
  readScroll,
  readTag,
  readUrl,
  shortenField,
  writeTimestamp,
  shortenRight,
} from '../dmr/query.ts';
import type { ReplayTurn, ReplayArguments } from '../dmr/replay.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import type { CutPlace } from './cut-parts.ts';
import { cutCenter, cutPlaces, cutTexts, fitUtterances } from './cut-parts.ts';
import { writePagePart } from './page-part.ts';
import type { OtrTokenizer } from './tokenizer.ts';
import type { CandidateDocument } from '../dmr/record.ts';
import { writeDocument } from '../dmr/record.ts';
import { readTargetUid } from '../dmr/replay.ts';
import { writeDictRepr } from '../python/python.ts';

/** Tokens for each part of WebLINX's prompts: 2048 in all with a template of about 248. */
export const OTR_BUDGETS = {
  page: 700,
  utterances: 200,
  previousTurns: 250,
  /** Grows by what the other parts don't use. */
  candidates: 650,
};

export type OtrBudgets = typeof OTR_BUDGETS;

export interface OtrCandidate {
  uid: string;
  fields: CandidateDocument;
}

interface OtrInput {
  turns: readonly ReplayTurn[];
  index: number;
  /** Text of the turn's page file; null for chat turns. */
  html: string | null;
  /** Best first. */
  candidates: readonly OtrCandidate[];
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

export function readMaterial({ turns, index, html, candidates }: OtrInput): OtrMaterial {
  return {
    utterances: listUtterances(turns, index),
    calls: listRecentCalls(turns, index),
    viewport: readViewport(turns[index]),
    page: html === null ? null : readPageTree(html),
    candidates,
  };
}

/**
 * Writes the chat prompt of a turn in WebLINX's optimal text representation (paper, appendix A), each part cut to its budget.
 */
export function writeOtrPrompt(
  { page: tree, viewport, candidates, ...past }: OtrMaterial,
  tokenizer: OtrTokenizer,
  budgets: OtrBudgets = OTR_BUDGETS,
): OtrMessage[] {
  const utterances = fitUtterances(past.utterances, budgets.utterances, tokenizer);
  const previous = fitCalls(past.calls, budgets.previousTurns, tokenizer);
  const uids = new Set(candidates.map(({ uid }) => uid));
  const page = tree === null ? '' : writePagePart(tree, uids, budgets.page, tokenizer);
  const unused =
    budgets.page -
    tokenizer.count(page) +
    (budgets.utterances - tokenizer.count(utterances)) +
    (budgets.previousTurns - tokenizer.count(previous.join(' ')));
  const written = writeCandidates(candidates, budgets.candidates + unused, tokenizer);
  const introduced = `Here are the top candidates for this turn: ${written}\n`;
  const system = `${page}${writeTemplate(utterances, viewport)}${introduced}`;
  return [{ role: 'system', content: system }, ...mergeMessages(previous)];
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

/** Rounds of cutting past actions, and candidates. */
const ROUNDS = { calls: 5, candidates: 6 };
/** Between the lines while they are counted; the prompt has a space. */
const SEPARATOR = ' ; ';

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
  const list = () =>
    cut.flatMap(({ args }) =>
      Object.entries(args).map(([name, value]): CutPlace => ({
        text: writeValueText(value),
        replace: (text) => void (args[name] = restoreValue(value, text ?? '')),
      })),
    );
  const isFitting = cutPlaces(ROUNDS.calls, measure, list, tokenizer);
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

/** In the order in which a cut document is written again. */
const FIELDS = ['tag', 'xpath', 'text', 'bbox', 'attributes', 'children'] as const;
const CUT_FIELDS = ['xpath', 'text', 'attributes', 'children'] as const;

/**
 * Writes the candidate lines of a prompt, cut to `budget` tokens. After a cut, all documents are written again without empty
 * fields. Deviation: a tiny budget cuts documents to nothing, where the library raises TypeError.
 */
export function writeCandidates(
  candidates: readonly OtrCandidate[],
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  const cut = candidates.map(({ fields }) => ({ ...fields }));
  let write: (fields: CandidateDocument) => string = writeDocument;
  const writeLines = (documents: readonly string[] = cut.map(write)) =>
    candidates
      .map(({ uid }, index) => `(uid = ${uid}) ${documents[index]?.replaceAll('\n', ' ') ?? ''}\n`)
      .join('');
  const measure = () => tokenizer.count(writeLines()) - budget;
  const list = () => {
    write = (fields) =>
      FIELDS.map((name) => (fields[name] ? `[[${name}]] ${fields[name]}\n` : '')).join('');
    return cut.flatMap((fields) =>
      CUT_FIELDS.map((name): CutPlace => ({
        text: fields[name],
        replace: (text) => void (fields[name] = text ?? ''),
      })),
    );
  };
  if (cutPlaces(ROUNDS.candidates, measure, list, tokenizer)) return writeLines();
  return writeLines(cutTexts(cut.map(write), measure(), tokenizer));
}
