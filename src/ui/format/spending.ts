import { formatTokens } from './amount.ts';

interface Spent {
  promptTokens: number;
  completionTokens: number;
  /** Counted by us, because the endpoint did not. */
  estimated: boolean;
  /** Null where no price is known. */
  cost: number | null;
}

/** `4.2k tokens · 0.0123`; what is estimated has a `≈`. */
export function formatSpent({ promptTokens, completionTokens, estimated, cost }: Spent): string {
  const about = estimated ? '≈' : '';
  const tokens = `${about}${formatTokens(promptTokens + completionTokens)} tokens`;
  return cost === null ? tokens : `${tokens} · ${about}${formatCost(cost)}`;
}

/** In a currency that only the user knows: `0.0031`, `0.42`, `12.50`. */
export function formatCost(cost: number): string {
  if (cost === 0) return '0';
  if (cost < 0.0001) return '<0.0001';
  return cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2);
}
