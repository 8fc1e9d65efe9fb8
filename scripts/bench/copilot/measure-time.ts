import { setTimeout as pause } from 'node:timers/promises';
import { roundFigure, takeMedian } from '../recorder/median.ts';
import { findTarget } from './measure-prompts.ts';
import type { MadePage } from './make-page.ts';
import type { Bench, Timed } from './open-bench.ts';

/**
 * Medians, ms, of turns after the first; the model answers at once. `to_action` is from the message to the
 * first event in the page, without the while the target is shown to the user before anything is done.
 */
export interface TimeFigures {
  elements: number;
  turns: number;
  to_action: number;
  slowest: number;
  /** Where it went. */
  observe: number;
  rank: number;
  compose: number;
  ask: number;
  act: number;
  /** Deliberate: the mark on the target stands so long before the first event. */
  shown: number;
}

/** As in entrypoints/content/piloting. */
const SHOWN_MS = 450;

const BETWEEN_MS = 2000;

type Turn = Record<'to_action' | 'observe' | 'rank' | 'compose' | 'ask' | 'act', number>;

export async function measureTime(
  bench: Bench,
  path: string,
  made: MadePage,
  turns: number,
): Promise<TimeFigures> {
  await bench.open(path);
  const elements = await bench.listElements('');
  const measured: Turn[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const task = made.tasks[turn % 8];
    if (!task) throw new Error('The page has no tasks.');
    const target = await findTarget(bench, elements, task.selector);
    if (!target) throw new Error(`Nothing fits “${task.instruction}”.`);
    bench.setReply((_, nth) => (nth === 1 ? `click(uid="${target.uid}")` : 'done()'));
    // A person does not write the next message at the moment the last run ends; its remaining work is done by then.
    await pause(BETWEEN_MS);
    const pressed = bench.page.evaluate(waitForPress);
    const { sentAt, events } = await bench.send(task.instruction);
    const pressedAt = (await pressed) - sentAt;
    // The first turn puts scripts and models in place.
    if (turn > 0) measured.push(divide(events, pressedAt));
  }
  const medianOf = (part: keyof Turn): number =>
    roundFigure(takeMedian(measured.map((each) => each[part])));
  return {
    elements: made.elements,
    turns,
    to_action: medianOf('to_action'),
    slowest: roundFigure(Math.max(...measured.map((each) => each.to_action))),
    observe: medianOf('observe'),
    rank: medianOf('rank'),
    compose: medianOf('compose'),
    ask: medianOf('ask'),
    act: medianOf('act'),
    shown: SHOWN_MS,
  };
}

function divide(events: readonly Timed[], pressedAt: number): Turn {
  const at = (type: string): number => events.find(({ event }) => event.type === type)?.at ?? NaN;
  const [observed, ranked, composed, acting] = [
    at('observed'),
    at('ranked'),
    at('composed'),
    at('acting'),
  ];
  return {
    to_action: pressedAt - SHOWN_MS,
    observe: observed,
    rank: ranked - observed,
    compose: composed - ranked,
    ask: acting - composed,
    act: pressedAt - acting - SHOWN_MS,
  };
}

/** Epoch ms of the next press. */
function waitForPress(): Promise<number> {
  return new Promise((resolve) => {
    window.addEventListener(
      'pointerdown',
      (event) => resolve(performance.timeOrigin + event.timeStamp),
      { capture: true, once: true },
    );
  });
}
