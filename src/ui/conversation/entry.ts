import type { Actor, Speaker } from '../../core/action/action.ts';
import type { Receipt } from '../../core/action/receipt.ts';
import type { Screenshot } from '../../core/demonstration/demonstration.ts';
import type { Effect } from '../../core/demonstration/effect.ts';
import type { AnswerOption } from '../../core/navigator/round-event.ts';
import type { RankedCandidate } from '../../core/ranking/candidate.ts';
import type { NoticeAction, NoticeText, NoticeTone } from '../notice/notice.tsx';
import type { ActionState } from './action-state.ts';
import type { Fractions } from './frame-shot.ts';

/**
 * One thing in the conversation list. An entry that did not change must stay the same object, so
 * that a long list redraws only what is new.
 */
export type Entry = UtteranceEntry | ActionEntry | QuestionEntry | NoticeEntry | ThinkingEntry;

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
export type Shot =
  /** None is taken: nothing is recorded. */
  | { status: 'none' }
  | { status: 'pending' }
  /** There should be one. */
  | { status: 'missing' }
  | { status: 'kept'; image: string; width: number; height: number; box: Fractions | null };

/** Something about a turn that is not as it should be; one sentence. */
export interface Finding {
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
  state: ActionState;
  shot: Shot;
  findings: readonly Finding[];
  details: ActionDetails;
}

/** What is one click away; every part may be absent. */
export interface ActionDetails {
  /** How the target was chosen; null for a person's actions. */
  why: { query: string; ranker: string; ranked: readonly RankedCandidate[] } | null;
  receipt: Receipt | null;
  target: { name: string; role: string; tag: string; xpath: string } | null;
  /** As stored; its proof is told in plain words. Null when nothing was recorded. */
  screenshot: Screenshot | null;
  /** The page after the action; absent while that is not known. */
  effect?: Effect;
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
}

/** What can be done in the list. */
export interface EntryEvents {
  onAnswer: (entryId: string, option: AnswerOption) => void;
  /** An option gained (or lost: null) focus or pointer: show its element on the page. */
  onPreview: (target: AnswerOption['target']) => void;
  onNoticeAction: (entryId: string, actionId: string) => void;
}
