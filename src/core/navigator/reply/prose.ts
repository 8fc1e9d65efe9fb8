import type { WrittenCall } from './written-calls.ts';

/** What a reply says once its thoughts are set aside. */
export interface ReplyText {
  text: string;
  /** A thought was begun and not ended: what follows it may be thought or said. */
  open: boolean;
}

const TAG =
  /<(\/?)(?:antml:)?(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis|inner_monologue)(?:\s[^<>]{0,100})?>|◁(\/?)think▷|\[(\/?)THINK\]|<\|(begin|end)_of_thought\|>/gi;

/**
 * Takes out what reasoning models think aloud between tags of their own. Where only the closing tag was
 * kept, all before it was thought; where only the opening one was, what follows is left out and `open`.
 */
export function removeThinking(reply: string): ReplyText {
  const text = dropAnalysis(reply);
  let kept = '';
  let from = 0;
  let opened: number | null = null;
  for (const match of text.matchAll(TAG)) {
    const isClosing =
      match[1] === '/' || match[2] === '/' || match[3] === '/' || /^end$/i.test(match[4] ?? '');
    const end = match.index + match[0].length;
    if (!isClosing) {
      opened ??= match.index;
    } else {
      kept = opened === null ? '' : `${kept}${text.slice(from, opened)} `;
      from = end;
      opened = null;
    }
  }
  const rest = text.slice(from, opened ?? text.length);
  return { text: `${kept}${rest}`.trim(), open: opened !== null };
}

const CHANNEL = '<|channel|>';

/** The channels of gpt-oss's format: `analysis` is thought, the others are said. */
function dropAnalysis(reply: string): string {
  if (!reply.includes(CHANNEL)) return reply;
  return reply
    .split(CHANNEL)
    .filter((part) => !part.trimStart().startsWith('analysis'))
    .join('\n');
}

/**
 * How a call stands in a reply, which decides whether it counts:
 * - `final`: it stands alone, and the reply calls it its answer;
 * - `clear`: it stands alone on its lines, in a fence, in tags or as JSON;
 * - `plain`: it is part of a sentence that means it (“Now I click(…) to go on”);
 * - `weighed`: it is only spoken of, ruled out, quoted from the past, or one of several options.
 */
export type Standing = 'final' | 'clear' | 'plain' | 'weighed';

/** Words that may stand beside a call without making a sentence of it. */
const REMARKS = new Set(
  'final next my the a answer action output response call command tool navigator assistant result is are step then and await return print python json plaintext text boxed toolcall toolcalls toolcode code here ok okay sure so now result function call1 functions xml s'.split(
    ' ',
  ),
);
const FINAL = /\bfinal\b|\banswer\b|<(?:answer|final|action|tool_call)>/i;
/** What makes a call one that is weighed and not meant. */
const HEDGE =
  /\b(?:could|might|may|maybe|perhaps|possibly|not|never|cannot|instead of|rather than|if|whether|alternatively|either|avoid|except|previously|already|earlier|last time|for example|such as|format|unless|consider\w*|thought of|tried|failed|or|would have|wondering)\b|n['’]t\b|e\.g\./i;
const OPTIONS =
  /\b(?:options?|alternatives?|candidates?|possib\w+|could|might|either|examples?|for instance|available|previous\w*|history|past|last actions?|so far|not|instead of|rather than|avoid)\b|n['’]t\b|e\.g\./i;
/** How far around a call is looked. */
const NEAR = 300;

/** The standing of each call, in order. */
export function judgeStandings(text: string, calls: readonly WrittenCall[]): Standing[] {
  const standings: Standing[] = [];
  calls.forEach((call, index) => {
    const previous = calls[index - 1];
    const isTwin = previous?.start === call.start;
    const standing = isTwin ? (standings.at(-1) ?? 'clear') : judge(text, calls, index);
    // “First click(…) and then click(…)” is one sentence: what follows in it stands no better.
    const goesOn = previous && !text.slice(previous.end, call.start).includes('\n');
    const isWorse = standings.at(-1) === 'plain' || standings.at(-1) === 'weighed';
    standings.push(goesOn && isWorse && standing === 'clear' ? 'plain' : standing);
  });
  return standings;
}

function judge(text: string, calls: readonly WrittenCall[], index: number): Standing {
  const call = calls[index];
  if (!call) return 'weighed';
  const [before, after] = [readBefore(text, calls, index), readAfter(text, calls, index)];
  if (isRemark(before) && isRemark(dropComment(after))) {
    if (FINAL.test(before)) return 'final';
    return OPTIONS.test(readLead(text, calls, index)) ? 'weighed' : 'clear';
  }
  const sentence = before.slice(before.search(/[^.!?]*$/));
  const isAsked = /^[^.!\n]{0,60}\?/.test(after);
  return HEDGE.test(sentence) || isAsked || /^\s*(?:→|->|=>)/.test(after) ? 'weighed' : 'plain';
}

/** What stands on the call's line before it, back to the call before. */
function readBefore(text: string, calls: readonly WrittenCall[], index: number): string {
  const start = calls[index]?.start ?? 0;
  const from = Math.max(0, start - NEAR, endOf(calls, index - 1, start));
  const near = text.slice(from, start);
  return near.slice(near.lastIndexOf('\n') + 1);
}

function readAfter(text: string, calls: readonly WrittenCall[], index: number): string {
  const end = calls[index]?.end ?? 0;
  const next = calls.slice(index + 1, index + 20).find((call) => call.start >= end);
  const near = text.slice(end, Math.min(end + NEAR, next?.start ?? text.length));
  return near.split('\n', 1)[0] ?? '';
}

function endOf(calls: readonly WrittenCall[], index: number, start: number): number {
  const end = calls[index]?.end ?? 0;
  return end <= start ? end : 0;
}

/** The line with a colon that leads in the list of calls that this one belongs to, or nothing. */
function readLead(text: string, calls: readonly WrittenCall[], index: number): string {
  let first = index;
  while (first > 0) {
    const [end, start] = [calls[first - 1]?.end ?? 0, calls[first]?.start ?? 0];
    if (start - end > NEAR || !isRemark(text.slice(end, start))) break;
    first -= 1;
  }
  const start = calls[first]?.start ?? 0;
  const lines = text
    .slice(Math.max(0, start - NEAR, endOf(calls, first - 1, start)), start)
    .split('\n');
  const lead = lines.slice(0, -1).findLast((line) => !isRemark(line)) ?? '';
  return /[:：]\s*[*_]*\s*$/.test(lead) ? lead : '';
}

/** Whether a text is nothing but marks, tags and the few words that may stand beside a call. */
export function isRemark(text: string): boolean {
  return text
    .replace(/<[^<>\n]{1,80}>|\[\/?(?:INST|TOOL_CALLS)\]/g, ' ')
    .split(/[\s*_`>#|"'“”()[\]{}:：,;.!+\-–—•=$\\/<。，；]+/)
    .every((word) => word === '' || /^\d{1,2}$/.test(word) || REMARKS.has(word.toLowerCase()));
}

/** Without a comment in the manner of a program. */
function dropComment(after: string): string {
  return after.replace(/(?:#|\/\/).*$/, '');
}
