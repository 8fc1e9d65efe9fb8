import type { Action, PageAction, TabAction } from '../action/action.ts';
import { targetOf } from '../action/action.ts';
import { parseCalls } from '../action/call.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { readWebAddress } from './web-address.ts';

/** What a model's reply comes to. `reason` is written for the model: it goes into the re-ask. */
export type Decision =
  /** `said` is what it told the user on the way; null when nothing. */
  | {
      kind: 'perform';
      action: PageAction | TabAction;
      target: Candidate | null;
      said: string | null;
    }
  | { kind: 'say'; text: string }
  | { kind: 'done' }
  | { kind: 'unreadable'; reason: string };

/**
 * Reads a reply: its first action counts, after whatever it says before. Only uids of `shown` are
 * accepted; never throws.
 */
export function readReply(reply: string, shown: readonly Candidate[]): Decision {
  const { actions, reason } = parseCalls(reply);
  const said: string[] = [];
  for (const action of actions) {
    if (action.intent !== 'say') return decide(action, shown, said);
    if (action.speaker !== 'navigator') {
      return { kind: 'unreadable', reason: 'you cannot speak for the instructor.' };
    }
    said.push(action.utterance);
  }
  const text = said.join('\n').trim();
  if (text !== '') return { kind: 'say', text };
  if (/(?:^|\s|`)done\s*\(\s*\)/i.test(reply)) return { kind: 'done' };
  return { kind: 'unreadable', reason: actions.length > 0 ? 'the utterance is empty.' : reason };
}

function decide(
  action: Exclude<Action, { intent: 'say' }>,
  shown: readonly Candidate[],
  said: readonly string[],
): Decision {
  const uid = targetOf(action);
  const target = shown.find((candidate) => candidate.uid === uid) ?? null;
  if (uid !== null && !target) {
    return { kind: 'unreadable', reason: `uid "${uid}" is not in the list of elements.` };
  }
  const performable = toPerformable(action);
  if (typeof performable === 'string') return { kind: 'unreadable', reason: performable };
  const text = said.join('\n').trim();
  return { kind: 'perform', action: performable, target, said: text === '' ? null : text };
}

function toPerformable(
  action: Exclude<Action, { intent: 'say' }>,
): PageAction | TabAction | string {
  switch (action.intent) {
    case 'copy':
    case 'paste':
    case 'tabcreate':
    case 'tabremove':
    case 'tabswitch':
    case 'doubleClick':
    case 'rightClick':
    case 'drag':
    case 'dialog':
      return `${action.intent} is not available.`;
    case 'load': {
      const address = readWebAddress(action.url);
      return address.ok
        ? { intent: 'load', url: address.url }
        : `"${action.url}" is no http or https address.`;
    }
    default:
      return action;
  }
}
