import type { ScriptedRequest } from '../../../e2e/fixtures/scripted-endpoint.ts';
import type { RankedElement } from '../../../src/app/automation.ts';
import type { StrategyName } from '../../../src/core/navigator/model/endpoint-settings.ts';
import type { Bench } from './open-bench.ts';

/** A reply that ends the round without an action, so that the page stays as it is. */
const SEEN = 'say(speaker="navigator", utterance="Seen.")';
const GROUP = 5;

export interface AskedAbout {
  requests: readonly ScriptedRequest[];
  /** Whether the model could choose the target. */
  isOffered: boolean;
}

/**
 * Sends an instruction and answers as a model that knows the target would, up to the action, which is not
 * done. In MindAct it chooses the target where it is among the choices.
 */
export async function askAbout(
  bench: Bench,
  strategy: StrategyName,
  instruction: string,
  target: RankedElement | null,
): Promise<AskedAbout> {
  const ranked = await bench.listElements(instruction);
  const rank = ranked.findIndex(({ uid }) => uid === target?.uid);
  const before = bench.requests.length;
  let group = 0;
  bench.setReply(({ messages }) => {
    if (!messages.some(({ content }) => content.includes('None of the above'))) return SEEN;
    const letter = rank >= 0 && Math.floor(rank / GROUP) === group ? 'BCDEF'[rank % GROUP] : 'A';
    group += 1;
    return `Answer: ${letter ?? 'A'}`;
  });
  const { events } = await bench.send(instruction);
  const requests = bench.requests.slice(before);
  if (requests.length === 0) throw new Error(`Nothing was asked about “${instruction}”.`);
  if (target === null) return { requests, isOffered: false };
  if (strategy === 'multimodal') {
    const composed = events.flatMap(({ event }) => (event.type === 'composed' ? [event] : []));
    return {
      requests,
      isOffered:
        rank >= 0 && rank < Math.max(0, ...composed.map(({ elements }) => elements?.shown ?? 0)),
    };
  }
  const last = requests.slice(-1).flatMap(({ messages }) => messages);
  return { requests, isOffered: last.some(({ content }) => content.includes(target.uid)) };
}
