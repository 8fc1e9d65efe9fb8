import { describe, expect, it } from 'vitest';
import type { Call } from '../../action/action.ts';
import { printCall } from '../../action/call.ts';
import { readReply } from './read-reply.ts';
import { listPage } from '../run/run.fixture.ts';
import type { ReplyDecision } from './decide.ts';
import { CALL_CASES } from './corpus/calls.fixture.ts';
import type { ReplyCase } from './corpus/case.fixture.ts';
import { PAGE, fillUids } from './corpus/case.fixture.ts';
import { HOP_CASES } from './corpus/hops.fixture.ts';
import { JSON_CASES } from './corpus/json.fixture.ts';
import { LIVE_CASES } from './corpus/live.fixture.ts';
import { OTHER_CASES } from './corpus/other.fixture.ts';
import { PROSE_CASES } from './corpus/prose.fixture.ts';
import { NUMBERED_CASES, TARGET_CASES } from './corpus/target.fixture.ts';
import { TOOL_CASES } from './corpus/tool.fixture.ts';

const shown = listPage(PAGE);
const FAMILIES: readonly (readonly [string, readonly ReplyCase[]])[] = [
  ['calls', CALL_CASES],
  ['JSON', JSON_CASES],
  ['tool calls and thoughts', TOOL_CASES],
  ['words around calls', PROSE_CASES],
  ['other benchmarks', OTHER_CASES],
  ['targets', TARGET_CASES],
  ['live calls and what is cut', LIVE_CASES],
  ['hops', HOP_CASES],
];

describe('the corpus of replies', () => {
  it('has a page and replies of every rung in every family', () => {
    const uids = new Set(shown.map(({ uid }) => uid));
    expect(uids.size).toBe(9);
    const all = FAMILIES.flatMap(([, cases]) => cases);
    expect(new Set(all.map(([reply]) => reply)).size).toBeGreaterThanOrEqual(300);
    for (const rung of ['exact', 'repaired', 'nearest', 'unreadable']) {
      expect(all.filter(([, each]) => each === rung).length).toBeGreaterThan(15);
    }
  });

  it.each(FAMILIES)('is read as it should be: %s', (_, cases) => {
    expect(cases.flatMap((each) => listFaults(each, false))).toEqual([]);
  });

  it('takes numbers where elements were shown with them', () => {
    expect(NUMBERED_CASES.flatMap((each) => listFaults(each, true))).toEqual([]);
  });
});

function listFaults([reply, rung, call]: ReplyCase, numbered: boolean): string[] {
  const decision = readReply(fillUids(reply), shown, { numbered, files: ['a.pdf'], hops: true });
  const [how, text] = describeDecision(decision);
  const wanted = fillUids(call);
  const fits = rung === 'unreadable' ? text.includes(call) : text === wanted;
  const said = decision.kind !== 'unreadable' ? (decision.repair ?? '') : '';
  const explained = decision.kind === 'unreadable' || (how === 'exact') === (said === '');
  return how === rung && fits && explained
    ? []
    : [`${reply}\n  wanted ${rung} ${wanted}\n  got    ${how} ${text} ${said}`];
}

function describeDecision(decision: ReplyDecision): [how: string, text: string] {
  if (decision.kind === 'unreadable') return ['unreadable', decision.reason];
  const hops = (decision.hops ?? []).map(printCall).join(' ');
  if (decision.kind === 'hops') return [decision.how, hops];
  const before = 'said' in decision && decision.said !== null ? `${decision.said} | ` : '';
  return [decision.how, (hops === '' ? '' : `${hops} ¦ `) + before + printCall(toCall(decision))];
}

function toCall(decision: Exclude<ReplyDecision, { kind: 'unreadable' | 'hops' }>): Call {
  switch (decision.kind) {
    case 'perform':
      return decision.action;
    case 'say':
      return { intent: 'say', speaker: 'navigator', utterance: decision.text };
    case 'ask':
      return { intent: 'ask', utterance: decision.question };
    case 'done':
      return { intent: 'done', utterance: decision.text };
    case 'infeasible':
      return { intent: 'infeasible', reason: decision.reason };
    case 'wait':
      return { intent: 'wait', seconds: decision.seconds };
    case 'upload':
      return { intent: 'upload', uid: decision.target.uid, files: decision.files };
  }
}
