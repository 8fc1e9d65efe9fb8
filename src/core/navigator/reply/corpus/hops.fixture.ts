import type { ReplyCase } from './case.fixture.ts';
import { CLICK } from './case.fixture.ts';

const PLAN = 'plan(hops=["a.example: find it", "b.example: order it"])';
const DONE = 'hop_done(hop="1", evidence="€40")';

/** Calls about hops, alone or before an action. `¦` separates them from the call that is done. */
export const HOP_CASES: readonly ReplyCase[] = [
  [PLAN, 'exact', PLAN],
  [DONE, 'exact', DONE],
  ['hop_done(hop=1, evidence="€40")', 'exact', DONE],
  ['hop_done(1, "€40")', 'repaired', DONE],
  ['hop_done(hop_number=1, quote="€40")', 'repaired', DONE],
  ['hop_done(evidence="€40")', 'exact', 'hop_done(hop="", evidence="€40")'],
  ['hop_done(hop=1)', 'unreadable', 'evidence is missing'],
  ['hop_done(hop=1, evidence="€4', 'unreadable', 'does not end'],
  ['plan("a.example: find it", "b.example: order it")', 'repaired', PLAN],
  ['plan(["a.example: find it", "b.example: order it"])', 'repaired', PLAN],
  ['plan(hops=[“a.example: find it”, “b.example: order it”])', 'repaired', PLAN],
  ['plan(steps="1. a.example: find it\\n2. b.example: order it")', 'repaired', PLAN],
  ['```\nplan(hops=["a.example: find it", "b.example: order it"])\n```', 'repaired', PLAN],
  [
    '{"name": "plan", "arguments": {"hops": ["a.example: find it", "b.example: order it"]}}',
    'exact',
    PLAN,
  ],
  [
    '<tool_call>{"name":"plan","arguments":{"hops":["a.example: find it","b.example: order it"]}}</tool_call>',
    'exact',
    PLAN,
  ],
  ['{"plan": ["a.example: find it", "b.example: order it"]}', 'repaired', PLAN],
  [
    '{"action": "plan", "hops": [{"site": "a.example", "task": "find it"}, {"site": "b.example", "task": "order it"}]}',
    'exact',
    PLAN,
  ],
  ['{"action": "hop_done", "hop": 1, "evidence": "€40"}', 'exact', DONE],
  [
    `<tool_call>{"name":"hop_done","arguments":{"hop":1,"evidence":"€40"}}</tool_call>`,
    'exact',
    DONE,
  ],
  [`${PLAN}\n${CLICK}`, 'exact', `${PLAN} ¦ ${CLICK}`],
  [`${DONE}\n${CLICK}`, 'exact', `${DONE} ¦ ${CLICK}`],
  [`${DONE}\nFinal answer: ${CLICK}`, 'repaired', `${DONE} ¦ ${CLICK}`],
  [
    `${DONE} say(utterance="It costs €40.")`,
    'exact',
    `${DONE} ¦ say(speaker="navigator", utterance="It costs €40.")`,
  ],
  [`say(utterance="I begin.")\n${PLAN}`, 'exact', PLAN],
  // What is thought, headed or only spoken of is no list of hops.
  [`Plan (3 steps):\n${CLICK}`, 'repaired', CLICK],
  [`Plan (3):\n${CLICK}`, 'repaired', CLICK],
  [`<plan>["open it", "send it"]</plan>\n${CLICK}`, 'repaired', CLICK],
  [
    `{"plan": ["open it", "send it"], "action": "${CLICK.replaceAll('"', "'")}"}`,
    'repaired',
    CLICK,
  ],
  [`{"plan": "open it, then send it", "click": "§send"}`, 'repaired', CLICK],
  [`I could plan(hops=["a"]) here, but it is one site.\n${CLICK}`, 'repaired', CLICK],
  [`<think>plan(hops=["a"])</think>${CLICK}`, 'exact', CLICK],
];
