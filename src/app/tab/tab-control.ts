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

/** Has every frame of a tab show who has it; resolves when what the person did until then is told. */
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
  note: (deed: UserAction) => void;
}

/**
 * While a round is held, the person may go to other pages: those show it too, and where the person went
 * by the browser itself is a deed. Links they click are told by the page. On sites that the user has ruled out
 * nothing is shown, and nothing is told of what is done there.
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
  // A page that was not there yet when its navigation was told.
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
 * Notes where the person went by the browser itself; not where the page led there, and of a site that is ruled
 * out not even the address. `site`: see `Deed`.
 */
export async function noteVisit(
  details: Commit,
  note: (deed: UserAction) => void,
  site?: string,
): Promise<void> {
  const deed = readVisit(details, site);
  if (deed && !(await isRuledOut(details.url))) note(deed);
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
