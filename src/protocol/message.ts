/**
 * How contexts talk. Each receiver has one map: message name → (data) → reply; names are
 * `noun.verb` for orders and `noun.past` for news. Every message names its addressee, since
 * `runtime.sendMessage` reaches all contexts.
 */
export type Receiver = 'background' | 'content' | 'offscreen' | 'panel';

/** The shape of a receiver's map; each value is a function from the data to the reply. */
export type MessageMap = { [name: string]: (data: never) => unknown };

export interface Envelope {
  to: Receiver;
  type: string;
  data: unknown;
}

export type DataOf<M, K extends keyof M> = M[K] extends (data: infer D) => unknown ? D : never;
export type ReplyOf<M, K extends keyof M> = M[K] extends (data: never) => infer R ? R : never;

/** True for messages of ours; anything else on the channel is ignored. */
export function isEnvelope(message: unknown): message is Envelope {
  return (
    typeof message === 'object' &&
    message !== null &&
    'to' in message &&
    'type' in message &&
    typeof message.type === 'string'
  );
}
