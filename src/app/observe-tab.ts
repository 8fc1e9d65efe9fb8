import { composePage } from '../core/snapshot/compose.ts';
import { parsePage } from '../core/snapshot/parse.ts';
import { explainUnreachable } from '../core/snapshot/reach.ts';
import type { PageSnapshot } from '../core/snapshot/snapshot.ts';
import { listCandidates } from '../core/ranking/list-candidates.ts';
import type { Candidate } from '../core/ranking/candidate.ts';
import { sendToFrame } from '../platform/messages.ts';
import { order } from './connection.ts';
import type { Content } from '../protocol/content.ts';
import { withTimeout } from './with-timeout.ts';

export interface TabObservation {
  tabId: number;
  url: string;
  title: string;
  page: PageSnapshot;
  candidates: Candidate[];
}

export type Observed = { ok: true; observation: TabObservation } | { ok: false; message: string };

/** How long one frame may take to hand out its document. */
const FRAME_MS = 5000;

/** Reads the page in a tab, all frames, and lists what could be acted on. */
export async function observeTab(tabId: number): Promise<Observed> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!tab)
    return { ok: false, message: 'The tab is closed. Choose another one and say it again.' };
  const unreachable = explainUnreachable(tab.url ?? '');
  if (unreachable) return { ok: false, message: unreachable };
  const ready = await order('pilot.start', { tabId });
  if (!ready.ok) return ready;

  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  const read = await Promise.all(
    frames.map(async ({ frameId }) => {
      const data = { boxes: 'all' as const, since: Date.now() };
      const ask = sendToFrame<Content, 'frame.read'>({ tabId, frameId }, 'frame.read', data);
      const state = await withTimeout(ask, FRAME_MS).catch(() => null);
      return state ? [{ frameId, raw: state.raw }] : [];
    }),
  );
  const raws = read.flat();
  if (!raws.some(({ frameId }) => frameId === 0)) {
    return {
      ok: false,
      message: 'The page did not answer. Reload it and say it again; nothing was done.',
    };
  }
  const page = composePage(raws);
  const candidates = listCandidates([parsePage(page)], page.frames[0]?.viewport);
  return {
    ok: true,
    observation: { tabId, url: tab.url ?? '', title: tab.title ?? '', page, candidates },
  };
}
