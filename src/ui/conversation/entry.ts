import type { Actor, PageAction, Speaker } from '../../core/action/action.ts';
import type { Receipt } from '../../core/action/receipt.ts';
import type { ActionEffect, Screenshot } from '../../core/demonstration/demonstration.ts';
import type { PromptCut } from '../../core/navigator/model/question.ts';
import type {
  PermissionChoice,
  PermissionDecision,
} from '../../core/navigator/rules/conditions.ts';
import type { AnswerOption } from '../../core/navigator/run/run-event.ts';
import type { Candidate, RankedCandidate } from '../../core/ranking/candidate.ts';
import type { NoticeAction, NoticeText, NoticeTone } from '../components/notice.tsx';
import type { FractionRect } from './crop-screenshot.ts';

/**
 * One thing in the conversation list. An entry that did not change must stay the same object, so
 * that a long list redraws only what is new.
 */
export type Entry =
  UtteranceEntry | ActionEntry | QuestionEntry | ApprovalEntry | NoticeEntry | ThinkingEntry;

interface EntryBase {
  /** Unique in the list and stable over updates. */
  id: string;
  /** Epoch ms. */
  at: number;
}

export interface UtteranceEntry extends EntryBase {
  kind: 'utterance';
  speaker: Speaker;
  by: Actor;
  text: string;
}

/** The screenshot as it is shown: what an `ImageSource` calls it, its size in px, and the target in fractions of it. */
export type ScreenshotModel =
  /** None is taken: nothing is recorded. */
  | { status: 'none' }
  | { status: 'pending' }
  /** There should be one. */
  | { status: 'missing' }
  | { status: 'kept'; image: string; width: number; height: number; box: FractionRect | null };

/** Something about a turn that is not as it should be; one sentence. */
export interface EntryFinding {
  code: string;
  /** An error: the turn was not kept right. */
  severity: 'error' | 'warning';
  message: string;
}

export interface ActionEntry extends EntryBase {
  kind: 'action';
  by: Actor;
  /** In the user's words, verb first: `Type “red kettle” in Search the shop`. */
  description: string;
  /** What it changed, or why not; null while not known. */
  detail: string | null;
  /** Whether the ranker would have picked the same, in one sentence; absent while it was not asked. */
  agreement?: string;
  state: ActionState;
  screenshot: ScreenshotModel;
  findings: readonly EntryFinding[];
  details: ActionDetails;
}

/** How a target was chosen, and what was done with it. */
export interface RankingExplanation {
  query: string;
  ranker: string;
  /** Best first. */
  ranked: readonly RankedCandidate[];
  /** Can be done on another candidate instead; absent when it cannot. */
  action?: PageAction;
}

/** What a model was shown before it chose, in estimated tokens, and what was left out to fit. */
export interface PromptSummary {
  tokens: number;
  cuts: readonly PromptCut[];
  /** Of the page's ranked elements, how many; absent where a strategy does not choose. */
  elements?: { shown: number; of: number };
  /** It lacked something the first time, and was asked again with more. */
  wider?: true;
}

/** What is one click away; every part may be absent. */
export interface ActionDetails {
  /** How the target was chosen; null for a person's actions. */
  ranking: RankingExplanation | null;
  /** Absent where no model was asked. */
  promptSummary?: PromptSummary;
  receipt: Receipt | null;
  target: { name: string; role: string; tag: string; xpath: string } | null;
  /** As stored; its proof is told in plain words. Null when nothing was recorded. */
  screenshot: Screenshot | null;
  /** The page after the action; absent while that is not known. */
  effect?: ActionEffect;
  url: string | null;
}

export interface QuestionEntry extends EntryBase {
  kind: 'question';
  question: string;
  options: readonly AnswerOption[];
  /** Answering is over once false; `answer` is then the chosen value or what was typed instead. */
  open: boolean;
  answer: string | null;
}

/** An action that is not done until the user allows it. */
export interface ApprovalEntry extends EntryBase {
  kind: 'approval';
  turnId: string;
  /** The action in the user's words, verb first. */
  description: string;
  /** What of it does not fit in the description; empty where all does. */
  fullTexts: readonly { what: 'text' | 'name'; words: string }[];
  /** Why it is asked: one sentence. */
  reason: string;
  /** What a lasting permission would be about. */
  host: string;
  choices: readonly PermissionChoice[];
  /** Null while it waits. */
  answer: PermissionDecision | 'stopped' | 'withdrawn' | 'takenBack' | null;
}

export interface NoticeEntry extends EntryBase, NoticeText {
  kind: 'notice';
  tone: NoticeTone;
  actions: readonly NoticeAction[];
}

/** What a model has written so far. */
export interface ThinkingEntry extends EntryBase {
  kind: 'thinking';
  text: string;
  /** False once the reply is complete. */
  streaming: boolean;
  /** Which past demonstrations the model was shown, in one sentence; absent when none. */
  shownMemories?: string;
  /** How it was read where it was not written as it should be; absent where it was. */
  correction?: string;
  /** What the question took: `≈1.2k tokens · 0.0031`; absent while that is not known. */
  usage?: string;
}

/** What can be done in the list. */
export interface EntryEvents {
  onAnswer: (entryId: string, option: AnswerOption) => void;
  onDecide: (turnId: string, decision: PermissionDecision) => void;
  /** What was allowed for this task is no longer. */
  onRevoke: (turnId: string) => void;
  /** An option gained (or lost: null) focus or pointer: show its element on the page. */
  onPreview: (target: AnswerOption['target']) => void;
  /** Another candidate was picked: do the same there. */
  onCorrect: (rejected: PageAction, chosen: Candidate) => void;
  onNoticeAction: (entryId: string, actionId: string) => void;
}

/** How an action stands, in the order it usually goes through. */
export type ActionState =
  /** Being performed. */
  | 'acting'
  /** Performed; its page and screenshot are being stored. */
  | 'keeping'
  /** Recorded, with a screenshot proven to show the state before. */
  | 'kept'
  /** Recorded, but the screenshot is not proven to show the state before. */
  | 'stale-shot'
  /** Recorded without a screenshot. */
  | 'no-shot'
  /** Performed without recording; the page verifiably changed. */
  | 'done'
  /** Performed; the page was watched and nothing differed. */
  | 'unchanged'
  /** Performed; the page could not be watched. */
  | 'unknown'
  /** Not performed. */
  | 'refused'
  /** Stopped by the user before it was done. */
  | 'stopped';

type StateTone = 'good' | 'attention' | 'neutral' | 'busy';

interface StateLabel {
  /** The one word (or two) on the card. */
  word: string;
  tone: StateTone;
}

export const STATE_LABELS: Record<ActionState, StateLabel> = {
  acting: { word: 'acting…', tone: 'busy' },
  keeping: { word: 'keeping…', tone: 'busy' },
  kept: { word: 'kept', tone: 'good' },
  'stale-shot': { word: 'stale shot', tone: 'attention' },
  'no-shot': { word: 'no shot', tone: 'attention' },
  done: { word: 'done', tone: 'good' },
  unchanged: { word: 'nothing changed', tone: 'attention' },
  unknown: { word: 'not verified', tone: 'attention' },
  refused: { word: 'refused', tone: 'attention' },
  stopped: { word: 'stopped', tone: 'neutral' },
};

/** Parts a description of an action so that its verb can be set in bold; the rest keeps its space. */
export function splitVerb(description: string): { verb: string; rest: string } {
  const space = description.indexOf(' ');
  if (space === -1) return { verb: description, rest: '' };
  return { verb: description.slice(0, space), rest: description.slice(space) };
}
