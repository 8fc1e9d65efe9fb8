import type { Call, HopCall, PageAction, TabAction } from '../../action/action.ts';
import { getDefinition } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { parseWebAddress } from '../sites.ts';
import type { Interpreted } from './interpret-call.ts';

export interface Reading {
  /** `repaired`: its form was corrected; `nearest`: its element was the only similar one. */
  how: 'exact' | 'repaired' | 'nearest';
  /** The corrections, in one sentence; null if exact. */
  repair: string | null;
}

type DecisionKind =
  /** `said`: text for the user before the action. */
  | {
      kind: 'perform';
      action: PageAction | TabAction;
      target: Candidate | null;
      said: string | null;
    }
  /** `files`: names of attached files. */
  | { kind: 'upload'; target: Candidate; files: string[]; said: string | null }
  /** Null leaves the time to the run. */
  | { kind: 'wait'; seconds: number | null; said: string | null }
  | { kind: 'say'; text: string }
  | { kind: 'ask'; question: string }
  | { kind: 'done'; text: string | null }
  | { kind: 'infeasible'; reason: string }
  /** Only calls about hops. */
  | { kind: 'hops'; said: string | null };

/** The meaning of a reply. `reason` is for the model. */
export type ReplyDecision =
  (DecisionKind & Reading & WithHopCalls) | { kind: 'unreadable'; reason: string };

interface WithHopCalls {
  /** Calls about hops before the action, in order. */
  hops?: readonly HopCall[];
}

function isPerformable(call: Call): call is PageAction | TabAction {
  return getDefinition(call.intent).performedBy !== null;
}

type SayCall = Extract<Call, { intent: 'say' }>;
type FinalCall = Exclude<Call, SayCall | HopCall>;

/**
 * Takes the first call that does something, with what is said, and about hops, before it. Stops at a call that makes no
 * sense, since later ones may depend on it.
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

/** Returns a sentence for the model if it isn't possible. */
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
