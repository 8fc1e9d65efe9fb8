import { createElementIn } from '../read/native.ts';

/** An HTML element, also for documents that are none: a picture's or a feed's own are without style. */
export function makeElement<K extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: K,
): HTMLElementTagNameMap[K] {
  return createElementIn(
    document,
    'http://www.w3.org/1999/xhtml',
    name,
  ) as HTMLElementTagNameMap[K];
}
