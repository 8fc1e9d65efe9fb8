import type { Scene } from './scene.ts';

/** What a model is told of its task, in our own words, for the strategies that are not WebLINX's. */

export const ROLE =
  'You are the navigator: you act in a web browser for the instructor, one action at a time.';

const SUBMIT_CALL = 'submit(uid) its form';
const ELEMENT_CALLS = [
  `click(uid) ; ${SUBMIT_CALL}`,
  'text_input(text, uid) replaces the whole text of a field',
  'change(value, uid) chooses an option by its label, sets a box to true or false, a slider or a date',
];
const PAGE_CALLS = ['scroll(x, y) by px ; load(url)', 'say(utterance) answers and ends your turn'];
const LIVE_ELEMENT_CALLS = ['hover(uid) ; press(key, uid)'];
const LIVE_CALLS = [
  'press(key) ; back() ; forward() ; wait(seconds)',
  'ask(utterance) what only the instructor knows',
  'done(utterance) in one sentence, when results show it',
  'infeasible(reason), also when what you need is not shown',
  'plan(hops=["first.example: what to do there", …]) first, where several sites are needed',
];
const HOP_DONE_CALL =
  'hop_done(hop=1, evidence) on a line before the next call; evidence is quoted exactly from the page or a result';

/**
 * The calls that a scene offers, one or a few to a line. `onElements`: all that need an element, none, or
 * those that are no operation of MindAct's.
 */
export function listCalls(
  { hops, live }: Pick<Scene, 'hops' | 'live'>,
  onElements: 'all' | 'others' | 'none' = 'all',
): string {
  return [
    ...(onElements === 'all' ? ELEMENT_CALLS : []),
    ...(onElements === 'others' ? [SUBMIT_CALL] : []),
    ...(onElements !== 'none' && live ? LIVE_ELEMENT_CALLS : []),
    ...PAGE_CALLS,
    ...(live ? LIVE_CALLS : []),
    ...(hops ? [HOP_DONE_CALL] : []),
  ].join('\n');
}

/** How calls are written; `id` stands for what the prompt calls elements by. */
export function tellForm(id: string): string {
  return `texts quoted, arguments named, as in click(uid="${id}")`;
}

export const HONESTY = 'Never say that something was done unless a result shows it.';
