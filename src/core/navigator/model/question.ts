import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { cut } from '../../ranking/page/visible-text.ts';
import type { PromptHops } from '../hops/hop-list.ts';
import type { Past } from '../memory/past.ts';
import type { ReplyDecision } from '../reply/decide.ts';
import type { HistoryEntry } from '../run/history.ts';
import type { Observation } from '../run/observation.ts';

/** The parts of a prompt that give way when there is not enough room. */
export type PromptPart =
  'utterances' | 'actions' | 'page' | 'passages' | 'text' | 'memory' | 'hops';

/** What was left out of a prompt: `kept` of `of` things of a part. */
export interface PromptCut {
  part: PromptPart;
  kept: number;
  of: number;
}

/** What a model is asked, once. */
export interface Prompt {
  messages: ChatMessage[];
  /** Empty where it is to answer in text. */
  tools: readonly ToolSchema[];
  /** Estimated, pictures and tools included. */
  tokens: number;
  cuts: readonly PromptCut[];
  /** Of the page's ranked elements, how many are shown; absent where that is not chosen. */
  elements?: { shown: number; of: number };
  /** What the user should know of how it was made: why there is no picture; null when nothing. */
  note: string | null;
}

/**
 * A question to the model. Nothing of it changes when it is answered, so that it can be asked again or
 * gone on with later.
 */
export type Question =
  /** Its answer only leads to the next question; there is an end to them. */
  { kind: 'narrow'; prompt: Prompt; next(reply: string): Question } | FinalQuestion;

/** A question whose answer is the decision. */
export interface FinalQuestion {
  kind: 'decide';
  prompt: Prompt;
  /** Puts an answer into the language of calls; what is no answer of that kind stays as it is. */
  translate(reply: string): string;
  /** What may be pointed at, under the uids that the prompt gives them … */
  choices: readonly Candidate[];
  /** … and, in the same order, as they are on the page. */
  targets: readonly Candidate[];
  /** Whether their place in the list may stand for them. */
  isNumbered: boolean;
  /** Whether a wider question would show more of the page. */
  hasMore(): boolean;
  /** The question that an answer leads to which is no decision yet; null for those that are. */
  further?(reply: string): FinalQuestion | null;
}

/** A decision about what the prompt called its elements, as one about the page's. */
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

/** What a round knows when it turns to the model. */
export interface ModelContext {
  observation: Observation;
  /** Best first. */
  candidates: readonly Candidate[];
  /** How many of them hold the one that is meant about as surely as the best ten; absent: not judged. */
  enough?: number;
  /** Asked again, since the model lacked something: more of the page is shown. */
  wider?: boolean;
  /** Then shown beside the best candidates: what might be pressed though nothing calls it clickable. Best first. */
  leaves?: readonly Candidate[];
  /** Then: the candidates that the first question chose from, best first. */
  before?: readonly Uid[];
  /** Ends with what the instructor has just said or the last action. */
  history: readonly HistoryEntry[];
  /** Past demonstrations like this request, best first. */
  pasts?: readonly Past[];
  /** The subtasks of what was asked; absent or null while there are none. */
  hops?: PromptHops | null;
  /** Fresh and unguessable: marks what comes from pages. */
  fence: string;
  /** Tokens that the prompt may have at most, after an endpoint said it was too long; null: as usual. */
  limit: number | null;
}

/** Makes the first question of what a round has seen. */
export type Compose = (seen: ModelContext, signal: AbortSignal) => Promise<Question>;

/** A picture that goes with a message. */
export interface ChatImage {
  mediaType: 'image/png' | 'image/jpeg';
  base64: string;
}

/** A message to a chat model. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  images?: readonly ChatImage[];
}

/** A function that a model may call, as chat endpoints take it. */
export interface ToolSchema {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: object;
}

/** So much of an unusable reply is sent back: models can go on for ever. */
const MAX_REPLY = 2000;

/** The messages of the same prompt after a reply that could not be used. */
export function composeRetry(
  { messages, tools }: Pick<Prompt, 'messages' | 'tools'>,
  reply: string,
  reason: string,
  shown: readonly Candidate[],
): ChatMessage[] {
  const uids = shown.map(({ uid }) => uid).join(', ');
  const form =
    tools.length > 0
      ? 'Call exactly one function.'
      : 'Reply with exactly one call from the list, and nothing else.';
  return addRejection(
    messages,
    reply,
    `${reason}\nThe uids you may use: ${uids === '' ? 'none on this page' : uids}.\n${form}`,
  );
}

/** A reply and, behind "That reply could not be used", why and what is wanted instead. */
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
