/** Keys by what people call them; those in the second table are as likely to name a button. */
const KEYS: Record<string, string> = {
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
  'page down': 'PageDown',
};

const KEYS_WHEN_CALLED_KEY: Record<string, string> = {
  delete: 'Delete',
  del: 'Delete',
  home: 'Home',
  end: 'End',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

/**
 * The KeyboardEvent.key name of what a person calls a key, or null. "Home" alone is rather a link;
 * `calledKey` says that the word "key" stood beside it.
 */
export function readKeyName(words: string, calledKey: boolean): string | null {
  const name = words
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .trim();
  const arrow =
    /^arrow ?(up|down|left|right)$/.exec(name) ?? /^(up|down|left|right) arrow$/.exec(name);
  if (arrow?.[1]) return `Arrow${arrow[1].charAt(0).toUpperCase()}${arrow[1].slice(1)}`;
  if (/^page(up|down)$/.test(name)) return name === 'pageup' ? 'PageUp' : 'PageDown';
  if (/^f(?:[1-9]|1[0-2])$/.test(name)) return name.toUpperCase();
  return KEYS[name] ?? (calledKey ? (KEYS_WHEN_CALLED_KEY[name] ?? null) : null);
}
