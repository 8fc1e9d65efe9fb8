import type { PageAction, TabAction, Uid } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { describeCandidate } from '../../ranking/page/describe-candidate.ts';
import { isSeen } from '../../ranking/recency.ts';
import { isTextField } from '../form-controls.ts';
import type { Step, Task, TaskOf } from '../request/step.ts';
import type { Observation } from '../run/observation.ts';
import type { LastAction } from './last-action.ts';

/** What a task comes to on a page. */
export type Grounded =
  /** `next` comes before the rest of the request. */
  | {
      kind: 'act';
      action: PageAction | TabAction;
      target: Candidate | null;
      next: Task[];
      /** What it does, where that is another step than the task said. */
      step?: Step;
      /** Where a drag ends: an element by another one's name, such as a list by its heading's. */
      destination?: Candidate;
    }
  /** Already as asked; `text` says so. `outcome` is what came of the action before. */
  | { kind: 'skip'; text: string; outcome?: string }
  /**
   * `task` is what is to be done with the answer, where that is not the task asked about. `isOffer`: what was asked for is
   * done, and this may come next.
   */
  | { kind: 'ask'; question: string; options: AskOption[]; task?: Task; isOffer?: true }
  /** `needsModel`: only a model can do it. */
  | { kind: 'lost'; text: string; needsModel?: true }
  /** null: a moment. */
  | { kind: 'wait'; seconds: number | null };
export type GroundedAs<K extends Grounded['kind']> = Extract<Grounded, { kind: K }>;

export interface AskOption {
  label: string;
  candidate: Candidate;
  /** The option of a select that is meant; null when the element itself is. */
  choice: string | null;
}

export type FoundTarget = { kind: 'found'; candidate: Candidate } | GroundedAs<'ask' | 'lost'>;

/** Steps for several elements, bound to them; what is done first comes first. */
export type Plan = TaskOf<'bound' | 'tell'>[];

/** What grounding sees: the page, where the user was last, and the ranker. */
export interface Sight extends Observation {
  lastField: Uid | null;
  /** What the last request did, for follow-ups. */
  lastActions?: readonly LastAction[];
  /** The next task of the request. */
  following?: Task | undefined;
  /** `listSeen` of the page before the step under way changed it: a list it opened is not in it. */
  before: ReadonlySet<string>;
  rank(query: RankQuery, candidates: readonly Candidate[]): Promise<RankResult>;
}

/** Returns whether the element appeared during the current step. */
export function isNew(each: Candidate, { before }: Sight): boolean {
  return !isSeen(each, before);
}

export function act(
  action: PageAction | TabAction,
  target: Candidate | null,
  next: Task[] = [],
): GroundedAs<'act'> {
  return { kind: 'act', action, target, next };
}

export function click(target: Candidate, next: Task[] = []): GroundedAs<'act'> {
  return act({ intent: 'click', uid: target.uid }, target, next);
}

export function skip(text: string): GroundedAs<'skip'> {
  return { kind: 'skip', text };
}

export function lost(text: string): GroundedAs<'lost'> {
  return { kind: 'lost', text };
}

export function found(candidate: Candidate): FoundTarget {
  return { kind: 'found', candidate };
}

export function notFound(phrase: string): GroundedAs<'lost'> {
  return lost(`I could not find “${phrase}” on this page.`);
}

export function bind(candidate: Candidate, task: Step): TaskOf<'bound'> {
  return { kind: 'bound', uid: candidate.uid, look: lookOf(candidate), task };
}

/** The element that a step was planned for, also after the page has rendered it again; null if it is gone. */
export function findBound({ uid, look }: TaskOf<'bound'>, sight: Sight): Candidate | null {
  return findByUid(sight, uid) ?? getOnly(sight.candidates.filter((each) => lookOf(each) === look));
}

/** What tells an element from the others, whatever it holds. */
function lookOf({ role, fields: { name, label, context } }: Candidate): string {
  return [role, name, label, context].join('\n');
}

/** Answers to click; further ones can still be typed. */
export const MAX_OPTIONS = 6;

export function askWhich(phrase: string, among: readonly Candidate[]): GroundedAs<'ask'> {
  const options = among.map((candidate) => ({
    label: describeCandidate(candidate, among),
    candidate,
    choice: null,
  }));
  const one = getOnly(options);
  const more =
    options.length > MAX_OPTIONS
      ? ` These are the first ${String(MAX_OPTIONS)}; you can also name another.`
      : '';
  const question = one
    ? `I am not sure what you mean by “${phrase}”. Did you mean “${one.label}”?`
    : `I found ${String(options.length)} that fit “${phrase}”. Which one?${more}`;
  return { kind: 'ask', question, options };
}

/** Returns the element of a list of one; null for other lists. */
export function getOnly<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

export function findByUid(sight: Sight, uid: Uid | null | undefined) {
  return sight.candidates.find((each) => each.uid === uid) ?? null;
}

/** Rendered and enabled. */
export function isUsable({ disabled, box }: Candidate): boolean {
  return !disabled && box !== null;
}

/** A usable text field that takes typing. */
export function isWritable(each: Candidate): boolean {
  return isTextField(each) && isUsable(each) && each.readOnly !== true;
}

/** CSS px. Used when the size of the visible part isn't known. */
export const USUAL_VIEWPORT = { width: 1280, height: 720 };

/** The size of the visible part of the page, CSS px. */
export function viewportOf(sight: Sight): { width: number; height: number } {
  return sight.page?.frames[0]?.viewport ?? USUAL_VIEWPORT;
}
