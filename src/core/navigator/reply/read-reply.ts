import type { Candidate } from '../../ranking/candidate.ts';
import { decide } from './decide.ts';
import type { ReplyDecision } from './decide.ts';
import { findCalls, readNamedCall } from './find-calls.ts';
import { interpretCall, isHopCall } from './interpret-call.ts';
import type { Interpreted } from './interpret-call.ts';
import { isRemark, judgeStandings, removeThinking } from './prose.ts';
import type { Standing } from './prose.ts';
import { decodeEntities } from './written-calls.ts';
import type { WrittenCall } from './written-calls.ts';

export interface ReplyOptions {
  /** Elements were shown with numbers, from 1. */
  numbered?: boolean;
  /** Names of attached files. */
  files?: readonly string[];
  /** Calls about hops count. */
  hops?: boolean;
}

/** The parts of longer replies that are read. UTF-16 units. */
const [MAX_HEAD, MAX_TAIL] = [20_000, 40_000];

/**
 * Reads a reply, in any form of call. Thoughts and calls that are only mentioned are ignored; the first action that
 * stands alone counts (see `Standing`). Only elements of `shown` are accepted, by uid or by what can mean only one of
 * them. Never throws, and takes time linear in the reply.
 */
export function readReply(
  reply: string,
  shown: readonly Candidate[],
  options: ReplyOptions = {},
): ReplyDecision {
  const whole = findWholeCall(reply);
  if (whole) return readCalls(reply, whole, shown, options);
  const { text, open } = removeThinking(reply);
  const first = readText(shorten(text), shown, options);
  if (first.kind !== 'unreadable') return first;
  if (open) {
    const last = readLastLine(reply, shown, options);
    return last ?? first;
  }
  for (const [change, note] of REPAIRS) {
    const mended = change(shorten(text));
    if (mended === shorten(text)) continue;
    const again = readText(mended, shown, options, [note]);
    if (again.kind !== 'unreadable') return again;
  }
  return first;
}

/** A reply that is only one call may contain anything in its strings, at any length. */
function findWholeCall(reply: string): WrittenCall[] | null {
  const head = /^\s*([A-Za-z_]{1,40})\(/.exec(reply);
  const name = head?.[1];
  if (name === undefined || !reply.trimEnd().endsWith(')')) return null;
  const calls = readNamedCall(reply, reply.indexOf(name), name);
  const [call] = calls;
  const isWhole = call?.notes.length === 0 && reply.slice(call.end).trim() === '';
  return isWhole ? calls : null;
}

function shorten(text: string): string {
  return text.length <= MAX_HEAD + MAX_TAIL
    ? text
    : `${text.slice(0, MAX_HEAD)}\n${text.slice(-MAX_TAIL)}`;
}

/** Undoes escapes that a reply may have gone through. */
const REPAIRS: readonly (readonly [(text: string) => string, string])[] = [
  [
    (text) =>
      text.replace(/\\(?:(n)|(["'_*[\](){}<>#.!=`-]))/g, (_, n?: string, sign?: string) =>
        n === undefined ? (sign ?? '') : '\n',
      ),
    'escaped signs',
  ],
  [decodeEntities, 'escaped signs'],
];

/** After an unfinished thought, only a call alone at the very end counts. */
function readLastLine(
  reply: string,
  shown: readonly Candidate[],
  options: ReplyOptions,
): ReplyDecision | null {
  const last = shorten(reply)
    .split('\n')
    .findLast((line) => !isRemark(line));
  if (last === undefined) return null;
  const isUid = (value: string) => shown.some(({ uid }) => uid === value);
  const calls = findCalls(last, isUid);
  const isClear = judgeStandings(last, calls).every((each) => each === 'clear' || each === 'final');
  if (calls.length === 0 || !isClear) return null;
  return readText(last, shown, options, ['taken from the end of a thought']);
}

function readText(
  text: string,
  shown: readonly Candidate[],
  options: ReplyOptions,
  notes: readonly string[] = [],
): ReplyDecision {
  const isUid = (value: string) => shown.some(({ uid }) => uid === value);
  return readCalls(text, findCalls(text, isUid), shown, options, notes);
}

interface ReadCall {
  written: WrittenCall;
  standing: Standing;
  meant: Interpreted;
}

function readCalls(
  text: string,
  found: readonly WrittenCall[],
  shown: readonly Candidate[],
  { numbered = false, files = [], hops = false }: ReplyOptions,
  notes: readonly string[] = [],
): ReplyDecision {
  const calls = hops ? found : found.filter((call) => !isHopCall(call));
  const standings = judgeStandings(text, calls);
  const reads = calls.map((written, index): ReadCall => {
    const standing = standings[index] ?? 'weighed';
    const byName = standing === 'clear' || standing === 'final';
    return { written, standing, meant: interpretCall(written, { shown, numbered, byName }) };
  });
  const sensible = reads.filter(({ meant }) => meant.ok || !meant.prose);
  for (const level of ['final', 'clear', 'plain'] as const) {
    const counting = sensible.filter(({ standing }) => standing === level);
    if (counting.length === 0) continue;
    // Calls about hops go with the answer, which alone may be called final.
    const named = sensible.filter(
      ({ written, standing }) => standing === 'clear' && isHopCall(written),
    );
    const taken =
      level === 'final'
        ? sensible.filter((each) => counting.includes(each) || named.includes(each))
        : counting;
    const around = hasWordsAround(text, sensible) ? ['taken out of the words around it'] : [];
    return decide(
      taken.map(({ meant }) => meant),
      [...notes, ...around],
      files,
    );
  }
  if (sensible.length > 0) {
    return { kind: 'unreadable', reason: 'it speaks of calls without making one.' };
  }
  const [failed] = reads.flatMap(({ meant }) => (meant.ok ? [] : [meant.reason]));
  return { kind: 'unreadable', reason: failed ?? 'There is no call such as click(uid="…") in it.' };
}

function hasWordsAround(text: string, reads: readonly ReadCall[]): boolean {
  let rest = '';
  let from = 0;
  for (const { written } of reads) {
    rest += ` ${text.slice(from, Math.max(from, written.start))}`;
    from = Math.max(from, written.end);
  }
  rest += ` ${text.slice(from)}`;
  return /[^\s,;]/.test(rest.replace(/<[^<>\n]{1,80}>/g, ' ').slice(0, 1000));
}
