import type { CapturedTurn, TurnRevision } from '../../core/demonstration/captured-turn.ts';
import { redactTurn } from '../../core/demonstration/secrets/redact.ts';
import { isOwnPage, receive, sendToDocument, senderTo } from '../../platform/messages.ts';
import { openNews } from '../../platform/news.ts';
import { closeStorageToPages } from '../../platform/settings/close-storage.ts';
import { readMaskSelectors, watchMaskSelectors } from '../../platform/settings/mask-selectors.ts';
import { dropFromMemory } from '../../platform/settings/memory.ts';
import { connectOnDemand } from '../../platform/store/database.ts';
import { listTurns } from '../../platform/store/read.ts';
import { changeTurn } from '../../platform/store/write.ts';
import type {
  Background,
  BackgroundFromContent,
  Kept,
  Outcome,
} from '../../protocol/background.ts';
import {
  isCaptured,
  isNavigationReport,
  isPlaced,
  isRevised,
} from '../../protocol/check-messages.ts';
import type { Content, Placed } from '../../protocol/content.ts';
import type { Learning } from '../../protocol/learning.ts';
import type { News } from '../../protocol/news.ts';
import type { BackgroundFromFilm } from '../../protocol/tab-video.ts';
import type { BackgroundFromUnload, UnloadedPage } from '../../protocol/unload.ts';
import { createCuration } from './curation.ts';
import { createFilm } from './film.ts';
import { createNavigation } from './navigation/navigation.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { createOpenDemonstration } from './open-demonstration.ts';
import { createRecording } from './recording.ts';
import { settleWithin } from './settle-within.ts';
import {
  injectContentScript,
  injectWhereMissing,
  isContentScriptRegistered,
  sendToAllTabs,
  sendToFrames,
} from './tabs/content-scripts.ts';
import { addPiloted, dropPiloted } from './tabs/piloted-list.ts';
import { createTabTurns } from './tabs/tab-turns.ts';
import { watchTabs } from './tabs/tabs.ts';
import { createEffects } from './turns/effects.ts';
import { createExtras } from './turns/extras.ts';
import type { Keeping, Place } from './turns/save-turn.ts';
import { keepTurn, reviseKeptTurn, track } from './turns/save-turn.ts';
import { createShots } from './turns/screenshots.ts';
import { createSecretGuard } from './turns/secret-guard.ts';

/**
 * Makes tabs ready for the copilot and clears them afterwards. While nothing is recorded only the
 * piloted tab has our script.
 */
function createPilot(open: OpenDemonstration) {
  async function start(tabId: number): Promise<Outcome> {
    const injected = await injectContentScript(tabId);
    if (!injected.ok) return injected;
    await addPiloted(tabId);
    return { ok: true };
  }

  async function stop(only?: readonly number[]): Promise<Outcome> {
    const tabs = await dropPiloted(only);
    if (await open.get()) return { ok: true };
    await Promise.all(tabs.map((tabId) => sendToFrames(tabId, 'script.end', null)));
    return { ok: true };
  }

  return { start, stop };
}

/** A turn sent again comes soon after. */
const REMEMBERED = 200;

/**
 * What is sent twice to one and the same service worker is handled once: doing it again while the first
 * is under way would read a page that has changed since.
 */
function createArrivals() {
  const arrived = new Map<string, Promise<Kept>>();
  return {
    handleOnce(turnId: string, handle: () => Promise<Kept>): Promise<Kept> {
      const known = arrived.get(turnId);
      if (known) return known;
      const handled = handle();
      arrived.set(turnId, handled);
      // What failed is tried again.
      handled.catch(() => arrived.delete(turnId));
      const oldest = arrived.keys().next().value;
      if (arrived.size > REMEMBERED && oldest !== undefined) arrived.delete(oldest);
      return handled;
    },
  };
}

/** A parent that shows a dialog does not answer; the child tries again. */
const ANSWER_MS = 2000;

/**
 * Tells a frame's parent which of its windows the frame is in. Null where that frame is gone; `unlisted`
 * for a frame that the browser hides from extensions (of a `blob:` address), whose parent is not known.
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
  return settleWithin(
    sendToDocument<Content, 'frame.adopt'>(target, 'frame.adopt', reported),
    ANSWER_MS,
  );
}

/*
 * The service worker: a router that holds nothing it cannot lose. Chrome may stop it at any moment
 * and starts it again for the next event, so every listener is added in this first turn.
 */
const broadcast = openNews();
const guard = createSecretGuard();
const keeping = {
  db: connectOnDemand(),
  shots: createShots(),
  guard,
  extras: createExtras(guard, () => open.get()),
  report: (news: News): void => {
    broadcast(news);
    effects.hear(news);
  },
  inFlight: new Set<Promise<unknown>>(),
  adding: new Map<string, Promise<unknown>>(),
  completing: new Set<Promise<unknown>>(),
  afterwards: new Set<Promise<unknown>>(),
};
const open = createOpenDemonstration(keeping.db, isContentScriptRegistered, keeping.report);
const film = createFilm(keeping, open);
const recording = createRecording(keeping, open, film);
const curation = createCuration(keeping, open);
const navigation = createNavigation(keeping, open, injectWhereMissing, noteFailure);
const tabTurns = createTabTurns(keeping, open, navigation, noteFailure);
const effects = createEffects(keeping, open);
const arrivals = createArrivals();
const pilot = createPilot(open);

// What a service worker before this one left undone is settled now, whatever woke this one.
void open.get().catch(() => undefined);
void film.goOn();

watchMaskSelectors((selectors) => void sendToAllTabs('masks.set', { selectors }));

/** What content scripts may ask; everything else is for our own pages only. */
const FROM_CONTENT = new Set<string>([
  'page.hello',
  'page.navigates',
  'frame.placed',
  'recording.captured',
  'recording.revised',
  'unload.portLost',
  'secrets.typed',
  'shot.take',
] satisfies (keyof BackgroundFromContent)[]);

receive<Background & BackgroundFromFilm & BackgroundFromUnload>(
  'background',
  {
    'recording.start': ({ tabId, options }) => recording.start(tabId, options),
    'recording.pause': () => recording.pause(),
    'recording.resume': () => recording.resume(),
    'recording.stop': () => recording.stop().then(holdLater),
    'recording.status': () => recording.status(),
    'recording.say': (data) => recording.say(data),
    'recording.spent': ({ usage, isPriced }) => recording.spend(usage, isPriced),
    'recording.hops': ({ at, hops }) => recording.follow(hops, at),
    'recording.receipt': ({ turnId, receipt }) => recording.complete(turnId, { receipt }),
    'recording.refused': ({ turnId, refused }) => recording.complete(turnId, { refused }),
    'recording.agreement': ({ turnId, agreement }) => recording.complete(turnId, { agreement }),
    'recording.drop': ({ turnId }) => recording.drop(turnId),
    'recording.undo': () => recording.undo(),
    'recording.redo': () => recording.redo(),
    'demonstration.delete': async ({ id }) => {
      const outcome = await curation.remove(id);
      if (outcome.ok) await dropFromMemory(id);
      return outcome;
    },
    'demonstration.bin': ({ id, isDeleted }) => curation.bin(id, isDeleted),
    'bin.empty': ({ olderThanMs }) => curation.emptyBin(olderThanMs),
    'demonstration.describe': ({ id, form }) => curation.describe(id, form),
    'demonstration.divide': ({ id, turnId }) => curation.divide(id, turnId),
    'demonstration.join': ({ ids }) => curation.join(ids),
    'demonstration.edit': ({ id, command }) => curation.edit(id, command),
    'pilot.start': ({ tabId }) => pilot.start(tabId),
    'pilot.stop': (data) => pilot.stop(data?.tabIds),
    'pilot.navigating': ({ tabId, turnId }) => {
      navigation.announce(tabId, turnId);
      return true;
    },
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
      const place = placeOf(sender);
      if (place && isNavigationReport(report)) navigation.report(place.tabId, report);
      return true;
    },
    'frame.placed': passOnPlace,
    'recording.captured': takeCaptured,
    'recording.revised': takeRevised,
    'unload.portLost': () => recording.reopen(),
    'unload.captured': ({ captured, page }) => takeCaptured(captured, page),
    'unload.revised': ({ revised, page }) => takeRevised(revised, page),
    'secrets.typed': ({ digests }) => track(keeping.completing, takeInTyped(digests)),
    'shot.take': async ({ patient }, sender) => {
      const place = placeOf(sender);
      if (!place || (await open.get())?.state !== 'recording') return false;
      const taken = await keeping.shots.take(place.tabId, patient);
      if (taken.ok) effects.picture(taken.shot, patient);
      if (taken.ok) keeping.extras.take(place.tabId);
      return taken.ok;
    },
    ...film.answers,
  },
  (type, sender) => isOwnPage(sender) || (FROM_CONTENT.has(type) && sender.tab !== undefined),
);

chrome.webNavigation.onBeforeNavigate.addListener(navigation.begin);
chrome.webNavigation.onCommitted.addListener(navigation.commit);
chrome.webNavigation.onHistoryStateUpdated.addListener(navigation.move);
chrome.webNavigation.onReferenceFragmentUpdated.addListener(navigation.move);
watchTabs(tabTurns, navigation.forget);

// A recording that the end of the browser cut off is found and paused at once.
chrome.runtime.onStartup.addListener(() => void open.get());
chrome.runtime.onInstalled.addListener(() => void open.get());

chrome.action.onClicked.addListener((tab) => {
  void chrome.sidePanel.open({ windowId: tab.windowId });
});
// A panel opened by the browser itself would not make onClicked fire.
void closeStorageToPages();
void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: false });

function takeCaptured(captured: CapturedTurn, from: UnloadedPage): Kept | Promise<Kept> {
  const place = placeOf(from);
  if (!place || !isCaptured(captured)) return refuse('the message has no proper form');
  return arrivals.handleOnce(captured.turnId, () => {
    const keeps = settlePlace(place, from).then((settled) => keepCaptured(captured, settled));
    effects.note(captured.turnId);
    return noteAdding(captured.turnId, track(keeping.inFlight, keeps));
  });
}

function takeRevised(revised: TurnRevision, from: UnloadedPage): Kept | Promise<Kept> {
  if (!placeOf(from) || !isRevised(revised)) return refuse('the message has no proper form');
  effects.revise(revised);
  return track(keeping.inFlight, reviseKeptTurn(keeping, revised));
}

async function takeInTyped(digests: unknown): Promise<boolean> {
  const demonstration = await open.get();
  if (!demonstration) return false;
  const isNew = await takeInSecrets(keeping, demonstration.id, digests);
  if (isNew) await recording.cleanHops();
  return isNew;
}

/** In the very task of the message, so that a revision right behind it finds the turn. */
function noteAdding<T>(turnId: string, adding: Promise<T>): Promise<T> {
  keeping.adding.set(turnId, adding);
  void adding.catch(() => undefined).then(() => keeping.adding.delete(turnId));
  return adding;
}

async function keepCaptured(captured: CapturedTurn, place: Place): Promise<Kept> {
  const demonstration = await open.get();
  if (demonstration?.state !== 'recording') return refuse('nothing is being recorded');
  const { action } = captured;
  // A page could say so without having been asked.
  if (action.intent === 'dialog' && !demonstration.options.dialogs) {
    return refuse('dialogs are not kept in this recording');
  }
  try {
    if (action.intent === 'leave') {
      return await navigation.leave(demonstration.id, captured, place);
    }
    return await keepTurn(keeping, demonstration.id, { ...captured, action }, place);
  } catch (error) {
    if (!isDiskFull(error)) {
      // It is sent again; if it is kept then, this is taken back.
      const message = `The last action was not kept: ${String(error)}`;
      keeping.report({ type: 'warning', about: 'turn', turnId: captured.turnId, message });
      throw error;
    }
    pauseForDisk('action');
    return refuse('the disk is full');
  }
}

function noteFailure(what: string, error: unknown): void {
  if (isDiskFull(error)) pauseForDisk(what);
  else {
    const message = `The last ${what} was not kept: ${String(error)}`;
    keeping.report({ type: 'warning', about: 'turn', message });
  }
}

function pauseForDisk(what: string): void {
  // Not waited for: Stop, which goes first, may be waiting for this turn.
  void recording.pause().catch(() => undefined);
  keeping.report({
    type: 'warning',
    about: 'turn',
    message: `The disk is full: the last ${what} was not kept and the recording is paused. Everything before it is safe. Free some space, then resume.`,
  });
}

function refuse(reason: string): Kept {
  return { kept: false, reason };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

const order = senderTo<Learning>('offscreen');

/** Has what was just recorded held against the ranker, when there is nothing else to do; passes the outcome on. */
function holdLater<T extends Outcome<{ demonstrationId: string }>>(stopped: T): T {
  if (stopped.ok) {
    const { demonstrationId } = stopped;
    // Without an offscreen document it waits until the user lets the ranker learn.
    void order('learning.hold', { demonstrationId }).catch(() => undefined);
  }
  return stopped;
}

type Sender = UnloadedPage;

/** Where a content script is; null when that is no place to record: our own page, or a private window. */
function placeOf({ tab, frameId }: Sender): Place | null {
  if (tab?.id === undefined || frameId === undefined || tab.incognito) return null;
  return { tabId: tab.id, frameId, url: tab.url ?? '' };
}

/**
 * What a page says as it is put away for going back comes when another has its place, under another
 * number: it is still the page of the tab.
 */
async function settlePlace(place: Place, sender: Sender): Promise<Place> {
  const { documentId, documentLifecycle, url } = sender;
  if (documentLifecycle !== 'cached' || documentId === undefined) return place;
  const frame = await chrome.webNavigation.getFrame({ documentId }).catch(() => null);
  if (frame && frame.parentFrameId >= 0) return place;
  return { ...place, frameId: 0, url: url ?? place.url };
}

/**
 * Takes in what a content script tells of a secret just typed, and takes the secret out of the turns
 * that came before: the address it was sent to, the message that asked for it. Pages kept before are
 * left as they are; the leak test at export finds it in them. False when nothing was new.
 */
async function takeInSecrets(
  { db, guard, inFlight, report }: Keeping,
  demonstrationId: string,
  reported: unknown,
): Promise<boolean> {
  // Turns on their way may have looked for secrets before this one was known.
  const before = [...inFlight];
  if (!(await guard.add(demonstrationId, reported))) return false;
  await Promise.allSettled(before);
  const search = await guard.search(demonstrationId);
  const database = await db();
  for (const turn of await listTurns(database, demonstrationId)) {
    if (redactTurn(turn, search) === turn) continue;
    await changeTurn(database, turn.id, (stored) => redactTurn(stored, search));
    report({ type: 'turn.kept', demonstrationId, turnId: turn.id });
  }
  return true;
}
