import type { Call, HopCall } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { readWebAddress } from '../web-address.ts';
import type { Decided, Decision, Reading } from './decision.ts';
import type { Interpreted } from './interpret.ts';

type Spoken = Extract<Call, { intent: 'say' }>;
type Final = Exclude<Call, Spoken | HopCall>;

/**
 * What the calls that count come to: the first that does something, with what is said, and told of hops,
 * before it. One that makes no sense stops the reading, for what comes after it may build on it.
 */
export function decide(
  calls: readonly Interpreted[],
  notes: readonly string[],
  files: readonly string[],
): Decision {
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
  const text = joinSaid(said);
  const reading = describeReading([...mended], false);
  const last = calls.at(-1);
  const goesOn = last?.ok === true && last.call.intent !== 'say';
  if (hops.length > 0 && (goesOn || text === null)) {
    return addHops({ kind: 'hops', said: text, ...reading }, hops);
  }
  if (text === null) return { kind: 'unreadable', reason: 'the utterance is empty.' };
  return addHops({ kind: 'say', text, ...reading }, hops);
}

function addHops(decision: Decision, hops: readonly HopCall[]): Decision {
  return decision.kind === 'unreadable' || hops.length === 0 ? decision : { ...decision, hops };
}

function describeReading(notes: readonly string[], near: boolean): Reading {
  if (notes.length === 0) return { how: 'exact', repair: null };
  return {
    how: near ? 'nearest' : 'repaired',
    repair: `Mended in the reply: ${notes.join('; ')}.`,
  };
}

function joinSaid(said: readonly (string | null)[]): string | null {
  const text = said
    .filter((each) => each !== null)
    .join('\n')
    .trim();
  return text === '' ? null : text;
}

function conclude(
  call: Final,
  target: Candidate | null,
  before: readonly string[],
  files: readonly string[],
  reading: Reading,
): Decision {
  const decided = toDecided(call, target, before, files);
  return typeof decided === 'string'
    ? { kind: 'unreadable', reason: decided }
    : { ...decided, ...reading };
}

/** Or why it cannot be done, for the model. */
function toDecided(
  call: Final,
  target: Candidate | null,
  before: readonly string[],
  files: readonly string[],
): Decided | string {
  const said = joinSaid(before);
  switch (call.intent) {
    case 'ask':
      return { kind: 'ask', question: joinSaid([...before, call.utterance]) ?? '' };
    case 'done':
      return { kind: 'done', text: joinSaid([...before, call.utterance]) };
    case 'infeasible':
      return { kind: 'infeasible', reason: joinSaid([...before, call.reason]) ?? '' };
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
    case 'copy':
    case 'paste':
    case 'tabcreate':
    case 'tabremove':
    case 'tabswitch':
    case 'doubleClick':
    case 'rightClick':
    case 'drag':
    case 'dialog':
      return `${call.intent} is not available.`;
    case 'load': {
      const address = readWebAddress(call.url);
      if (!address.ok) return `"${call.url}" is no http or https address.`;
      return { kind: 'perform', action: { intent: 'load', url: address.url }, target: null, said };
    }
    default:
      return { kind: 'perform', action: call, target, said };
  }
}
