import type { ChangeClock } from './change-clock.ts';
import type { ShadowRoots } from '../shadow-roots.ts';

/** Of so many elements it is asked; some pages write all they have in elements that are never defined. */
const MAX_WAITING = 200;

/**
 * Custom elements are often there before they are defined, and get their shadow roots then, with no trace in the
 * document: what is in them is to be masked, and shown by no picture from before.
 */
export function createLateRoots(
  shadowRoots: Pick<ShadowRoots, 'find'>,
  clock: Pick<ChangeClock, 'noteChange'>,
): {
  /** These elements have no root so far. */
  expect: (hostless: readonly Element[]) => void;
  /** Asks whether they have one by now. */
  look: () => void;
} {
  let waiting: readonly Element[] = [];
  return {
    expect(hostless) {
      waiting = hostless.slice(0, MAX_WAITING);
    },
    look() {
      const left = waiting.filter((element) => shadowRoots.find(element) === null);
      if (left.length < waiting.length) clock.noteChange();
      waiting = left;
    },
  };
}
