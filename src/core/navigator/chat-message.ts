/** A message to a chat model. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}
