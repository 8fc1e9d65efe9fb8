import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { ModelUsage } from '../../demonstration/demonstration.ts';
import type { HopList } from '../hops/hop-list.ts';
import { isHopList } from '../hops/hop-list.ts';
import type { Task } from '../request/step.ts';
import type { UserAction } from '../run/user-action.ts';

/** An action as a person would name it. */
export interface JournalStep {
  action: PageAction | TabAction;
  description: string;
  /** The user knows that it is not certain whether it was done, and may say it again. */
  isTold?: true;
}

/** What a direct request was at, and what was to come after it. */
export interface OpenTasks {
  now: Task;
  rest: Task[];
}

/** What a resumed round knows of those it goes on with. */
export interface ResumeState {
  done: readonly string[];
  uncertain: readonly JournalStep[];
  next: readonly Task[] | null;
  /** What the person did by hand since the last action; absent when nothing. */
  deeds?: readonly UserAction[];
}

/**
 * One line of a conversation's journal, written before what it tells of is acted on. Plain JSON;
 * `at` is epoch ms. Holds nothing that was typed into secret fields.
 */
export type JournalEntry =
  | {
      type: 'began';
      at: number;
      id: string;
      message: string;
      tabId: number;
      url: string;
      /** The message holds a secret, so that it is not kept as it was said. */
      hidden: boolean;
      carried: ResumeState | null;
    }
  /** `left` is null in rounds that a model leads. */
  | ({ type: 'acting'; at: number; turnId: string; left: OpenTasks | null } & JournalStep)
  | { type: 'acted'; at: number; turnId: string; receipt: Receipt; outcome: string }
  /** The person did this while they had the page. A later line of the same id is a fuller account. */
  | ({ type: 'deed'; at: number } & UserAction)
  /** It was not done, or to no effect. */
  | { type: 'refused'; at: number; turnId: string; outcome: string }
  | { type: 'said'; at: number; id: string; text: string }
  /** The whole list, as it is from here on. */
  | { type: 'hops'; at: number; list: HopList }
  /** What models have taken so far in the whole conversation, as it is from here on. */
  | { type: 'spent'; at: number; spending: ModelUsage }
  /** `isGivenUp`: the user saw what was left of it, and wants no more of it. */
  | { type: 'ended'; at: number; isGivenUp?: true };

export type JournalEntryOf<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>;

type StoredObject = Record<string, unknown>;

const VERDICTS: readonly unknown[] = ['changed', 'unchanged', 'unknown'];

/** Whether something read from disk is an entry; what another version wrote may not be. */
export function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isObject(value) || typeof value['at'] !== 'number') return false;
  switch (value['type']) {
    case 'began':
      return (
        hasStrings(value, 'id', 'message', 'url') &&
        typeof value['tabId'] === 'number' &&
        typeof value['hidden'] === 'boolean' &&
        (value['carried'] === null || isResumeState(value['carried']))
      );
    case 'acting':
      return (
        hasStrings(value, 'turnId') &&
        isStep(value) &&
        (value['left'] === null || isOpenTasks(value['left']))
      );
    case 'acted':
      return hasStrings(value, 'turnId', 'outcome') && isReceipt(value['receipt']);
    case 'refused':
      return hasStrings(value, 'turnId', 'outcome');
    case 'deed':
      return isUserAction(value);
    case 'said':
      return hasStrings(value, 'id', 'text');
    case 'hops':
      return isHopList(value['list']);
    case 'spent':
      return isSpending(value['spending']);
    case 'ended':
      return true;
    default:
      return false;
  }
}

function isSpending(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { questions, promptTokens, completionTokens, estimated, cost } = value;
  return (
    [questions, promptTokens, completionTokens, cost ?? 0].every(Number.isFinite) &&
    typeof estimated === 'boolean' &&
    cost !== undefined
  );
}

function isResumeState(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { done, uncertain, next, deeds = [] } = value;
  const told = Array.isArray(done) && done.every((each) => typeof each === 'string');
  return (
    told &&
    isListOf(uncertain, isStep) &&
    isListOf(deeds, isUserAction) &&
    (next === null || isListOf(next, isTask))
  );
}

function isUserAction(value: unknown): boolean {
  if (!isObject(value) || !hasStrings(value, 'id') || !isStep(value)) return false;
  const { target, site } = value;
  if (site !== undefined && typeof site !== 'string') return false;
  return (
    target === null ||
    (isObject(target) &&
      hasStrings(target, 'uid', 'tag', 'role', 'name', 'text', 'placeholder', 'key'))
  );
}

function isOpenTasks(value: unknown): boolean {
  return isObject(value) && isTask(value['now']) && isListOf(value['rest'], isTask);
}

function isStep(value: unknown): boolean {
  return (
    isObject(value) && hasStrings(value, 'description') && hasMember(value['action'], 'intent')
  );
}

function isTask(value: unknown): boolean {
  return hasMember(value, 'kind');
}

function isReceipt(value: unknown): boolean {
  return isObject(value) && VERDICTS.includes(value['verdict']) && Array.isArray(value['changes']);
}

function hasMember(value: unknown, name: string): boolean {
  return isObject(value) && hasStrings(value, name);
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function hasStrings(value: StoredObject, ...names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is StoredObject {
  return typeof value === 'object' && value !== null;
}
