import type { Candidate, RankQuery, RankResult } from '../../core/ranking/candidate.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import { senderTo } from '../../platform/messages.ts';
import { openOffscreen } from '../../platform/offscreen.ts';
import type { Offscreen } from '../../protocol/offscreen.ts';
import type { RankerStatus } from '../../protocol/ranker-worker.ts';
import { untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';

/** The ranker answers within its own patience; longer than this it is gone, and words alone must do. */
const ANSWER_MS = 8000;

const order = senderTo<Offscreen>('offscreen');

/**
 * Ranks in the offscreen document: what is known there after some two seconds is the answer, with the
 * user's model or without (`stage`). When that fails, by words alone, and says so.
 */
export async function rankOffscreen(
  query: RankQuery,
  candidates: Candidate[],
  k: number,
  signal = new AbortController().signal,
): Promise<RankResult> {
  const requestId = crypto.randomUUID();
  const cancel = (): void => void order('ranker.cancel', { requestId }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const ask = async (): Promise<RankResult> => {
    await openOffscreen();
    return order('ranker.rank', { requestId, query, candidates, k });
  };
  try {
    return await untilAborted(withTimeout(ask(), ANSWER_MS), signal);
  } catch (error) {
    signal.throwIfAborted();
    const result = await rankCandidates(query, candidates, { k, now: () => performance.now() });
    const reason = error instanceof Error ? error.message : String(error);
    const notice = `The encoder did not answer (${reason}), so words alone ordered this.`;
    return { ...result, notice };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** How the encoder stands; null while nothing has needed it yet. */
export async function readRankerStatus(): Promise<RankerStatus | null> {
  if (!(await chrome.offscreen.hasDocument())) return null;
  return order('ranker.status', null).catch(() => null);
}
