/** A picture that goes with a message. */
export interface ChatImage {
  mediaType: 'image/png' | 'image/jpeg';
  base64: string;
}

/** A message to a chat model. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  images?: readonly ChatImage[];
}
