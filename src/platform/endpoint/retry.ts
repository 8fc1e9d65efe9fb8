/** Told before a question is asked again. */
export interface Retry {
  /** 1 for the first time it is asked again. */
  attempt: number;
  /** How many times it is asked again at most. */
  most: number;
  waitMs: number;
  /** Why, to stand in a sentence: `OpenAI is asked too often (429)`. */
  reason: string;
}

export const MOST_RETRIES = 2;
const FIRST_WAIT_MS = 500;
/** What an endpoint may ask to wait; for longer, the user is asked to come back. */
const LONGEST_WAIT_MS = 60_000;

/** Worth asking again: too often, a server's own fault, a conflict or time that ran out. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * How long to wait before the given attempt, ms: what the endpoint asked for (`Retry-After` in
 * seconds or as a date, RFC 9110 §10.2.3; OpenAI's `retry-after-ms`), else longer each time. Null:
 * the endpoint asks for more than anybody would wait.
 */
export function chooseWait(attempt: number, headers: Headers | null, now: number): number | null {
  const asked = readRetryAfter(headers, now);
  if (asked !== null) return asked <= LONGEST_WAIT_MS ? Math.max(0, asked) : null;
  // Spread, so that questions that failed together do not come back together.
  return Math.round(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));
}

function readRetryAfter(headers: Headers | null, now: number): number | null {
  const ms = headers?.get('retry-after-ms') ?? null;
  if (ms !== null && ms.trim() !== '' && Number.isFinite(Number(ms))) return Number(ms);
  const after = headers?.get('retry-after')?.trim() ?? '';
  if (after === '') return null;
  if (Number.isFinite(Number(after))) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : date - now;
}

/** Resolves after the time, or at once when the signal aborts. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
