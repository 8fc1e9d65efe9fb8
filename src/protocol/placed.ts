/** What a document tells of where it is: its token, and its window's index among `count` of its parent's. */
export interface Placed {
  token: string;
  index: number;
  count: number;
  /** Counts up; the last one of a token holds. */
  attempt: number;
}

/** Pages' processes send these, so they are looked at before they are passed on. */
export function isPlaced(value: unknown): value is Placed {
  if (typeof value !== 'object' || value === null) return false;
  if (!('token' in value && 'index' in value && 'count' in value && 'attempt' in value))
    return false;
  const { token, index, count, attempt } = value;
  const isToken = typeof token === 'string' && /^[0-9a-f]{32}$/.test(token);
  return isToken && [index, count, attempt].every(Number.isSafeInteger);
}
