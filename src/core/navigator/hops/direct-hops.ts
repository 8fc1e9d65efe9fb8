import { joinWords } from '../describe.ts';
import { describeTask } from '../run/run-progress.ts';
import type { Task } from '../request/step.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { RunState } from '../run/run-state.ts';
import { readHost } from '../sites.ts';
import type { Hop } from '../../demonstration/hops.ts';
import type { HopList } from './hop-list.ts';
import { listOpenHops, NO_HOPS } from './hop-list.ts';
import { planHops } from './change-hops.ts';

/** The tasks on one site, or before the first. */
interface SiteGroup {
  site: string | null;
  tasks: Task[];
}

/**
 * Adds the events of hops to a run: the tasks of a direct request on each of several sites are one hop, done with the
 * last receipt. `goesOn`: the run may continue a request whose hops are open.
 */
export async function* trackDirectHops<T>(
  events: AsyncGenerator<RunEvent, T>,
  state: RunState,
  goesOn: boolean,
): AsyncGenerator<RunEvent, T> {
  let ids: ReadonlyMap<Task, string> | null = null;
  let current: string | null = null;
  let outcome: string | null = null;
  for (;;) {
    const next = await events.next();
    if (next.done) {
      if (next.value === 'done') yield* finishHop(state, current, outcome);
      return next.value;
    }
    const event = next.value;
    if (event.type === 'acted') outcome = event.description;
    if (event.type === 'acting' && event.left) {
      const { left } = event;
      if (!ids) {
        const groups = splitAtSites([left.now, ...left.rest]);
        const begun = startHops(groups, state.hops ?? NO_HOPS, goesOn);
        if (begun && begun !== state.hops) {
          state.hops = begun;
          yield { type: 'hops', list: begun, refused: null };
        }
        ids = mapTasksToHops(groups, begun);
      }
      const id: string | null = ids.get(left.now) ?? current;
      if (id !== current) yield* finishHop(state, current, outcome);
      current = id;
    }
    yield event;
  }
}

function* finishHop(
  state: RunState,
  id: string | null,
  outcome: string | null,
): Generator<RunEvent> {
  const list = state.hops ?? NO_HOPS;
  const at = list.hops.findIndex((hop) => hop.id === id && hop.state === 'open');
  const hop = list.hops[at];
  if (!hop || outcome === null) return;
  const evidence = { from: 'receipt', text: outcome, host: hop.site ?? '' } as const;
  const done: Hop = { ...hop, state: 'done', evidence };
  state.hops = { ...list, hops: list.hops.with(at, done) };
  yield { type: 'hops', list: state.hops, refused: null };
}

function splitAtSites(tasks: readonly Task[]): SiteGroup[] {
  const groups: SiteGroup[] = [];
  for (const task of tasks) {
    const site = task.kind === 'load' ? readHost(task.url) : null;
    const last = groups.at(-1);
    if (last && (site === null || site === last.site)) last.tasks.push(task);
    else groups.push({ site, tasks: [task] });
  }
  return groups;
}

/** Returns the open hops if they are these groups, else new ones; null for fewer than two sites. */
function startHops(groups: readonly SiteGroup[], list: HopList, goesOn: boolean): HopList | null {
  const open = listOpenHops(list);
  const isSame =
    open.length === groups.length &&
    groups.every(({ site }, at) => (site === null ? at === 0 : site === open[at]?.site));
  if (goesOn && isSame) return list;
  const sites = new Set(groups.flatMap(({ site }) => site ?? []));
  return sites.size < 2 ? null : planHops(NO_HOPS, groups.map(describeGroup));
}

function describeGroup({ site, tasks }: SiteGroup): string {
  const steps = tasks.filter(({ kind }) => kind !== 'load').map(describeTask);
  const text = steps.length === 0 ? 'open it' : joinWords(steps);
  return site === null ? text : `${site}: ${text}`;
}

function mapTasksToHops(groups: readonly SiteGroup[], list: HopList | null): Map<Task, string> {
  const open = list ? listOpenHops(list) : [];
  if (open.length !== groups.length) return new Map();
  return new Map(
    groups.flatMap(({ tasks }, at) => tasks.map((task) => [task, open[at]?.id ?? ''] as const)),
  );
}
