import type { Past, PastOutcome } from '../navigator/memory/past.ts';
import { NO_FENCE } from './fence.ts';
import type { Part } from './fit-parts.ts';
import type { Scene } from './scene.ts';

/** Of what is not fixed in a prompt, for past demonstrations where there are any. */
const SHARE = 0.15;

const OUTCOMES: Record<PastOutcome, string> = {
  worked: 'it worked',
  failed: 'it failed',
  unknown: 'whether it worked is not known',
};

/** Stands before them; what is fenced is no instruction, so how to read it is told outside. */
const INTRODUCTION =
  'Earlier demonstrations and conversations with requests like this one, most alike first. They show how it went then, on pages that may be others now. Do as they did only where it fits this request, and not as those that failed:';

/** Past demonstrations, the least alike given up first. */
function tellPasts({ pasts = [], live }: Scene): Part {
  const fence = live?.fence ?? NO_FENCE;
  const told = pasts.map(writePast);
  return {
    name: 'memory',
    of: pasts.length,
    share: SHARE,
    write: (kept) =>
      kept === 0 ? '' : `${INTRODUCTION}\n${fence.around(told.slice(0, kept).join('\n'))}`,
  };
}

/**
 * The parts of a prompt with those for the past behind them, which is given up first. Without any, the
 * others are as they are.
 */
export function addPasts(parts: readonly Part[], scene: Scene): Part[] {
  const past = tellPasts(scene);
  if (past.of === 0) return [...parts, past];
  return [...parts.map((part) => ({ ...part, share: part.share * (1 - SHARE) })), past];
}

function writePast({ request, sites, outcome, steps }: Past, at: number): string {
  const lines = steps.map((step) => `   - ${step}`);
  return [`${at + 1}. “${request}” on ${sites.join(', ')}: ${OUTCOMES[outcome]}`, ...lines].join(
    '\n',
  );
}
