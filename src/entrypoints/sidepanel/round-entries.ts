import type { PageAction } from '../../core/action/action.ts';
import { describeWhole } from '../../core/navigator/describe-whole.ts';
import type { RoundEvent } from '../../core/navigator/round-event.ts';
import type { ActionEntry, Entry, Shown } from '../../ui/conversation/entry.ts';
import { addDeed } from './deed-entries.ts';
import { addShownPasts } from './shown-pasts.ts';

const NO_DETAILS: ActionEntry['details'] = {
  why: null,
  receipt: null,
  target: null,
  screenshot: null,
  url: null,
};
const NO_SHOT: ActionEntry['shot'] = { status: 'none' };

interface EventContext {
  /** For an entry that the event begins. */
  id: string;
  /** Epoch ms. */
  at: number;
  /** How the target of an action that begins was ranked. */
  why: ActionEntry['details']['why'];
  /** What the model that chose it was shown. */
  shown?: Shown | null;
  /** Whether a screenshot is to be expected. */
  recording: boolean;
}

/**
 * The list after an event of the copilot's round. Entries that the event does not concern stay the
 * same objects.
 */
export function addRoundEvent(
  entries: readonly Entry[],
  event: RoundEvent,
  context: EventContext,
): readonly Entry[] {
  const { id, at } = context;
  switch (event.type) {
    case 'observed':
    case 'ranked':
    case 'hops':
    case 'held':
    case 'released':
      return entries;
    case 'deed':
      return addDeed(endThinking(entries), event.deed);
    case 'composed':
      return addShownPasts(addNote(entries, event.note, id, at), event.pasts, id, at);
    case 'thinking':
      return addThinking(entries, event, id, at);
    case 'acting':
      return [...endThinking(entries), beginAction(event, context)];
    case 'forbidden':
      return [...endThinking(entries), beginAction(event, { ...context, recording: false })];
    case 'approval': {
      const { turnId, action, target, description, reason, host, choices } = event;
      const whole = describeWhole(action, target);
      const asked = { id, at, turnId, description, whole, reason, host, choices };
      return [...endThinking(entries), { kind: 'approval', ...asked, answer: null }];
    }
    case 'decided':
      return entries.map((entry) =>
        entry.kind === 'approval' && entry.turnId === event.turnId && entry.answer === null
          ? { ...entry, answer: event.decision }
          : entry,
      );
    case 'acted': {
      const { receipt, description } = event;
      const state = receipt.verdict === 'changed' ? 'done' : receipt.verdict;
      return changeAction(entries, event.turnId, (entry) => ({
        ...entry,
        state,
        detail: description,
        // What was kept, if anything, comes with the stored turn, and may have come by a later account.
        shot: event.later ? entry.shot : NO_SHOT,
        details: { ...entry.details, receipt },
      }));
    }
    case 'refused':
      return changeAction(entries, event.turnId, (entry) => ({
        ...entry,
        // When nothing changed, the card says so already.
        state: entry.state === 'acting' ? ('refused' as const) : entry.state,
        detail: event.message,
        shot: NO_SHOT,
      }));
    case 'said':
      return [
        ...endThinking(entries),
        { kind: 'utterance', id, at, by: 'copilot', speaker: 'navigator', text: event.text },
      ];
    case 'asked': {
      const { question, options } = event;
      return [
        ...endThinking(entries),
        { kind: 'question', id, at, question, options, open: true, answer: null },
      ];
    }
    case 'failed':
      return [...endThinking(entries), makeFailure(event, id, at)];
    case 'ended':
      return endThinking(entries).map((entry) => {
        if (entry.kind === 'approval' && entry.answer === null)
          return { ...entry, answer: 'stopped' as const };
        return entry.kind === 'action' && entry.state === 'acting'
          ? { ...entry, state: 'stopped' as const, shot: NO_SHOT }
          : entry;
      });
  }
}

/** A permission for the task, given on this action's card, has ended. */
export function markTakenBack(entries: readonly Entry[], turnId: string): readonly Entry[] {
  return entries.map((entry) =>
    entry.kind === 'approval' && entry.turnId === turnId && entry.answer === 'task'
      ? { ...entry, answer: 'takenBack' as const }
      : entry,
  );
}

/** Closes open questions with what was said instead of a click, or with the clicked answer. */
export function answerQuestions(entries: readonly Entry[], answer: string): readonly Entry[] {
  return entries.map((entry) =>
    entry.kind === 'question' && entry.open ? { ...entry, open: false, answer } : entry,
  );
}

type Acting = Extract<RoundEvent, { type: 'acting' | 'forbidden' }>;

function beginAction(
  { turnId, action, description, target }: Acting,
  { at, why, shown, recording }: EventContext,
): ActionEntry {
  return {
    kind: 'action',
    id: turnId,
    at,
    by: 'copilot',
    description,
    detail: null,
    state: 'acting',
    shot: recording ? { status: 'pending' } : NO_SHOT,
    findings: [],
    details: {
      ...NO_DETAILS,
      why: why && (isMovable(action) ? { ...why, action } : why),
      ...(shown && { shown }),
      target: target && {
        name: target.fields.name || target.fields.text,
        role: target.role,
        tag: target.tag,
        xpath: target.xpath,
      },
    },
  };
}

function isMovable(action: Acting['action']): action is PageAction {
  return 'uid' in action && action.uid !== null;
}

function changeAction(
  entries: readonly Entry[],
  turnId: string,
  change: (entry: ActionEntry) => ActionEntry,
): readonly Entry[] {
  return entries.map((entry) =>
    entry.kind === 'action' && entry.id === turnId ? change(entry) : entry,
  );
}

function addThinking(
  entries: readonly Entry[],
  { text, mended }: Extract<RoundEvent, { type: 'thinking' }>,
  id: string,
  at: number,
): readonly Entry[] {
  const told = { text, ...(mended !== undefined && { mended }) };
  const last = entries.at(-1);
  return last?.kind === 'thinking' && last.streaming
    ? [...entries.slice(0, -1), { ...last, ...told }]
    : [...entries, { kind: 'thinking', id, at, ...told, streaming: true }];
}

function endThinking(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) =>
    entry.kind === 'thinking' && entry.streaming ? { ...entry, streaming: false } : entry,
  );
}

/** What to know of how the model is asked, once in a conversation. */
function addNote(
  entries: readonly Entry[],
  note: string | null,
  id: string,
  at: number,
): readonly Entry[] {
  const isKnown = entries.some((entry) => entry.kind === 'notice' && entry.happened === note);
  if (note === null || isKnown) return entries;
  const told = { happened: note, kept: null, next: null, actions: [] };
  return [...endThinking(entries), { kind: 'notice', id, at, tone: 'info', ...told }];
}

type Failed = Extract<RoundEvent, { type: 'failed' }>;

const FIXES = {
  settings: { id: 'settings', label: 'Open settings' },
  retry: { id: 'retry', label: 'Try again' },
  reload: { id: 'reload', label: 'Reload the page' },
};

/** The first sentence says what happened; the rest, what was kept and what to do. */
function makeFailure({ message, fix }: Failed, id: string, at: number): Entry {
  const [happened = message, ...rest] = message.split(/(?<=[.!?]) (?=\p{Lu})/u);
  return {
    kind: 'notice',
    id,
    at,
    tone: 'error',
    happened,
    kept: null,
    next: rest.length > 0 ? rest.join(' ') : null,
    actions: fix ? [FIXES[fix]] : [],
  };
}
