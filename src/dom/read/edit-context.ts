import { listenOn } from './native.ts';

/** A text that the browser edits for a page which shows it in its own way, as Monaco does (EditContext API). */
export type EditContext = EventTarget & { readonly text: string };

/** What a person put in place of the characters from `start` to `end`. */
export interface TextUpdate {
  text: string;
  start: number;
  end: number;
}

const getContext = findGetter();

function findGetter(): ((element: HTMLElement) => unknown) | null {
  const descriptor: object =
    Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'editContext') ?? {};
  const getter: unknown = Reflect.get(descriptor, 'get');
  if (typeof getter !== 'function') return null;
  return (element): unknown => {
    const found: unknown = Reflect.apply(getter, element, []);
    return found;
  };
}

/** Null for elements without one. */
export function findEditContext(element: HTMLElement): EditContext | null {
  const context: unknown = getContext?.(element) ?? null;
  return context instanceof EventTarget ? (context as EditContext) : null;
}

/** Hears what a person types: what a script puts in makes no event. */
export function onTextUpdate(
  context: EditContext,
  hear: (event: Event, update: TextUpdate) => void,
  signal: AbortSignal,
): void {
  const handle = (event: Event): void => {
    const [text, start, end] = ['text', 'updateRangeStart', 'updateRangeEnd'].map((name): unknown =>
      Reflect.get(event, name),
    );
    if (!event.isTrusted || typeof text !== 'string') return;
    if (typeof start === 'number' && typeof end === 'number') hear(event, { text, start, end });
  };
  listenOn(context, 'textupdate', handle, { signal });
}
