import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';
import { rankCandidates } from '../core/ranking/rank.ts';
import { senderTo } from '../platform/messages.ts';
import type { Offscreen } from '../protocol/offscreen.ts';
import { withTimeout } from './with-timeout.ts';

/** Longer than this the words alone must do. */
const ANSWER_MS = 8000;

const order = senderTo<Offscreen>('offscreen');
let opening: Promise<void> | null = null;

/** Ranks in the offscreen document; when that fails, by words alone, and says so. */
export async function rankOffscreen(
  query: RankQuery,
  candidates: Candidate[],
  k: number,
  signal?: AbortSignal,
): Promise<RankResult> {
  const requestId = crypto.randomUUID();
  const cancel = (): void => void order('ranker.cancel', { requestId }).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    await openOffscreen();
    const answer = order('ranker.rank', { requestId, query, candidates, k });
    return await withTimeout(answer, ANSWER_MS);
  } catch (error) {
    signal?.throwIfAborted();
    const result = await rankCandidates(query, candidates, { k, now: () => performance.now() });
    const reason = error instanceof Error ? error.message : String(error);
    return { ...result, notice: `The encoder did not answer (${reason}); ranked by words alone.` };
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** There is one offscreen document at most; two callers must not both make it. */
function openOffscreen(): Promise<void> {
  opening ??= (async () => {
    if (await chrome.offscreen.hasDocument()) return;
    await chrome.offscreen.createDocument({
      url: 'src/entrypoints/offscreen/index.html',
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: 'Runs the encoder that ranks the elements of a page.',
    });
  })().finally(() => {
    opening = null;
  });
  return opening;
}
