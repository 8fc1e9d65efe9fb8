/** Resolves with null when the answer fails or takes longer: a frozen page never answers. */
export async function settleWithin<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));
  return Promise.race([answer.catch(() => null), late]);
}
