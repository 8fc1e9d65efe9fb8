import type { Budget } from '../../core/evaluation/row.ts';
import type { Ask, Asked } from '../../core/evaluation/predict-turn.ts';
import { approximateTokenizer } from '../../core/formats/otr/tokenizer.ts';
import type { Prices } from '../../core/navigator/model/cost.ts';
import { measureUsage } from '../../core/navigator/model/cost.ts';
import type { ChatMessage } from '../../core/navigator/model/question.ts';
import type { AskedEndpoint } from './ask-endpoint.ts';
import { askEndpoint } from './ask-endpoint.ts';
import type { EndpointFailure } from './explain-error.ts';
import type { EndpointReply } from './read-reply.ts';

export interface AskerOptions {
  settings: AskedEndpoint;
  cache: AnswerCache;
  budget: Budget;
  /** Why the run ends when the budget doesn't allow the next question. */
  overBudget: string;
  prices: Prices;
  /** How many questions may be under way at once. */
  parallel: number;
  /** How often a question is asked again after all of the endpoint package's own retries. */
  retries: number;
  patienceMs: number;
  signal: AbortSignal;
  /** Rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Asker {
  ask: Ask;
  /** Why nothing more is asked; null while questions are. */
  stopReason(): string | null;
}

/** So many failures without an answer in between: it is the endpoint, not the questions. */
const MOST_FAILURES = 5;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Asks an endpoint: each question once, `parallel` at a time, as long as the budget lasts. Repeats questions that failed with
 * 429, 5xx or a timeout, after longer and longer waits.
 */
export function createAsker(options: AskerOptions): Asker {
  const { cache, signal, budget, parallel } = options;
  const underWay = new Map<string, Promise<Asked>>();
  const slots = createSlots(parallel);
  let stopped: string | null = null;
  let failures = 0;
  const stop = (reason: string): Asked => ({ ok: false, kind: 'stopped', reason });
  const whyNot = (): string | null => (signal.aborted ? 'the run was stopped' : stopped);

  async function askOnce(name: string, messages: readonly ChatMessage[]): Promise<Asked> {
    const kept = await cache.read(name);
    if (kept) return giveAgain(kept);
    await slots.take();
    try {
      const reason = whyNot();
      if (reason !== null) return stop(reason);
      const reserved = budget.reserve(messages);
      if (reserved === null) {
        stopped = options.overBudget;
        return stop(stopped);
      }
      const reply = await askPatiently(options, messages);
      if (!reply.ok) {
        budget.settle(reserved, 0);
        const aborted = whyNot();
        if (signal.aborted && aborted !== null) return stop(aborted);
        failures += 1;
        if (failures >= MOST_FAILURES) stopped ??= `${failures} questions failed in a row`;
        return { ok: false, kind: 'failed', reason: cleanReason(reply.reason, options.settings) };
      }
      failures = 0;
      const { count } = approximateTokenizer;
      const measured = measureUsage(options.prices, messages, reply.text, reply.usage, count);
      const usage = { ...measured, cached: false };
      budget.settle(reserved, usage.cost);
      const { promptTokens, completionTokens, estimated } = usage;
      await cache.write(name, { text: reply.text, promptTokens, completionTokens, estimated });
      return { ok: true, text: reply.text, usage };
    } finally {
      slots.free();
    }
  }

  return {
    stopReason: () => stopped,
    async ask(messages) {
      const name = cache.nameOf(messages);
      const same = underWay.get(name);
      if (same) {
        const asked = await same;
        return asked.ok ? giveAgain({ ...asked.usage, text: asked.text }) : asked;
      }
      const asking = askOnce(name, messages).finally(() => underWay.delete(name));
      underWay.set(name, asking);
      return asking;
    },
  };
}

function giveAgain({ text, promptTokens, completionTokens, estimated }: KeptAnswer): Asked {
  const usage = { promptTokens, completionTokens, estimated, cost: 0, cached: true };
  return { ok: true, text, usage };
}

async function askPatiently(
  { settings, retries, patienceMs, signal, wait }: AskerOptions,
  messages: readonly ChatMessage[],
): Promise<EndpointReply | EndpointFailure> {
  for (let again = 0; ; again++) {
    const reply = await askEndpoint(settings, messages, { signal, patienceMs });
    if (reply.ok || reply.fix !== 'retry' || again >= retries || signal.aborted) return reply;
    try {
      await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 4 ** again), signal);
    } catch {
      return reply;
    }
  }
}

function createSlots(count: number): { take(): Promise<void>; free(): void } {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    take() {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    free() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

/** Reasons go into outputs, where neither the endpoint's address nor the key belongs. */
function cleanReason(reason: string, { baseUrl, apiKey }: AskedEndpoint): string {
  const hidden = [baseUrl, URL.canParse(baseUrl) ? new URL(baseUrl).host : '', apiKey];
  return hidden
    .filter(Boolean)
    .reduce((text, secret) => text.replaceAll(secret, 'the endpoint'), reason.replace(/\s+/g, ' '))
    .replace(/[.\s]+$/, '');
}

/** An answer as it is kept: what was said, and what it took. */
export interface KeptAnswer {
  text: string;
  promptTokens: number;
  completionTokens: number;
  estimated: boolean;
}

/** Answers by what was asked of whom. The key of the endpoint is no part of it. */
export interface AnswerCache {
  nameOf(messages: readonly ChatMessage[]): string;
  read(name: string): Promise<KeptAnswer | null>;
  write(name: string, answer: KeptAnswer): Promise<void>;
}

/** Keeps answers until the page or the process ends. */
export function openMemoryCache(): AnswerCache {
  const held = new Map<string, KeptAnswer>();
  return {
    nameOf: (messages) => JSON.stringify(messages),
    read: (name) => Promise.resolve(held.get(name) ?? null),
    write(name, answer) {
      held.set(name, answer);
      return Promise.resolve();
    },
  };
}
