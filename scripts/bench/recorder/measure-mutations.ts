import { roundFigure, takeMedian } from './median.ts';
import type { Recorder } from './open-recorder.ts';

export interface MutationFigures {
  /** Ms for `mutations` changes of the page and all that hears of them. */
  recording_ms: number;
  without_ms: number;
  ratio: number;
  mutations: number;
  /** What the recorder adds to one change, in µs. */
  added_us: number;
}

const MUTATIONS = 5000;

/** A page whose script changes it as virtual lists and tickers do, and times itself. */
export function makeChurnPage(): string {
  return `<!doctype html><html><head><title>Churn</title></head><body><ul id="list"></ul><script>
const list = document.getElementById('list');
for (let at = 0; at < 500; at++) {
  const item = list.appendChild(document.createElement('li'));
  item.className = 'item';
  item.append('Row ', document.createElement('b'));
  item.lastChild.textContent = at;
}
async function churn(mutations) {
  let spent = 0;
  for (let done = 0; done < mutations; ) {
    const began = performance.now();
    for (let at = 0; at < 100; at++, done++) {
      const item = list.children[(done * 31) % 500];
      if (done % 4 === 0) item.dataset.price = done;
      else if (done % 4 === 1) item.lastChild.firstChild.data = String(done);
      else if (done % 4 === 2) list.append(item);
      else item.className = done % 8 === 3 ? 'item up' : 'item';
    }
    // The observers hear of it at the end of this task's microtasks.
    await null;
    await null;
    spent += performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return spent;
}
</script></body></html>`;
}

/** Times the same changes with the recorder recording, idle, and with no script of ours in the page, by turns. */
export async function measureMutations(
  recorder: Recorder,
  url: string,
  rounds: number,
): Promise<MutationFigures> {
  const { page } = recorder;
  const recording: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(url);
    without.push(...(await churn(recorder)));
    await recorder.start();
    await page.goto(url);
    recording.push(...(await churn(recorder)));
    await recorder.stop();
  }
  const withMs = takeMedian(recording);
  const withoutMs = takeMedian(without);
  return {
    recording_ms: roundFigure(withMs),
    without_ms: roundFigure(withoutMs),
    ratio: roundFigure(withMs / withoutMs),
    mutations: MUTATIONS,
    added_us: roundFigure(((withMs - withoutMs) * 1000) / MUTATIONS),
  };
}

/** The first run of a document warms it up and does not count. */
async function churn({ page }: Recorder): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    times.push(await page.evaluate<number>(`churn(${MUTATIONS})`));
  }
  return times.slice(1);
}
