import type { PageAction, TabAction } from '../../action/action.ts';
import { maskAction } from '../../demonstration/secrets/secret-fields.ts';
import { readTypedSecret } from '../../navigator/log/mask-secrets.ts';
import type { LogEventOf, Projection } from '../../navigator/log/run-log.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { ReplayArguments, ReplayTurn } from './replay.ts';

/** A query shows only the last turns and six utterances before them. */
const MAX_TURNS = 500;

interface TurnTrail {
  /** Epoch ms. */
  begunAt: number;
  /** Oldest first; times are seconds since `begunAt`. */
  turns: readonly ReplayTurn[];
  announced: LogEventOf<'acting' | 'approval'> | null;
}

/**
 * A conversation as the turns that a recording of it would have. Secrets are masked as in recordings. `openedAt`:
 * epoch ms; restored events may be earlier.
 */
export const makeTurnTrail = (openedAt: number): Projection<TurnTrail> => ({
  start: { begunAt: openedAt, turns: [], announced: null },
  add(before, event) {
    const begunAt = Math.min(before.begunAt, event.at);
    const trail = { ...before, begunAt };
    const timestamp = (event.at - begunAt) / 1000;
    const addTurn = (turn: ReplayTurn): readonly ReplayTurn[] =>
      [...trail.turns, turn].slice(-MAX_TURNS);
    const say = (speaker: string, utterance: string): TurnTrail => {
      return { ...trail, turns: addTurn({ type: 'chat', timestamp, speaker, utterance }) };
    };
    switch (event.type) {
      case 'began':
        return say('instructor', event.said ?? event.message);
      case 'said':
        return say('navigator', event.text);
      case 'asked':
        return say('navigator', event.question);
      case 'acting':
      case 'approval':
        return { ...trail, announced: event };
      case 'refused':
        return { ...trail, announced: null };
      case 'acted': {
        if (!trail.announced) return trail;
        const { action, target } = trail.announced;
        const isSecret = readTypedSecret(action, target, event.receipt) !== null;
        const turns = addTurn({
          type: 'browser',
          timestamp,
          state: { screenshot: null, page: null },
          action: {
            intent: action.intent,
            arguments: describeArguments(isSecret ? maskAction(action) : action, target),
          },
        });
        return { ...trail, turns, announced: null };
      }
      default:
        return trail;
    }
  },
});

/** The navigator points at the middle of what it clicks. */
function describeArguments(
  action: PageAction | TabAction,
  target: Candidate | null,
): ReplayArguments {
  const box = target?.box;
  const element = target && {
    tagName: target.tag,
    attributes: {},
    textContent: target.fields.text,
  };
  return {
    metadata: box ? { mouseX: box.x + box.width / 2, mouseY: box.y + box.height / 2 } : {},
    ...(element && { element }),
    ...('text' in action && { text: action.text }),
    ...('value' in action && { value: action.value }),
    ...('url' in action && { properties: { url: action.url } }),
    ...(action.intent === 'scroll' && { scrollX: action.x, scrollY: action.y }),
  };
}
