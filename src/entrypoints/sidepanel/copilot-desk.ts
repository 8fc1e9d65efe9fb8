import { order } from '../../app/connection.ts';
import type { Copilot } from '../../app/copilot.ts';
import { createCopilot } from '../../app/copilot.ts';
import { openRoundJournal } from '../../app/round-journal.ts';
import { showTarget } from '../../app/page-marks.ts';
import { leaveTabs } from '../../app/piloted-tabs.ts';
import type { PageAction } from '../../core/action/action.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import type { Decision } from '../../core/navigator/rules/condition.ts';
import type { RoundEvent } from '../../core/navigator/round-event.ts';
import { followEndpoint, readEndpoint, unlockEndpoint } from '../../platform/settings.ts';
import type { ActionDetails, Entry, Shown } from '../../ui/conversation/entry.ts';
import { modelHops } from '../../ui/hops/hops-model.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';
import { addUsageToReply, describePause, isPause, nameRetry } from './endpoint-news.ts';
import { addRoundEvent, answerQuestions, markTakenBack } from './round-entries.ts';
import { BEGUN, nameActivity } from './name-activity.ts';
import { openResumeDesk } from './resume-desk.ts';

/** The copilot's half of the panel: the conversation and the rounds that belong to it. */
export function openCopilotDesk(store: PanelStore, signal: AbortSignal) {
  let why: ActionDetails['why'] = null;
  let shown: Shown | null = null;
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

  function onEvent(event: RoundEvent, id: string): void {
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
    if (event.type === 'hops') store.setState({ hops: modelHops(event.list, event.refused) });
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
    decide: (turnId: string, decision: Decision) => void copilot.decide(turnId, decision),
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
