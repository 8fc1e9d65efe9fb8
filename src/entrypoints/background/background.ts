import { isOwnPage, receive } from '../../platform/messages.ts';
import { openNews } from '../../platform/news.ts';
import type { Database } from '../../platform/store/database.ts';
import { openDatabase } from '../../platform/store/database.ts';
import type { Background, BackgroundFromContent, Kept } from '../../protocol/background.ts';
import type { Captured } from '../../core/demonstration/captured.ts';
import { isContentScriptRegistered } from './content-scripts.ts';
import { isCaptured, isRevised } from '../../protocol/check-captured.ts';
import type { Place } from './keep-turn.ts';
import { keepTurn, reviseKeptTurn, track } from './keep-turn.ts';
import { createNavigation } from './navigation.ts';
import { createOpenDemonstration } from './open-demonstration.ts';
import { createPilot } from './pilot.ts';
import { createRecording } from './recording.ts';
import { createSecretGuard } from './secret-guard.ts';
import { createShots } from './shots.ts';
import { takeInSecrets } from './take-in-secrets.ts';
import { watchTabs } from './tabs.ts';

/*
 * The service worker: a router that holds nothing it cannot lose. Chrome may stop it at any moment
 * and starts it again for the next event, so every listener is added in this first turn.
 */
let connection: Promise<Database> | null = null;
const keeping = {
  db: () => (connection ??= openDatabase()),
  shots: createShots(),
  guard: createSecretGuard(),
  tell: openNews(),
  inFlight: new Set<Promise<unknown>>(),
  adding: new Map<string, Promise<unknown>>(),
  completing: new Set<Promise<unknown>>(),
};
const open = createOpenDemonstration(keeping.db, isContentScriptRegistered, keeping.tell);
const recording = createRecording(keeping, open);
const navigation = createNavigation(keeping, open);
const pilot = createPilot(open);

// What a service worker before this one left undone is settled now, whatever woke this one.
void open.get().catch(() => undefined);

/** What content scripts may ask; everything else is for our own pages only. */
const FROM_CONTENT = new Set<string>([
  'page.hello',
  'recording.captured',
  'recording.revised',
  'secrets.typed',
  'shot.take',
] satisfies (keyof BackgroundFromContent)[]);

receive<Background>(
  'background',
  {
    'recording.start': ({ tabId, options }) => recording.start(tabId, options),
    'recording.pause': () => recording.pause(),
    'recording.resume': () => recording.resume(),
    'recording.stop': () => recording.stop(),
    'recording.status': () => recording.status(),
    'recording.say': (data) => recording.say(data),
    'recording.receipt': (data) => recording.receipt(data),
    'recording.drop': ({ turnId }) => recording.drop(turnId),
    'recording.undo': () => recording.undo(),
    'demonstration.delete': ({ id }) => recording.remove(id),
    'pilot.start': ({ tabId }) => pilot.start(tabId),
    'pilot.stop': () => pilot.stop(),
    'pilot.navigating': ({ tabId, turnId }) => {
      navigation.announce(tabId, turnId);
      return true;
    },
    'page.hello': async () => {
      const demonstration = await open.get();
      return { recording: demonstration?.state === 'recording' ? demonstration.options : null };
    },
    'recording.captured': (captured, sender) => {
      const place = placeOf(sender);
      if (!place || !isCaptured(captured)) return refuse('the message has no proper form');
      return noteAdding(captured.turnId, track(keeping.inFlight, keepCaptured(captured, place)));
    },
    'recording.revised': (revised, sender) => {
      if (!placeOf(sender) || !isRevised(revised)) return refuse('the message has no proper form');
      return track(keeping.inFlight, reviseKeptTurn(keeping, revised));
    },
    'secrets.typed': ({ digests }) => track(keeping.completing, takeInTyped(digests)),
    'shot.take': async ({ patient }, sender) => {
      const place = placeOf(sender);
      if (!place || (await open.get())?.state !== 'recording') return false;
      return (await keeping.shots.take(place.tabId, patient)).ok;
    },
  },
  (type, sender) => isOwnPage(sender) || (FROM_CONTENT.has(type) && sender.tab !== undefined),
);

chrome.webNavigation.onCommitted.addListener((details) => void navigation.commit(details));
chrome.webNavigation.onCreatedNavigationTarget.addListener(
  (details) => void navigation.noteSource(details),
);
watchTabs(navigation.keepTabTurn);

// A recording that the end of the browser cut off is found and paused at once.
chrome.runtime.onStartup.addListener(() => void open.get());
chrome.runtime.onInstalled.addListener(() => void open.get());

chrome.action.onClicked.addListener((tab) => {
  void chrome.sidePanel.open({ windowId: tab.windowId });
});
// A panel opened by the browser itself would not make onClicked fire.
void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: false });

async function takeInTyped(digests: unknown): Promise<boolean> {
  const demonstration = await open.get();
  if (!demonstration) return false;
  return takeInSecrets(keeping, demonstration.id, digests);
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
  try {
    if (action.intent === 'leave') return await navigation.leave(captured, place);
    return await keepTurn(keeping, demonstration.id, { ...captured, action }, place);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    // Not waited for: Stop, which goes first, may be waiting for this turn.
    void recording.pause().catch(() => undefined);
    keeping.tell({
      type: 'warning',
      message:
        'The disk is full: the last action was not kept and the recording is paused. Everything before it is safe. Free some space, then resume.',
    });
    return refuse('the disk is full');
  }
}

function placeOf(sender: chrome.runtime.MessageSender): Place | null {
  const { tab, frameId } = sender;
  if (tab?.id === undefined || frameId === undefined) return null;
  return { tabId: tab.id, frameId, url: tab.url ?? '' };
}

function refuse(reason: string): Kept {
  return { kept: false, reason };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
