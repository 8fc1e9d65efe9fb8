import type { PageAction } from '../core/action/action.ts';
import type { Past } from '../core/navigator/memory/past.ts';
import { holdsSecret, rememberRound } from '../core/navigator/memory/remembered-round.ts';
import type { RoundTrace } from '../core/navigator/memory/trace-round.ts';
import { beginTrace, noteInTrace } from '../core/navigator/memory/trace-round.ts';
import type { RoundEvent } from '../core/navigator/round-event.ts';
import { readMemory } from '../platform/memory.ts';
import { listDemonstrations } from '../platform/store/read.ts';
import {
  deleteRememberedRounds,
  listRememberedRounds,
  writeRememberedRound,
} from '../platform/store/remembered-rounds.ts';
import { connectStore } from './connection.ts';
import { recallPasts } from './memory.ts';
import type { RoundJournal } from './round-journal.ts';

/** What one conversation leaves to be remembered, and is told of others. */
export interface RoundMemory {
  begin: (beginning: { id: string; message: string; url: string; corrects?: PageAction }) => void;
  note: (event: RoundEvent) => void;
  /** The pasts most like what is asked, but for this conversation's own, which its history tells. */
  recall: (asked: string, site: string) => Promise<Past[]>;
}

/** `signal` ends the page; how it ends a round is no outcome. */
export function openRoundMemory(
  journal: Pick<RoundJournal, 'read'> | undefined,
  signal: AbortSignal,
): RoundMemory {
  const own = new Set<string>();
  let trace: RoundTrace | null = null;
  let kept: Promise<void> = Promise.resolve();

  function listOwn(): ReadonlySet<string> {
    const taken = journal?.read() ?? [];
    for (const entry of taken) if (entry.type === 'began') own.add(entry.id);
    return own;
  }

  return {
    begin(beginning) {
      own.add(beginning.id);
      trace = beginTrace(trace, { ...beginning, at: Date.now() });
    },
    note(event) {
      if (!trace || trace.ended || signal.aborted) return;
      trace = noteInTrace(trace, event, Date.now());
      const ended = trace;
      if (!ended.ended) return;
      // One after the other: a correction is kept in place of the round that it corrects.
      kept = kept.then(() => keep(ended, listOwn())).catch(() => undefined);
    },
    recall: (asked, site) => recallPasts(asked, site, listOwn()),
  };
}

async function keep(trace: RoundTrace, own: ReadonlySet<string>): Promise<void> {
  const { secrets } = trace;
  if (secrets.length > 0) {
    // It may have been said before it was known what it is.
    const rounds = (await listRememberedRounds()).filter(
      (round) => own.has(round.id) && holdsSecret(round, secrets),
    );
    await deleteRememberedRounds(rounds.map(({ id }) => id));
  }
  const round = rememberRound(trace, await readMemory());
  if (round && !(await wasRecorded(trace))) await writeRememberedRound(round);
  // What was kept of it before it was corrected may hold no longer.
  else await deleteRememberedRounds([trace.id]);
}

/** Whether a recording was open during the round: what is in it is told from there, and a pause is one. */
async function wasRecorded({ startedAt }: RoundTrace): Promise<boolean> {
  const all = await listDemonstrations(await connectStore());
  return all.some(({ state, endedAt }) => state !== 'stopped' || (endedAt ?? 0) >= startedAt);
}
