import type { PageAction } from '../../core/action/action.ts';
import { describeOmittedText } from '../../core/navigator/describe.ts';
import type { PastName, PastOutcome } from '../../core/navigator/memory/past.ts';
import type { LogEvent, LogEventOf, Projection } from '../../core/navigator/log/run-log.ts';
import type { QuestionUsage } from '../../core/navigator/model/cost.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { describeUserAction } from '../../core/navigator/run/user-action.ts';
import type { ActionEntry, Entry, PromptSummary } from '../../ui/conversation/entry.ts';
import { formatTokenUsage } from '../../ui/format.ts';
import { countMessage } from '../../messages/message.ts';
import type { RunModel } from './view/view-model.ts';

const NO_DETAILS: ActionEntry['details'] = {
  ranking: null,
  receipt: null,
  target: null,
  screenshot: null,
  url: null,
};

/** The conversation as the panel shows it. */
export interface RunEntries {
  entries: readonly Entry[];
  /** How the target of the next action was ranked. */
  ranking: ActionEntry['details']['ranking'];
  /** What the model that chooses the next action was shown. */
  prompt: PromptSummary | null;
}

/** Entries that an event doesn't concern stay the same objects. */
export const RUN_ENTRIES: Projection<RunEntries> = {
  start: { entries: [], ranking: null, prompt: null },
  add(before, event) {
    const shown = { ...before, entries: addToEntries(before, event) };
    switch (event.type) {
      case 'ranked': {
        const { query, ranker, ranked } = event;
        return { ...shown, ranking: { query, ranker, ranked } };
      }
      case 'composed': {
        const { tokens, cuts, elements, wider } = event;
        const prompt = { tokens, cuts, ...(elements && { elements }), ...(wider && { wider }) };
        return { ...shown, prompt };
      }
      case 'acting':
        return { ...shown, ranking: null, prompt: null };
      default:
        return shown;
    }
  },
};

function addToEntries(before: RunEntries, event: LogEvent): readonly Entry[] {
  const { entries } = before;
  const { id, at } = event;
  switch (event.type) {
    case 'began': {
      const text = event.said ?? event.message;
      return [
        ...answerQuestions(endEntries(entries), text),
        { kind: 'utterance', id, at, by: 'person', speaker: 'instructor', text },
      ];
    }
    case 'userAction':
      return addUserActionEntry(endThinking(entries), event.userAction);
    case 'composed':
      return addShownPasts(addNote(entries, event.note, id, at), event.pasts, id, at);
    case 'thinking':
      return addThinking(entries, event, id, at);
    case 'spent':
      return event.last ? addUsage(entries, event.last, event.spending.cost !== null) : entries;
    case 'acting':
    case 'forbidden':
      return [...endThinking(entries), beginAction(event, before)];
    case 'approval': {
      const { turnId, action, target, description, reason, host, choices } = event;
      const fullTexts = describeOmittedText(action, target);
      const asked = { id, at, turnId, description, fullTexts, reason, host, choices };
      return [...endThinking(entries), { kind: 'approval', ...asked, answer: null }];
    }
    case 'decided':
      return answerApproval(entries, event.turnId, null, event.decision);
    case 'revoked':
      return answerApproval(entries, event.turnId, 'task', 'takenBack');
    case 'acted': {
      const { receipt, description } = event;
      const state = receipt.verdict === 'changed' ? 'done' : receipt.verdict;
      return changeAction(entries, event.turnId, (entry) => ({
        ...entry,
        state,
        detail: description,
        details: { ...entry.details, receipt },
      }));
    }
    case 'refused':
      return changeAction(entries, event.turnId, (entry) => ({
        ...entry,
        // When nothing changed, the card says so already.
        state: entry.state === 'acting' ? ('refused' as const) : entry.state,
        detail: event.message,
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
    case 'discarded':
      return endEntries(entries);
    default:
      return entries;
  }
}

/** Closes what is still open when a run ends. */
export function endEntries(entries: readonly Entry[]): readonly Entry[] {
  return endThinking(entries).map((entry) => {
    if (entry.kind === 'approval' && entry.answer === null)
      return { ...entry, answer: 'stopped' as const };
    return entry.kind === 'action' && entry.state === 'acting'
      ? { ...entry, state: 'stopped' as const }
      : entry;
  });
}

type ApprovalEntry = Extract<Entry, { kind: 'approval' }>;

function answerApproval(
  entries: readonly Entry[],
  turnId: string,
  from: ApprovalEntry['answer'],
  answer: ApprovalEntry['answer'],
): readonly Entry[] {
  return entries.map((entry) =>
    entry.kind === 'approval' && entry.turnId === turnId && entry.answer === from
      ? { ...entry, answer }
      : entry,
  );
}

/** Closes open questions with the next message, which may be the clicked answer. */
function answerQuestions(entries: readonly Entry[], answer: string): readonly Entry[] {
  return entries.map((entry) =>
    entry.kind === 'question' && entry.open ? { ...entry, open: false, answer } : entry,
  );
}

type Acting = LogEventOf<'acting' | 'forbidden'>;

function beginAction(
  { turnId, at, action, description, target }: Acting,
  { ranking, prompt }: RunEntries,
): ActionEntry {
  return {
    kind: 'action',
    id: turnId,
    at,
    by: 'copilot',
    description,
    detail: null,
    state: 'acting',
    screenshot: { status: 'none' },
    findings: [],
    details: {
      ...NO_DETAILS,
      ranking: ranking && (isMovable(action) ? { ...ranking, action } : ranking),
      ...(prompt && { promptSummary: prompt }),
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
  { text, mended }: LogEventOf<'thinking'>,
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

/** Puts the usage beside the reply, which is what the model wrote last. */
function addUsage(
  entries: readonly Entry[],
  usage: QuestionUsage,
  isPriced: boolean,
): readonly Entry[] {
  const at = entries.findLastIndex(({ kind }) => kind === 'thinking');
  const entry = entries[at];
  if (entry?.kind !== 'thinking') return entries;
  const spent = formatTokenUsage({ ...usage, cost: isPriced ? usage.cost : null });
  return entries.with(at, { ...entry, usage: spent });
}

/** Shows a note about the model once in a conversation. */
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

type Failed = LogEventOf<'failed'>;

const FIXES = {
  settings: { id: 'settings', label: 'Open settings' },
  retry: { id: 'retry', label: 'Try again' },
  reload: { id: 'reload', label: 'Reload the page' },
};

/** The first sentence says what happened, the rest what was saved and what to do. */
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

/** A fuller account replaces the one before. */
function addUserActionEntry(entries: readonly Entry[], userAction: UserAction): Entry[] {
  const at = entries.findIndex(({ id }) => id === userAction.id);
  const entry = toUserActionEntry(userAction);
  if (at < 0) return [...entries, entry];
  return entries.with(at, { ...entry, at: entries[at]?.at ?? userAction.at });
}

/** A recorded turn with the same id replaces it. */
function toUserActionEntry(userAction: UserAction): ActionEntry {
  const { id, at, target } = userAction;
  return {
    kind: 'action',
    id,
    at,
    by: 'person',
    description: `You: ${describeUserAction(userAction)}`,
    detail: null,
    state: 'done',
    screenshot: { status: 'none' },
    findings: [],
    details: {
      ...NO_DETAILS,
      target: target && {
        name: target.name || target.text,
        role: target.role,
        tag: target.tag,
        xpath: '',
      },
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
    ...(talks < pasts.length
      ? [countMessage('panelEarlierDemonstrations', pasts.length - talks)]
      : []),
    ...(talks > 0 ? [countMessage('panelEarlierConversations', talks)] : []),
  ];
  return `Shown to the model: ${counts.join(' and ')} (${told.join('; ')}).`;
}

/** Adds the pasts that the model is shown where its reply will be. */
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

const BEGUN: RunModel = { activity: 'Reading the page', steps: 0, control: 'working' };

/** Returns what the panel says that a run is doing after an event; null once it has ended. */
export function nameActivity(run: RunModel | null, event: LogEvent): RunModel | null {
  if (event.type === 'began') return BEGUN;
  if (!run || event.type === 'ended') return null;
  const steps = run.steps + (event.type === 'acted' && !event.later ? 1 : 0);
  switch (event.type) {
    case 'paused':
      return { ...run, activity: namePause(event), control: event.taken ? 'taken' : 'paused' };
    case 'resumed':
      return { ...run, activity: BEGUN.activity, control: 'working' };
    case 'approval':
      // Withdrawn at once.
      return run.control === 'taken' ? run : { ...run, activity: 'Waiting for your answer' };
  }
  // The step that is being finished isn't named.
  if (run.control !== 'working') return { ...run, steps };
  return { ...run, activity: nameWork(event) ?? run.activity, steps };
}

function nameWork(event: LogEvent): string | null {
  switch (event.type) {
    case 'acting':
      return event.description;
    case 'acted':
      return BEGUN.activity;
    case 'thinking':
      return 'The model is writing';
    case 'ranked':
      return `Looking for “${event.query}”`;
    default:
      return null;
  }
}

function namePause({ taken, still }: LogEventOf<'paused'>): string {
  if (taken) return still ? 'You have the page' : 'Yours after this step';
  return still ? 'Paused' : 'Pausing after this step';
}
