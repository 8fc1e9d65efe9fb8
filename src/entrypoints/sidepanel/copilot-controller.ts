import { order } from '../../app/connection.ts';
import type { Copilot } from '../../app/copilot/copilot.ts';
import { createCopilot } from '../../app/copilot/copilot.ts';
import type { Journal } from '../../app/copilot/journal.ts';
import { openJournal, openRunLog } from '../../app/copilot/journal.ts';
import type { CeilingPause } from '../../app/copilot/metered-endpoint.ts';
import { showTarget } from '../../app/copilot/page-marks.ts';
import { leaveTabs } from '../../app/tab/piloted-tabs.ts';
import { readSkills, watchSkills } from '../../app/skills/stored-skills.ts';
import { showInFront } from '../../app/tab/tab-reach.ts';
import type { PageAction } from '../../core/action/action.ts';
import type { LogEvent } from '../../core/navigator/log/run-log.ts';
import { readHops, readSpending } from '../../core/navigator/log/stored-log.ts';
import { describeUnfinished, readLastRun } from '../../core/navigator/log/unfinished-run.ts';
import type { Skill } from '../../core/navigator/skill/skill.ts';
import { listUsedSlots } from '../../core/navigator/skill/skill.ts';
import { suggestRequests } from '../../core/navigator/direct/main-actions.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { message } from '../../messages/message.ts';
import type { Retry } from '../../platform/endpoint/ask-endpoint.ts';
import { followEndpoint, readEndpoint, unlockEndpoint } from '../../platform/settings/settings.ts';
import type { EntryEvents, SkillCall } from '../../ui/conversation/entry.ts';
import { makeNotice } from '../../ui/conversation/entry.ts';
import { formatCost } from '../../ui/format.ts';
import { toHopsModel } from '../../ui/hops/hops-card.tsx';
import type { BannerModel, PanelState, PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';
import { nameActivity, RUN_ENTRIES } from './run-entries.ts';

/** The copilot's half of the panel. */
export function openCopilotController(store: PanelStore, signal: AbortSignal) {
  const log = openRunLog();
  const entries = log.project(RUN_ENTRIES);
  const journal = openJournal(log, signal);
  const copilot = createCopilot({
    log,
    journal,
    endpoint: readEndpoint,
    show(event) {
      const run = nameActivity(store.getState().run, event);
      store.setState({ live: entries().entries, run, ...readChange(event) });
      if (event.type === 'ended') offerUnfinished(store, journal);
    },
    onRanking: ({ ranker, notice }) => store.setState({ ranker, rankerNotice: notice }),
    onRetry: (retry) =>
      store.setState(({ run }) => ({ run: run && { ...run, activity: describeRetry(retry) } })),
    onPause: (pause) => store.setState({ banner: pause && describePause(pause) }),
    signal,
  });
  void journal.ready.then(() => restore(store, journal, entries().entries));
  const showSkills = (skills: readonly Skill[]): void => store.setState({ skills });
  void readSkills().then(showSkills);
  watchSkills(showSkills, signal);
  followEndpoint((endpoint) => store.setState({ endpoint, modelWorks: true }), signal);
  signal.addEventListener('abort', () => void leaveTabs().catch(() => undefined));

  const withTab = (act: (tabId: number) => void): void => {
    const tab = store.getState().tab;
    if (tab) act(tab.tabId);
  };
  const send = (text: string): void => {
    if (!store.getState().tab) showBanner(store, message('panelNoTab'), message('panelOpenPage'));
    withTab((tabId) => showFault(store, copilot.send(text, tabId, { attended: true })));
  };
  const onSend = (text: string): void =>
    store.getState().role === 'copilot' ? send(text) : speak(store, text);

  const events = {
    onSend,
    onAnswer: ({ value }) => onSend(value),
    /** The first character of a message was typed, so the page is read ahead. */
    onDraft: () =>
      withTab((tabId) => {
        if (store.getState().role === 'copilot') void copilot.prepare(tabId);
      }),
    /** The user turned to the panel: an empty conversation gets examples from the page. */
    onAttention: () => void offerExamples(store, copilot),
    onRevert: (turnId: string) => withTab((tabId) => copilot.undo(turnId, tabId)),
    onRunSkill: (call: SkillCall) => withTab((tabId) => void runSkill(store, copilot, call, tabId)),
    onStartSkill: (skillId: string) =>
      withTab((tabId) => void runSkill(store, copilot, { skillId, values: {}, asks: true }, tabId)),
    onPauseCopilot: copilot.pause,
    onTakeOver: copilot.takeOver,
    onReleaseCopilot: copilot.release,
    onStopCopilot: copilot.stop,
    onUnlock: (passphrase: string) => unlock(store, passphrase),
    onBannerAction: (id: string) => closeBanner(store, copilot, id === GO_ON),
    onDismissBanner: () => closeBanner(store, copilot, false),
    onClear: () => forget(store, journal, copilot),
    onDecide: copilot.decide,
    onRevoke: copilot.takeBack,
    onEditHops: copilot.editHops,
    onCorrect: (rejected: PageAction, chosen: Candidate) =>
      withTab((tabId) => copilot.correct(rejected, chosen, tabId)),
    onPreview: (target) => withTab((tabId) => void showTarget(tabId, target)),
    onNoticeAction(actionId: string): void {
      if (actionId === 'settings') void chrome.runtime.openOptionsPage();
      if (actionId === 'reload') withTab((tabId) => void chrome.tabs.reload(tabId));
      if (actionId === 'resume') showFault(store, resume(store, journal, copilot));
      if (actionId === 'discard') log.append({ type: 'discarded' });
      if (actionId !== 'retry') return;
      const last = log.read().findLast(({ type }) => type === 'began');
      if (last?.type === 'began') send(last.said ?? last.message);
    },
  } satisfies EntryEvents & Record<string, unknown>;
  return { copilot, events };
}

/** Shows the conversation that the journal has stored. */
function restore(store: PanelStore, journal: Journal, live: PanelState['live']): void {
  const hops = toHopsModel(readHops(journal.read()), null);
  const spending = readSpending(journal.read());
  store.setState({ live, hops, spending, restored: true });
  if (store.getState().run === null) offerUnfinished(store, journal);
}

function unlock(store: PanelStore, passphrase: string): void {
  store.setState({ unlock: { busy: true, wrong: false } });
  const report = (isOpen: boolean): void =>
    store.setState({ unlock: { busy: false, wrong: !isOpen } });
  unlockEndpoint(passphrase).then(report, () => report(false));
}

async function runSkill(
  store: PanelStore,
  copilot: Copilot,
  { skillId, asks = false, ...call }: SkillCall & { asks?: boolean },
  tabId: number,
): Promise<void> {
  const skill = (await readSkills()).find(({ id }) => id === skillId);
  if (!skill) {
    showBanner(store, message('skillsGone'));
    return;
  }
  const isUnsure = asks && listUsedSlots(skill).length > 0;
  showFault(store, copilot.runSkill({ ...call, skill, isUnsure }, tabId, { attended: true }));
}

/** Returns what an event of a run changes besides the conversation. */
function readChange(event: LogEvent): Partial<PanelState> {
  switch (event.type) {
    case 'began':
    case 'discarded':
      return { unfinished: null };
    case 'failed':
      return { modelWorks: event.fix !== 'settings' };
    case 'thinking':
      return { modelWorks: true };
    case 'spent':
      return { spending: event.spending };
    case 'hops':
      return { hops: toHopsModel(event.list, event.refused) };
    default:
      return {};
  }
}

async function offerExamples(store: PanelStore, copilot: Copilot): Promise<void> {
  const { tab, role, live, stored, finished, examples, run, restored } = store.getState();
  // Otherwise there is no room for examples, and no reason to read the page.
  const isShown = live.length === 0 && stored.size === 0 && finished === null;
  const isEmpty = restored && isShown && run === null;
  if (!tab || tab.block !== null || role !== 'copilot' || !isEmpty) return;
  if (examples?.url === tab.url) return;
  const { url, tabId } = tab;
  const candidates = await copilot.readOnce(tabId);
  if (candidates) store.setState({ examples: { url, requests: suggestRequests(candidates) } });
}

/** Adds the user's message to the recording. */
function speak(store: PanelStore, text: string): void {
  const [turnId, at, speaker] = [crypto.randomUUID(), Date.now(), store.getState().speakAs];
  const by = 'person' as const;
  const said = { kind: 'utterance', id: turnId, at, by, speaker, text } as const;
  store.setState(({ asides }) => ({ asides: [...asides, said] }));
  order('recording.say', { turnId, at, speaker, by, utterance: text }).catch((error: unknown) =>
    showBanner(store, message('panelMessageNotSaved', String(error)), message('panelSendAgain')),
  );
}

function showFault(store: PanelStore, run: PromiseLike<unknown>): void {
  run.then(undefined, (error: unknown) => {
    store.setState({ run: null });
    showBanner(store, message('panelRunFailed', String(error)));
  });
}

function describeRetry({ attempt, most, waitMs, reason }: Retry): string {
  return message('panelRetrying', reason, (waitMs / 1000).toFixed(1), attempt, most);
}

const GO_ON = 'go-on';

function describePause({ spent, ceiling }: CeilingPause): BannerModel {
  return {
    tone: 'warning',
    happened: message('panelCeiling', formatCost(ceiling)),
    saved: message('panelCeilingSpent', formatCost(spent)),
    next: null,
    actions: [
      { id: GO_ON, label: message('panelContinue') },
      { id: 'stop', label: message('panelStopHere') },
    ],
  };
}

/** Closes the banner, or ends a pause at the cost ceiling, which then closes it. */
function closeBanner(store: PanelStore, copilot: Copilot, goesOn: boolean): void {
  const isPause = store.getState().banner?.actions.some(({ id }) => id === GO_ON);
  if (!isPause) store.setState({ banner: null });
  else if (goesOn) copilot.goOn();
  else copilot.stop();
}

function offerUnfinished(store: PanelStore, journal: Journal): void {
  const last = readLastRun(journal.read());
  if (last.kind === 'none') return;
  const actions = [
    ...(last.hidden || last.agent !== null ? [] : [{ id: 'resume', label: message('panelGoOn') }]),
    { id: 'discard', label: message('commonDiscard') },
  ];
  const text = { tone: 'warning', actions, ...describeUnfinished(last) } as const;
  const unfinished = makeNotice({ id: 'unfinished', at: Date.now() }, text);
  store.setState({ unfinished });
}

/** Continues the unfinished run in its tab, or here if that was closed. */
async function resume(store: PanelStore, journal: Journal, copilot: Copilot): Promise<void> {
  const last = readLastRun(journal.read());
  const { unfinished, tab } = store.getState();
  if (last.kind === 'none' || !unfinished) return;
  // Hidden at once, so that a second click does nothing.
  store.setState({ unfinished: null });
  const isThere = await showInFront(last.tabId).catch(() => false);
  const tabId = isThere ? last.tabId : tab?.tabId;
  if (tabId !== undefined) {
    await copilot.resume(last, tabId);
    return;
  }
  store.setState({ unfinished });
  showBanner(store, message('panelNoTabToContinue'), message('panelOpenThatPage'));
}

/** Ends the conversation and deletes it. */
function forget(store: PanelStore, journal: Journal, copilot: Copilot): void {
  copilot.stop();
  journal.clear().then(
    () => location.reload(),
    (error: unknown) =>
      showBanner(store, message('panelNotCleared', String(error)), message('panelTryAgain')),
  );
}
