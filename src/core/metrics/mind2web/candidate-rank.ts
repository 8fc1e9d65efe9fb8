/** The ranks a candidate generator gave to an action's elements: from 0, as in Mind2Web's files. */
export type CandidateRanks = ReadonlyMap<string, number>;

/** How many candidates the published protocol lets the model choose among. */
export const MIND2WEB_TOP_K = 50;

/** Ids of the positives ranked better than `topK`; without ranks all of them. */
export function listReachable(
  positives: readonly string[],
  ranks: CandidateRanks | null,
  topK: number,
): string[] {
  if (ranks === null) return [...positives];
  return positives.filter((id) => (ranks.get(id) ?? Number.POSITIVE_INFINITY) < topK);
}
