import { order } from '../../app/connection.ts';
import type { Copilot } from '../../app/copilot/copilot.ts';
import { createCopilot } from '../../app/copilot/copilot.ts';
import type { Journal } from '../../app/copilot/journal.ts';
import { openJournal, openRunLog } from '../../app/copilot/journal.ts';
import type { CeilingPause } from '../../app/copilot/metered-endpoint.ts';
import { showTarget } from '../../app/copilot/page-marks.ts';
import { leaveTabs } from '../../app/tab/piloted-tabs.ts';
import { showInFront } from '../../app/tab/show-tab.ts';
import type { PageAction } from '../../core/action/action.ts';
import type { LogEvent, RunLog } from '../../core/navigator/log/run-log.ts';
import { readHops, readSpending } from '../../core/navigator/log/stored-log.ts';
import type { UnfinishedRun } from '../../core/navigator/log/unfinished-run.ts';
import { describeUnfinished, readLastRun } from '../../core/navigator/log/unfinished-run.ts';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import type { Retry } from '../../platform/endpoint/retry.ts';
import { followEndpoint, readEndpoint, unlockEndpoint } from '../../platform/settings/settings.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { formatCost } from '../../ui/format.ts';
import { toHopsModel } from '../../ui/hops/hops-model.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';
import { nameActivity, RUN_ENTRIES } from './run-entries.ts';
import type { BannerModel, RunModel } from './view/view-model.ts';

/** The copilot's half of the panel. */
export function openCopilotController(store: PanelStore, signal: AbortSignal) {
  const log = openRunLog();
  const entries = log.project(RUN_ENTRIES);
  const journal = openJournal(log, signal);
  const copilot = createCopilot({
    log,
    journal,
    endpoint: readEndpoint,
    show,
    onRanking: ({ ranker, notice }) => store.setState({ ranker, rankerNotice: notice }),
    onRetry: (retry) => store.setState(({ run }) => ({ run: nameRetry(run, retry) })),
    onPause: (pause) => store.setState({ banner: pause && describePause(pause) }),
    signal,
  });
  const unfinished = offerUnfinished({ store, journal, log, copilot });
  let lastMessage = '';

  void journal.ready.then(() => {
    const hops = toHopsModel(readHops(journal.read()), null);
    const spending = readSpending(journal.read());
    store.setState({ live: entries().entries, hops, spending, restored: true });
    if (store.getState().run === null) unfinished.offer();
  });

  function show(event: LogEvent): void {
    store.setState(({ run }) => ({ live: entries().entries, run: nameActivity(run, event) }));
    switch (event.type) {
      case 'began':
        lastMessage = event.said ?? event.message;
        store.setState({ unfinished: null });
        break;
      case 'failed':
        store.setState({ modelWorks: event.fix !== 'settings' });
        break;
      case 'thinking':
        store.setState({ modelWorks: true });
        break;
      case 'spent':
        store.setState({ spending: event.spending });
        break;
      case 'hops':
        store.setState({ hops: toHopsModel(event.list, event.refused) });
        break;
      case 'ended':
        unfinished.offer();
        break;
      case 'discarded':
        store.setState({ unfinished: null });
    }
  }

  function send(text: string): void {
    const tab = store.getState().tab;
    if (!tab) {
      showBanner(store, 'There is no tab to work on.', 'Open a page in this window.');
      return;
    }
    showFault(store, copilot.send(text, tab.tabId, { attended: true }));
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
      showBanner(store, `Your message could not be saved: ${String(error)}`, 'Send it again.'),
    );
  }

  followEndpoint((endpoint) => store.setState({ endpoint, modelWorks: true }), signal);
  signal.addEventListener('abort', () => {
    void leaveTabs().catch(() => undefined);
  });

  return {
    copilot,
    unfinished,
    send: (text: string) => (store.getState().seat === 'copilot' ? send(text) : speak(text)),
    /** Reads the page while a message is typed. */
    prepare(): void {
      const { seat, tab } = store.getState();
      if (seat === 'copilot' && tab) void copilot.prepare(tab.tabId);
    },
    retry: () => send(lastMessage),
    stop: () => copilot.stop(),
    unlock(passphrase: string): void {
      store.setState({ unlock: { busy: true, wrong: false } });
      const report = (opened: boolean): void =>
        store.setState({ unlock: { busy: false, wrong: !opened } });
      unlockEndpoint(passphrase).then(report, () => report(false));
    },
    /** Ends a pause at the cost ceiling; false if there is none. */
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
    takeBack: copilot.takeBack,
    preview(target: { uid: string; frameId: number } | null): void {
      const tab = store.getState().tab;
      if (tab) void showTarget(tab.tabId, target);
    },
  };
}

export type CopilotController = ReturnType<typeof openCopilotController>;

/** Shows an error that a bug in a run threw. */
function showFault(store: PanelStore, run: PromiseLike<unknown>): void {
  run.then(undefined, (error: unknown) => {
    store.setState({ run: null });
    showBanner(store, `The run ended because of an error in Wayscribe: ${String(error)}`);
  });
}

function nameRetry(
  run: RunModel | null,
  { attempt, most, waitMs, reason }: Retry,
): RunModel | null {
  const seconds = (waitMs / 1000).toFixed(1);
  const count = `${String(attempt)} of ${String(most)}`;
  return run && { ...run, activity: `${reason}: again in ${seconds} s (${count})` };
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

interface UnfinishedMeans {
  store: PanelStore;
  journal: Journal;
  log: RunLog;
  copilot: Copilot;
}

/** Offers to resume or discard a run that didn't end. */
function offerUnfinished({ store, journal, log, copilot }: UnfinishedMeans) {
  function offer(): void {
    const last = readLastRun(journal.read());
    if (last.kind === 'unfinished') store.setState({ unfinished: makeCard(last, Date.now()) });
  }

  let isOpening = false;

  async function resume(): Promise<void> {
    const last = readLastRun(journal.read());
    const here = store.getState().tab?.tabId ?? null;
    if (last.kind === 'none' || isOpening) return;
    isOpening = true;
    const isThere = await showInFront(last.tabId).finally(() => (isOpening = false));
    const tabId = isThere ? last.tabId : here;
    if (tabId === null) {
      showBanner(store, 'There is no tab to continue in.', 'Open the page in this window.');
      return;
    }
    await copilot.resume(last, tabId);
  }

  return {
    offer,
    resume: () => showFault(store, resume()),
    discard: () => void log.append({ type: 'discarded' }),
    /** Ends the conversation and deletes it. */
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

function makeCard(unfinished: UnfinishedRun, at: number): Entry {
  const actions = [
    ...(unfinished.hidden ? [] : [{ id: 'resume', label: 'Go on' }]),
    { id: 'discard', label: 'Discard' },
  ];
  const card = { kind: 'notice', id: 'unfinished', at, tone: 'warning', actions } as const;
  return { ...card, ...describeUnfinished(unfinished) };
}
