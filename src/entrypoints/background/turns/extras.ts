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
import type { Content as StoredContent } from '../../../platform/store/write.ts';
import { makeContent } from '../../../platform/store/write.ts';
import type { AccessibleState } from '../../../protocol/content.ts';
import { askFrames } from '../../../platform/frames.ts';
import { readAllChanges } from '../tabs/frames.ts';
import { createQueue } from '../tasks.ts';
import { proveAtRest } from './read-at-rest.ts';
import type { SecretGuard } from './secret-guard.ts';

type File = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; reason: string };

/** Names and roles in all frames. */
type Accessible = Pick<AccessibleState, 'nodes' | 'hasMaskedParts'>;

/** A page at rest as it was, in memory only. */
interface Taken extends ScreenshotTimes {
  mhtml: File;
  accessible: Accessible;
  /** Without the secrets that `by` finds. */
  cleaned?: { by: SecretSearch; mhtml: File; accessible: File };
}

export interface KeptExtras {
  extras: TurnExtras;
  contents: StoredContent[];
}

/** Taken again after this time, since change logs reach back one minute. */
const FRESH_MS = 45_000;
/** Tabs whose last page is in memory: it can be large. */
const CACHED_TABS = 2;
/** Frames compute names and roles in idle time: on a large page that takes long. */
const ANSWER_MS = 20_000;
/** Larger pages would fill the worker's memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Chrome fails all calls of `saveAsMHTML` but one at a time. */
const inOrder = createQueue();

/** Takes MHTML and accessible names of pages at rest, for recordings that want them, and stores them with the next action. */
export class Extras {
  private readonly taken = new Map<number, Taken>();
  private readonly busy = new Set<number>();

  constructor(
    private readonly guard: Pick<SecretGuard, 'search'>,
    private readonly getOpen: () => Promise<Demonstration | null>,
  ) {}

  /** The tab is at rest, or was a moment ago: takes its page if it changed since. */
  take(tabId: number): void {
    if (this.busy.has(tabId)) return;
    this.busy.add(tabId);
    void this.findWanted()
      .then((wanted) => wanted && this.takeNow(tabId))
      .catch(() => undefined)
      .then(() => this.busy.delete(tabId));
  }

  /** Returns the page of the tab as it was at `at`. Null if the recording doesn't want extras. */
  async keep(
    tabId: number,
    at: number,
    logs: () => Promise<(ChangeLog | null)[]>,
  ): Promise<KeptExtras | null> {
    const wanted = await this.findWanted();
    if (!wanted) {
      this.taken.clear();
      return null;
    }
    const last = this.taken.get(tabId);
    if (!last || last.doneAt > at || !isProven(last, at, await logs())) {
      const reason = 'the page was not at rest before the action';
      const missing = { status: 'missing', reason } as const;
      return { extras: { mhtml: missing, accessible: missing }, contents: [] };
    }
    const contents: StoredContent[] = [];
    const { requestedAt, doneAt } = last;
    const store = async (file: File): Promise<ExtraFile> => {
      if (!file.ok) return { status: 'missing', reason: file.reason };
      const content = await makeContent(file.bytes);
      contents.push(content);
      const proof = { kind: 'unchanged', requestedAt, doneAt } as const;
      return { status: 'kept', file: content.hash, proof };
    };
    // Only now, because secrets typed last are reported with the action at the latest.
    const cleaned = clean(last, await this.guard.search(wanted.id));
    const mhtml = await store(cleaned.mhtml);
    return { extras: { mhtml, accessible: await store(cleaned.accessible) }, contents };
  }

  private async findWanted(): Promise<Demonstration | null> {
    const demonstration = await this.getOpen();
    const isWanted = demonstration?.state === 'recording' && demonstration.options.extras;
    return isWanted ? demonstration : null;
  }

  private async takeNow(tabId: number): Promise<void> {
    const requestedAt = Date.now();
    const last = this.taken.get(tabId);
    if (last && requestedAt - last.doneAt <= FRESH_MS) {
      const logs = await readAllChanges(tabId, needsLogSince(last, requestedAt));
      if (isProven(last, requestedAt, logs)) return;
    }
    if (!(await proveAtRest(tabId, { requestedAt, doneAt: requestedAt }))) return;
    const accessible = await readAccessible(tabId, requestedAt);
    const mhtml = await saveMhtml(tabId);
    const doneAt = Date.now();
    if (!accessible || !(await proveAtRest(tabId, { requestedAt, doneAt }))) return;
    this.taken.delete(tabId);
    for (const other of [...this.taken.keys()].slice(0, -CACHED_TABS + 1)) this.taken.delete(other);
    this.taken.set(tabId, { requestedAt, doneAt, mhtml, accessible });
  }
}

/** Films and what looks pressed do not matter: neither file shows them. */
function isProven(times: ScreenshotTimes, at: number, logs: (ChangeLog | null)[]): boolean {
  const still = logs.map((log) => log && { ...log, held: [], live: false });
  return logs.length > 0 && proveScreenshot(times, at, still).kind === 'unchanged';
}

function clean(taken: Taken, search: SecretSearch): NonNullable<Taken['cleaned']> {
  if (taken.cleaned?.by === search) return taken.cleaned;
  const { mhtml, accessible } = taken;
  const names = redactText(JSON.stringify(accessible.nodes), search, ASCII_MASK);
  const bytes = new TextEncoder().encode(names);
  taken.cleaned = {
    by: search,
    mhtml: cleanSaved(mhtml, accessible, search),
    accessible: { ok: true, bytes },
  };
  return taken.cleaned;
}

function cleanSaved(mhtml: File, { hasMaskedParts }: Accessible, search: SecretSearch): File {
  if (!mhtml.ok) return mhtml;
  if (!hasMaskedParts) return cleanMhtml(mhtml.bytes, search);
  return refuse('parts of the page are to be masked, which a saved page does not allow for');
}

/** Returns names and roles in all frames of a tab. Null if one has changed since `since` or does not answer. */
async function readAccessible(tabId: number, since: number): Promise<Accessible | null> {
  const answers = await askFrames(tabId, 'frame.accessible', { since }, { ms: ANSWER_MS });
  const read = answers.flatMap(({ answer }) => answer ?? []);
  if (read.length < answers.length || read.length === 0) return null;
  return {
    nodes: Object.assign({}, ...read.map(({ nodes }) => nodes)) as Accessible['nodes'],
    hasMaskedParts: read.some((state) => state.hasMaskedParts),
  };
}

/** Saves the whole page of a tab in one file. Tries twice, since Chrome loses some of the blobs it makes. */
function saveMhtml(tabId: number): Promise<File> {
  const save = async (): Promise<File> => {
    const blob = await chrome.pageCapture.saveAsMHTML({ tabId });
    if (!blob) throw new Error('nothing came');
    if (blob.size > MOST_BYTES) return refuse('the saved page is larger than 64 MB');
    return { ok: true, bytes: new Uint8Array(await blob.arrayBuffer()) };
  };
  return inOrder(() => save().catch(save)).catch((error: unknown) =>
    refuse(`the browser did not save the page (${String(error)})`),
  );
}

function refuse(reason: string): File {
  return { ok: false, reason };
}
