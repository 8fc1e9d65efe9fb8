import { makeDeed } from '../core/navigator/charge/deed.ts';
import type { Deed } from '../core/navigator/charge/deed.ts';
import { readHost } from '../core/navigator/rules/host.ts';
import { judgeSite } from '../core/navigator/rules/site-list.ts';
import { isOwnPage, receive } from '../platform/messages.ts';
import { readRules } from '../platform/rule-book.ts';
import { isSeenDeed } from '../protocol/check-deed.ts';
import type { Panel } from '../protocol/panel.ts';

/** What the page that a round works on may have its copilot do. */
interface PageWishes {
  /** The tab that a round works on; null between rounds. */
  worksOn: () => number | null;
  /** Whether it is another tab, in which the person is while they have taken over. */
  isBeside: (tabId: number) => boolean;
  stop: () => void;
  takeOver: () => void;
  goOn: () => void;
  note: (deed: Deed) => void;
}

/** Hears the pages; only the one that is worked on is listened to. */
export function hearPages(wishes: PageWishes, signal: AbortSignal): void {
  const isWorkedOn = ({ tab }: chrome.runtime.MessageSender): boolean =>
    tab?.id !== undefined && wishes.worksOn() === tab.id;
  const isBeside = ({ tab }: chrome.runtime.MessageSender): boolean =>
    tab?.id !== undefined && wishes.isBeside(tab.id);
  const isHeeded = (sender: chrome.runtime.MessageSender): boolean =>
    isWorkedOn(sender) || isBeside(sender);
  receive<Omit<Panel, 'pilot.filePart' | 'pilot.isAwaiting'>>(
    'panel',
    {
      'pilot.stopped': (_data, sender) => {
        if (isHeeded(sender)) wishes.stop();
        return true;
      },
      'pilot.charge': ({ wish }, sender) => {
        if (isHeeded(sender)) (wish === 'take-over' ? wishes.takeOver : wishes.goOn)();
        return true;
      },
      'pilot.did': (data, sender) => {
        if (!isHeeded(sender) || !isSeenDeed(data)) return true;
        const { frameId = 0, tab } = sender;
        const target = data.target && { ...data.target, frameId };
        const site = isBeside(sender) ? { site: readHost(tab?.url ?? '') } : {};
        const { id, at, action } = data;
        const deed = makeDeed({ id, at, action, target, ...site });
        if (deed) wishes.note(deed);
        return true;
      },
      'pilot.openTab': ({ url }, sender) => {
        if (isWorkedOn(sender)) void openTab(url, sender);
        return true;
      },
    },
    (_type, sender) => sender.tab !== undefined || isOwnPage(sender),
    signal,
  );
}

/** For a link that opens a tab: the browser lets no page do that without a user's own click. */
async function openTab(url: string, { tab }: chrome.runtime.MessageSender): Promise<void> {
  if (tab?.id === undefined || !/^https?:/.test(url)) return;
  if (judgeSite(url, (await readRules()).sites) !== null) return;
  await chrome.tabs.create({ url, openerTabId: tab.id, index: tab.index + 1 });
}
