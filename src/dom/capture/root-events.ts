import { getRootOf, listenOn } from '../read/native.ts';

/** Of what a press may lead to, these end at the shadow root they happen in: they are not `composed`. */
type RootEvents = Partial<
  Record<'change' | 'submit' | 'scroll' | 'selectstart', (event: Event) => void>
>;

/**
 * Hears, in the shadow roots around what is pressed or scrolled, what never reaches the window. To be called
 * with the element of each press, closed roots included.
 */
export function watchRootEvents(
  handlers: RootEvents,
  signal: AbortSignal,
): (pressed: Element | null) => void {
  const known = new WeakSet<ShadowRoot>();
  return (pressed) => {
    for (let at = pressed; at;) {
      const root: Node = getRootOf(at);
      if (!(root instanceof ShadowRoot)) return;
      if (!known.has(root)) {
        known.add(root);
        listenIn(root, handlers, signal);
      }
      at = root.host;
    }
  };
}

function listenIn(root: ShadowRoot, handlers: RootEvents, signal: AbortSignal): void {
  for (const [type, handle] of Object.entries(handlers)) {
    const hear = (event: Event): void => {
      const [first] = event.composedPath();
      // What is put into a slot passes through here, too, and is heard where it belongs.
      if (first instanceof Node && getRootOf(first) === root) handle(event);
    };
    listenOn(root, type, hear, { capture: true, passive: true, signal });
  }
}
