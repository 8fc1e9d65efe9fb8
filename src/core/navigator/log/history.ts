import { maskAction } from '../../demonstration/secrets/secret-fields.ts';
import type { HistoryEntry } from '../run/history.ts';
import { toUserActionHistory } from '../run/history.ts';
import type { UserAction } from '../run/user-action.ts';
import { addUserAction } from '../run/user-action.ts';
import { maskHistory, readTypedSecret } from './mask-secrets.ts';
import type { LogEvent, LogEventOf, Projection } from './run-log.ts';
import { projectEvents } from './run-log.ts';

type Announced = LogEventOf<'acting' | 'approval' | 'forbidden'>;

interface History {
  entries: readonly HistoryEntry[];
  /** The announced action without an outcome so far. */
  open: Announced | null;
  /** What the person did since the copilot's last action. */
  userActions: readonly UserAction[];
  /** The descriptions of announced actions, by turn id. */
  names: ReadonlyMap<string, string>;
}

const UNCERTAIN =
  'It is not certain whether this was done: look at the page before doing it again.';

/** The conversation as a navigator gets it, oldest first. */
export const HISTORY: Projection<History> = {
  start: { entries: [], open: null, userActions: [], names: new Map() },
  add(history, event) {
    switch (event.type) {
      case 'began':
        return say(close(history), 'instructor', event.said ?? event.message);
      case 'demonstrated': {
        // Done before the instructor's last message.
        const done = event.actions.map(({ entry }) => entry);
        return { ...history, entries: history.entries.toSpliced(-1, 0, ...done) };
      }
      case 'userAction': {
        const userActions = addUserAction(history.userActions, event.userAction);
        return { ...history, userActions };
      }
      case 'said':
        return say(history, 'navigator', event.text);
      case 'asked':
        return say(history, 'navigator', event.question);
      case 'resumed':
        return addUserActions(history);
      case 'acting':
        return announce(addUserActions(history), event);
      case 'approval':
      case 'forbidden':
        return announce(history, event);
      case 'acted': {
        if (!event.later) return addOutcome(history, event);
        const name = history.names.get(event.turnId) ?? 'what was done';
        return say(history, 'navigator', `(Later: ${name}: ${event.description}.)`);
      }
      case 'refused':
        return addOutcome(history, event);
      case 'notStarted':
        return { ...history, open: null };
      case 'ended':
      case 'discarded':
        return close(history);
      default:
        return history;
    }
  },
};

/** The history of events that may break off in the middle of a run. */
export function readHistory(events: readonly LogEvent[]): readonly HistoryEntry[] {
  return close(projectEvents(events, HISTORY)).entries;
}

function say(history: History, speaker: 'instructor' | 'navigator', text: string): History {
  return { ...history, entries: [...history.entries, { kind: 'said', speaker, text }] };
}

function announce(history: History, event: Announced): History {
  const names = new Map(history.names).set(event.turnId, event.description);
  return { ...history, open: event, names };
}

function addUserActions(history: History): History {
  const entries = [...history.entries, ...toUserActionHistory(history.userActions)];
  return { ...history, entries, userActions: [] };
}

/** Adds what the person did, and the last action as uncertain if its outcome is unknown. */
function close(before: History): History {
  const history = addUserActions(before);
  const { open, entries } = history;
  if (open?.type !== 'acting') return { ...history, open: null };
  const { action, target, description } = open;
  const secret = readTypedSecret(action, target, null);
  const uncertain: HistoryEntry = {
    ...{ kind: 'acted', action: secret === null ? action : maskAction(action) },
    ...{ receipt: null, outcome: UNCERTAIN, description },
  };
  const next = [...entries, uncertain];
  return { ...history, open: null, entries: secret === null ? next : maskHistory(next, secret) };
}

function addOutcome(history: History, event: LogEventOf<'acted' | 'refused'>): History {
  const { open, entries } = history;
  if (open?.turnId !== event.turnId) return history;
  const { action, target, description } = open;
  const receipt = event.type === 'acted' ? event.receipt : null;
  const outcome = event.type === 'acted' ? event.description : event.message;
  const secret = readTypedSecret(action, target, receipt);
  const shown = secret === null ? action : maskAction(action);
  const acted: HistoryEntry = { kind: 'acted', action: shown, receipt, outcome, description };
  const next = [...entries, acted];
  // The current run has read its history already and needs the secret; later runs don't get it.
  return { ...history, open: null, entries: secret === null ? next : maskHistory(next, secret) };
}
