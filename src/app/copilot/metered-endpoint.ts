import { approximateTokenizer } from '../../core/formats/otr/tokenizer.ts';
import type { ChatMessage } from '../../core/navigator/model/question.ts';
import type { ReplyTerms, ToolSchema } from '../../core/navigator/model/tool-schema.ts';
import {
  estimateCost,
  measureUsage,
  addUsage,
  exceedsCeiling,
  NO_SPENDING,
  raiseCeiling,
} from '../../core/navigator/model/cost.ts';
import type { QuestionUsage } from '../../core/navigator/model/cost.ts';
import type { ModelUsage } from '../../core/demonstration/demonstration.ts';
import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import type { Completed, Failure } from '../../core/navigator/run/ports.ts';
import { askEndpoint } from '../../platform/endpoint/ask-endpoint.ts';
import type { Retry } from '../../platform/endpoint/ask-endpoint.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';

/** The conversation waits, since the next question may exceed its ceiling. */
export interface CeilingPause {
  spent: number;
  ceiling: number;
}

export interface MeterOptions {
  /** Called after each answer, with the totals of the conversation and of this question. */
  onSpending?: (spending: ModelUsage, last: QuestionUsage) => void;
  onRetry?: (retry: Retry) => void;
  /** Gets a pause, and null at its end. Without it, questions over the ceiling fail. */
  onPause?: (pause: CeilingPause | null) => void;
}

export type SetEndpoint = Exclude<EndpointState, { state: 'none' }>;

export interface Meter {
  complete: (
    endpoint: SetEndpoint,
    messages: readonly ChatMessage[],
    onText: (text: string) => void,
    signal: AbortSignal,
    terms: ReplyTerms,
  ) => Promise<Completed>;
  /** Adds what the conversation had cost before this page opened. */
  recall: (before: ModelUsage) => void;
  /** Ends a pause: the ceiling is raised for this conversation. */
  goOn: () => void;
}

/** Asks the endpoint, and counts what one conversation costs. */
export function createMeter({ onSpending, onRetry, onPause }: MeterOptions): Meter {
  let spending = NO_SPENDING;
  let raised: number | null = null;
  let release: (() => void) | null = null;
  const { count } = approximateTokenizer;

  async function waitForLeave(
    { prices, ceiling }: EndpointSettings,
    messages: readonly ChatMessage[],
    tools: readonly ToolSchema[],
    signal: AbortSignal,
  ): Promise<boolean> {
    if (prices === null || ceiling === null) return true;
    const next = estimateCost(prices, messages, count, tools);
    if (!exceedsCeiling(spending, next, Math.max(ceiling, raised ?? 0))) return true;
    if (!onPause) return false;
    onPause({ spent: spending.cost ?? 0, ceiling: Math.max(ceiling, raised ?? 0) });
    const leave = Promise.withResolvers<boolean>();
    release = () => leave.resolve(true);
    const stop = (): void => leave.resolve(false);
    signal.addEventListener('abort', stop);
    const isAllowed = !signal.aborted && (await leave.promise);
    signal.removeEventListener('abort', stop);
    release = null;
    if (isAllowed) raised = raiseCeiling(spending, next, ceiling);
    onPause(null);
    return isAllowed;
  }

  return {
    async complete(endpoint, messages, onText, signal, terms) {
      if (endpoint.state === 'locked') return LOCKED;
      const { settings } = endpoint;
      const offered = terms.tools ?? [];
      if (!(await waitForLeave(settings, messages, offered, signal)))
        return describeCeiling(spending);
      const reply = await askEndpoint(settings, messages, {
        onText,
        signal,
        ...(onRetry && { onRetry }),
        ...terms,
      });
      if (!reply.ok) return reply;
      const { prices } = settings;
      const usage = measureUsage(prices, messages, reply.text, reply.usage, count, offered);
      spending = addUsage(spending, usage, settings.prices !== null);
      onSpending?.(spending, usage);
      return { ok: true, text: reply.text };
    },
    recall: (before) => void (spending = before),
    goOn: () => release?.(),
  };
}

const LOCKED: Failure = {
  ok: false,
  message:
    'The key of the model is locked. Your message is saved: unlock it with your passphrase, then send it again.',
  fix: 'settings',
};

function describeCeiling({ cost }: ModelUsage): Failure {
  return {
    ok: false,
    message: `This conversation has cost ${(cost ?? 0).toFixed(4)}, and the next question may go over the ceiling. Your message is saved: raise the ceiling in Settings, then send it again.`,
    fix: 'settings',
  };
}
