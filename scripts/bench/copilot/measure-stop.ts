import { setImmediate } from 'node:timers/promises';
import { roundFigure, takeMedian } from '../recorder/median.ts';
import type { Bench } from './open-bench.ts';

/**
 * ms from Esc in the panel to the end of the round, in the middle of a long text that is typed and of a
 * question that the model does not answer. Medians, and the slowest of all.
 */
export interface StopFigures {
  turns: number;
  mid_typing: number;
  mid_request: number;
  slowest: number;
  /** Until the last character came, and until the model's end saw that it was hung up. */
  last_character: number;
  hung_up: number;
}

const TEXT = 'all work and no play '.repeat(20).trim();
/** Characters that are there when it is stopped. */
const MIDWAY = 10;

/** A field that takes its time with each character, so that a long text is stopped midway. */
export const SLOW_FIELD = `<!doctype html><title>Slow</title><label>Notes <textarea></textarea></label>
<script>
  document.querySelector('textarea').addEventListener('input', ({ target }) => {
    target.dataset.at = performance.timeOrigin + performance.now();
    for (const until = performance.now() + 20; performance.now() < until;);
  });
</script>`;

export async function measureStop(bench: Bench, path: string, turns: number): Promise<StopFigures> {
  const measured: Record<'typing' | 'request' | 'character' | 'hungUp', number>[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { typing, character } = await stopTyping(bench, path);
    const { request, hungUp } = await stopRequest(bench);
    measured.push({ typing, character, request, hungUp });
  }
  const listOf = (part: keyof (typeof measured)[number]): number[] =>
    measured.map((each) => each[part]);
  return {
    turns,
    mid_typing: roundFigure(takeMedian(listOf('typing'))),
    mid_request: roundFigure(takeMedian(listOf('request'))),
    slowest: roundFigure(Math.max(...listOf('typing'), ...listOf('request'))),
    last_character: roundFigure(takeMedian(listOf('character'))),
    hung_up: roundFigure(takeMedian(listOf('hungUp'))),
  };
}

async function stopTyping(
  bench: Bench,
  path: string,
): Promise<{ typing: number; character: number }> {
  await bench.open(path);
  const [field] = await bench.listElements('Notes');
  if (!field) throw new Error('The page has no field.');
  bench.setReply(() => `textinput(text="${TEXT}", uid="${field.uid}")`);
  const { stoppedAt, endedAt } = await bench.stopMidway('take a long note', async () => {
    await bench.page.waitForFunction(
      (least) => (document.querySelector('textarea')?.value.length ?? 0) > least,
      MIDWAY,
    );
  });
  const notes = bench.page.locator('textarea');
  if ((await notes.inputValue()) === TEXT) throw new Error('It was typed to its end.');
  const last = Number(await notes.getAttribute('data-at'));
  return { typing: endedAt - stoppedAt, character: Math.max(0, last - stoppedAt) };
}

async function stopRequest(bench: Bench): Promise<{ request: number; hungUp: number }> {
  bench.setReply(() => null);
  const [asked, left] = [bench.requests.length, bench.hungUp()];
  const seen = waitUntil(() => bench.hungUp() > left);
  const { stoppedAt, endedAt } = await bench.stopMidway('what is this page', async () => {
    await waitUntil(() => bench.requests.length > asked);
  });
  return { request: endedAt - stoppedAt, hungUp: (await seen) - stoppedAt };
}

/** When it came true, epoch ms. */
async function waitUntil(isSo: () => boolean): Promise<number> {
  while (!isSo()) await setImmediate();
  return performance.timeOrigin + performance.now();
}
