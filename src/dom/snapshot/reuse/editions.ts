import type { RawFrame } from '../../../core/snapshot/snapshot.ts';

/** What a take tells that is in neither the nodes nor their boxes. */
type FrameContext = Pick<RawFrame, 'url' | 'title' | 'children'>;

/** Names what takes of a document find, so that an edition that is known is not sent again. */
export interface Editions {
  /** After each take; null where there was none. `isAgain`: the nodes and their boxes are as they were. */
  note(taken: FrameContext | null, isAgain: boolean): void;
  /** Another one whenever a take found the document other than the take before did. */
  name(): string;
}

/** `salt` tells the document from others. */
export function createEditions(salt: number): Editions {
  let last: FrameContext | null = null;
  let count = 0;
  return {
    note(taken, isAgain) {
      if (!isAgain || !isSameContext(taken, last)) count += 1;
      last = taken;
    },
    name: () => `${salt} ${count}`,
  };
}

function isSameContext(one: FrameContext | null, other: FrameContext | null): boolean {
  if (!one || one.url !== other?.url || one.title !== other.title) return false;
  return JSON.stringify(one.children) === JSON.stringify(other.children);
}
