/** A key as it is named in an action, with the modifiers written before it: `Control+Enter`. */
export interface Key {
  key: string;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

export function readKey(text: string): Key {
  const parts = text.split(/\+(?=.)/u);
  const last = parts.at(-1) ?? text;
  const held = new Set(parts.slice(0, -1).map((part) => part.toLowerCase()));
  return {
    key: NAMES[last.toLowerCase()] ?? last,
    ctrlKey: held.has('control') || held.has('ctrl'),
    shiftKey: held.has('shift'),
    altKey: held.has('alt'),
    metaKey: held.has('meta') || held.has('cmd'),
  };
}

/** The legacy numbers of keys that write no character. */
const CODES: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};

/** Names people and models write, where they differ from KeyboardEvent.key. */
const NAMES: Record<string, string> = {
  ...Object.fromEntries(Object.keys(CODES).map((name) => [name.toLowerCase(), name])),
  return: 'Enter',
  esc: 'Escape',
  space: ' ',
  spacebar: ' ',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

export function isPrintable(key: Key): boolean {
  return Array.from(key.key).length === 1 && !key.ctrlKey && !key.altKey && !key.metaKey;
}

/** Sends keydown and, where a real key does, keypress. Returns whether the page left the default alone. */
export function sendKeyDown(element: Element, key: Key): boolean {
  const down = new KeyboardEvent('keydown', initOf(element, key, codeNumber(key.key)));
  if (!element.dispatchEvent(down)) return false;
  if (!isPrintable(key) && key.key !== 'Enter') return true;
  const point = key.key === 'Enter' ? 13 : (key.key.codePointAt(0) ?? 0);
  return element.dispatchEvent(
    // oxlint-disable-next-line typescript/no-deprecated -- what pages of the time of keypress read
    new KeyboardEvent('keypress', { ...initOf(element, key, point), charCode: point }),
  );
}

/** Presses and releases a key in one task. */
export function pressKey(element: Element, name: string): void {
  const key = readKey(name);
  sendKeyDown(element, key);
  sendKeyUp(element, key);
}

export function sendKeyUp(element: Element, key: Key): boolean {
  return element.dispatchEvent(
    new KeyboardEvent('keyup', initOf(element, key, codeNumber(key.key))),
  );
}

function initOf(element: Element, key: Key, keyCode: number): KeyboardEventInit {
  // What old pages ask for instead of `key`.
  const legacy: object = { keyCode, which: keyCode };
  return {
    ...legacy,
    ...key,
    code: codeName(key.key),
    bubbles: true,
    cancelable: true,
    composed: true,
    view: element.ownerDocument.defaultView,
  };
}

/** The legacy number that old pages still ask for: 0 for characters no key of a US keyboard has. */
function codeNumber(key: string): number {
  const known = CODES[key];
  if (known !== undefined) return known;
  const letter = key.toUpperCase();
  return /^[A-Z0-9]$/u.test(letter) ? letter.charCodeAt(0) : 0;
}

/** The physical key on a US keyboard; empty if unknown. */
function codeName(key: string): string {
  if (key === ' ') return 'Space';
  if (/^[a-z]$/iu.test(key)) return `Key${key.toUpperCase()}`;
  if (/^[0-9]$/u.test(key)) return `Digit${key}`;
  return key.length > 1 ? key : '';
}
