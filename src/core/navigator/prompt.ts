import type { Candidate } from '../ranking/candidate.ts';
import { cut } from '../ranking/visible-text.ts';
import type { ChatMessage } from './chat-message.ts';

/** Of a reply that could not be used, so much is told back: models can go on for ever. */
const LONGEST_REPLY = 2000;

/** The same prompt after a reply that could not be used. */
export function composeReask(
  messages: readonly ChatMessage[],
  reply: string,
  reason: string,
  shown: readonly Candidate[],
): ChatMessage[] {
  const uids = shown.map(({ uid }) => uid).join(', ');
  return addRefusal(
    messages,
    reply,
    `${reason}\nThe uids you may use: ${uids === '' ? 'none on this page' : uids}.\nReply with exactly one call from the list, and nothing else.`,
  );
}

/** A reply and, behind "That reply could not be used", why and what is wanted instead. */
export function addRefusal(
  messages: readonly ChatMessage[],
  reply: string,
  why: string,
): ChatMessage[] {
  return [
    ...messages,
    // Some endpoints refuse an empty message.
    { role: 'assistant', content: cut(reply.trim(), LONGEST_REPLY) || '(empty reply)' },
    { role: 'user', content: `That reply could not be used: ${why}` },
  ];
}
