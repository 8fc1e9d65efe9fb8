import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { EndpointTrouble } from './explain-error.ts';
import { parseJson, read, readDetail } from './read-json.ts';
import { isPassing } from './retry.ts';
import type { AnswerWatch } from './watched-fetch.ts';

/** Why one try came to nothing, and what it takes to decide about another. */
export interface FailedTry {
  trouble: EndpointTrouble;
  /** Another try may help. */
  passing: boolean;
  headers: Headers | null;
  /** Of the answer, when it was an error. */
  body: string;
}

export function readTrouble(
  error: unknown,
  watch: AnswerWatch,
  signal: AbortSignal,
  stalled: AbortSignal,
): FailedTry {
  const give = (trouble: EndpointTrouble, passing = false): FailedTry => ({
    trouble,
    passing,
    headers: null,
    body: watch.errorBody,
  });
  if (signal.aborted) return give({ kind: 'aborted' });
  if (watch.fault) return give({ kind: watch.fault });
  if (stalled.aborted) return give({ kind: 'timeout' });
  if (error instanceof APIConnectionTimeoutError) return give({ kind: 'timeout' }, true);
  if (error instanceof APIConnectionError) return give({ kind: 'unreachable' }, true);
  if (error instanceof APIError) return readAnswer(error, watch);
  if (error instanceof SyntaxError) return give({ kind: 'garbled' });
  return give({ kind: 'cut' });
}

function readAnswer(error: unknown, { errorBody }: AnswerWatch): FailedTry {
  // An error that comes inside the stream has no status of its own, and part of a reply may be shown.
  const given = read(error, 'status');
  const status = typeof given === 'number' ? given : null;
  const headers = read(error, 'headers');
  const detail = readDetail(read(error, 'error')) ?? readDetail(parseJson(errorBody));
  // Waiting does not fill an account.
  const isSpent = read(error, 'code') === 'insufficient_quota';
  return {
    trouble:
      status === null
        ? { kind: 'told', detail: detail ?? '' }
        : { kind: 'status', status, detail: detail ?? '' },
    passing: status !== null && isPassing(status) && !isSpent,
    headers: headers instanceof Headers ? headers : null,
    body: errorBody,
  };
}
