export function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'insertFromPaste';
}

/** The browser set the field by itself: what a person types, dictates or drops in comes with more than that. */
export function isSetting(event: Event): boolean {
  return event.type === 'input' && !(event instanceof InputEvent);
}
