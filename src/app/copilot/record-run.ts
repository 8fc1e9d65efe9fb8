import type { PageAction } from '../../core/action/action.ts';
import type { Speaker } from '../../core/action/action.ts';
import { listOpenHops } from '../../core/navigator/hops/hop-list.ts';
import type { HistoryEntry } from '../../core/navigator/run/history.ts';
import { toDemonstratedHistory } from '../../core/navigator/run/history.ts';
import type { LogEvent } from '../../core/navigator/log/run-log.ts';
import type { RunState } from '../../core/navigator/run/run-state.ts';
import { readRules } from '../../platform/settings/stored-settings.ts';
import { findOpenDemonstration, listTurns } from '../../platform/store/read.ts';
import { connectStore, order } from '../connection.ts';

/** Adds the events of runs to the current recording. Without a recording it has no effect. */
export function createRunRecorder(state: RunState) {
  let settled: Promise<unknown> = Promise.resolve();
  let corrected: PageAction | null = null;

  async function record(event: LogEvent): Promise<unknown> {
    const { id, at } = event;
    const say = (speaker: Speaker, utterance: string, isReport = false): Promise<unknown> => {
      const by = speaker === 'navigator' ? 'copilot' : 'person';
      const said = { turnId: id, at, speaker, by, utterance } as const;
      return order('recording.say', { ...said, ...(isReport && { isReport }) });
    };
    switch (event.type) {
      case 'began': {
        corrected = event.corrects ?? null;
        const { hops } = state.hops ?? { hops: [] };
        // The list may be older than the recording.
        if (state.hops && listOpenHops(state.hops).length > 0) {
          void order('recording.hops', { at, hops }).catch(() => undefined);
        }
        if (event.agent === undefined) return say('instructor', event.said ?? event.message);
        // A recording that the agent began has the task already.
        return order('recording.navigator', { name: event.agent });
      }
      case 'said':
        return say('navigator', event.text, event.by !== 'model');
      case 'asked':
        return say('navigator', event.question, true);
      case 'hops':
        return event.refused === null && order('recording.hops', { at, hops: event.list.hops });
      case 'acted': {
        const { turnId, receipt } = event;
        const refused = corrected && [corrected];
        return Promise.all([
          order('recording.receipt', { turnId, receipt }),
          refused && order('recording.refused', { turnId, refused }),
        ]);
      }
      case 'spent': {
        const { last: usage, spending } = event;
        return usage && order('recording.spent', { usage, isPriced: spending.cost !== null });
      }
      default:
        return null;
    }
  }

  return {
    record(event: LogEvent): void {
      settled = Promise.allSettled([settled, record(event)]);
    },
    settle: () => settled,
  };
}

/**
 * Returns the recorded actions of the instructor that no prompt has included, oldest first. Never rejects,
 * since a run can do without.
 */
export async function readDemonstrated(
  log: readonly LogEvent[],
): Promise<{ id: string; entry: HistoryEntry }[]> {
  const known = log.flatMap((event) => {
    if (event.type === 'userAction') return event.userAction.id;
    return event.type === 'demonstrated' ? event.actions.map(({ id }) => id) : [];
  });
  try {
    const db = await connectStore();
    const open = await findOpenDemonstration(db);
    if (!open) return [];
    const { sites } = await readRules();
    return toDemonstratedHistory(await listTurns(db, open.id), new Set(known), sites);
  } catch {
    return [];
  }
}
