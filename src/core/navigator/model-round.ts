import { printCall } from '../action/call.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { cut } from '../ranking/visible-text.ts';
import type { ChatMessage } from './chat-message.ts';
import type { HistoryEntry } from './history.ts';
import { performAction } from './perform-action.ts';
import type { Completed, Failure, Ports } from './ports.ts';
import { composePrompt, composeReask } from './prompt.ts';
import { relayProgress } from './relay.ts';
import { readReply } from './reply.ts';
import type { Decision } from './reply.ts';
import type { RoundEvent } from './round-event.ts';
import { describeRest, summarise } from './round-log.ts';
import type { RoundLog } from './round-log.ts';

type Outcome = Extract<RoundEvent, { type: 'ended' }>['outcome'];
type ModelPorts = Ports & Required<Pick<Ports, 'complete'>>;

export function hasEndpoint(ports: Ports): ports is ModelPorts {
  return ports.complete !== undefined;
}

/** Actions in one round before the instructor is asked to go on. */
const MOST_STEPS = 10;
/** How many candidates the model is shown: WebLINX's k. */
const SHOWN = 10;
/** How often the same call may change nothing before the round stops. */
const MOST_REPEATS = 2;
const LONGEST_RAW = 400;

/**
 * A round led by a model endpoint: observe, rank, ask, check, perform, until the model speaks. The
 * receipts go back to it; what it claims is its own words, what was done is told by the events.
 */
export async function* runModelRound(
  message: string,
  log: RoundLog,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Outcome> {
  const history: HistoryEntry[] = [
    ...ports.history(),
    { kind: 'said', speaker: 'instructor', text: message },
  ];
  const fruitless: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const observed = await ports.observe(signal);
    signal.throwIfAborted();
    if (!observed.ok) {
      yield tellFailure(observed, log);
      return 'failed';
    }
    const { observation } = observed;
    const { url, title, candidates } = observation;
    yield { type: 'observed', url, title, candidates: candidates.length };

    const { ranked, ranker } = await ports.rank(
      { text: message, intent: null },
      candidates,
      SHOWN,
      signal,
    );
    signal.throwIfAborted();
    yield { type: 'ranked', query: message, ranker, ranked: ranked.slice(0, SHOWN) };
    const shown = ranked.slice(0, SHOWN).map(({ candidate }) => candidate);

    const asked = yield* askModel(composePrompt(observation, history, shown), shown, ports, signal);
    if (!asked.ok) {
      yield tellFailure(asked, log);
      return 'failed';
    }
    const { decision } = asked;
    if (decision.kind === 'say') {
      yield { type: 'said', text: decision.text };
      return 'done';
    }
    if (decision.kind === 'done') {
      yield { type: 'said', text: summarise(log) || 'The model says there is nothing to do.' };
      return 'done';
    }
    if (decision.said !== null) {
      yield { type: 'said', text: decision.said };
      history.push({ kind: 'said', speaker: 'navigator', text: decision.said });
    }

    const { action, target } = decision;
    const result = yield* performAction(action, target, log, ports, signal, {
      among: candidates,
    });
    const receipt = result.verdict === 'refused' ? null : (log.acts.at(-1)?.receipt ?? null);
    history.push({ kind: 'acted', action, receipt, outcome: result.message });
    if (result.verdict !== 'done') fruitless.push(printCall(action));
    if (fruitless.filter((call) => call === printCall(action)).length >= MOST_REPEATS) {
      const text = `I stopped, because the model repeats an action that changes nothing. ${describeRest(log, [])}`;
      yield { type: 'said', text: text.trim() };
      return 'failed';
    }
  }
  const text = `I stopped after ${String(MOST_STEPS)} actions. ${describeRest(log, [])} Write “continue” to go on.`;
  yield { type: 'said', text };
  return 'stopped';
}

type Asked = { ok: true; decision: Exclude<Decision, { kind: 'unreadable' }> } | Failure;

/** Asks the model, and once more with the error when its reply cannot be used. */
async function* askModel(
  messages: ChatMessage[],
  shown: readonly Candidate[],
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Asked> {
  const first = yield* complete(messages, ports, signal);
  if (!first.ok) return first;
  const read = readReply(first.text, shown);
  if (read.kind !== 'unreadable') return { ok: true, decision: read };
  const again = composeReask(messages, first.text, read.reason, shown);
  const second = yield* complete(again, ports, signal);
  if (!second.ok) return second;
  const reread = readReply(second.text, shown);
  if (reread.kind !== 'unreadable') return { ok: true, decision: reread };
  return {
    ok: false,
    message: `The model replied twice with something that is no action I can perform (${reread.reason}) Its last reply was: “${cut(second.text.trim(), LONGEST_RAW)}”.`,
    fix: 'retry',
  };
}

async function* complete(
  messages: readonly ChatMessage[],
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Completed> {
  const reply = relayProgress<string, Completed>((report) =>
    ports.complete(messages, report, signal),
  );
  for (;;) {
    const next = await reply.next();
    signal.throwIfAborted();
    if (next.done) return next.value;
    yield { type: 'thinking', text: next.value };
  }
}

function tellFailure(failure: Failure, log: RoundLog): RoundEvent {
  const done = log.acts.length === 0 ? 'Nothing was done on the page.' : describeRest(log, []);
  return { type: 'failed', message: `${failure.message} ${done}`.trim(), fix: failure.fix };
}
