import type { Uid } from '../../core/action/action.ts';
import type { PageTool } from '../../core/action/page-tool.ts';
import { pageToolsShape } from '../../core/action/page-tool.ts';
import type { Failure } from '../../core/navigator/run/ports.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { listCandidates, listLeaves } from '../../core/ranking/page/list-candidates.ts';
import { applyLooks } from '../../core/ranking/page/looks.ts';
import type { Listing } from '../../core/ranking/recency.ts';
import { listSeen, markFresh, noteAction } from '../../core/ranking/recency.ts';
import { composePage } from '../../core/snapshot/compose.ts';
import type { ElementNode } from '../../core/snapshot/element-tree.ts';
import { explainUnreachable } from '../../core/snapshot/page-access.ts';
import { parsePage } from '../../core/snapshot/parse.ts';
import type { PageSnapshot } from '../../core/snapshot/snapshot.ts';
import { isOf } from '../../core/shape.ts';
import { sendToFrame } from '../../platform/messages.ts';
import { settleWithin } from '../../platform/settle-within.ts';
import { withTimeout } from '../with-timeout.ts';
import { isPiloted } from './piloted-tabs.ts';
import { describeForDmr, isDmrInUse, prepareRanker } from './rank-candidates.ts';
import type { ReadFrame } from './read-frames.ts';
import { readFrames } from './read-frames.ts';

export interface TabObservation {
  tabId: number;
  url: string;
  title: string;
  page: PageSnapshot;
  root: ElementNode;
  /** What style sheets make transparent. */
  unseen: ReadonlySet<Uid>;
  candidates: Candidate[];
  tools: readonly PageTool[];
  listLeaves: (options?: { isInView: boolean }) => Candidate[];
}

export type Observed = { ok: true; observation: TabObservation } | Failure;

/** What depends on the frames of a page only. */
type Sight = Pick<TabObservation, 'page' | 'root' | 'unseen' | 'candidates' | 'listLeaves'>;

/** The last page read, which is not parsed again if it is the same. */
let latest: { frames: readonly ReadFrame[]; sight: Sight } | null = null;

const observations = new Map<number, number>();

/** Counts the readings of a tab: what reads it may go on to act on what was found. */
export function countObservations(tabId: number): number {
  return observations.get(tabId) ?? 0;
}

/** How long a reading waits for one before it in the same tab: mostly nothing has changed, and no more is to be done. */
const BEFORE_MS = 1500;
const readings = new Map<number, Promise<Observed>>();

/** Reads the page in a tab, all frames, and lists the candidates. */
export async function observeTab(tabId: number): Promise<Observed> {
  const before = readings.get(tabId);
  const reading = before
    ? settleWithin(before, BEFORE_MS).then(() => readTab(tabId))
    : readTab(tabId);
  readings.set(tabId, reading);
  try {
    return await reading;
  } finally {
    if (readings.get(tabId) === reading) readings.delete(tabId);
  }
}

async function readTab(tabId: number): Promise<Observed> {
  observations.set(tabId, countObservations(tabId) + 1);
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) return fail('The tab is closed. Choose another one and say it again.', null);
  const unreachable = explainUnreachable(tab.url ?? '');
  if (unreachable) return fail(unreachable, null);
  // Asked while the frames are read; a document that has no script yet is asked again after that.
  const asked = isPiloted(tabId) ? listTools(tabId) : null;
  const needsDocuments = isDmrInUse();
  const read = await readFrames(tabId);
  if (!read.ok) return fail(read.message, 'reload');
  const { frames } = read;
  if (!frames.some(({ frameId }) => frameId === 0)) {
    return fail('The page did not answer. Reload it and say it again.', 'reload');
  }
  const listed = asked?.then((tools) => tools ?? listTools(tabId)) ?? listTools(tabId);
  // Unchanged frames are the same objects.
  const isSame =
    latest?.frames.length === frames.length &&
    latest.frames.every((frame, at) => frame === frames[at]);
  if (!latest || !isSame) latest = { frames, sight: seeFrames(frames) };
  const { sight } = latest;
  const recent = markRecent(tabId, sight.candidates);
  const candidates = (await needsDocuments) ? describeForDmr(recent, sight.page) : recent;
  const [top] = sight.page.frames;
  // The page that was read may be newer than what was known of the tab.
  const { url = '', title = '' } = top && top.url !== tab.url ? top : tab;
  const tools = (await listed) ?? [];
  return { ok: true, observation: { tabId, url, title, ...sight, candidates, tools } };
}

/** How long the top document may take to list its tools. */
const TOOLS_MS = 1500;
const areTools = isOf<PageTool[]>(pageToolsShape);

/** Read each time: a tool comes and goes without a change of the page. Returns null if the document doesn’t answer. */
async function listTools(tabId: number): Promise<readonly PageTool[] | null> {
  try {
    const asked = sendToFrame({ tabId, frameId: 0 }, 'tools.list', null);
    const listed: unknown = await withTimeout(asked, TOOLS_MS);
    return areTools(listed) ? listed : [];
  } catch {
    return null;
  }
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
  const listOthers = ({ isInView } = { isInView: true }) =>
    listLeaves([root], isInView ? (page.frames[0]?.viewport ?? null) : null, candidates);
  return { page, root, unseen, candidates, listLeaves: listOthers };
}

function fail(message: string, fix: Failure['fix']): Failure {
  return { ok: false, message, fix };
}

/**
 * Reads a tab while the user is still typing, with the user's model too where one is in use, because the next message
 * will be about it. Returns null if it can't be read. Never rejects.
 */
export async function readAhead(
  tabId: number,
  signal: AbortSignal,
): Promise<TabObservation | null> {
  try {
    const observed = await observeTab(tabId);
    if (!observed.ok || signal.aborted) return null;
    await prepareRanker(observed.observation.candidates);
    return observed.observation;
  } catch {
    // The tab or the offscreen document is gone, so nothing will be requested.
    return null;
  }
}

/** More tabs than anybody alternates between. A listing holds a name for every element. */
const MOST_TABS = 8;

/** What the last observed tabs showed, the newest last. */
const listings = new Map<number, Listing>();

/** What was made of each list: a page that has not changed gives the same list again. */
const marked = new WeakMap<Candidate[], Listing & { list: Candidate[] }>();

/** Marks what appeared in a tab since the last action there, and remembers what it shows now. */
export function markRecent(tabId: number, candidates: Candidate[]): Candidate[] {
  const before = listings.get(tabId)?.before ?? null;
  const known = marked.get(candidates);
  const now = known?.now ?? listSeen(candidates);
  listings.delete(tabId);
  listings.set(tabId, { before, now });
  const [oldest] = listings.keys();
  if (listings.size > MOST_TABS && oldest !== undefined) listings.delete(oldest);
  if (known && known.before === before) return known.list;
  const list = markFresh(candidates, before);
  marked.set(candidates, { before, now, list });
  return list;
}

/** Called before an action in a tab: what appears from now on is new. */
export function noteTabAction(tabId: number): void {
  const listing = listings.get(tabId);
  if (listing) listings.set(tabId, noteAction(listing));
}
