import type { CeilingPause } from '../../app/metered-endpoint.ts';
import type { QuestionUsage } from '../../core/navigator/endpoint/pricing.ts';
import type { Retry } from '../../platform/endpoint/retry.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { formatCost, formatSpent } from '../../ui/format/spending.ts';
import type { BannerModel, RoundModel } from './view/view-model.ts';

/** What the panel says while a question waits to be asked again. */
export function nameRetry(
  round: RoundModel | null,
  { attempt, most, waitMs, reason }: Retry,
): RoundModel | null {
  const seconds = (waitMs / 1000).toFixed(1);
  const count = `${String(attempt)} of ${String(most)}`;
  return round && { ...round, activity: `${reason}: again in ${seconds} s (${count})` };
}

/** Puts what a question took beside the reply, which is the last thing the model wrote. */
export function addUsageToReply(
  entries: readonly Entry[],
  usage: QuestionUsage,
  isPriced: boolean,
): readonly Entry[] {
  const at = entries.findLastIndex(({ kind }) => kind === 'thinking');
  const entry = entries[at];
  if (entry?.kind !== 'thinking') return entries;
  const spent = formatSpent({ ...usage, cost: isPriced ? usage.cost : null });
  return entries.with(at, { ...entry, spent });
}

const GO_ON = 'go-on';

export function describePause({ spent, ceiling }: CeilingPause): BannerModel {
  return {
    tone: 'warning',
    happened: `Paused: the next question may take this conversation over ${formatCost(ceiling)}.`,
    kept: `It has cost ${formatCost(spent)} so far. Nothing is lost.`,
    next: null,
    actions: [
      { id: GO_ON, label: 'Continue' },
      { id: 'stop', label: 'Stop here' },
    ],
  };
}

export function isPause(banner: BannerModel | null): boolean {
  return banner?.actions.some(({ id }) => id === GO_ON) ?? false;
}
