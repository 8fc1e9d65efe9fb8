import { order } from '../../app/connection.ts';
import type { Copilot } from '../../app/copilot/copilot.ts';
import { createCopilot } from '../../app/copilot/copilot.ts';
import type { RoundJournal } from '../../app/copilot/journal.ts';
import { openRoundJournal } from '../../app/copilot/journal.ts';
import type { CeilingPause } from '../../app/copilot/metered-endpoint.ts';
import { showTarget } from '../../app/copilot/page-marks.ts';
import { leaveTabs } from '../../app/tab/piloted-tabs.ts';
import { showInFront } from '../../app/tab/show-tab.ts';
import type { PageAction } from '../../core/action/action.ts';
import type { JournalEntry } from '../../core/navigator/journal/journal-entry.ts';
import { readStoredHops, readStoredSpending } from '../../core/navigator/journal/journal.ts';
import type { UnfinishedRun } from '../../core/navigator/journal/unfinished-run.ts';
import { describeUnfinished, readLastRun } from '../../core/navigator/journal/unfinished-run.ts';
import type { QuestionUsage } from '../../core/navigator/model/cost.ts';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import type { Retry } from '../../platform/endpoint/retry.ts';
import { followEndpoint, readEndpoint, unlockEndpoint } from '../../platform/settings/settings.ts';
import type { ActionDetails, Entry, PromptSummary } from '../../ui/conversation/entry.ts';
import { formatCost, formatTokenUsage } from '../../ui/format.ts';
import { toHopsModel } from '../../ui/hops/hops-model.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';
import {
  addRoundEvent,
  answerQuestions,
  markTakenBack,
  BEGUN,
  nameActivity,
} from './run-entries.ts';
import type { BannerModel, RunModel } from './view/view-model.ts';

/** The copilot's half of the panel: the conversation and the rounds that belong to it. */
export function openCopilotDesk(store: PanelStore, signal: AbortSignal) {
  let why: ActionDetails['ranking'] = null;
  let shown: PromptSummary | null = null;
  let lastMessage = '';

  const add = (change: (live: readonly Entry[]) => readonly Entry[]): void =>
    store.setState(({ live }) => ({ live: change(live) }));

  const journal = openRoundJournal(signal);
  const copilot: Copilot = createCopilot({
    journal,
    endpoint: readEndpoint,
    onMessage,
    onEvent,
    onRanking: ({ ranker, notice }) => store.setState({ ranker, rankerNotice: notice }),
    onSpending(spending, last) {
      store.setState({ spending });
      journal.spend(spending);
      const isPriced = spending.cost !== null;
      add((live) => addUsageToReply(live, last, isPriced));
      order('recording.spent', { usage: last, isPriced }).catch(() => undefined);
    },
    onRetry: (retry) => store.setState(({ round }) => ({ round: nameRetry(round, retry) })),
    onPause: (pause) => store.setState({ banner: pause && describePause(pause) }),
    signal,
  });

  const unfinished = openResumeDesk(store, journal, copilot);

  function onMessage(text: string, id: string): void {
    lastMessage = text;
    unfinished.putAway();
    store.setState({ round: BEGUN });
    const at = Date.now();
    add((live) => [
      ...answerQuestions(live, text),
      { kind: 'utterance', id, at, by: 'person', speaker: 'instructor', text },
    ]);
  }

  function onEvent(event: RunEvent, id: string): void {
    if (event.type === 'ranked') {
      const { query, ranker, ranked } = event;
      why = { query, ranker, ranked };
    }
    if (event.type === 'composed') {
      const { tokens, cuts, elements, wider } = event;
      shown = { tokens, cuts, ...(elements && { elements }), ...(wider && { wider }) };
    }
    const recording = store.getState().demonstration?.state === 'recording';
    add((live) => addRoundEvent(live, event, { id, at: Date.now(), why, shown, recording }));
    if (event.type === 'acting') why = shown = null;
    if (event.type === 'failed') store.setState({ modelWorks: event.fix !== 'settings' });
    if (event.type === 'thinking') store.setState({ modelWorks: true });
    store.setState(({ round }) => ({ round: nameActivity(round, event) }));
    if (event.type === 'hops') store.setState({ hops: toHopsModel(event.list, event.refused) });
    if (event.type === 'ended') unfinished.offer();
  }

  /** Sends a message; a bug in a round is said, and the panel goes on. */
  function run(text: string): void {
    const tab = store.getState().tab;
    if (!tab) {
      showBanner(store, 'There is no tab to work on.', 'Open a page in this window.');
      return;
    }
    copilot.send(text, tab.tabId, { attended: true }).then(undefined, (error: unknown) => {
      store.setState({ round: null });
      showBanner(store, `The round ended by a fault of Wayscribe: ${String(error)}`);
    });
  }

  function speak(text: string): void {
    const { speakAs } = store.getState();
    const [turnId, at] = [crypto.randomUUID(), Date.now()];
    const said = {
      kind: 'utterance',
      id: turnId,
      at,
      by: 'person',
      speaker: speakAs,
      text,
    } as const;
    store.setState(({ asides }) => ({ asides: [...asides, said] }));
    const data = { turnId, at, speaker: speakAs, by: 'person', utterance: text } as const;
    order('recording.say', data).catch((error: unknown) =>
      showBanner(store, `What was said could not be kept: ${String(error)}`, 'Send it again.'),
    );
  }

  followEndpoint((endpoint) => store.setState({ endpoint, modelWorks: true }), signal);
  signal.addEventListener('abort', () => {
    void leaveTabs().catch(() => undefined);
  });

  return {
    copilot,
    unfinished,
    send: (text: string) => (store.getState().seat === 'copilot' ? run(text) : speak(text)),
    /** A message is begun: by the time it is sent the page is read. */
    prepare(): void {
      const { seat, tab } = store.getState();
      if (seat === 'copilot' && tab) void copilot.prepare(tab.tabId);
    },
    retry: () => run(lastMessage),
    stop: () => copilot.stop(),
    unlock(passphrase: string): void {
      store.setState({ unlock: { busy: true, wrong: false } });
      const tell = (opened: boolean): void =>
        store.setState({ unlock: { busy: false, wrong: !opened } });
      unlockEndpoint(passphrase).then(tell, () => tell(false));
    },
    /** Goes on after a pause at the ceiling, or stops there; false when there is none. */
    endPause(goOn: boolean): boolean {
      if (!isPause(store.getState().banner)) return false;
      if (goOn) copilot.goOn();
      else copilot.stop();
      return true;
    },
    correct(rejected: PageAction, chosen: Candidate): void {
      const tab = store.getState().tab;
      if (tab) copilot.correct(rejected, chosen, tab.tabId);
    },
    editHops: copilot.editHops,
    decide: (turnId: string, decision: PermissionDecision) => void copilot.decide(turnId, decision),
    takeBack(turnId: string): void {
      copilot.takeBack(turnId);
      add((live) => markTakenBack(live, turnId));
    },
    preview(target: { uid: string; frameId: number } | null): void {
      const tab = store.getState().tab;
      if (tab) void showTarget(tab.tabId, target);
    },
  };
}

export type CopilotDesk = ReturnType<typeof openCopilotDesk>;

/** What the panel says while a question waits to be asked again. */
function nameRetry(
  round: RunModel | null,
  { attempt, most, waitMs, reason }: Retry,
): RunModel | null {
  const seconds = (waitMs / 1000).toFixed(1);
  const count = `${String(attempt)} of ${String(most)}`;
  return round && { ...round, activity: `${reason}: again in ${seconds} s (${count})` };
}

/** Puts what a question took beside the reply, which is the last thing the model wrote. */
function addUsageToReply(
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

const GO_ON = 'go-on';

function describePause({ spent, ceiling }: CeilingPause): BannerModel {
  return {
    tone: 'warning',
    happened: `Paused: the next question may take this conversation over ${formatCost(ceiling)}.`,
    saved: `It has cost ${formatCost(spent)} so far. Nothing is lost.`,
    next: null,
    actions: [
      { id: GO_ON, label: 'Continue' },
      { id: 'stop', label: 'Stop here' },
    ],
  };
}

function isPause(banner: BannerModel | null): boolean {
  return banner?.actions.some(({ id }) => id === GO_ON) ?? false;
}

/** What an earlier page of the panel left: the conversation, and a round that did not end. */
function openResumeDesk(store: PanelStore, journal: RoundJournal, copilot: Copilot) {
  /** Offers to go on where the last round did not end. */
  function offer(): void {
    const left = readLastRun(journal.read());
    if (left.kind === 'none') return;
    store.setState(({ live }) => ({ live: addCard(live, left, Date.now()) }));
  }

  function putAway(): void {
    store.setState(({ live }) => ({ live: removeCard(live) }));
  }

  let isOpening = false;

  async function goOn(): Promise<void> {
    const left = readLastRun(journal.read());
    const here = store.getState().tab?.tabId ?? null;
    if (left.kind === 'none' || isOpening) return;
    isOpening = true;
    const isThere = await showInFront(left.tabId).finally(() => (isOpening = false));
    const tabId = isThere ? left.tabId : here;
    if (tabId === null) {
      showBanner(store, 'There is no tab to go on in.', 'Open the page in this window.');
      return;
    }
    await copilot.resume(left, tabId);
  }

  void journal.ready.then(() => {
    const shown = showJournal(journal.read());
    const hops = toHopsModel(readStoredHops(journal.read()), null);
    const spending = readStoredSpending(journal.read());
    store.setState(({ live }) => ({ live: [...shown, ...live], hops, spending, restored: true }));
    if (store.getState().round === null) offer();
  });

  return {
    offer,
    putAway,
    goOn: () =>
      void goOn().catch((error: unknown) => {
        store.setState({ round: null });
        showBanner(store, `The round ended by a fault of Wayscribe: ${String(error)}`);
      }),
    discard(): void {
      journal.discard();
      putAway();
    },
    /** Ends the conversation: nothing of it stays, here or on disk. */
    forget(): void {
      copilot.stop();
      journal.clear().then(
        () => location.reload(),
        (error: unknown) =>
          showBanner(
            store,
            `The conversation could not be cleared: ${String(error)}`,
            'Try again.',
          ),
      );
    },
  };
}

/** A conversation as it was shown, from its journal; pictures and rankings are not in it. */
function showJournal(journal: readonly JournalEntry[]): readonly Entry[] {
  return journal.reduce<readonly Entry[]>((entries, kept) => {
    if (kept.type === 'spent') return entries;
    const { at } = kept;
    if (kept.type === 'began') {
      const { id, message: text } = kept;
      // A round that was interrupted works no more.
      const before = addRoundEvent(entries, STOPPED, { id, at, why: null, recording: false });
      return [...before, { kind: 'utterance', id, at, by: 'person', speaker: 'instructor', text }];
    }
    const id = kept.type === 'said' ? kept.id : '';
    return addRoundEvent(entries, toEvent(kept), { id, at, why: null, recording: false });
  }, []);
}

const STOPPED: RunEvent = { type: 'ended', outcome: 'stopped' };

function toEvent(kept: Exclude<JournalEntry, { type: 'began' | 'spent' }>): RunEvent {
  switch (kept.type) {
    case 'acting': {
      const { turnId, action, description } = kept;
      return { type: 'acting', turnId, action, target: null, description };
    }
    case 'acted': {
      const { turnId, receipt, outcome } = kept;
      return { type: 'acted', turnId, receipt, description: outcome };
    }
    case 'refused':
      return { type: 'refused', turnId: kept.turnId, message: kept.outcome };
    case 'deed':
      return { type: 'deed', deed: kept };
    case 'said':
      return { type: 'said', text: kept.text };
    case 'hops':
      return { type: 'hops', list: kept.list, refused: null };
    case 'ended':
      return STOPPED;
  }
}

const CARD = 'unfinished';

/** The list with the card that offers to go on, at its end. */
function addCard(
  entries: readonly Entry[],
  unfinished: UnfinishedRun,
  at: number,
): readonly Entry[] {
  const { happened, kept, next } = describeUnfinished(unfinished);
  const actions = [
    ...(unfinished.hidden ? [] : [{ id: 'resume', label: 'Go on' }]),
    { id: 'discard', label: 'Discard' },
  ];
  const stopped = addRoundEvent(entries, STOPPED, { id: CARD, at, why: null, recording: false });
  return [
    ...removeCard(stopped),
    { kind: 'notice', id: CARD, at, tone: 'warning', happened, saved: kept, next, actions },
  ];
}

function removeCard(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ id }) => id !== CARD);
}
