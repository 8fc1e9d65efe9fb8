import type { Receipt } from '../core/action/receipt.ts';
import type { Hop } from '../core/demonstration/hop.ts';
import { order } from './connection.ts';

/** Adds what was said to the recording, where one runs. */
export async function recordSaid(
  turnId: string,
  speaker: 'instructor' | 'navigator',
  utterance: string,
): Promise<void> {
  const by = speaker === 'navigator' ? 'copilot' : 'person';
  const data = { turnId, at: Date.now(), speaker, by, utterance } as const;
  await order('recording.say', data).catch(() => undefined);
}

/** Adds what came of an action; only recorded turns take it, for others there is nothing to add it to. */
export async function recordReceipt(turnId: string, receipt: Receipt): Promise<void> {
  await order('recording.receipt', { turnId, receipt }).catch(() => undefined);
}

/** Adds the hops as they stand to the recording, where one runs. */
export async function recordHops(hops: readonly Hop[]): Promise<void> {
  await order('recording.hops', { at: Date.now(), hops }).catch(() => undefined);
}
