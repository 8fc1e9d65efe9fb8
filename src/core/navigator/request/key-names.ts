/** Keys by what people call them. */
const KEYS: Record<string, string | undefined> = {
  enter: 'Enter',
  return: 'Enter',
  escape: 'Escape',
  esc: 'Escape',
  tab: 'Tab',
  backspace: 'Backspace',
  space: ' ',
  spacebar: ' ',
  'space bar': ' ',
  'page up': 'PageUp',
  pageup: 'PageUp',
  'page down': 'PageDown',
  pagedown: 'PageDown',
};
/** These are as likely to name a button. */
const KEYS_IF_CALLED_KEY: Record<string, string | undefined> = {
  delete: 'Delete',
  del: 'Delete',
  home: 'Home',
  end: 'End',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

/** Returns the `KeyboardEvent.key` of what a person calls a key; null for other words. `isCalledKey`: "key" stood beside it. */
export function readKeyName(words: string, isCalledKey: boolean): string | null {
  const name = words
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
  const arrow = /^(?:arrow ?(up|down|left|right)|(up|down|left|right) arrow)$/.exec(name);
  const way = arrow?.[1] ?? arrow?.[2];
  if (way !== undefined) return `Arrow${way.charAt(0).toUpperCase()}${way.slice(1)}`;
  if (/^f(?:[1-9]|1[0-2])$/.test(name)) return name.toUpperCase();
  return KEYS[name] ?? (isCalledKey ? (KEYS_IF_CALLED_KEY[name] ?? null) : null);
}
