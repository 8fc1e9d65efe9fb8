import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { createUserAction } from '../../core/navigator/run/user-action.ts';
import { explainBlockedSite, readHost } from '../../core/navigator/sites.ts';
import { isOwnPage, receive } from '../../platform/messages.ts';
import { readRules } from '../../platform/settings/rule-book.ts';
import { isSeenAction } from '../../protocol/check-messages.ts';
import type { Panel } from '../../protocol/panel.ts';

/** What the pages of the current run may request. */
interface PageRequests {
  /** The tab of the run; null between runs. */
  readTab: () => number | null;
  /** Whether the person went to this other tab after taking over. */
  isSideTab: (tabId: number) => boolean;
  stop: () => void;
  takeOver: () => void;
  release: () => void;
  note: (userAction: UserAction) => void;
}

type Sender = chrome.runtime.MessageSender;

/** Receives requests of the run's pages, and ignores those of other pages. */
export function receivePageRequests(requests: PageRequests, signal: AbortSignal): void {
  const isMain = ({ tab }: Sender): boolean =>
    tab?.id !== undefined && requests.readTab() === tab.id;
  const isSide = ({ tab }: Sender): boolean => tab?.id !== undefined && requests.isSideTab(tab.id);
  const isOfRun = (sender: Sender): boolean => isMain(sender) || isSide(sender);
  receive<Omit<Panel, 'pilot.filePart' | 'pilot.isAwaiting'>>(
    'panel',
    {
      'pilot.stopped': (_data, sender) => {
        if (isOfRun(sender)) requests.stop();
        return true;
      },
      'pilot.charge': ({ wish }, sender) => {
        if (isOfRun(sender)) (wish === 'take-over' ? requests.takeOver : requests.release)();
        return true;
      },
      'pilot.did': (data, sender) => {
        if (!isOfRun(sender) || !isSeenAction(data)) return true;
        const { frameId = 0, tab } = sender;
        const target = data.target && { ...data.target, frameId };
        const site = isSide(sender) ? { site: readHost(tab?.url ?? '') } : {};
        const { id, at, action } = data;
        const userAction = createUserAction({ id, at, action, target, ...site });
        if (userAction) requests.note(userAction);
        return true;
      },
      'pilot.openTab': ({ url }, sender) => {
        if (isMain(sender)) void openTab(url, sender);
        return true;
      },
    },
    (_type, sender) => sender.tab !== undefined || isOwnPage(sender),
    signal,
  );
}

/** Opens a link's tab: the browser lets pages do that only on a user's own click. */
async function openTab(url: string, { tab }: Sender): Promise<void> {
  if (tab?.id === undefined || !/^https?:/.test(url)) return;
  if (explainBlockedSite(url, (await readRules()).sites) !== null) return;
  await chrome.tabs.create({ url, openerTabId: tab.id, index: tab.index + 1 });
}
