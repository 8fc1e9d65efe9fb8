import type { Receipt } from '../../core/action/receipt.ts';
import { describeOmittedText, shorten } from '../../core/navigator/describe.ts';
import type { LogEvent, LogEventOf, Projection } from '../../core/navigator/log/run-log.ts';
import { guessAnswer, readAnswer } from '../../core/navigator/request/read-answer.ts';
import type { PastName } from '../../core/navigator/memory/past.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { describeUserAction, toCandidate } from '../../core/navigator/run/user-action.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { countMessage, message } from '../../messages/message.ts';
import type {
  ActionDetails,
  ActionEntry,
  ActionState,
  Entry,
  PromptSummary,
  RankingExplanation,
  ThinkingEntry,
} from '../../ui/conversation/entry.ts';
import { makeNotice } from '../../ui/conversation/entry.ts';
import { formatTokenUsage } from '../../ui/format.ts';

/** The conversation as the panel shows it. */
export interface RunEntries {
  entries: readonly Entry[];
  ranking: RankingExplanation | null;
  /** What the model that chooses the next action was shown. */
  prompt: PromptSummary | null;
}

/** Entries that an event doesn't concern stay the same objects. */
export const RUN_ENTRIES: Projection<RunEntries> = {
  start: { entries: [], ranking: null, prompt: null },
  add(before, event) {
    const entries = addToEntries(before, event);
    if (event.type === 'acting') return { entries, ranking: null, prompt: null };
    return {
      entries,
      ranking: event.type === 'ranked' ? event : before.ranking,
      prompt: event.type === 'composed' ? event : before.prompt,
    };
  },
};

function addToEntries(before: RunEntries, event: LogEvent): readonly Entry[] {
  const { entries } = before;
  const { id, at } = event;
  const append = (entry: Entry): Entry[] => [...endThinking(entries), entry];
  switch (event.type) {
    case 'began':
      return addRequest(entries, event);
    case 'userAction':
      return addUserAction(endThinking(entries), event.userAction);
    case 'composed': {
      const noted = addNote(before, event);
      const shown = event.pasts?.length ? { shownMemories: describePasts(event.pasts) } : null;
      return shown ? updateThinking(noted, shown, { id: `${id} shown`, at }) : noted;
    }
    case 'thinking': {
      const { text, mended } = event;
      const thought = { text, ...(mended !== undefined && { correction: mended }) };
      return updateThinking(entries, thought, { id, at });
    }
    case 'spent':
      return addUsage(entries, event);
    case 'acting':
    case 'forbidden':
      return addAction(before, event);
    case 'approval': {
      const { turnId, action, target, description, reason, host, choices } = event;
      const fullTexts = describeOmittedText(action, target);
      const asked = { turnId, description, fullTexts, reason, host, choices };
      return append({ kind: 'approval', id, at, ...asked, answer: null });
    }
    case 'decided':
    case 'revoked': {
      const [from, answer] =
        event.type === 'decided'
          ? ([null, event.decision] as const)
          : (['task', 'takenBack'] as const);
      return change(entries, 'approval', (entry) =>
        entry.turnId === event.turnId && entry.answer === from ? { ...entry, answer } : entry,
      );
    }
    case 'acted':
      return addReceipt(entries, event);
    case 'refused':
      return change(entries, 'action', (entry) => {
        if (entry.id !== event.turnId) return entry;
        // A refusal after a receipt keeps the state of the receipt.
        const state = entry.state === 'acting' ? 'refused' : entry.state;
        return { ...entry, state, detail: event.message };
      });
    case 'said':
      if (event.repeats) return endThinking(entries);
      return append({
        ...{ kind: 'utterance', id, at, by: 'copilot', speaker: 'navigator' },
        text: event.text,
        ...(event.quotes && { quotes: event.quotes }),
      });
    case 'asked': {
      const { question, options } = event;
      return append({ kind: 'question', id, at, question, options, open: true, answer: null });
    }
    case 'form': {
      const { skillId, name, slots, values } = event;
      return append({ kind: 'form', id, at, skillId, name, slots, values, open: true });
    }
    case 'stuck': {
      const { skillId, values, from, text, step, picture, now, canShow } = event;
      const shown = { skillId, values, from, text, step, picture, now, canShow };
      return append({ kind: 'stuck', id, at, ...shown, open: true });
    }
    case 'mended':
      return append(makeNotice(event, { tone: 'info', happened: event.text }));
    case 'failed':
      return append(makeFailure(event));
    case 'ended':
    case 'discarded':
      return endEntries(entries);
    default:
      return entries;
  }
}

/** Adds a message that begins a run, which may be the answer to a question that was clicked. */
function addRequest(entries: readonly Entry[], event: LogEventOf<'began'>): Entry[] {
  const { id, at, agent } = event;
  const text = event.said ?? event.message;
  const answered = change(endUndo(endEntries(entries)), 'question', (question) =>
    question.open
      ? { ...question, open: false, answer: isAnswer(text, question.options) ? text : null }
      : question,
  );
  // An agent's words are not the person's.
  if (agent !== undefined)
    return [...answered, makeNotice(event, { tone: 'info', happened: text })];
  return [
    ...closeSkillCards(answered),
    { kind: 'utterance', id, at, by: 'person', speaker: 'instructor', text },
  ];
}

function readState({ verdict, asAsked }: Receipt): ActionState {
  if (verdict !== 'changed') return verdict;
  return asAsked === false ? 'not-as-asked' : 'done';
}

function addReceipt(entries: readonly Entry[], event: LogEventOf<'acted'>): Entry[] {
  const { turnId, receipt, description } = event;
  return change(entries, 'action', (entry) => {
    if (entry.id !== turnId) return entry;
    const canUndo = event.undo !== undefined || (entry.canUndo === true && event.later === true);
    const details = { ...entry.details, receipt };
    return { ...entry, state: readState(receipt), detail: description, canUndo, details };
  });
}

/** The next message is about something else. */
function closeSkillCards(entries: readonly Entry[]): Entry[] {
  const forms = change(entries, 'form', (entry) => ({ ...entry, open: false }));
  return change(forms, 'stuck', (entry) => ({ ...entry, open: false }));
}

type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>;

function change<K extends Entry['kind']>(
  entries: readonly Entry[],
  kind: K,
  changeEntry: (entry: EntryOf<K>) => Entry,
): Entry[] {
  return entries.map((entry) => (entry.kind === kind ? changeEntry(entry as EntryOf<K>) : entry));
}

function endThinking(entries: readonly Entry[]): Entry[] {
  return change(entries, 'thinking', (entry) =>
    entry.streaming ? { ...entry, streaming: false } : entry,
  );
}

/** Closes what is still open when a run ends. */
export function endEntries(entries: readonly Entry[]): readonly Entry[] {
  const unanswered = change(endThinking(entries), 'approval', (entry) =>
    entry.answer === null ? { ...entry, answer: 'stopped' } : entry,
  );
  return change(unanswered, 'action', (entry) =>
    entry.state === 'acting' ? { ...entry, state: 'stopped' } : entry,
  );
}

function makeAction(
  fields: Pick<ActionEntry, 'id' | 'at' | 'by' | 'description' | 'state'>,
  target: Candidate | null,
  details: Partial<ActionDetails> = {},
): ActionEntry {
  return {
    ...{ kind: 'action', detail: null, screenshot: { status: 'none' }, findings: [] },
    ...fields,
    details: {
      ...{ ranking: null, receipt: null, screenshot: null, url: null },
      ...details,
      target: target && {
        ...{ role: target.role, tag: target.tag, xpath: target.xpath },
        name: target.fields.name || target.fields.text,
      },
    },
  };
}

/** Adds an action, with the model's reply that decided on it. */
function addAction(
  { entries, ranking, prompt }: RunEntries,
  { turnId, at, action, description, target }: LogEventOf<'acting' | 'forbidden'>,
): Entry[] {
  const before = endUndo(endThinking(entries));
  const index = before.findLastIndex(({ kind }) => kind === 'thinking' || kind === 'action');
  const last = before[index];
  const reply = last?.kind === 'thinking' ? last : null;
  // An action with a target can be repeated on another one.
  const hasTarget = 'uid' in action && action.uid !== null;
  const stamp = { id: turnId, at, by: 'copilot', description, state: 'acting' } as const;
  const entry = makeAction(stamp, target, {
    ranking: ranking && hasTarget ? { ...ranking, action } : ranking,
    ...(prompt && { promptSummary: prompt }),
    ...(reply && { reply }),
  });
  return [...(reply ? before.toSpliced(index, 1) : before), entry];
}

/** Only the last action can be reverted: a later one may build on it. */
function endUndo(entries: readonly Entry[]): Entry[] {
  return change(entries, 'action', (entry) =>
    entry.canUndo === true ? { ...entry, canUndo: false } : entry,
  );
}

/** A later report of the same user action replaces the earlier one, and a recorded turn replaces both. */
function addUserAction(entries: Entry[], userAction: UserAction): Entry[] {
  const { id, target } = userAction;
  const index = entries.findIndex((entry) => entry.id === id);
  const at = entries[index]?.at ?? userAction.at;
  const description = message('panelYouDid', describeUserAction(userAction));
  const entry = makeAction(
    { id, at, by: 'person', description, state: 'done' },
    target && toCandidate(target),
  );
  return index < 0 ? [...entries, entry] : entries.with(index, entry);
}

/** Changes the reply that is arriving, or begins one. */
function updateThinking(
  entries: readonly Entry[],
  change: Partial<ThinkingEntry>,
  stamp: Pick<Entry, 'id' | 'at'>,
): readonly Entry[] {
  const last = entries.at(-1);
  return last?.kind === 'thinking' && last.streaming
    ? entries.with(-1, { ...last, ...change })
    : [...entries, { kind: 'thinking', text: '', ...stamp, ...change, streaming: true }];
}

function addUsage(
  entries: readonly Entry[],
  { last, spending }: LogEventOf<'spent'>,
): readonly Entry[] {
  const index = entries.findLastIndex(({ kind }) => kind === 'thinking' || kind === 'action');
  const entry = entries[index];
  if (!last || !entry) return entries;
  const usage = formatTokenUsage({ ...last, cost: spending.cost === null ? null : last.cost });
  if (entry.kind === 'thinking') return entries.with(index, { ...entry, usage });
  if (entry.kind !== 'action' || !entry.details.reply) return entries;
  const { details } = entry;
  const reply = { ...entry.details.reply, usage };
  return entries.with(index, { ...entry, details: { ...details, reply } });
}

/** Shows a note about the model once in a conversation. */
function addNote({ entries }: RunEntries, event: LogEventOf<'composed'>): readonly Entry[] {
  const { note } = event;
  const isKnown = entries.some((entry) => entry.kind === 'notice' && entry.happened === note);
  if (note === null || isKnown) return entries;
  return [...endThinking(entries), makeNotice(event, { tone: 'info', happened: note })];
}

const FIXES = {
  settings: { id: 'settings', label: message('panelOpenSettings') },
  connect: { id: 'settings', label: message('panelConnectModel') },
  retry: { id: 'retry', label: message('commonSendAgain') },
  reload: { id: 'reload', label: message('panelReloadPage') },
};

/** Whether a message answers a question; otherwise it is a request of its own. */
function isAnswer(text: string, options: readonly { label: string }[]): boolean {
  const labels = options.map(({ label }) => label);
  return readAnswer(text, labels).kind !== 'other' || guessAnswer(text, labels) !== null;
}

/** The first sentence says what happened, the rest what was saved and what to do. */
function makeFailure(event: LogEventOf<'failed'>): Entry {
  const [happened = event.message, ...rest] = event.message.split(/(?<=[.!?]) (?=\p{Lu})/u);
  return makeNotice(event, {
    ...{ tone: event.fix === 'connect' ? 'info' : 'error', happened },
    next: rest.length > 0 ? rest.join(' ') : null,
    actions: listFixes(event.fix),
  });
}

/** What a failure offers: its fix, and to send the message again once that is done. */
function listFixes(fix: LogEventOf<'failed'>['fix']) {
  if (fix === null) return [];
  return fix === 'settings' || fix === 'reload' ? [FIXES[fix], FIXES.retry] : [FIXES[fix]];
}

const OUTCOMES = {
  worked: message('panelPastWorked'),
  failed: message('panelPastFailed'),
  unknown: message('panelPastUnknown'),
};

/** Returns `Shown to the model: 1 earlier demonstration (“put a lamp into the cart”, worked).` */
function describePasts(pasts: readonly PastName[]): string {
  const names = pasts.map(({ request, outcome }) => `“${shorten(request)}”, ${OUTCOMES[outcome]}`);
  const talks = pasts.filter(({ isConversation }) => isConversation).length;
  const recorded = pasts.length - talks;
  const counts = [
    ...(recorded > 0 ? [countMessage('panelEarlierDemonstrations', recorded)] : []),
    ...(talks > 0 ? [countMessage('panelEarlierConversations', talks)] : []),
  ];
  return message('panelShownToModel', counts.join(' and '), names.join('; '));
}

export interface RunModel {
  /** For example `Reading the page` or `Type “red kettle”`. */
  activity: string;
  steps: number;
  /** `taken`: the user controls the tab. */
  control: 'working' | 'paused' | 'taken';
  /** The agent outside the browser that chooses the actions. */
  agent?: string;
}

const BEGUN: RunModel = { activity: message('panelReadingPage'), steps: 0, control: 'working' };

/** What a run does between two steps. */
function nameRest({ agent }: Pick<RunModel, 'agent'>): string {
  return agent === undefined ? BEGUN.activity : message('panelAgentWaiting', agent);
}

/** Returns what the run does after an event; null once it has ended. */
export function nameActivity(run: RunModel | null, event: LogEvent): RunModel | null {
  if (event.type === 'began') {
    const { agent } = event;
    return { ...BEGUN, ...(agent !== undefined && { agent }) };
  }
  if (!run || event.type === 'ended') return null;
  // A pause isn't hidden by the step that is being finished.
  const work = (activity: string): RunModel =>
    run.control === 'working' ? { ...run, activity } : run;
  switch (event.type) {
    case 'paused':
      return { ...run, activity: namePause(event), control: event.taken ? 'taken' : 'paused' };
    case 'resumed':
      return { ...run, activity: nameRest(run), control: 'working' };
    case 'approval':
      // While the user controls the page, the question is withdrawn at once.
      return run.control === 'taken' ? run : { ...run, activity: message('panelWaiting') };
    case 'acting':
      return work(event.description);
    case 'acted':
      return { ...work(nameRest(run)), steps: run.steps + (event.later ? 0 : 1) };
    case 'observed':
      return run.agent === undefined ? run : work(nameRest(run));
    case 'thinking':
      return work(message('commonModelWriting'));
    case 'ranked':
      return work(message('panelLookingFor', event.query));
    default:
      return run;
  }
}

function namePause({ taken, still }: LogEventOf<'paused'>): string {
  if (taken) return message(still ? 'panelYouControl' : 'panelYoursAfterStep');
  return message(still ? 'panelPaused' : 'panelPausingAfterStep');
}
