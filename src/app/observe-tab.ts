import type { Failure } from '../core/navigator/ports.ts';
import { composePage } from '../core/snapshot/compose.ts';
import type { ElementNode } from '../core/snapshot/node.ts';
import { parsePage } from '../core/snapshot/parse.ts';
import { explainUnreachable } from '../core/snapshot/reach.ts';
import type { PageSnapshot } from '../core/snapshot/snapshot.ts';
import { listCandidates } from '../core/ranking/list-candidates.ts';
import type { Candidate } from '../core/ranking/candidate.ts';
import { applyLooks } from '../core/ranking/looks.ts';
import { describeForDmr } from './describe-for-dmr.ts';
import { readFrames } from './read-frames.ts';

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

/** Reads the page in a tab, all frames, and lists what could be acted on. */
export async function observeTab(tabId: number): Promise<Observed> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) return fail('The tab is closed. Choose another one and say it again.', null);
  const unreachable = explainUnreachable(tab.url ?? '');
  if (unreachable) return fail(unreachable, null);
  const read = await readFrames(tabId);
  if (!read.ok) return fail(read.message, 'reload');
  const raws = read.frames;
  if (!raws.some(({ frameId }) => frameId === 0)) {
    return fail('The page did not answer. Reload it and say it again.', 'reload');
  }
  const page = composePage(raws);
  const root = parsePage(page);
  const withdrawLooks = applyLooks(
    root,
    raws.flatMap(({ looks }) => looks ?? []),
  );
  const secrets = new Set(raws.flatMap(({ secrets: own }) => own ?? []));
  const listed = listCandidates([root], page.frames[0]?.viewport).map((candidate) =>
    secrets.has(candidate.uid) ? { ...candidate, secret: true as const } : candidate,
  );
  withdrawLooks();
  const candidates = await describeForDmr(listed, page);
  const { url = '', title = '' } = tab;
  return { ok: true, observation: { tabId, url, title, page, root, candidates } };
}

function fail(message: string, fix: Failure['fix']): Failure {
  return { ok: false, message, fix };
}
