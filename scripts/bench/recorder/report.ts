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
  const { snapshots, shots, export: exported } = figures;
  const large = snapshots.filter(({ elements }) => elements > LARGE);
  const reacting = [shots.pointerdown, shots.mousedown, shots.click];
  return {
    'at most 1/8 of rrweb': large.every(({ ratio }) => ratio <= MOST_OF_RRWEB),
    'under 16 ms at 5k': (large[0]?.ours_ms ?? Infinity) < MOST_AT_5K_MS,
    'unchanged under 1 ms': snapshots.every((one) => one.unchanged_ms < MOST_UNCHANGED_MS),
    'all proven': reacting.every(({ clicks, proven, ring }) => proven + ring === clicks),
    'never wrong': Object.values(shots).every(({ wrong }) => wrong === 0),
    'exports under 150 MB above idle': Object.values(exported).every(
      ({ peak_mb_above_idle: peak }) => peak !== null && peak < MOST_EXPORT_MB,
    ),
  };
}

export function printFigures(figures: Figures, goals: Goals): void {
  const { snapshots, mutations, session, shots, long, export: exported, errors } = figures;
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
  for (const [goal, met] of Object.entries(goals))
    console.log(`${met ? 'met   ' : 'MISSED'} ${goal}`);
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
