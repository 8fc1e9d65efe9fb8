import { makeDeed } from '../core/navigator/charge/deed.ts';
import type { Deed } from '../core/navigator/charge/deed.ts';
import { sendToFrame } from '../platform/messages.ts';
import type { Charge, Content } from '../protocol/content.ts';
import { showStop } from './page-marks.ts';
import { pilotTab } from './piloted-tabs.ts';
import { withTimeout } from './with-timeout.ts';

const ANSWER_MS = 1000;

/** Has every frame of a tab show who has it; resolves when what the person did until then is told. */
export async function showCharge(tabId: number, charge: Charge): Promise<void> {
  const frames = await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null);
  await Promise.all(
    (frames ?? []).map(({ frameId }) =>
      withTimeout(
        sendToFrame<Content, 'charge.show'>({ tabId, frameId }, 'charge.show', { charge }),
        ANSWER_MS,
      ).catch(() => undefined),
    ),
  );
}

interface Held {
  read: () => Charge;
  note: (deed: Deed) => void;
}

/**
 * While a round is held, the person may go to other pages: those show it too, and where the person went
 * by the browser itself is a deed. Links they click are told by the page.
 */
export function followPages(tabId: number, { read, note }: Held, signal: AbortSignal): void {
  const hasEnded = (): boolean => signal.aborted;
  const show = async (): Promise<void> => {
    if (hasEnded() || read() === 'working') return;
    if (!(await pilotTab(tabId)).ok) return;
    if (hasEnded()) return;
    await showStop(tabId, true);
    if (hasEnded()) await showStop(tabId, false);
    else await showCharge(tabId, read());
  };
  const onLoad = (details: { tabId: number }): void => {
    if (details.tabId === tabId) void show().catch(() => undefined);
  };
  const onCommit = (details: Commit): void => {
    onLoad(details);
    const deed = details.tabId === tabId && details.frameId === 0 ? readVisit(details) : null;
    if (deed) note(deed);
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

/** Where the person went by the browser itself; null where the page led there. `site`: see `Deed`. */
export function readVisit(
  { url, timeStamp, transitionType, transitionQualifiers }: Commit,
  site?: string,
): Deed | null {
  const isByHand =
    transitionType === 'reload' ||
    transitionQualifiers.some((each) => each === 'from_address_bar' || each === 'forward_back');
  if (!isByHand) return null;
  const action = { intent: 'load', url } as const;
  const seen = { id: crypto.randomUUID(), at: timeStamp, action, target: null };
  return makeDeed({ ...seen, ...(site !== undefined && { site }) });
}
