import { describeError } from '../core/describe-error.ts';
import type { Content } from '../protocol/content.ts';
import type { DataOf, Envelope, MessageMap, Receiver, ReplyOf } from '../protocol/message.ts';
import { isEnvelope } from '../protocol/message.ts';

type Sender = chrome.runtime.MessageSender;

export type Handlers<M extends MessageMap> = {
  [K in keyof M]: (data: DataOf<M, K>, sender: Sender) => ReplyOf<M, K> | Promise<ReplyOf<M, K>>;
};

/** A reply on the wire: a handler's value, or what it threw. */
type Wire = { value: unknown } | { error: string };

/**
 * Answers messages for one receiver until `signal` aborts. `allows` sees the sender before any
 * handler does; what it refuses is answered with an error.
 */
export function receive<M extends MessageMap>(
  receiver: Receiver,
  handlers: Handlers<M>,
  allows: (type: keyof M, sender: Sender) => boolean,
  signal?: AbortSignal,
): void {
  const listener = (message: unknown, sender: Sender, reply: (wire: Wire) => void): boolean => {
    if (!isEnvelope(message) || message.to !== receiver) return false;
    const handler = Object.hasOwn(handlers, message.type) ? handlers[message.type] : undefined;
    if (!handler) return false;
    if (sender.id !== chrome.runtime.id || !allows(message.type, sender)) {
      reply({ error: `${message.type} is not allowed from there` });
      return false;
    }
    Promise.resolve()
      .then(() => handler(message.data as DataOf<M, keyof M>, sender))
      .then(
        (value) => reply({ value }),
        (error: unknown) => reply({ error: describeError(error) }),
      );
    return true;
  };
  chrome.runtime.onMessage.addListener(listener);
  signal?.addEventListener('abort', () => chrome.runtime.onMessage.removeListener(listener));
}

/** A typed client of one receiver. Rejects when there is no answer or the handler threw. */
export function senderTo<M extends MessageMap>(receiver: Receiver) {
  return async <K extends keyof M & string>(
    type: K,
    data: DataOf<M, K>,
  ): Promise<ReplyOf<M, K>> => {
    const envelope: Envelope = { to: receiver, type, data };
    return unwrap(await chrome.runtime.sendMessage<Envelope, unknown>(envelope), type);
  };
}

/** The same for the content script of a frame, whatever document it shows by then, or of one document. */
export async function sendToFrame<K extends keyof Content>(
  { tabId, ...place }: { tabId: number } & ({ frameId: number } | { documentId: string }),
  type: K,
  data: DataOf<Content, K>,
): Promise<ReplyOf<Content, K>> {
  const envelope: Envelope = { to: 'content', type, data };
  return unwrap(await chrome.tabs.sendMessage(tabId, envelope, place), type);
}

/** True when the sender is one of our own pages (not a content script in somebody's page). */
export function isOwnPage(sender: Sender): boolean {
  return sender.url?.startsWith(chrome.runtime.getURL('')) ?? false;
}

function unwrap<R>(wire: unknown, type: string): R {
  if (typeof wire === 'object' && wire !== null) {
    if ('error' in wire) throw new Error(String(wire.error));
    // An undefined value is dropped on the way, so its absence is a reply too.
    return ('value' in wire ? wire.value : undefined) as R;
  }
  throw new Error(`Nobody answered ${type}`);
}
