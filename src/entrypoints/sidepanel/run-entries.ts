import type { PageAction } from '../../core/action/action.ts';
import { describeOmittedText } from '../../core/navigator/describe.ts';
import type { PastName, PastOutcome } from '../../core/navigator/memory/past.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { describeUserAction } from '../../core/navigator/run/user-action.ts';
import type { ActionEntry, Entry, PromptSummary } from '../../ui/conversation/entry.ts';
import { formatCount } from '../../ui/format.ts';
import type { RunModel } from './view/view-model.ts';

const NO_DETAILS: ActionEntry['details'] = {
  ranking: null,
  receipt: null,
  target: null,
  screenshot: null,
  url: null,
};
const NO_SHOT: ActionEntry['screenshot'] = { status: 'none' };

interface EventContext {
  /** For an entry that the event begins. */
  id: string;
  /** Epoch ms. */
  at: number;
  /** How the target of an action that begins was ranked. */
  why: ActionEntry['details']['ranking'];
  /** What the model that chose it was shown. */
  shown?: PromptSummary | null;
  /** Whether a screenshot is to be expected. */
  recording: boolean;
}

/**
 * The list after an event of the copilot's round. Entries that the event does not concern stay the
 * same objects.
 */
export function addRoundEvent(
  entries: readonly Entry[],
  event: RunEvent,
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
      const fullTexts = describeOmittedText(action, target);
      const asked = { id, at, turnId, description, fullTexts, reason, host, choices };
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
        screenshot: event.later ? entry.screenshot : NO_SHOT,
        details: { ...entry.details, receipt },
      }));
    }
    case 'refused':
      return changeAction(entries, event.turnId, (entry) => ({
        ...entry,
        // When nothing changed, the card says so already.
        state: entry.state === 'acting' ? ('refused' as const) : entry.state,
        detail: event.message,
        screenshot: NO_SHOT,
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
          ? { ...entry, state: 'stopped' as const, screenshot: NO_SHOT }
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

type Acting = Extract<RunEvent, { type: 'acting' | 'forbidden' }>;

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
    screenshot: recording ? { status: 'pending' } : NO_SHOT,
    findings: [],
    details: {
      ...NO_DETAILS,
      ranking: why && (isMovable(action) ? { ...why, action } : why),
      ...(shown && { promptSummary: shown }),
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
  { text, mended }: Extract<RunEvent, { type: 'thinking' }>,
  id: string,
  at: number,
): readonly Entry[] {
  const thought = { text, ...(mended !== undefined && { correction: mended }) };
  const last = entries.at(-1);
  return last?.kind === 'thinking' && last.streaming
    ? [...entries.slice(0, -1), { ...last, ...thought }]
    : [...entries, { kind: 'thinking', id, at, ...thought, streaming: true }];
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
  const notice = { happened: note, saved: null, next: null, actions: [] };
  return [...endThinking(entries), { kind: 'notice', id, at, tone: 'info', ...notice }];
}

type Failed = Extract<RunEvent, { type: 'failed' }>;

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
    saved: null,
    next: rest.length > 0 ? rest.join(' ') : null,
    actions: fix ? [FIXES[fix]] : [],
  };
}

/** The list with what the person did; a fuller account takes the place of the one before. */
function addDeed(entries: readonly Entry[], deed: UserAction): Entry[] {
  const at = entries.findIndex(({ id }) => id === deed.id);
  if (at < 0) return [...entries, showDeed(deed)];
  return entries.with(at, { ...showDeed(deed), at: entries[at]?.at ?? deed.at });
}

/** A recording's turn of the same id comes to stand in its place. */
function showDeed(deed: UserAction): ActionEntry {
  const { id, at, target } = deed;
  return {
    kind: 'action',
    id,
    at,
    by: 'person',
    description: `You: ${describeUserAction(deed)}`,
    detail: null,
    state: 'done',
    screenshot: { status: 'none' },
    findings: [],
    details: {
      ranking: null,
      receipt: null,
      target: target && {
        name: target.name || target.text,
        role: target.role,
        tag: target.tag,
        xpath: '',
      },
      screenshot: null,
      url: null,
    },
  };
}

const OUTCOMES: Record<PastOutcome, string> = {
  worked: 'worked',
  failed: 'failed',
  unknown: 'outcome not known',
};
const LONGEST_REQUEST = 60;

/** `Shown to the model: 1 earlier demonstration (“put a lamp into the cart”, worked).` Conversations are told apart. */
function describeShown(pasts: readonly PastName[]): string {
  const told = pasts.map(({ request, outcome }) => `“${shorten(request)}”, ${OUTCOMES[outcome]}`);
  const talks = pasts.filter(({ isConversation }) => isConversation).length;
  const counts = [
    ...(talks < pasts.length ? [formatCount(pasts.length - talks, 'earlier demonstration')] : []),
    ...(talks > 0 ? [formatCount(talks, 'earlier conversation')] : []),
  ];
  return `Shown to the model: ${counts.join(' and ')} (${told.join('; ')}).`;
}

/** The list with what the model is shown of the past, where its reply will be. */
function addShownPasts(
  entries: readonly Entry[],
  pasts: readonly PastName[] | undefined,
  id: string,
  at: number,
): readonly Entry[] {
  if (!pasts || pasts.length === 0) return entries;
  const shown = describeShown(pasts);
  const last = entries.at(-1);
  if (last?.kind === 'thinking' && last.streaming) {
    return [...entries.slice(0, -1), { ...last, shownMemories: shown }];
  }
  return [
    ...entries,
    { kind: 'thinking', id: `${id} shown`, at, text: '', streaming: true, shownMemories: shown },
  ];
}

function shorten(text: string): string {
  const points = Array.from(text);
  return points.length > LONGEST_REQUEST
    ? `${points.slice(0, LONGEST_REQUEST - 1).join('')}…`
    : text;
}

export const BEGUN: RunModel = { activity: 'Reading the page', steps: 0, control: 'working' };

/** What the panel says a round is doing after an event; null once it has ended. */
export function nameActivity(round: RunModel | null, event: RunEvent): RunModel | null {
  const now = round ?? BEGUN;
  const steps = now.steps + (event.type === 'acted' && !event.later ? 1 : 0);
  switch (event.type) {
    case 'ended':
      return null;
    case 'held':
      return { ...now, activity: nameHeld(event), control: event.taken ? 'taken' : 'paused' };
    case 'released':
      return { ...now, activity: BEGUN.activity, control: 'working' };
    // The instructor changes hops between rounds, too.
    case 'hops':
      return round;
    case 'approval':
      // Withdrawn at once.
      if (now.control === 'taken') return now;
      return { ...now, activity: 'Waits for your answer' };
  }
  // What is still being finished is no news.
  if (now.control !== 'working') return { ...now, steps };
  return { ...now, activity: nameWork(event) ?? now.activity, steps };
}

function nameWork(event: RunEvent): string | null {
  switch (event.type) {
    case 'acting':
      return event.description;
    case 'acted':
      return BEGUN.activity;
    case 'thinking':
      return 'The model writes';
    case 'ranked':
      return `Looking for “${event.query}”`;
    default:
      return null;
  }
}

function nameHeld({ taken, still }: Extract<RunEvent, { type: 'held' }>): string {
  if (taken) return still ? 'You have the page' : 'Yours after this step';
  return still ? 'Paused' : 'Pausing after this step';
}
