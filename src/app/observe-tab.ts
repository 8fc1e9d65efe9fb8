import type { Failure } from '../core/navigator/ports.ts';
import { composePage } from '../core/snapshot/compose.ts';
import type { ElementNode } from '../core/snapshot/node.ts';
import { parsePage } from '../core/snapshot/parse.ts';
import { explainUnreachable } from '../core/snapshot/reach.ts';
import type { PageSnapshot } from '../core/snapshot/snapshot.ts';
import { listCandidates } from '../core/ranking/list-candidates.ts';
import type { Candidate } from '../core/ranking/candidate.ts';
import { applyLooks } from '../core/ranking/looks.ts';
import { sendToFrame } from '../platform/messages.ts';
import { order } from './connection.ts';
import type { Content } from '../protocol/content.ts';
import { withTimeout } from './with-timeout.ts';

export interface TabObservation {
  tabId: number;
  url: string;
  title: string;
  page: PageSnapshot;
  /** The page as a tree. */
  root: ElementNode;
  candidates: Candidate[];
}

export type Observed = { ok: true; observation: TabObservation } | Failure;

/** How long one frame may take to hand out its document. */
const FRAME_MS = 5000;

/** Reads the page in a tab, all frames, and lists what could be acted on. */
export async function observeTab(tabId: number): Promise<Observed> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) return fail('The tab is closed. Choose another one and say it again.', null);
  const unreachable = explainUnreachable(tab.url ?? '');
  if (unreachable) return fail(unreachable, null);
  const ready = await order('pilot.start', { tabId });
  if (!ready.ok) return fail(ready.message, 'reload');

  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  const read = await Promise.all(
    frames.map(async ({ frameId }) => {
      const data = { boxes: 'all' as const, since: Date.now(), looks: true };
      const ask = sendToFrame<Content, 'frame.read'>({ tabId, frameId }, 'frame.read', data);
      const state = await withTimeout(ask, FRAME_MS).catch(() => null);
      return state ? [{ frameId, raw: state.raw, looks: state.looks ?? [] }] : [];
    }),
  );
  const raws = read.flat();
  if (!raws.some(({ frameId }) => frameId === 0)) {
    return fail('The page did not answer. Reload it and say it again.', 'reload');
  }
  const page = composePage(raws);
  const root = parsePage(page);
  const withdrawLooks = applyLooks(
    root,
    raws.flatMap(({ looks }) => looks),
  );
  const candidates = listCandidates([root], page.frames[0]?.viewport);
  withdrawLooks();
  const { url = '', title = '' } = tab;
  return { ok: true, observation: { tabId, url, title, page, root, candidates } };
}

function fail(message: string, fix: Failure['fix']): Failure {
  return { ok: false, message, fix };
}
