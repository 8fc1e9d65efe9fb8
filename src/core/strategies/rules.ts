import type { Scene } from './scene.ts';

/** What a model is told of its task, in our own words, for the strategies that are not WebLINX's. */

export const ROLE =
  'You are the navigator: you act in a web browser for the instructor, one action at a time.';

/** Calls that need an element; `id` stands for what the prompt calls elements by. */
export function listElementCalls(id: string): string {
  return [
    `click(uid=${id})`,
    `text_input(text="…", uid=${id}) replaces the whole text of a field`,
    `change(value="…", uid=${id}) chooses an option by its label, ticks ("true") or unticks ("false") a box, or sets a slider or date`,
    `submit(uid=${id}) submits the form that the element belongs to`,
  ].join('\n');
}

/** Calls with an element that WebLINX has no name for; offered while a page is really acted on. */
export function listLiveElementCalls(id: string): string {
  return [`press(key="Enter", uid=${id})`, `hover(uid=${id})`].join('\n');
}

const LIVE_CALLS = [
  'press(key="Escape")',
  'back()',
  'forward()',
  'wait(seconds=2)',
  'ask(utterance="…") asks the instructor what you need to know',
  'done(utterance="…") when the results show that the request is done',
  'infeasible(reason="…") when it cannot be done here',
].join('\n');

const PLAN_CALL =
  'plan(hops=["first.example: what to do there", "second.example: …"]) once, before the first action of a request that needs several sites';

const HOP_DONE_CALL =
  'hop_done(hop=1, evidence="…") on a line before the next call, when hop 1 is done; the evidence is words quoted exactly from the page or a result, and is checked';

/** The same for calls without an element. */
export function listLiveCalls({ hops }: Pick<Scene, 'hops'>): string {
  return [LIVE_CALLS, PLAN_CALL, ...(hops ? [HOP_DONE_CALL] : [])].join('\n');
}

export const PAGE_CALLS = [
  'scroll(x=0, y=600) in CSS px, down and right positive',
  'load(url="https://…")',
  'say(speaker="navigator", utterance="…") answers the instructor and ends your turn',
].join('\n');

export const HONESTY =
  'Never say that something was done unless a result shows it. When the request is done or cannot be done, say so in one sentence.';
