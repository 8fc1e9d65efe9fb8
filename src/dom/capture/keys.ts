import { findEditable, makesClickOf } from './controls.ts';
import { findDeepTarget } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import type { Hand } from './hand.ts';
import type { CapturePorts } from './ports.ts';
import type { Typing } from './typing.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Dead']);
/** In a field with one line these are the page's or nobody's; elsewhere they move the caret. */
const MOVES = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']);

/**
 * Keys that are turns of their own: Enter and Escape, and whatever else the page answers instead of
 * the browser (arrows in widgets, shortcuts). Others are part of typing, scrolling, a click or a change.
 */
export function createKeys(ports: CapturePorts, hand: Hand, typing: Typing, flush: () => void) {
  /** Keys of which it is not known yet whether the page answers them. */
  const waiting = new Set<() => void>();

  function emit(event: KeyboardEvent, before: Gesture): void {
    const { target } = before;
    const action = { intent: 'press', key: nameKey(event), uid: ports.uidOf(target) } as const;
    hand.emit(action, target, before, event);
  }

  /** Asks once the page has seen the key; at the latest when the page goes away. */
  function decideLater(decide: () => void): void {
    const run = (): void => {
      if (!waiting.delete(run)) return;
      clearTimeout(timer);
      decide();
    };
    waiting.add(run);
    const timer = setTimeout(run);
  }

  return {
    onDown(event: KeyboardEvent): void {
      const { key } = event;
      if (MODIFIERS.has(key) || event.isComposing || key === 'Process') return;
      const target = findDeepTarget(event, ports);
      const editable = findEditable(target);
      const isLines = editable !== null && !(editable instanceof HTMLInputElement);
      if (key === 'Enter' && isLines) {
        const line = hand.take(event);
        if (line) typing.onLineBreak(editable, line, () => emit(event, line));
        return;
      }
      const isKept = key === 'Enter' || key === 'Escape';
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const mayMatter = editable ? isCommand || (!isLines && MOVES.has(key)) : true;
      if (typing.isIn(target) && !isKept && !mayMatter) return;
      if (isKept) flush();
      if (event.repeat) return;
      const before = typing.isIn(target) && !isKept ? hand.take(event) : hand.press(event);
      if (!before) return;
      if (makesClickOf(before.target, key) || isClipboardKey(event)) return;
      if (isKept) emit(event, before);
      else if (mayMatter) {
        decideLater(() => {
          if (!event.defaultPrevented) return;
          flush();
          emit(event, before);
        });
      }
    },

    decide: () => {
      for (const run of waiting) run();
    },
  };
}

/** Copy, cut and paste have events of their own. */
function isClipboardKey({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && ['c', 'x', 'v'].includes(key.toLowerCase());
}

/** `Escape`, `Control+k`, `Control+Shift+K`. Shift alone is in the key already. */
function nameKey({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): string {
  const isChord = ctrlKey || altKey || metaKey;
  const modifiers = [
    ctrlKey && 'Control',
    altKey && 'Alt',
    metaKey && 'Meta',
    shiftKey && (isChord || key.length > 1) && 'Shift',
  ];
  return [...modifiers.filter((name) => name !== false), key].join('+');
}
