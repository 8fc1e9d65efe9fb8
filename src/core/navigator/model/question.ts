import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { cut } from '../../ranking/page/visible-text.ts';
import type { PromptHops } from '../hops/hop-list.ts';
import type { Past } from '../memory/past.ts';
import type { ReplyDecision } from '../reply/decide.ts';
import type { HistoryEntry } from '../run/history.ts';
import type { Observation } from '../run/observation.ts';
import type { ToolSchema } from './tool-schema.ts';

/** The parts of a prompt that are shortened if there isn't enough room. */
export type PromptPart =
  'utterances' | 'actions' | 'page' | 'passages' | 'text' | 'memory' | 'hops' | 'tools';

/** What was dropped from a prompt: `kept` of `of` items of a part. */
export interface PromptCut {
  part: PromptPart;
  kept: number;
  of: number;
}

export interface Prompt {
  messages: ChatMessage[];
  /** Empty if it should answer in text or by the schema. */
  tools: readonly ToolSchema[];
  /** JSON Schema of the reply, if it should be JSON. */
  schema?: object;
  /** Estimated, with pictures and tools. */
  tokens: number;
  cuts: readonly PromptCut[];
  /** How many of the ranked elements are shown. */
  elements?: { shown: number; of: number };
  /** What the user should know about it, for example why there is no picture. */
  note: string | null;
}

/** A question to the model. Immutable, so that it can be asked again. */
export type Question =
  /** Its answer only leads to the next question. */
  { kind: 'narrow'; prompt: Prompt; next(reply: string): Question } | FinalQuestion;

export interface FinalQuestion {
  kind: 'decide';
  prompt: Prompt;
  /** Translates an answer into a call; returns other replies unchanged. */
  translate(reply: string): string;
  /** The elements to choose from, with the uids of the prompt. */
  choices: readonly Candidate[];
  /** The same elements, in the same order, with the uids of the page. */
  targets: readonly Candidate[];
  /** Elements may be named by their place in the list. */
  isNumbered: boolean;
  hasMore(): boolean;
  /** Returns the next question if the answer is no decision yet. */
  further?(reply: string): FinalQuestion | null;
}

/** Replaces the prompt's element in a decision by the page's. */
export function restoreTarget<D extends ReplyDecision>(
  decision: D,
  { choices, targets }: Pick<FinalQuestion, 'choices' | 'targets'>,
): D {
  if (!('target' in decision) || !decision.target || choices === targets) return decision;
  const { uid } = decision.target;
  const target = targets[choices.findIndex((choice) => choice.uid === uid)];
  if (!target) throw new Error(`nothing was shown as ${uid}`);
  if (decision.kind !== 'perform') return { ...decision, target };
  return { ...decision, target, action: { ...decision.action, uid: target.uid } };
}

export interface ModelContext {
  observation: Observation;
  /** Best first. */
  candidates: readonly Candidate[];
  /** How many of them contain the target about as surely as the best ten do. */
  enough?: number;
  /** The model lacked something: more of the page is shown. */
  wider?: boolean;
  /** With `wider`: elements that may be clickable although nothing says so, best first. */
  leaves?: readonly Candidate[];
  /** With `wider`: the candidates of the first question. */
  before?: readonly Uid[];
  /** Ends with the instructor's message or the last action. */
  history: readonly HistoryEntry[];
  /** Past demonstrations like this request, best first. */
  pasts?: readonly Past[];
  hops?: PromptHops | null;
  /** Random, since it marks what comes from pages. */
  fence: string;
  /** Most tokens, after an endpoint said that the prompt was too long. */
  limit: number | null;
}

export type Compose = (seen: ModelContext, signal: AbortSignal) => Promise<Question>;

export interface ChatImage {
  mediaType: 'image/png' | 'image/jpeg';
  base64: string;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  images?: readonly ChatImage[];
}

/** How much of an unusable reply is sent back. UTF-16 units. */
const MAX_REPLY = 2000;

export function composeRetry(
  { messages, tools, schema }: Pick<Prompt, 'messages' | 'tools' | 'schema'>,
  reply: string,
  reason: string,
  shown: readonly Candidate[],
): ChatMessage[] {
  const uids = shown.map(({ uid }) => uid).join(', ');
  const form =
    tools.length > 0
      ? 'Call exactly one function.'
      : `Reply with exactly one call from the list${schema ? ' as JSON' : ''}, and nothing else.`;
  return addRejection(
    messages,
    reply,
    `${reason}\nThe uids you may use: ${uids === '' ? 'none on this page' : uids}.\n${form}`,
  );
}

export function addRejection(
  messages: readonly ChatMessage[],
  reply: string,
  why: string,
): ChatMessage[] {
  return [
    ...messages,
    // Some endpoints refuse an empty message.
    { role: 'assistant', content: cut(reply.trim(), MAX_REPLY) || '(empty reply)' },
    { role: 'user', content: `That reply could not be used: ${why}` },
  ];
}
