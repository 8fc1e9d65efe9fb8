import { readMessage } from '../request/read-message.ts';
import type { ReadMessage } from '../request/read-message.ts';
import type { RoundState } from '../round-state.ts';
import type { Carried } from './journal-entry.ts';

/**
 * What is left of a request that was interrupted: all of it where nothing had begun, and otherwise only
 * what the journal says, since a message does not tell which part of it is done.
 */
export function readRest(
  message: string,
  { done, uncertain, next, deeds = [] }: Carried,
  state: RoundState,
): ReadMessage {
  if (next) return { ok: true, tasks: [...next] };
  // What is done is told of deeds, too: with nothing else, none of it had begun.
  if (done.length === deeds.length && uncertain.length === 0) return readMessage(message, state);
  const reason = `I cannot tell which part of “${message}” is left, so I do nothing. Tell me what to do next.`;
  return { ok: false, reason };
}
