type Saved = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; reason: string };

/** Larger pages are not kept in this form: they would fill the worker's memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Chrome fails all calls but one at a time. */
let before: Promise<unknown> = Promise.resolve();

/** The whole page of a tab in one file; tried twice, since Chrome loses some of the blobs it makes. */
export function saveMhtml(tabId: number): Promise<Saved> {
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
