import type { Candidate, Encoder } from '../../core/ranking/candidate.ts';

/** Texts per batch: a request waits for one batch at most. */
const AT_A_TIME = 16;
/** Of one page. */
const MOST = 2000;

export interface Preparer {
  /** These are what is prepared from now on: of an earlier page nothing more. */
  take: (candidates: readonly Candidate[]) => void;
  /** Stops at once until the returned function is called. */
  hold: () => () => void;
}

/**
 * Lets the model read a page's texts in idle time, so that the next request finds their vectors. Works at most half
 * of the time, and only with a model.
 */
export function createPreparer(
  getEncoder: () => Encoder | null,
  textOf: (candidate: Candidate) => string,
  rest: (ms: number) => Promise<void>,
  now: () => number,
): Preparer {
  let texts: string[] = [];
  let holds = 0;
  let running: AbortController | null = null;

  async function run(signal: AbortSignal, encoder: Encoder): Promise<void> {
    while (texts.length > 0 && !signal.aborted) {
      const begun = now();
      const part = texts.slice(0, AT_A_TIME);
      const known = encoder.recall?.(part);
      const missing = part.filter((_, at) => !known?.[at]);
      if (missing.length > 0) {
        await encoder.encode(missing, signal);
        await rest(now() - begun);
      }
      // Also where a new page came meanwhile, whose texts are others.
      texts = texts.filter((text) => !part.includes(text));
    }
  }

  function go(): void {
    const encoder = getEncoder();
    if (holds > 0 || running || !encoder || texts.length === 0) return;
    const controller = new AbortController();
    running = controller;
    run(controller.signal, encoder)
      // The code that loaded the model handles its failure.
      .catch(() => (controller.signal.aborted ? undefined : (texts = [])))
      .finally(() => {
        if (running === controller) running = null;
      });
  }

  return {
    take(candidates) {
      if (!getEncoder()) return;
      const seen = (inViewport: boolean): string[] =>
        candidates.filter((each) => each.inViewport === inViewport).map(textOf);
      texts = [...new Set([...seen(true), ...seen(false)])].slice(0, MOST);
      go();
    },
    hold() {
      holds++;
      running?.abort();
      running = null;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds--;
        go();
      };
    },
  };
}
