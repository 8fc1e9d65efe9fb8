import type { PageAction, TabAction } from '../../action/action.ts';
import { maskAction } from '../../demonstration/secrets/secret-fields.ts';
import { readTypedSecret } from '../../navigator/journal/mask-secrets.ts';
import type { RunEvent } from '../../navigator/run/run-event.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { ReplayArguments, ReplayTurn } from './replay.ts';

/** Most that is kept: a query tells at most the last turns, and of all before them six utterances. */
const MOST_TURNS = 500;

/** A conversation that goes on, as the turns that a recording of it would have. */
interface TurnTrail {
  /** The instructor has spoken. */
  hear: (text: string) => void;
  /** A round has told something. */
  note: (event: RunEvent) => void;
  /** Oldest first; times are seconds since the conversation began. */
  read: () => readonly ReplayTurn[];
}

/** `now` is a clock in ms. What was typed into a secret field is masked, as recordings have it. */
export function startTurnTrail(now: () => number): TurnTrail {
  const turns: ReplayTurn[] = [];
  const begun = now();
  let acting: Extract<RunEvent, { type: 'acting' | 'approval' }> | null = null;
  const timestamp = (): number => (now() - begun) / 1000;
  const add = (turn: ReplayTurn): void => {
    turns.push(turn);
    if (turns.length > MOST_TURNS) turns.shift();
  };
  const say = (speaker: string, utterance: string): void =>
    add({ type: 'chat', timestamp: timestamp(), speaker, utterance });
  return {
    hear: (text) => say('instructor', text),
    note(event) {
      if (event.type === 'said') say('navigator', event.text);
      else if (event.type === 'asked') say('navigator', event.question);
      else if (event.type === 'acting' || event.type === 'approval') acting = event;
      else if (event.type === 'refused') acting = null;
      else if (event.type === 'acted' && acting) {
        const { action, target } = acting;
        const isSecret = readTypedSecret(action, target, event.receipt) !== null;
        add({
          type: 'browser',
          timestamp: timestamp(),
          state: { screenshot: null, page: null },
          action: {
            intent: action.intent,
            arguments: describeArguments(isSecret ? maskAction(action) : action, target),
          },
        });
        acting = null;
      }
    },
    read: () => turns,
  };
}

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
