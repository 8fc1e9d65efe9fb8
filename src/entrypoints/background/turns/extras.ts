import type {
  Demonstration,
  ExtraFile,
  TurnExtras,
} from '../../../core/demonstration/demonstration.ts';
import type { ChangeLog, ScreenshotTimes } from '../../../core/demonstration/screenshot-proof.ts';
import { needsLogSince, proveScreenshot } from '../../../core/demonstration/screenshot-proof.ts';
import { cleanMhtml } from '../../../core/demonstration/secrets/mhtml.ts';
import type { SecretSearch } from '../../../core/demonstration/secrets/search.ts';
import { redactText } from '../../../core/demonstration/secrets/search.ts';
import { ASCII_MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import { listFrames } from '../../../platform/list-frames.ts';
import { sendToFrame } from '../../../platform/messages.ts';
import type { Content as StoredContent } from '../../../platform/store/write.ts';
import { makeContent } from '../../../platform/store/write.ts';
import type { AccessibleState, Content } from '../../../protocol/content.ts';
import { settleWithin } from '../settle-within.ts';
import { proveAtRest } from './read-at-rest.ts';
import type { SecretGuard } from './secret-guard.ts';
import { readAllChanges } from '../tabs/frames.ts';

type Result = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; reason: string };

/** What was taken of a page at rest, as it was: in memory only. */
interface Taken extends ScreenshotTimes {
  saved: Result;
  accessible: Accessible;
  /** Without what that search finds. */
  cleaned?: { by: SecretSearch; mhtml: Result; accessible: Result };
}

export interface KeptExtras {
  extras: TurnExtras;
  contents: StoredContent[];
}

export interface Extras {
  /** The tab is at rest, or was a moment ago: takes what is wanted of it if it changed since. */
  take(tabId: number): void;
  /** What shows the tab as it was at `at`; null when nothing of the kind is wanted. */
  keep(
    tabId: number,
    at: number,
    logs: () => Promise<(ChangeLog | null)[]>,
  ): Promise<KeptExtras | null>;
}

/** Taken again after this long, since the frames' change logs reach back one minute. */
const FRESH_MS = 45_000;
/** Tabs whose last page is held: they can be large. */
const HELD = 2;

const NONE = 'the page was not at rest before the action';

/** Raw extras of pages at rest, for recordings that want them; held in memory until an action names them. */
export function createExtras(
  guard: SecretGuard,
  open: () => Promise<Demonstration | null>,
): Extras {
  const taken = new Map<number, Taken>();
  const busy = new Set<number>();

  async function findWanted(): Promise<Demonstration | null> {
    const demonstration = await open();
    return demonstration?.state === 'recording' && demonstration.options.extras
      ? demonstration
      : null;
  }

  async function isSame(tabId: number): Promise<boolean> {
    const last = taken.get(tabId);
    const now = Date.now();
    if (!last || now - last.doneAt > FRESH_MS) return false;
    return isProven(last, now, await readAllChanges(tabId, needsLogSince(last, now)));
  }

  async function takeNow(tabId: number): Promise<void> {
    if (await isSame(tabId)) return;
    const requestedAt = Date.now();
    if (!(await proveAtRest(tabId, { requestedAt, doneAt: requestedAt }))) return;
    const accessible = await readAccessible(tabId, requestedAt);
    const saved = await saveMhtml(tabId);
    const doneAt = Date.now();
    if (!accessible || !(await proveAtRest(tabId, { requestedAt, doneAt }))) return;
    taken.delete(tabId);
    for (const other of [...taken.keys()].slice(0, -HELD + 1)) taken.delete(other);
    taken.set(tabId, { requestedAt, doneAt, saved, accessible });
  }

  return {
    take(tabId) {
      if (busy.has(tabId)) return;
      busy.add(tabId);
      void findWanted()
        .then((wanted) => wanted && takeNow(tabId))
        .catch(() => undefined)
        .then(() => busy.delete(tabId));
    },

    async keep(tabId, at, logs) {
      const wanted = await findWanted();
      if (!wanted) {
        taken.clear();
        return null;
      }
      const last = taken.get(tabId);
      const isShown = last && last.doneAt <= at && isProven(last, at, await logs());
      if (!isShown) {
        const missing = { status: 'missing', reason: NONE } as const;
        return { extras: { mhtml: missing, accessible: missing }, contents: [] };
      }
      const contents: StoredContent[] = [];
      const store = async (result: Result): Promise<ExtraFile> => {
        if (!result.ok) return { status: 'missing', reason: result.reason };
        const content = await makeContent(result.bytes);
        contents.push(content);
        const { requestedAt, doneAt } = last;
        return {
          status: 'kept',
          file: content.hash,
          proof: { kind: 'unchanged', requestedAt, doneAt },
        };
      };
      // Only now: what was typed last is reported with the action at the latest.
      const cleaned = cleanTaken(last, await guard.search(wanted.id));
      const mhtml = await store(cleaned.mhtml);
      return { extras: { mhtml, accessible: await store(cleaned.accessible) }, contents };
    },
  };
}

/** Films do not matter here, nor what looks pressed: neither form has them. */
function isProven(times: ScreenshotTimes, at: number, logs: (ChangeLog | null)[]): boolean {
  const still = logs.map((log) => log && { ...log, held: [], live: false });
  return logs.length > 0 && proveScreenshot(times, at, still).kind === 'unchanged';
}

function cleanTaken(taken: Taken, search: SecretSearch): NonNullable<Taken['cleaned']> {
  if (taken.cleaned?.by === search) return taken.cleaned;
  const { saved, accessible } = taken;
  const names = redactText(JSON.stringify(accessible.nodes), search, ASCII_MASK);
  const bytes = new TextEncoder().encode(names);
  const mhtml = cleanSaved(saved, accessible, search);
  taken.cleaned = { by: search, mhtml, accessible: { ok: true, bytes } };
  return taken.cleaned;
}

function cleanSaved(saved: Result, { hasMaskedParts }: Accessible, search: SecretSearch): Result {
  if (!saved.ok || !hasMaskedParts) return saved.ok ? cleanMhtml(saved.bytes, search) : saved;
  const reason = 'parts of the page are to be masked, which a saved page does not allow for';
  return { ok: false, reason };
}

/** Worked out in idle time: on a large page that takes long. */
const ANSWER_MS = 20_000;

type Accessible = Pick<AccessibleState, 'nodes' | 'hasMaskedParts'>;

/** Names and roles in all frames of a tab as it is since `since`; null when one has changed or does not say. */
async function readAccessible(tabId: number, since: number): Promise<Accessible | null> {
  const frames = await listFrames(tabId);
  const states = await Promise.all(
    frames.map(({ frameId }) => {
      const ask = sendToFrame<Content, 'frame.accessible'>({ tabId, frameId }, 'frame.accessible', {
        since,
      });
      return settleWithin(ask, ANSWER_MS);
    }),
  );
  const read = states.filter((state) => state !== null);
  if (read.length < frames.length || read.length === 0) return null;
  return {
    nodes: Object.assign({}, ...read.map(({ nodes }) => nodes)) as Accessible['nodes'],
    hasMaskedParts: read.some((state) => state.hasMaskedParts),
  };
}

type Saved = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; reason: string };

/** Larger pages are not kept in this form: they would fill the worker's memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Chrome fails all calls but one at a time. */
let before: Promise<unknown> = Promise.resolve();

/** The whole page of a tab in one file; tried twice, since Chrome loses some of the blobs it makes. */
function saveMhtml(tabId: number): Promise<Saved> {
  const saved = before.then(() => save(tabId).catch(() => save(tabId))).catch(explain);
  before = saved;
  return saved;
}

async function save(tabId: number): Promise<Saved> {
  const blob = await chrome.pageCapture.saveAsMHTML({ tabId });
  if (!blob) throw new Error('nothing came');
  if (blob.size > MOST_BYTES) return { ok: false, reason: 'the saved page is larger than 64 MB' };
  return { ok: true, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

function explain(error: unknown): Saved {
  return { ok: false, reason: `the browser did not save the page (${String(error)})` };
}
