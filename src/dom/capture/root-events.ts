import { getRootOf, listenOn } from '../read/native.ts';
import type { CapturePorts } from './ports.ts';

/**
 * Of what a press may lead to, these end at the shadow root they happen in: they are not `composed`. And
 * `pointerover` ends at the root that also holds what the pointer came from, `pointerout` at the one that holds
 * what it goes to; `focusin` and `focusout` likewise.
 */
type RootEvents = Partial<
  Record<
    | 'change'
    | 'submit'
    | 'scroll'
    | 'selectstart'
    | 'pointerover'
    | 'pointerout'
    | 'focusin'
    | 'focusout',
    (event: Event) => void
  >
>;

/**
 * Hears, in the shadow roots in and around what is pressed, scrolled or hovered, what never reaches the
 * window. To be called with each such element, closed roots included. What the pointer does is heard in all
 * roots that it passes.
 */
export function watchRootEvents(
  { shadowRootOf }: Pick<CapturePorts, 'shadowRootOf'>,
  handlers: RootEvents,
  signal: AbortSignal,
): (used: Element | null) => void {
  const known = new WeakSet<ShadowRoot>();
  return (used) => {
    let root: Node | null = used && (shadowRootOf(used) ?? getRootOf(used));
    while (root instanceof ShadowRoot) {
      if (!known.has(root)) {
        known.add(root);
        listenIn(root, handlers, signal);
      }
      root = getRootOf(root.host);
    }
  };
}

function listenIn(root: ShadowRoot, handlers: RootEvents, signal: AbortSignal): void {
  for (const [type, handle] of Object.entries(handlers)) {
    const hear = (event: Event): void => {
      const [first] = event.composedPath();
      // What is put into a slot passes through here, too, and is heard where it belongs.
      const isOwn = first instanceof Node && getRootOf(first) === root;
      if (isOwn || type.startsWith('pointer')) handle(event);
    };
    listenOn(root, type, hear, { capture: true, passive: true, signal });
  }
}
