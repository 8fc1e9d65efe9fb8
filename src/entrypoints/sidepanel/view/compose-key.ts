/** Enter sends; Shift+Enter breaks the line; an input method's Enter takes its suggestion. */
export function isSendKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing'>): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing;
}
