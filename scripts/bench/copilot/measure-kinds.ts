import type { RunEvent } from '../../../src/core/navigator/run/run-event.ts';
import type { Bench } from './open-bench.ts';
import type { Trial } from './trial.ts';
import { TRIALS } from './trials.ts';

export interface KindFigures {
  kind: string;
  trials: number;
  /** What the page really holds afterwards. */
  done: number;
  /** Of those, what the receipt says too. */
  reported: number;
}

export interface TrialFigures {
  /** Pages that take synthetic input. */
  kinds: KindFigures[];
  trials: number;
  success: number;
  /** Receipts that claim what the page does not hold, of all pages. */
  false_successes: string[];
  /** What the page does not take, and how many of it were reported as not done. */
  unable: number;
  unable_reported: number;
  missed: string[];
}

/** Where a trial's page is served. */
export function listTrialPages(): [path: string, html: string][] {
  return TRIALS.map(({ markup }, at) => [
    `/trial/${at}`,
    `<!doctype html><html lang="en"><title>Trial</title><body>${markup}</body></html>`,
  ]);
}

export async function measureKinds(bench: Bench): Promise<TrialFigures> {
  const kinds = new Map<string, KindFigures>();
  const figures: TrialFigures = {
    ...{ kinds: [], trials: 0, success: 0, false_successes: [] },
    ...{ unable: 0, unable_reported: 0, missed: [] },
  };
  const file = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Ada') };
  await bench.panel.getByLabel('Files to attach').setInputFiles(file);
  for (const [at, trial] of TRIALS.entries()) {
    const { done, claimed } = await tryOut(bench, trial, at);
    const label = `${trial.kind}: ${trial.name || trial.call}`;
    if (claimed && !done) figures.false_successes.push(label);
    if (!trial.accepts) {
      figures.unable += 1;
      if (!claimed) figures.unable_reported += 1;
      continue;
    }
    const kind = kinds.get(trial.kind) ?? { kind: trial.kind, trials: 0, done: 0, reported: 0 };
    kinds.set(trial.kind, kind);
    kind.trials += 1;
    figures.trials += 1;
    if (done) kind.done += 1;
    if (done && claimed) kind.reported += 1;
    if (done && claimed) figures.success += 1;
    else figures.missed.push(label);
  }
  return { ...figures, kinds: [...kinds.values()] };
}

async function tryOut(
  bench: Bench,
  { kind, name, call, truth }: Trial,
  at: number,
): Promise<{ done: boolean; claimed: boolean }> {
  if (kind === 'back') await bench.open('/second');
  await bench.open(`/trial/${at}`);
  if (kind === 'forward') {
    await bench.open('/second');
    await bench.page.goBack();
  }
  const elements = name === '' ? [] : await bench.listElements(name);
  const target = elements.find((element) => element.name === name);
  if (name !== '' && !target) return { done: false, claimed: false };
  const reply = call.replace('$', target?.uid ?? '').replace('%ORIGIN%', bench.server.origin);
  bench.setReply((_, nth) => (nth === 1 ? reply : 'done()'));
  const { events } = await bench.send(`try ${name}`);
  const done = await bench.page.evaluate<boolean>(`Boolean(${truth})`);
  return { done, claimed: claims(events.map(({ event }) => event)) || call.startsWith('wait') };
}

/** Whether the round says that the action has come to something. A `refused` takes back what was `acted`. */
function claims(events: readonly RunEvent[]): boolean {
  const acted = events.find((event) => event.type === 'acted');
  if (acted?.type !== 'acted' || events.some(({ type }) => type === 'refused')) return false;
  const { verdict, asAsked } = acted.receipt;
  return asAsked ?? verdict === 'changed';
}
