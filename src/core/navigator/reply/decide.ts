import type { Call, HopCall, PageAction, TabAction } from '../../action/action.ts';
import { getDefinition } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { parseWebAddress } from '../sites.ts';
import type { Interpreted } from './interpret-call.ts';

/** How a reply was read, for the user to see. */
export interface Reading {
  /**
   * `exact`: as the call is defined; `repaired`: its form was mended; `nearest`: its element was found
   * by likeness, being the only one that could be meant.
   */
  how: 'exact' | 'repaired' | 'nearest';
  /** What was mended or found, in one sentence; null when exact. */
  repair: string | null;
}

type DecisionKind =
  /** `said` is what it told the user on the way; null when nothing. */
  | {
      kind: 'perform';
      action: PageAction | TabAction;
      target: Candidate | null;
      said: string | null;
    }
  /** `files` are names that the instructor's picked files have. */
  | { kind: 'upload'; target: Candidate; files: string[]; said: string | null }
  /** null leaves the time to the round. */
  | { kind: 'wait'; seconds: number | null; said: string | null }
  | { kind: 'say'; text: string }
  | { kind: 'ask'; question: string }
  /** `text` is shown to the instructor with it; null without one. */
  | { kind: 'done'; text: string | null }
  | { kind: 'infeasible'; reason: string }
  /** Nothing but calls about hops: it is asked for more. */
  | { kind: 'hops'; said: string | null };

/** What a model's reply comes to. `reason` is written for the model: it goes into the re-ask. */
export type ReplyDecision =
  (DecisionKind & Reading & WithHopCalls) | { kind: 'unreadable'; reason: string };

interface WithHopCalls {
  /** What it says of the hops before it acts or speaks, in order; absent when nothing. */
  hops?: readonly HopCall[];
}

function isPerformable(call: Call): call is PageAction | TabAction {
  return getDefinition(call.intent).performedBy !== null;
}

type SayCall = Extract<Call, { intent: 'say' }>;
type FinalCall = Exclude<Call, SayCall | HopCall>;

/**
 * What the calls that count come to: the first that does something, with what is said, and about hops,
 * before it. One that makes no sense stops the reading, for what comes after it may build on it.
 */
export function decide(
  calls: readonly Interpreted[],
  notes: readonly string[],
  files: readonly string[],
): ReplyDecision {
  const said: string[] = [];
  const hops: HopCall[] = [];
  const mended = new Set(notes);
  for (const meant of calls) {
    if (!meant.ok) return { kind: 'unreadable', reason: meant.reason };
    for (const note of meant.notes) mended.add(note);
    const { call } = meant;
    if (call.intent === 'plan' || call.intent === 'hopDone') {
      hops.push(call);
    } else if (call.intent !== 'say') {
      const reading = describeReading([...mended], meant.near);
      return addHops(conclude(call, meant.target, said, files, reading), hops);
    } else if (call.speaker !== 'navigator') {
      return { kind: 'unreadable', reason: 'you cannot speak for the instructor.' };
    } else {
      said.push(call.utterance);
    }
  }
  const text = joinMessages(said);
  const reading = describeReading([...mended], false);
  const last = calls.at(-1);
  const goesOn = last?.ok === true && last.call.intent !== 'say';
  if (hops.length > 0 && (goesOn || text === null)) {
    return addHops({ kind: 'hops', said: text, ...reading }, hops);
  }
  if (text === null) return { kind: 'unreadable', reason: 'the utterance is empty.' };
  return addHops({ kind: 'say', text, ...reading }, hops);
}

function addHops(decision: ReplyDecision, hops: readonly HopCall[]): ReplyDecision {
  return decision.kind === 'unreadable' || hops.length === 0 ? decision : { ...decision, hops };
}

function describeReading(notes: readonly string[], near: boolean): Reading {
  if (notes.length === 0) return { how: 'exact', repair: null };
  return {
    how: near ? 'nearest' : 'repaired',
    repair: `Mended in the reply: ${notes.join('; ')}.`,
  };
}

function joinMessages(said: readonly (string | null)[]): string | null {
  const text = said
    .filter((each) => each !== null)
    .join('\n')
    .trim();
  return text === '' ? null : text;
}

function conclude(
  call: FinalCall,
  target: Candidate | null,
  before: readonly string[],
  files: readonly string[],
  reading: Reading,
): ReplyDecision {
  const decided = toDecided(call, target, before, files);
  return typeof decided === 'string'
    ? { kind: 'unreadable', reason: decided }
    : { ...decided, ...reading };
}

/** Or why it cannot be done, for the model. */
function toDecided(
  call: FinalCall,
  target: Candidate | null,
  before: readonly string[],
  files: readonly string[],
): DecisionKind | string {
  const said = joinMessages(before);
  switch (call.intent) {
    case 'ask':
      return { kind: 'ask', question: joinMessages([...before, call.utterance]) ?? '' };
    case 'done':
      return { kind: 'done', text: joinMessages([...before, call.utterance]) };
    case 'infeasible':
      return { kind: 'infeasible', reason: joinMessages([...before, call.reason]) ?? '' };
    case 'wait':
      return { kind: 'wait', seconds: call.seconds, said };
    case 'upload': {
      const unknown = call.files.find((file) => !files.includes(file));
      if (files.length === 0) return 'upload: the instructor has picked no files; ask for them.';
      if (unknown !== undefined) {
        return `upload: “${unknown}” is none of the picked files: ${files.join(', ')}.`;
      }
      if (!target || call.files.length === 0) return 'upload: uid and files are needed.';
      return { kind: 'upload', target, files: call.files, said };
    }
    case 'load': {
      const address = parseWebAddress(call.url);
      if (!address.ok) return `"${call.url}" is no http or https address.`;
      return { kind: 'perform', action: { intent: 'load', url: address.url }, target: null, said };
    }
    default:
      return isPerformable(call)
        ? { kind: 'perform', action: call, target, said }
        : `${call.intent} is not available.`;
  }
}
