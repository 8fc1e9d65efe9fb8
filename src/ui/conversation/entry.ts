import type { Quote } from '../../core/navigator/quotes.ts';
import type { Actor, PageAction, Speaker } from '../../core/action/action.ts';
import type { Receipt } from '../../core/action/receipt.ts';
import type { ActionEffect, Screenshot } from '../../core/demonstration/demonstration.ts';
import type { LogEventOf } from '../../core/navigator/log/run-log.ts';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import type { SlotValues } from '../../core/navigator/skill/skill.ts';
import type { AnswerOption } from '../../core/navigator/run/run-event.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import type { NoticeAction, NoticeText, NoticeTone } from '../components/notice.tsx';
import type { FractionRect } from './crop-screenshot.ts';

/** One item of the conversation. An unchanged entry must stay the same object, so that only changes render. */
export type Entry =
  | UtteranceEntry
  | ActionEntry
  | QuestionEntry
  | ApprovalEntry
  | NoticeEntry
  | ThinkingEntry
  | FormEntry
  | StuckEntry;

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
  /** Parts of the text that stand on the page, in order. */
  quotes?: readonly Quote[];
}

export type ScreenshotModel =
  /** Nothing is recorded. */
  | { status: 'none' }
  | { status: 'pending' }
  | { status: 'missing' }
  /** `image` is an id for `ImageSource`, the size is in px, and `box` is the target in fractions of it. */
  | { status: 'kept'; image: string; width: number; height: number; box: FractionRect | null };

export interface EntryFinding {
  code: string;
  /** An error means that the turn was not saved correctly. */
  severity: 'error' | 'warning';
  message: string;
}

export function describeEntryFinding({ severity, message: text }: EntryFinding): string {
  return severity === 'error' ? message('commonTurnError', text) : text;
}

export interface ActionEntry extends EntryBase {
  kind: 'action';
  by: Actor;
  /** In the user's words, verb first: `Type “red kettle” in Search the shop`. */
  description: string;
  /** Its effect, or why there was none; null while unknown. */
  detail: string | null;
  /** Whether the ranker would have picked the same element; absent while unknown. */
  agreement?: string;
  state: ActionState;
  canUndo?: boolean;
  screenshot: ScreenshotModel;
  findings: readonly EntryFinding[];
  details: ActionDetails;
}

/** How a target was chosen. `action` is present if it can be repeated on another candidate. */
export type RankingExplanation = Pick<LogEventOf<'ranked'>, 'query' | 'ranker' | 'ranked'> & {
  action?: PageAction;
};

/** What a model was shown, in estimated tokens, and what did not fit. */
export type PromptSummary = Pick<LogEventOf<'composed'>, 'tokens' | 'cuts' | 'elements' | 'wider'>;

export interface ActionDetails {
  /** Null for a person's actions. */
  ranking: RankingExplanation | null;
  /** Absent where no model was asked. */
  promptSummary?: PromptSummary;
  /** What the model wrote. */
  reply?: ModelReply;
  receipt: Receipt | null;
  target: { name: string; role: string; tag: string; xpath: string } | null;
  /** As stored; null when nothing was recorded. */
  screenshot: Screenshot | null;
  /** The page after the action; absent while unknown. */
  effect?: ActionEffect;
  url: string | null;
}

export interface QuestionEntry
  extends EntryBase, Readonly<Pick<LogEventOf<'asked'>, 'question' | 'options'>> {
  kind: 'question';
  /** Whether it still waits for an answer. */
  open: boolean;
  /** The chosen value, or what was typed instead. */
  answer: string | null;
}

type ApprovalFields = 'turnId' | 'description' | 'reason' | 'host' | 'choices';

/** An action that waits for the user's permission. */
export interface ApprovalEntry
  extends EntryBase, Readonly<Pick<LogEventOf<'approval'>, ApprovalFields>> {
  kind: 'approval';
  /** Texts that the description shortens. */
  fullTexts: readonly { what: 'text' | 'name'; words: string }[];
  /** Null while it waits. */
  answer: PermissionDecision | 'stopped' | 'withdrawn' | 'takenBack' | null;
}

export interface NoticeEntry extends EntryBase, NoticeText {
  kind: 'notice';
  tone: NoticeTone;
  actions: readonly NoticeAction[];
}

export function makeNotice(
  { id, at }: EntryBase,
  fields: Pick<NoticeEntry, 'tone' | 'happened'> & Partial<NoticeEntry>,
): NoticeEntry {
  return { kind: 'notice', id, at, saved: null, next: null, actions: [], ...fields };
}

export interface ModelReply {
  text: string;
  /** Which past demonstrations the model was shown, in one sentence. */
  shownMemories?: string;
  /** How a malformed reply was read. */
  correction?: string;
  /** Tokens and cost: `≈1.2k tokens · 0.0031`. */
  usage?: string;
}

/** A reply that arrives, or that no action followed. */
export interface ThinkingEntry extends EntryBase, ModelReply {
  kind: 'thinking';
  /** Whether the reply is still arriving. */
  streaming: boolean;
}

/** A skill waits for its values. */
export interface FormEntry
  extends EntryBase, Readonly<Pick<LogEventOf<'form'>, 'skillId' | 'name' | 'slots' | 'values'>> {
  kind: 'form';
  open: boolean;
}

type StuckFields = 'skillId' | 'values' | 'from' | 'text' | 'step' | 'picture' | 'now' | 'canShow';

/** A skill stopped. `open`: nothing was done since. */
export interface StuckEntry extends EntryBase, Readonly<Pick<LogEventOf<'stuck'>, StuckFields>> {
  kind: 'stuck';
  open: boolean;
}

/** A skill to run; see `SkillRequest`. */
export interface SkillCall {
  skillId: string;
  values: SlotValues;
  from?: number;
  showMe?: boolean;
}

export interface EntryEvents {
  onRunSkill: (call: SkillCall) => void;
  onAnswer: (option: AnswerOption) => void;
  onDecide: (turnId: string, decision: PermissionDecision) => void;
  /** Revokes a permission given for this task. */
  onRevoke: (turnId: string) => void;
  /** Outlines an element on the page; null removes the outline. */
  onPreview: (target: AnswerOption['target']) => void;
  onRevert: (turnId: string) => void;
  /** Repeats an action on another candidate. */
  onCorrect: (rejected: PageAction, chosen: Candidate) => void;
  onNoticeAction: (actionId: string) => void;
}

/** In the order that an action usually goes through. */
export const STATE_LABELS = {
  acting: { label: 'commonStateActing', tone: 'busy' },
  /** Performed; the page and screenshot are being stored. */
  saving: { label: 'commonStateSaving', tone: 'busy' },
  /** Recorded with a screenshot that is proven to show the state before the action. */
  saved: { label: 'commonStateSaved', tone: 'good' },
  'late-screenshot': { label: 'commonStateLate', tone: 'attention' },
  'no-screenshot': { label: 'commonStateNoScreenshot', tone: 'attention' },
  /** Performed without recording; the page verifiably changed. */
  done: { label: 'commonStateDone', tone: 'good' },
  unchanged: { label: 'commonStateUnchanged', tone: 'attention' },
  /** The page changed, but not to what was asked: a form that was not accepted. */
  'not-as-asked': { label: 'commonStateNotAsAsked', tone: 'attention' },
  /** Performed; the page could not be watched. */
  unknown: { label: 'commonStateUnknown', tone: 'attention' },
  refused: { label: 'commonStateRefused', tone: 'attention' },
  stopped: { label: 'commonStateStopped', tone: 'neutral' },
} as const satisfies Record<string, { label: MessageName; tone: string }>;

export type ActionState = keyof typeof STATE_LABELS;

/** Splits an action's description so that the verb can be bold; `rest` keeps its leading space. */
export function splitVerb(description: string): { verb: string; rest: string } {
  const [verb = ''] = description.split(' ', 1);
  return { verb, rest: description.slice(verb.length) };
}
