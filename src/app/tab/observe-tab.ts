import type { Uid } from '../../core/action/action.ts';
import type { Failure } from '../../core/navigator/run/ports.ts';
import { composePage } from '../../core/snapshot/compose.ts';
import type { ElementNode } from '../../core/snapshot/element-tree.ts';
import { parsePage } from '../../core/snapshot/parse.ts';
import { explainUnreachable } from '../../core/snapshot/page-access.ts';
import type { PageSnapshot } from '../../core/snapshot/snapshot.ts';
import { listCandidates, listLeaves } from '../../core/ranking/page/list-candidates.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { applyLooks } from '../../core/ranking/page/looks.ts';
import { describeForDmr } from './describe-for-dmr.ts';
import { markRecent } from './tab-listings.ts';
import type { ReadFrame } from './read-frames.ts';
import { readFrames } from './read-frames.ts';

export interface TabObservation {
  tabId: number;
  url: string;
  title: string;
  page: PageSnapshot;
  /** The page as a tree. */
  root: ElementNode;
  /** What style sheets make transparent. */
  unseen: ReadonlySet<Uid>;
  candidates: Candidate[];
  listLeaves: () => Candidate[];
}

export type Observed = { ok: true; observation: TabObservation } | Failure;

/** What is made of the frames of a page alone. */
type Sight = Pick<TabObservation, 'page' | 'root' | 'unseen' | 'candidates' | 'listLeaves'>;

/** The last page read: the same page again is not parsed again. */
let latest: { frames: readonly ReadFrame[]; sight: Sight } | null = null;

const observations = new Map<number, number>();

/** How often a tab was read or begun to be read: who reads it may go on to act on what was found. */
export function countObservations(tabId: number): number {
  return observations.get(tabId) ?? 0;
}

/** Reads the page in a tab, all frames, and lists what could be acted on. */
export async function observeTab(tabId: number): Promise<Observed> {
  observations.set(tabId, countObservations(tabId) + 1);
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) return fail('The tab is closed. Choose another one and say it again.', null);
  const unreachable = explainUnreachable(tab.url ?? '');
  if (unreachable) return fail(unreachable, null);
  const read = await readFrames(tabId);
  if (!read.ok) return fail(read.message, 'reload');
  const { frames } = read;
  if (!frames.some(({ frameId }) => frameId === 0)) {
    return fail('The page did not answer. Reload it and say it again.', 'reload');
  }
  if (!latest || !isSame(latest.frames, frames)) latest = { frames, sight: seeFrames(frames) };
  const { sight } = latest;
  const candidates = await describeForDmr(markRecent(tabId, sight.candidates), sight.page);
  const [top] = sight.page.frames;
  // The page that was read may have come since the tab was looked up.
  const { url = '', title = '' } = top && top.url !== tab.url ? top : tab;
  return { ok: true, observation: { tabId, url, title, ...sight, candidates } };
}

function seeFrames(frames: ReadFrame[]): Sight {
  const page = composePage(frames);
  const root = parsePage(page);
  const looks = frames.flatMap((frame) => frame.looks);
  const withdrawLooks = applyLooks(root, looks);
  const unseen = new Set(looks.filter((look) => look.isUnseen).map(({ uid }) => uid));
  const secrets = new Set(frames.flatMap((frame) => frame.secrets));
  const covered = new Set(frames.flatMap((frame) => frame.covered));
  const candidates = listCandidates([root], page.frames[0]?.viewport).map((candidate) => ({
    ...candidate,
    ...(secrets.has(candidate.uid) && { secret: true as const }),
    ...(covered.has(candidate.uid) && { covered: true as const }),
  }));
  withdrawLooks();
  const listOthers = () => listLeaves([root], page.frames[0]?.viewport ?? null, candidates);
  return { page, root, unseen, candidates, listLeaves: listOthers };
}

/** Frames that are as they were are the same objects. */
function isSame(one: readonly ReadFrame[], other: readonly ReadFrame[]): boolean {
  return one.length === other.length && one.every((frame, at) => frame === other[at]);
}

function fail(message: string, fix: Failure['fix']): Failure {
  return { ok: false, message, fix };
}
