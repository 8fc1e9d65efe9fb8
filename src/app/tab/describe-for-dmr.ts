import { writeLiveDocuments, writeLiveQuery } from '../../core/formats/dmr/live.ts';
import type { ReplayTurn } from '../../core/formats/dmr/replay.ts';
import type { Candidate, RankQuery } from '../../core/ranking/candidate.ts';
import type { PageSnapshot } from '../../core/snapshot/snapshot.ts';
import { readInstalled } from '../../platform/encoder/models/model-state.ts';

/** Whether the user's model is WebLINX's fine-tuned DMR. A database that cannot be read has none. */
async function isDmrInUse(): Promise<boolean> {
  const model = await readInstalled().catch(() => null);
  return model?.format === 'dmr-exact';
}

/** Where DMR is in use, each candidate with the text that it reads of it. */
export async function describeForDmr(
  candidates: Candidate[],
  page: PageSnapshot,
): Promise<Candidate[]> {
  if (!(await isDmrInUse())) return candidates;
  const documents = writeLiveDocuments(page);
  return candidates.map((candidate) => {
    const document = documents.get(candidate.uid);
    return document === undefined ? candidate : { ...candidate, document };
  });
}

/** Where DMR is in use, the query with the conversation as it is asked about it. */
export async function askForDmr(
  query: RankQuery,
  turns: readonly ReplayTurn[],
  viewport: { width: number; height: number } | null,
): Promise<RankQuery> {
  return (await isDmrInUse()) ? { ...query, asked: writeLiveQuery(turns, viewport) } : query;
}
