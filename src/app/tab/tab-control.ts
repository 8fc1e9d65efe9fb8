import { createUserAction } from '../../core/navigator/run/user-action.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { explainBlockedSite } from '../../core/navigator/sites.ts';
import { listFrames } from '../../platform/list-frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import { readRules } from '../../platform/settings/rule-book.ts';
import type { Charge, Content } from '../../protocol/content.ts';
import { showStop } from '../copilot/page-marks.ts';
import { pilotTab } from './piloted-tabs.ts';
import { withTimeout } from '../with-timeout.ts';

const ANSWER_MS = 1000;

/**
 * Shows who controls the tab in each of its frames; resolves when the user's actions up to then have been reported.
 */
export async function showCharge(tabId: number, charge: Charge): Promise<void> {
  const frames = await listFrames(tabId);
  await Promise.all(
    frames.map(({ frameId }) =>
      withTimeout(
        sendToFrame<Content, 'charge.show'>({ tabId, frameId }, 'charge.show', { charge }),
        ANSWER_MS,
      ).catch(() => undefined),
    ),
  );
}

interface Held {
  read: () => Charge;
  note: (action: UserAction) => void;
}

/**
 * While the user has control, they may navigate: new pages show it too, and navigation by the browser's own controls
 * becomes a user action. Clicked links are reported by the page. On excluded sites nothing is shown or reported.
 */
export function followPages(tabId: number, { read, note }: Held, signal: AbortSignal): void {
  const hasEnded = (): boolean => signal.aborted;
  const show = async ({ frameId, url }: Loaded): Promise<void> => {
    if (hasEnded() || read() === 'working') return;
    const address = frameId === 0 ? url : ((await chrome.tabs.get(tabId)).url ?? '');
    if (await isRuledOut(address)) return;
    if (!(await pilotTab(tabId)).ok) return;
    if (hasEnded()) return;
    await showStop(tabId, true);
    if (hasEnded()) await showStop(tabId, false);
    else await showCharge(tabId, read());
  };
  const onLoad = (details: Loaded): void => {
    if (details.tabId === tabId) void show(details).catch(() => undefined);
  };
  const onCommit = (details: Commit): void => {
    onLoad(details);
    if (details.tabId !== tabId || details.frameId !== 0) return;
    void noteVisit(details, note).catch(() => undefined);
  };
  const { onCommitted, onDOMContentLoaded } = chrome.webNavigation;
  onCommitted.addListener(onCommit);
  // The page was not there yet when its navigation was reported.
  onDOMContentLoaded.addListener(onLoad);
  signal.addEventListener('abort', () => {
    onCommitted.removeListener(onCommit);
    onDOMContentLoaded.removeListener(onLoad);
  });
}

type Commit = chrome.webNavigation.WebNavigationTransitionCallbackDetails;
type Loaded = Pick<Commit, 'tabId' | 'frameId' | 'url'>;

/** Whether the copilot may not work at an address, by the user's own lists. */
export async function isRuledOut(address: string): Promise<boolean> {
  return explainBlockedSite(address, (await readRules()).sites) !== null;
}

/**
 * Reports navigation by the browser's own controls; not where the page navigated, and without the address on excluded
 * sites. `site`: see `UserAction`.
 */
export async function noteVisit(
  details: Commit,
  note: (action: UserAction) => void,
  site?: string,
): Promise<void> {
  const action = readVisit(details, site);
  if (action && !(await isRuledOut(details.url))) note(action);
}

function readVisit(
  { url, timeStamp, transitionType, transitionQualifiers }: Commit,
  site?: string,
): UserAction | null {
  const isByHand =
    transitionType === 'reload' ||
    transitionQualifiers.some((each) => each === 'from_address_bar' || each === 'forward_back');
  if (!isByHand) return null;
  const action = { intent: 'load', url } as const;
  const seen = { id: crypto.randomUUID(), at: timeStamp, action, target: null };
  return createUserAction({ ...seen, ...(site !== undefined && { site }) });
}
