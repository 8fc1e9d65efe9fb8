import { writeLiveQuery } from '../../core/formats/dmr/query.ts';
import { writeLiveDocuments } from '../../core/formats/dmr/record.ts';
import type { ReplayTurn } from '../../core/formats/dmr/replay.ts';
import type { Candidate, RankQuery, RankResult } from '../../core/ranking/candidate.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import { writeCandidates } from '../../core/ranking/written-list.ts';
import type { PageSnapshot } from '../../core/snapshot/snapshot.ts';
import { readModelFact } from '../../platform/encoder/models/model-store.ts';
import { senderTo } from '../../platform/messages.ts';
import { openOffscreen } from '../../platform/offscreen.ts';
import type { CandidateList, Offscreen } from '../../protocol/offscreen.ts';
import type { RankerStatus } from '../../protocol/ranker-worker.ts';
import { untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';

/** The ranker answers sooner; after this it is gone, and words alone decide. */
const ANSWER_MS = 8000;

const order = senderTo<Offscreen>('offscreen');

/**
 * Ranks in the offscreen document: what is known there after some two seconds is the answer, with the user's model or
 * without (`stage`). If that fails, ranks by words alone, with a notice.
 */
export async function rankOffscreen(
  query: RankQuery,
  candidates: readonly Candidate[],
  k: number,
  signal = new AbortController().signal,
): Promise<RankResult> {
  const requestId = crypto.randomUUID();
  const cancel = (): void => void order('ranker.cancel', { requestId }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const ask = async (): Promise<RankResult> => {
    await openOffscreen();
    const asked = { requestId, query, k };
    const ranked = await order('ranker.rank', { ...asked, list: toList(candidates) });
    if (ranked !== 'unknown list') return ranked;
    const again = await order('ranker.rank', { ...asked, list: toList(candidates, true) });
    if (again === 'unknown list') throw new Error('it did not take the list');
    return again;
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

const listIds = new WeakMap<readonly Candidate[], string>();
/** The list that was sent last. */
let sentId = '';

/** Without its candidates if it was sent last: a page's are much longer than the question. */
function toList(candidates: readonly Candidate[], isWhole = false): CandidateList {
  const id = listIds.get(candidates) ?? crypto.randomUUID();
  listIds.set(candidates, id);
  const isSent = id === sentId && !isWhole;
  sentId = id;
  return { id, json: isSent ? null : writeCandidates(candidates) };
}

/** Sends a list that will be asked about next. */
export async function holdCandidates(candidates: readonly Candidate[]): Promise<void> {
  await openOffscreen();
  await order('ranker.hold', { list: toList(candidates) });
}

/** Returns null while nothing has needed the encoder yet. */
export async function readRankerStatus(): Promise<RankerStatus | null> {
  if (!(await chrome.offscreen.hasDocument())) return null;
  return order('ranker.status', null).catch(() => null);
}

/** Has the user's model read candidates ahead, if one is in use. */
export async function prepareRanker(candidates: Candidate[]): Promise<void> {
  const status = await readRankerStatus();
  if (status?.state === 'ready') await order('ranker.prepare', { candidates });
}

/** Whether the user's model is WebLINX's fine-tuned DMR. */
export async function isDmrInUse(): Promise<boolean> {
  const model = await readModelFact('installed').catch(() => null);
  return model?.format === 'dmr-exact';
}

/** Adds the text that DMR reads of each candidate. */
export function describeForDmr(candidates: readonly Candidate[], page: PageSnapshot): Candidate[] {
  const documents = writeLiveDocuments(page);
  return candidates.map((candidate) => {
    const document = documents.get(candidate.uid);
    return document === undefined ? candidate : { ...candidate, document };
  });
}

/** Adds the conversation to a query, if DMR is in use. */
export async function askForDmr(
  query: RankQuery,
  turns: readonly ReplayTurn[],
  viewport: { width: number; height: number } | null,
): Promise<RankQuery> {
  return (await isDmrInUse()) ? { ...query, asked: writeLiveQuery(turns, viewport) } : query;
}
