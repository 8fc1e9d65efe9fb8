import type { PageAction } from '../../action/action.ts';
import type { ModelUsage } from '../../demonstration/demonstration.ts';
import type { QuestionUsage } from '../model/cost.ts';
import type { HistoryEntry } from '../run/history.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { ResumeState } from './resume-state.ts';

/** What happens in a conversation besides the events of its runs. */
type ConversationEvent =
  /** The instructor's message that begins a run. */
  | {
      type: 'began';
      /** The request to work on. */
      message: string;
      /** What the instructor said, where that differs from the request: "Go on with …". */
      said?: string;
      tabId: number;
      url: string;
      carried: ResumeState | null;
      /** The action that the run repeats on another element. */
      corrects?: PageAction;
      /** The agent outside the browser that chooses the actions. `message` is not the person's own words then. */
      agent?: string;
      /** The message holds a secret and isn't stored as it was written. */
      hidden?: boolean;
    }
  /** Recorded actions of the instructor since the last run, which one prompt includes. */
  | { type: 'demonstrated'; actions: readonly { id: string; entry: HistoryEntry }[] }
  /** A model answered. `spending` is the total of the conversation, `last` the usage of this question. */
  | { type: 'spent'; spending: ModelUsage; last?: QuestionUsage }
  /** An announced action was stopped before its first input event. */
  | { type: 'notStarted'; turnId: string }
  /** The user ended a permission for the task that they gave for this action. */
  | { type: 'revoked'; turnId: string }
  /** The rest of the run is unknown, since its page or the panel went away. It stays unfinished. */
  | { type: 'leftOpen' }
  /** The user discarded the unfinished run. */
  | { type: 'discarded' };

export type NewLogEvent = RunEvent | ConversationEvent;

/** `at` is epoch ms. */
export type LogEvent = NewLogEvent & { id: string; at: number };
export type LogEventOf<T extends LogEvent['type']> = Extract<LogEvent, { type: T }>;

/** A value computed from a log: `start`, changed by one event after the other. `add` is pure. */
export interface Projection<T> {
  start: T;
  add: (value: T, event: LogEvent) => T;
}

export function projectEvents<T>(events: readonly LogEvent[], { start, add }: Projection<T>): T {
  return events.reduce(add, start);
}

/** What happened in a conversation with the copilot. Events are only ever appended. */
export interface RunLog {
  read: () => readonly LogEvent[];
  /** `id` is given where the event is known by it elsewhere. */
  append: (event: NewLogEvent, id?: string) => LogEvent;
  /** Puts the stored events of an earlier session first. Subscribers don't hear them. */
  restore: (earlier: readonly LogEvent[]) => void;
  /** Returns a reader of the projection's current value. */
  project: <T>(projection: Projection<T>) => () => T;
  subscribe: (listener: (event: LogEvent) => void) => void;
}

export function createRunLog(stamp: () => { id: string; at: number }): RunLog {
  let events: LogEvent[] = [];
  const projections: { add: (event: LogEvent) => void; reset: () => void }[] = [];
  const listeners: ((event: LogEvent) => void)[] = [];
  return {
    read: () => events,
    append(event, id) {
      const { id: newId, at } = stamp();
      const stamped: LogEvent = { ...event, id: id ?? newId, at };
      // Each part of a streamed reply repeats the parts before it: the last one is enough.
      if (event.type === 'thinking' && events.at(-1)?.type === 'thinking') events.pop();
      events.push(stamped);
      for (const { add } of projections) add(stamped);
      for (const listener of listeners) listener(stamped);
      return stamped;
    },
    restore(earlier) {
      events = [...earlier, ...events];
      for (const { reset } of projections) reset();
    },
    project<T>(projection: Projection<T>) {
      let value = projectEvents(events, projection);
      projections.push({
        add: (event) => (value = projection.add(value, event)),
        reset: () => (value = projectEvents(events, projection)),
      });
      return () => value;
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}
