import { readMaskSelectors, watchMaskSelectors } from '../../platform/mask-selectors.ts';
import { dropFromMemory } from '../../platform/memory.ts';
import { isOwnPage, receive } from '../../platform/messages.ts';
import { openNews } from '../../platform/news.ts';
import { closeStorageToPages } from '../../platform/close-storage.ts';
import { connectOnDemand } from '../../platform/store/connection.ts';
import type { Background, BackgroundFromContent, Kept } from '../../protocol/background.ts';
import type { Captured, Revised } from '../../core/demonstration/captured.ts';
import type { BackgroundFromParted, PartedPage } from '../../protocol/parted.ts';
import type { BackgroundFromFilm } from '../../protocol/tab-video.ts';
import { injectWhereMissing, isContentScriptRegistered, tellAllTabs } from './content-scripts.ts';
import { createEffects } from './effects.ts';
import { createExtras } from './extras.ts';
import type { News } from '../../protocol/news.ts';
import { isCaptured, isRevised } from '../../protocol/check-captured.ts';
import { isNavigationReport } from '../../protocol/check-navigation.ts';
import { createFilm } from './film.ts';
import { holdLater } from './hold-later.ts';
import type { Place } from './keep-turn.ts';
import { keepTurn, reviseKeptTurn, track } from './keep-turn.ts';
import { createNavigation } from './navigation.ts';
import { createArrivals } from './arrivals.ts';
import { passOnPlace } from './pass-on-place.ts';
import { createOpenDemonstration } from './open-demonstration.ts';
import { placeOf, settlePlace } from './place.ts';
import { createPilot } from './pilot.ts';
import { createRecording } from './recording.ts';
import { createSecretGuard } from './secret-guard.ts';
import { createShots } from './shots.ts';
import { takeInSecrets } from './take-in-secrets.ts';
import { createTabTurns } from './tab-turns.ts';
import { watchTabs } from './tabs.ts';

/*
 * The service worker: a router that holds nothing it cannot lose. Chrome may stop it at any moment
 * and starts it again for the next event, so every listener is added in this first turn.
 */
const tellPages = openNews();
const guard = createSecretGuard();
const keeping = {
  db: connectOnDemand(),
  shots: createShots(),
  guard,
  extras: createExtras(guard, () => open.get()),
  tell: (news: News): void => {
    tellPages(news);
    effects.hear(news);
  },
  inFlight: new Set<Promise<unknown>>(),
  adding: new Map<string, Promise<unknown>>(),
  completing: new Set<Promise<unknown>>(),
  afterwards: new Set<Promise<unknown>>(),
};
const open = createOpenDemonstration(keeping.db, isContentScriptRegistered, keeping.tell);
const film = createFilm(keeping, open);
const recording = createRecording(keeping, open, film);
const navigation = createNavigation(keeping, open, injectWhereMissing, noteFailure);
const tabTurns = createTabTurns(keeping, open, navigation, noteFailure);
const effects = createEffects(keeping, open);
const arrivals = createArrivals();
const pilot = createPilot(open);

// What a service worker before this one left undone is settled now, whatever woke this one.
void open.get().catch(() => undefined);
void film.goOn();

watchMaskSelectors((selectors) => void tellAllTabs('masks.set', { selectors }));

/** What content scripts may ask; everything else is for our own pages only. */
const FROM_CONTENT = new Set<string>([
  'page.hello',
  'page.navigates',
  'frame.placed',
  'recording.captured',
  'recording.revised',
  'parting.lost',
  'secrets.typed',
  'shot.take',
] satisfies (keyof BackgroundFromContent)[]);

receive<Background & BackgroundFromFilm & BackgroundFromParted>(
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
      const outcome = await recording.remove(id);
      if (outcome.ok) await dropFromMemory(id);
      return outcome;
    },
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
    'parting.lost': () => recording.reopen(),
    'parted.captured': ({ captured, page }) => takeCaptured(captured, page),
    'parted.revised': ({ revised, page }) => takeRevised(revised, page),
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

function takeCaptured(captured: Captured, from: PartedPage): Kept | Promise<Kept> {
  const place = placeOf(from);
  if (!place || !isCaptured(captured)) return refuse('the message has no proper form');
  return arrivals.handleOnce(captured.turnId, () => {
    const keeps = settlePlace(place, from).then((settled) => keepCaptured(captured, settled));
    effects.note(captured.turnId, false);
    return noteAdding(captured.turnId, track(keeping.inFlight, keeps));
  });
}

function takeRevised(revised: Revised, from: PartedPage): Kept | Promise<Kept> {
  if (!placeOf(from) || !isRevised(revised)) return refuse('the message has no proper form');
  effects.note(revised.turnId, true);
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

async function keepCaptured(captured: Captured, place: Place): Promise<Kept> {
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
      keeping.tell({ type: 'warning', about: 'turn', turnId: captured.turnId, message });
      throw error;
    }
    pauseForDisk('action');
    return refuse('the disk is full');
  }
}

/** What the browser told of could not be kept. */
function noteFailure(what: string, error: unknown): void {
  if (isDiskFull(error)) pauseForDisk(what);
  else {
    const message = `The last ${what} was not kept: ${String(error)}`;
    keeping.tell({ type: 'warning', about: 'turn', message });
  }
}

function pauseForDisk(what: string): void {
  // Not waited for: Stop, which goes first, may be waiting for this turn.
  void recording.pause().catch(() => undefined);
  keeping.tell({
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
