import type { Speaker } from '../action/action.ts';
import type { PageTool } from '../action/page-tool.ts';
import type { TurnCall } from '../formats/dmr/query.ts';
import type { OtrMaterial } from '../formats/otr/prompt.ts';
import type { PromptHops } from '../navigator/hops/hop-list.ts';
import type { Past } from '../navigator/memory/past.ts';
import type { StrategyName } from '../navigator/model/endpoint-settings.ts';
import type { ChatImage, Question } from '../navigator/model/question.ts';
import type { ReplyForm } from '../navigator/model/tool-schema.ts';
import type { Uid } from '../action/action.ts';
import type { Candidate } from '../ranking/candidate.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import type { Box } from '../snapshot/snapshot.ts';
import type { Fence, TokenBudget } from './fit-prompt.ts';
import type { Passage } from './passages.ts';

/** What the endpoint can take. */
export interface EndpointTerms extends TokenBudget {
  /** Whether the model takes pictures. */
  images: boolean;
  form: ReplyForm;
}

/**
 * A way to bring a model to an action: what it is shown, how often it is asked, and how its answers
 * become one call. `version` is raised when prompts change, so that old results are not taken for new
 * ones.
 */
export interface Strategy {
  name: StrategyName;
  version: number;
  /** Its model speaks WebLINX's language: offline, its answers are judged as they are written. */
  isVerbatim: boolean;
  open(scene: Scene, terms: EndpointTerms): Promise<Question>;
}

/** Kept free for the answer, of the tokens that an endpoint takes in all. */
const ANSWER_TOKENS = 512;
/** Rules, the request and a few elements need as much. */
const MIN_TOKENS = 1024;

/** The tokens a prompt may have at an endpoint that takes `contextTokens`. */
export function budgetOf(contextTokens: number): number {
  return Math.max(MIN_TOKENS, contextTokens - ANSWER_TOKENS);
}

/** What was said and done so far. */
export type SceneEvent =
  | { kind: 'said'; speaker: Speaker; text: string }
  | {
      kind: 'acted';
      call: TurnCall;
      /** In words, with the element it was done to. */
      done: string;
      /** What came of it, in one sentence; null where that was not kept. */
      outcome: string | null;
      /** What a tool of the page answered, where the outcome does not say all of it. */
      answer?: string;
    };

/** What a page offers, for prompts that are not WebLINX's. */
export interface Elements {
  /** Best first. */
  candidates: readonly Candidate[];
  /** The whole page; null when nothing of it was kept. */
  tree: ElementNode | null;
}

/** For WebLINX's prompt. `choices` are the candidates that it lists. */
export interface OtrScene {
  material: OtrMaterial;
  choices: readonly Candidate[];
}

/** A name to be drawn into a screenshot; the box in CSS px of the top viewport. */
export interface Mark {
  label: string;
  box: Box;
}

export type Picture =
  | { ok: true; image: ChatImage }
  /** `reason` ends a sentence that begins with "Without a picture of the page, since". */
  | { ok: false; reason: string };

/** What only a page that is really acted on has to tell. */
export interface LiveDetails {
  /** What comes from the page is fenced. */
  fence: Fence;
  /** How many of the candidates are shown, if there is room; the others wait until the model asks. */
  shown: number;
  /** Asked again, since the model lacked something. */
  wider: boolean;
  /** Then: what the first question chose from, best first. */
  before: readonly Uid[];
  /** Names of visible frames that could not be read. */
  unreadFrames: readonly string[];
  /** What the page registers for agents. */
  tools: readonly PageTool[];
  /** How far the top document is scrolled, CSS px. */
  scroll: { x: number; y: number };
  /** Whether a wider question would show more of the page. */
  hasMore(): boolean;
  /** The instructor's utterances before the last turns, oldest first. */
  earlier: readonly string[];
  /** The last turns, without the instructor's last utterance, which is separate; in words where the element is gone. */
  recent: readonly (TurnCall | string)[];
  /** What the page says, best first. */
  readPassages(): readonly Passage[];
}

/** What the moments have in common at which a model is asked. */
interface SceneBase {
  url: string;
  title: string;
  /** CSS px. */
  viewport: { width: number; height: number } | null;
  /** Oldest first. */
  history: readonly SceneEvent[];
  /** Past demonstrations like what is asked now, best first; none while a recording is judged. */
  pasts?: readonly Past[];
  /** The subtasks of the request; null without any, absent while a recording is judged. */
  hops?: PromptHops | null;
  readElements(): Promise<Elements>;
  /** The screenshot with these marks; absent if marks cannot be drawn. */
  takePicture?(marks: readonly Mark[]): Promise<Picture>;
}

/** A page that is really acted on: calls that WebLINX lacks are offered as well. */
export interface LiveScene extends SceneBase {
  live: LiveDetails;
}

/** A recorded turn, whose prompts are as the papers have them. */
export interface ReplayScene extends SceneBase {
  live: null;
  readOtr(): Promise<OtrScene>;
}

/**
 * The moment at which a model is asked, from a page that is open or from a recording: strategies see
 * nothing else. What is costly is only read when a strategy asks for it.
 */
export type Scene = LiveScene | ReplayScene;
