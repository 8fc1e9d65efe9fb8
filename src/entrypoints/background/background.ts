import { isOwnPage, receive, sendToFrame, senderTo } from '../../platform/messages.ts';
import { openNews } from '../../platform/news.ts';
import {
  closeStorageToPages,
  readMaskSelectors,
  watchMaskSelectors,
} from '../../platform/settings/stored-settings.ts';
import { connectOnDemand } from '../../platform/store/database.ts';
import type {
  BackgroundFromContent,
  BackgroundFromPages,
  BackgroundFromUnload,
  Outcome,
} from '../../protocol/background.ts';
import { isNavigationReport, isPlaced } from '../../protocol/check-messages.ts';
import type { Placed } from '../../protocol/content.ts';
import type { Learning } from '../../protocol/learning.ts';
import type { News } from '../../protocol/news.ts';
import type { BackgroundFromFilm } from '../../protocol/tab-video.ts';
import { CapturedTurns, isDiskFull, readPlace } from './captured-turns.ts';
import { Curation } from './curation.ts';
import { Film } from './film.ts';
import { Navigation } from './navigation/navigation.ts';
import { OpenDemonstration } from './open-demonstration.ts';
import { Recording } from './recording.ts';
import {
  injectContentScript,
  injectWhereMissing,
  isContentScriptRegistered,
  sendToAllTabs,
  sendToFrames,
} from './tabs/content-scripts.ts';
import { addPiloted, dropPiloted, listPiloted } from './tabs/piloted-list.ts';
import { TabTurns } from './tabs/tab-turns.ts';
import { watchTabs } from './tabs/tabs.ts';
import { settleWithin } from '../../platform/settle-within.ts';
import { track } from './tasks.ts';
import { Effects } from './turns/effects.ts';
import { Extras } from './turns/extras.ts';
import type { Keeping } from './turns/save-turn.ts';
import { readMasks, Shots } from './turns/screenshots.ts';
import { SecretGuard } from './turns/secret-guard.ts';

/*
 * The service worker: a router that holds nothing it cannot lose. Chrome may stop it at any moment
 * and starts it again for the next event, so every listener is added in this first turn.
 */
const broadcast = openNews();
const guard = new SecretGuard();
const keeping: Keeping = {
  db: connectOnDemand(),
  shots: new Shots(),
  guard,
  extras: new Extras(guard, () => open.get()),
  report(news: News): void {
    broadcast(news);
    effects.handleNews(news);
  },
  inFlight: new Set(),
  adding: new Map(),
  completing: new Set(),
  afterwards: new Set(),
};
const open = new OpenDemonstration(keeping.db, isContentScriptRegistered, keeping.report);
const film = new Film(keeping, open);
const recording = new Recording(keeping, open, film);
const curation = new Curation(keeping, guard, open);
const navigation = new Navigation(keeping, open, injectWhereMissing, warn);
const effects = new Effects(keeping, open);
const capturedTurns = new CapturedTurns({
  ...{ keeping, guard, open, navigation, effects },
  failed: warn,
});

// Whatever started this service worker, what the one before left undone is settled now.
void open.get().catch(() => undefined);
void film.continueAfterRestart();

watchMaskSelectors((selectors) => void sendToAllTabs('masks.set', { selectors }));

receive<BackgroundFromPages & BackgroundFromFilm & BackgroundFromUnload>(
  'background',
  {
    'recording.start': (data) => recording.start(data),
    'recording.pause': () => recording.pause(),
    'recording.resume': () => recording.resume(),
    'recording.stop': () => recording.stop().then(learnLater),
    'recording.status': () => recording.status(),
    'recording.say': (data) => recording.say(data),
    'recording.spent': (data) => recording.spend(data),
    'recording.hops': (data) => recording.followHops(data),
    'recording.navigator': ({ name }) => recording.nameNavigator(name),
    'recording.receipt': ({ turnId, receipt }) => recording.complete(turnId, { receipt }),
    'recording.refused': ({ turnId, refused }) => recording.complete(turnId, { refused }),
    'recording.agreement': ({ turnId, agreement }) => recording.complete(turnId, { agreement }),
    'recording.drop': ({ turnId }) => recording.drop(turnId),
    'recording.undo': () => recording.undo(),
    'recording.redo': () => recording.redo(),
    'demonstration.delete': ({ id }) => curation.remove(id),
    'demonstration.bin': ({ id, isDeleted }) => curation.bin(id, isDeleted),
    'bin.empty': ({ olderThanMs }) => curation.emptyBin(olderThanMs),
    'demonstration.describe': ({ id, form }) => curation.describe(id, form),
    'demonstration.divide': ({ id, turnId }) => curation.divide(id, turnId),
    'demonstration.join': ({ ids }) => curation.join(ids),
    'demonstration.edit': ({ id, command }) => curation.edit(id, command),
    'pilot.start': ({ tabId, lock }) => startPilot(tabId, lock),
    'pilot.stop': (data) => stopPilot(data?.tabIds),
    'pilot.navigating': ({ tabId, turnId }) => {
      navigation.announce(tabId, turnId);
      return true;
    },
    'unload.captured': ({ captured, page }) => capturedTurns.add(captured, page),
    'unload.revised': ({ revised, page }) => capturedTurns.revise(revised, page),
    'video.masks': ({ tabId }) => readMasks(tabId),
    'video.chunk': (data) => film.saveChunk(data),
    'video.over': (data) => film.noteOver(data),
  },
  (_, sender) => isOwnPage(sender),
);

receive<BackgroundFromContent>(
  'background',
  {
    'page.hello': async ({ startedAt }, sender) => {
      const demonstration = await open.get();
      navigation.greet(sender, startedAt);
      const isRecording = demonstration?.state === 'recording';
      return {
        recording: isRecording ? demonstration.options : null,
        masks: await readMaskSelectors(),
      };
    },
    'page.navigates': (report, sender) => {
      const place = readPlace(sender);
      if (place && isNavigationReport(report)) navigation.report(place.tabId, report);
      return true;
    },
    'frame.placed': passOnPlace,
    'recording.captured': (captured, sender) => capturedTurns.add(captured, sender),
    'recording.revised': (revised, sender) => capturedTurns.revise(revised, sender),
    'unload.portLost': () => recording.reopen(),
    'secrets.typed': ({ digests }) => track(keeping.completing, addSecrets(digests)),
    'shot.take': async ({ patient }, sender) => {
      const place = readPlace(sender);
      if (!place || (await open.get())?.state !== 'recording') return false;
      const taken = await keeping.shots.take(place.tabId, patient);
      if (!taken.ok) return false;
      effects.handleScreenshot(taken.shot, patient);
      keeping.extras.take(place.tabId);
      return true;
    },
  },
  (_, sender) => isOwnPage(sender) || sender.tab !== undefined,
);

chrome.webNavigation.onBeforeNavigate.addListener((details) => navigation.begin(details));
chrome.webNavigation.onCommitted.addListener((details) => navigation.commit(details));
chrome.webNavigation.onHistoryStateUpdated.addListener((details) => navigation.move(details));
chrome.webNavigation.onReferenceFragmentUpdated.addListener((details) => navigation.move(details));
watchTabs(new TabTurns(keeping, open, navigation, warn), (tabId) => navigation.forget(tabId));

// A recording that the end of the browser cut off is found and paused at once.
chrome.runtime.onStartup.addListener(() => void open.get());
chrome.runtime.onInstalled.addListener(() => void open.get());

chrome.action.onClicked.addListener((tab) => {
  void chrome.sidePanel.open({ windowId: tab.windowId });
});
// A panel opened by the browser itself would not make onClicked fire.
void closeStorageToPages();
void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: false });

/** Informs the user of what could not be saved. A full disk pauses the recording. */
function warn(what: string, error: unknown, turnId?: string): void {
  if (!isDiskFull(error)) {
    const message = `The last ${what} was not kept: ${String(error)}`;
    // With its id the warning is withdrawn when the turn is sent again.
    keeping.report({ type: 'warning', about: 'turn', ...(turnId && { turnId }), message });
    return;
  }
  // Not awaited: Stop, which is queued before, may be waiting for this turn.
  void recording.pause().catch(() => undefined);
  keeping.report({
    type: 'warning',
    about: 'turn',
    message: `The disk is full: the last ${what} was not kept and the recording is paused. Everything before it is safe. Free some space, then resume.`,
  });
}

async function addSecrets(digests: unknown): Promise<boolean> {
  const isNew = await capturedTurns.addSecrets(digests);
  if (isNew) await recording.cleanHops();
  return isNew;
}

/** Makes a tab ready for the copilot. While nothing is recorded only such tabs have our script. */
async function startPilot(tabId: number, lock: string): Promise<Outcome> {
  const injected = await injectContentScript(tabId);
  if (!injected.ok) return injected;
  await addPiloted(tabId, lock);
  // A page that was closed meanwhile could not say that it leaves the tab.
  if (!(await listPiloted()).includes(tabId)) await stopPilot([tabId]);
  return injected;
}

async function stopPilot(only?: readonly number[]): Promise<Outcome> {
  const tabs = await dropPiloted(only);
  if (!(await open.get())) {
    await Promise.all(tabs.map((tabId) => sendToFrames(tabId, 'script.end', null)));
  }
  return { ok: true };
}

/** A parent that shows a dialog does not answer; the child tries again. */
const ANSWER_MS = 2000;

/**
 * Tells a frame's parent which of its windows the frame is in. Returns null if that frame is gone, and `unlisted` for a
 * frame that the browser hides from extensions (with a `blob:` address), whose parent is not known.
 */
async function passOnPlace(
  placed: Placed,
  { tab, documentId }: chrome.runtime.MessageSender,
): Promise<boolean | 'unlisted' | null> {
  if (tab?.id === undefined || documentId === undefined || !isPlaced(placed)) return null;
  const frame = await chrome.webNavigation.getFrame({ documentId }).catch(() => null);
  if (!frame) return 'unlisted';
  const parent = frame.parentDocumentId;
  if (parent === undefined) return null;
  const { token, index, count, attempt } = placed;
  const reported = { token, index, count, attempt };
  const target = { tabId: tab.id, documentId: parent };
  return settleWithin(sendToFrame(target, 'frame.adopt', reported), ANSWER_MS);
}

/** Lets the ranker learn from what was just recorded when there is nothing else to do. */
function learnLater<T extends Outcome<{ demonstrationId: string }>>(stopped: T): T {
  if (stopped.ok) {
    const { demonstrationId } = stopped;
    // Without an offscreen document this waits until the user lets the ranker learn.
    const asked = senderTo<Learning>('offscreen')('learning.hold', { demonstrationId });
    void asked.catch(() => undefined);
  }
  return stopped;
}
