import { createUserAction } from '../../core/navigator/run/user-action.ts';
import { explainBlockedSite, readHost } from '../../core/navigator/sites.ts';
import { isOwnPage, receive } from '../../platform/messages.ts';
import { readRules } from '../../platform/settings/stored-settings.ts';
import { isSeenAction } from '../../protocol/check-messages.ts';
import type { Panel } from '../../protocol/panel.ts';
import type { SideTabs } from '../tab/tab-control.ts';
import type { Control } from './control.ts';

interface CurrentRun {
  tabId: number;
  control: Pick<Control, 'takeOver' | 'release' | 'note'>;
  /** Tabs that the person activated after taking over. */
  side: Pick<SideTabs, 'has'>;
}

type Sender = chrome.runtime.MessageSender;

/** Receives requests of the run's pages, and ignores those of other pages. `read` returns null between runs. */
export function receivePageRequests(
  { read, stop }: { read: () => CurrentRun | null; stop: () => void },
  signal: AbortSignal,
): void {
  const isMain = ({ tab }: Sender): boolean => tab?.id !== undefined && read()?.tabId === tab.id;
  const isSide = ({ tab }: Sender): boolean =>
    tab?.id !== undefined && read()?.side.has(tab.id) === true;
  const findRun = (sender: Sender): CurrentRun | null =>
    isMain(sender) || isSide(sender) ? read() : null;
  receive<Omit<Panel, 'pilot.filePart' | 'pilot.isAwaiting'>>(
    'panel',
    {
      'pilot.stopped': (_data, sender) => {
        if (findRun(sender)) stop();
        return true;
      },
      'pilot.charge': ({ wish }, sender) => {
        const control = findRun(sender)?.control;
        if (wish === 'take-over') control?.takeOver();
        else control?.release();
        return true;
      },
      'pilot.did': (data, sender) => {
        const run = findRun(sender);
        if (!run || !isSeenAction(data)) return true;
        const { frameId = 0, tab } = sender;
        const target = data.target && { ...data.target, frameId };
        const site = isSide(sender) ? { site: readHost(tab?.url ?? '') } : {};
        const { id, at, action } = data;
        const userAction = createUserAction({ id, at, action, target, ...site });
        if (userAction) run.control.note(userAction);
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
