import type { ProcessMemory } from './measure-processes.ts';
import type { RecordedFigures } from './measure-in-wayscribe.ts';
import type { SnapshotFigures } from './measure-snapshots.ts';

export interface Figures extends RecordedFigures {
  snapshots: SnapshotFigures[];
}

/** The goals of the recorder, each met or not. */
export type Goals = Record<string, boolean>;

const MOST_OF_RRWEB = 1 / 8;
const MOST_AT_5K_MS = 16;
const MOST_UNCHANGED_MS = 1;
const MOST_EXPORT_MB = 150;
/** Under this many elements the fixed costs weigh too much to be held against anything. */
const LARGE = 3000;

export function judgeFigures(figures: Figures): Goals {
  const { snapshots, shots, pace, export: exported } = figures;
  const large = snapshots.filter(({ elements }) => elements > LARGE);
  const reacting = [shots.pointerdown, shots.mousedown, shots.click];
  return {
    'at most 1/8 of rrweb': large.every(({ ratio }) => ratio <= MOST_OF_RRWEB),
    'under 16 ms at 5k': (large[0]?.ours_ms ?? Infinity) < MOST_AT_5K_MS,
    'unchanged under 1 ms': snapshots.every((one) => one.unchanged_ms < MOST_UNCHANGED_MS),
    'all proven': reacting.every(({ clicks, proven, ring }) => proven + ring === clicks),
    'never wrong': Object.values(shots).every(({ wrong }) => wrong === 0),
    ...judgePaces(pace),
    'exports under 150 MB above idle': Object.values(exported).every(
      ({ peak_mb_above_idle: peak }) => peak !== null && peak < MOST_EXPORT_MB,
    ),
  };
}

/** Of clicks as fast as a script's, so many show the page before at least in most of it; and of a person's. */
const LEAST_UNFILMED = 0.7;
const LEAST_FILMED = 0.95;
const LEAST_OF_PERSON = 0.98;

export function judgePaces({ unfilmed, filmed }: Figures['pace']): Goals {
  const listAll = (kinds: Figures['pace']['filmed']) => Object.values(kinds).flat();
  const all = [...listAll(unfilmed), ...listAll(filmed)];
  const isFast = ({ apart }: { apart: number }): boolean => apart < 500;
  const fast = (kinds: Figures['pace']['filmed']) => listAll(kinds).filter(isFast);
  return {
    'shown at 250 ms, no film': fast(unfilmed).every(({ share }) => share >= LEAST_UNFILMED),
    'shown at 250 ms, filmed': fast(filmed).every(({ share }) => share >= LEAST_FILMED),
    'shown at human pace': all.every((one) => isFast(one) || one.share >= LEAST_OF_PERSON),
    'never wrong at any pace': all.every(({ wrong }) => wrong === 0),
  };
}

export function printGoals(goals: Goals): void {
  for (const [goal, met] of Object.entries(goals))
    console.log(`${met ? 'met   ' : 'MISSED'} ${goal}`);
}

export function printFigures(figures: Figures, goals: Goals): void {
  const { snapshots, mutations, session, shots, pace, long, export: exported, errors } = figures;
  console.log('\nThe work at a press against rrweb-snapshot (medians, ms)');
  console.table(snapshots);
  console.log(`${mutations.mutations} changes of a page, recording and without any script of ours`);
  console.table([mutations]);
  console.log('Bytes kept of each turn on the practice site');
  console.table([session]);
  console.log('Screenshots');
  console.table(
    Object.entries(shots).map(([page, { reasons, ...counts }]) => ({
      page,
      ...counts,
      reasons: Object.entries(reasons)
        .map(([reason, count]) => `${count} × ${reason}`)
        .join('; '),
    })),
  );
  printPaces(pace);
  console.log(`${long.turns} turns at ${long.actions_per_second} a second: memory, MB`);
  console.table(listMemory(long));
  console.log(`The side panel grew by ${long.panel_kb_per_turn} kB a turn`);
  console.log('Exports (MB; processes: that of the extension, the browser, both at one time)');
  console.table(
    Object.entries(exported).map(([format, { idle_mb, peak_mb, ...figures }]) => ({
      format,
      ...figures,
      idle: listProcesses(idle_mb),
      peak: listProcesses(peak_mb),
    })),
  );
  for (const error of errors) console.log(`Error: ${error}`);
  printGoals(goals);
}

export function printPaces({ unfilmed, filmed }: Figures['pace']): void {
  console.log('Screenshots of clicks at a steady pace, without and with the film of the tab');
  const list = (film: string, kinds: Figures['pace']['filmed']): object[] =>
    Object.entries(kinds).flatMap(([page, figures]) =>
      figures.map(({ reasons, ...counts }) => ({
        film,
        page,
        ...counts,
        reasons: Object.entries(reasons)
          .map(([reason, count]) => `${count} × ${reason}`)
          .join('; '),
      })),
    );
  console.table([...list('no', unfilmed), ...list('yes', filmed)]);
}

function listMemory({
  before,
  after,
  processes_before,
  processes_after,
  processes_peak,
}: Figures['long']) {
  const heaps = after.map(({ name, heap_mb }) => ({
    context: name,
    before: before.find((one) => one.name === name)?.heap_mb ?? null,
    after: heap_mb,
  }));
  const processes = (['extension', 'browser'] as const).map((name) => ({
    context: `${name} process`,
    before: processes_before?.[name] ?? null,
    after: processes_after?.[name] ?? null,
    peak: processes_peak?.[name] ?? null,
  }));
  return [...heaps, ...processes];
}

function listProcesses(memory: ProcessMemory | null): string {
  return memory ? `${memory.extension}, ${memory.browser}, ${memory.together}` : 'unknown';
}
