import type { Receipt } from '../../action/receipt.ts';
import type { ModelUsage } from '../../demonstration/demonstration.ts';
import { MASK, maskAction } from '../../demonstration/secrets/secret-fields.ts';
import {
  flag,
  listOf,
  number,
  objectWith,
  oneOf,
  orAbsent,
  orNull,
  text,
  variants,
} from '../../shape.ts';
import type { HopList } from '../hops/hop-list.ts';
import { isHopList, NO_HOPS } from '../hops/hop-list.ts';
import {
  maskDeep,
  maskQuoted,
  maskTyped,
  mayHoldSecret,
  MIN_MASKED,
  readTypedSecret,
} from './mask-secrets.ts';
import type { LogEventOf, Projection } from './run-log.ts';

type StoredType =
  | 'began'
  | 'acting'
  | 'acted'
  | 'userAction'
  | 'refused'
  | 'said'
  | 'hops'
  | 'spent'
  | 'ended'
  | 'discarded';

/** A log event as it's stored: plain JSON without page elements and without secrets. */
export type StoredEvent = LogEventOf<StoredType>;

export interface StoredLog {
  events: readonly StoredEvent[];
  /** Texts typed into secret fields, which are masked in all later events. Never stored. */
  secrets: readonly string[];
  /** The current run stays unfinished, so its later events aren't stored. */
  isLeftOpen: boolean;
}

/** Above this the oldest runs are dropped. */
const MAX_EVENTS = 200;

/** The log as it's stored. Keeps the same value for events that aren't stored. */
export const STORED_LOG: Projection<StoredLog> = {
  start: { events: [], secrets: [], isLeftOpen: false },
  add(log, event) {
    if (log.isLeftOpen && event.type !== 'began' && event.type !== 'discarded') return log;
    const isHidden = findLast(log.events, 'began')?.hidden ?? false;
    const quote = (words: string): string => (isHidden ? maskQuoted(words) : words);
    const { id, at } = event;
    switch (event.type) {
      case 'began':
        return append({ ...log, isLeftOpen: false }, toStoredBeginning(event));
      case 'acting':
        return addActing(log, event, isHidden);
      case 'acted':
        return addActed(maskRevealed(log, event), event);
      case 'userAction': {
        const userAction = isHidden ? maskTyped(event.userAction) : event.userAction;
        // A fuller account replaces the one before.
        return append(remove(log, isAccountOf(userAction.id)), { ...event, userAction });
      }
      case 'refused':
        return append(log, { ...event, message: quote(event.message) });
      case 'notStarted':
        return append(log, { ...event, type: 'refused', message: 'Stopped before it began.' });
      case 'said': {
        // Ids of elements hold for this page only.
        const { quotes: _, ...said } = event;
        return append(log, { ...said, text: quote(event.text) });
      }
      case 'asked':
        return append(log, { type: 'said', id, at, text: quote(event.question) });
      case 'failed':
        return append(log, { type: 'said', id, at, text: quote(event.message) });
      case 'mended':
      case 'stuck':
        return append(log, { type: 'said', id, at, text: quote(event.text) });
      case 'hops': {
        const list = isHidden ? maskHops(event.list) : event.list;
        return append(
          remove(log, ({ type }) => type === 'hops'),
          { type: 'hops', id, at, list, refused: null },
        );
      }
      case 'spent': {
        const { spending } = event;
        return append(
          remove(log, ({ type }) => type === 'spent'),
          { type: 'spent', id, at, spending },
        );
      }
      case 'leftOpen':
        return { ...log, isLeftOpen: true };
      case 'ended':
      case 'discarded':
        return append(log, event);
      default:
        return log;
    }
  },
};

function toStoredBeginning(event: LogEventOf<'began'>): StoredEvent {
  const { type, id, at, tabId, url, carried, agent } = event;
  const isSecret = mayHoldSecret(event.message);
  const hidden = event.hidden === true || isSecret;
  const message = isSecret ? `${MASK} (a message with a secret is not saved)` : event.message;
  return {
    type,
    id,
    at,
    message,
    tabId,
    url,
    carried,
    hidden,
    ...(agent !== undefined && { agent }),
  };
}

function addActing(log: StoredLog, event: LogEventOf<'acting'>, isHidden: boolean): StoredLog {
  const { type, id, at, turnId, action, description, left = null } = event;
  const stored: LogEventOf<'acting'> = {
    ...{ type, id, at, turnId, action, target: null, description, left },
  };
  const typed = readTypedSecret(action, event.target, null);
  if (typed !== null) {
    const masked = { ...stored, action: maskAction(action), left: null };
    return append(maskSecret(log, typed), masked);
  }
  return append(log, isHidden ? { ...maskTyped(stored), left: null } : stored);
}

/** A later receipt of the same action replaces the first. */
function addActed(log: StoredLog, event: LogEventOf<'acted'>): StoredLog {
  const { type, id, at, turnId, description } = event;
  const isHidden = findLast(log.events, 'began')?.hidden ?? false;
  // The changes hold values of fields.
  const receipt: Receipt = isHidden ? { ...event.receipt, changes: [] } : event.receipt;
  const outcome = isHidden ? maskQuoted(description) : description;
  const stored = { type, id, at, turnId, receipt, description: outcome };
  const before = log.events.findIndex((each) => each.type === 'acted' && each.turnId === turnId);
  if (before < 0 || event.later !== true) return append(log, stored);
  return { ...log, events: log.events.with(before, maskAll(stored, log.secrets)) };
}

/** Masks a typed text if only the receipt shows that it went into a secret field. */
function maskRevealed(log: StoredLog, { turnId, receipt }: LogEventOf<'acted'>): StoredLog {
  const acting = log.events.findLast((each) => each.type === 'acting' && each.turnId === turnId);
  const typed = acting?.type === 'acting' ? readTypedSecret(acting.action, null, receipt) : null;
  if (typed === null || typed === MASK) return log;
  const masked = maskSecret(log, typed);
  const events = masked.events.map((each) =>
    each.type === 'acting' && each.turnId === turnId ? maskTyped(each) : each,
  );
  return { ...masked, events };
}

/** Masks a text in all events and hides the current run's message. */
function maskSecret(log: StoredLog, secret: string): StoredLog {
  const from = log.events.findLastIndex(({ type }) => type === 'began');
  const events = log.events.map((event, index): StoredEvent => {
    if (index >= from && event.type === 'acting')
      return maskAll({ ...event, left: null }, [secret]);
    if (index < from || event.type !== 'began') return maskAll(event, [secret]);
    // Too short to be found in the message.
    const message = secret.length < MIN_MASKED ? MASK : event.message;
    return maskAll({ ...event, message, hidden: true, carried: null }, [secret]);
  });
  return { ...log, events, secrets: [...log.secrets, secret] };
}

function maskAll<T extends StoredEvent>(event: T, secrets: readonly string[]): T {
  return secrets.reduce<unknown>(maskDeep, event) as T;
}

/** Hops may quote the secret in a message that isn't stored. */
function maskHops(list: HopList): HopList {
  const hops = list.hops.map((hop) => {
    const { evidence } = hop;
    const isQuoted = evidence !== null && evidence.from !== 'instructor';
    return {
      ...hop,
      text: maskQuoted(hop.text.replace(/"([^"]*)"/g, '“$1”')),
      evidence: isQuoted ? { ...evidence, text: MASK } : evidence,
    };
  });
  return { ...list, hops, removed: [] };
}

function append(log: StoredLog, event: StoredEvent): StoredLog {
  return { ...log, events: trim([...log.events, maskAll(event, log.secrets)]) };
}

function remove(log: StoredLog, isGone: (event: StoredEvent) => boolean): StoredLog {
  return { ...log, events: log.events.filter((event) => !isGone(event)) };
}

function isAccountOf(id: string): (event: StoredEvent) => boolean {
  return (event) => event.type === 'userAction' && event.userAction.id === id;
}

/** Drops whole runs from the front, except the last; keeps the latest hops and spending. */
function trim(events: readonly StoredEvent[]): readonly StoredEvent[] {
  if (events.length <= MAX_EVENTS) return events;
  const starts = events.flatMap(({ type }, index) => (type === 'began' ? [index] : []));
  const from = starts.find((start) => events.length - start <= MAX_EVENTS) ?? starts.at(-1) ?? 0;
  const rest = events.slice(from);
  const whole = [findLast(events, 'hops'), findLast(events, 'spent')].filter(
    (event) => event !== null,
  );
  return [...whole.filter((event) => !rest.includes(event)), ...rest];
}

function findLast<T extends StoredType>(
  events: readonly StoredEvent[],
  type: T,
): Extract<StoredEvent, { type: T }> | null {
  const found = events.findLast((event) => event.type === type);
  return (found as Extract<StoredEvent, { type: T }> | undefined) ?? null;
}

export function readHops(events: readonly StoredEvent[]): HopList {
  return findLast(events, 'hops')?.list ?? NO_HOPS;
}

/** Returns null if no model was asked. */
export function readSpending(events: readonly StoredEvent[]): ModelUsage | null {
  return findLast(events, 'spent')?.spending ?? null;
}

const named = { id: text, at: number };
const action = objectWith({ intent: text });
const task = objectWith({ kind: text });
const step = { action, description: text };
const target = objectWith({
  ...{ uid: text, tag: text, role: text, name: text, text, placeholder: text, key: text },
});
const userAction = objectWith({
  ...{ id: text, ...step, target: orNull(target), site: orAbsent(text) },
});
const resumeState = objectWith({
  done: listOf(text),
  uncertain: listOf(objectWith(step)),
  next: orNull(listOf(task)),
  userActions: orAbsent(listOf(userAction)),
});
const receipt = objectWith({
  verdict: oneOf('changed', 'unchanged', 'unknown'),
  changes: listOf(objectWith({})),
});
const spending = objectWith({
  ...{ questions: number, promptTokens: number, completionTokens: number },
  ...{ estimated: flag, cost: orNull(number) },
});
const EVENT = variants('type', {
  began: objectWith({
    ...{ ...named, message: text, url: text, tabId: number, hidden: orAbsent(flag) },
    carried: orNull(resumeState),
    agent: orAbsent(text),
  }),
  acting: objectWith({
    ...{ ...named, turnId: text, ...step },
    left: orNull(objectWith({ now: task, rest: listOf(task) })),
  }),
  acted: objectWith({ ...named, turnId: text, receipt, description: text }),
  refused: objectWith({ ...named, turnId: text, message: text }),
  userAction: objectWith({ ...named, userAction }),
  said: objectWith({ ...named, text, repeats: orAbsent(flag) }),
  hops: objectWith({ ...named, list: objectWith({}) }),
  spent: objectWith({ ...named, spending }),
  ended: objectWith(named),
  discarded: objectWith(named),
});

/** Reads stored events, also those of earlier versions. Skips what isn't an event. Never throws. */
export function readStoredEvents(stored: readonly unknown[]): StoredEvent[] {
  return stored.map(upgrade).filter(isStoredEvent);
}

function isStoredEvent(value: unknown): value is StoredEvent {
  if (EVENT(value, '') !== null) return false;
  const event = value as StoredEvent;
  return event.type !== 'hops' || isHopList(event.list);
}

/** Version 0.1 named some events and their members differently, and gave most events no id. */
function upgrade(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const old = value as Record<string, unknown>;
  const event = { id: old['turnId'] ?? '', ...old };
  switch (old['type']) {
    case 'began':
      return { ...event, carried: upgradeCarried(old['carried']) };
    case 'acting':
      return { target: null, ...event };
    case 'acted':
      return { description: old['outcome'], ...event };
    case 'refused':
      return { message: old['outcome'], ...event };
    case 'deed': {
      const { id, at, action: done, target: to, description, site } = old;
      const userAction = { id, at, action: done, target: to, description };
      return {
        type: 'userAction',
        id,
        at,
        userAction: site ? { ...userAction, site } : userAction,
      };
    }
    case 'hops':
      return { refused: null, ...event };
    case 'ended':
      return old['isGivenUp'] === true
        ? { ...event, type: 'discarded' }
        : { outcome: 'stopped', ...event };
    default:
      return event;
  }
}

function upgradeCarried(carried: unknown): unknown {
  if (typeof carried !== 'object' || carried === null || !('deeds' in carried)) return carried;
  // oxlint-disable-next-line house/plain-words -- as earlier versions stored it
  const { deeds: userActions, ...rest } = carried;
  return { ...rest, userActions };
}
