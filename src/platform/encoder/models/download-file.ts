import type { ModelProgress } from '../../../protocol/models.ts';
import { checkModelUrl } from './model-specs.ts';

/** A file that is being filled: what is in it survives an interruption from the last flush on. */
export interface PartFile {
  size(): number;
  append(bytes: Uint8Array): void;
  clear(): void;
  flush(): void;
  /** All of it, in one buffer of its own. */
  read(): Uint8Array<ArrayBuffer>;
}

export interface DownloadPorts {
  fetch: typeof fetch;
  part: PartFile;
  /** The strong ETag of the version that `part` holds a beginning of. */
  readTag: () => Promise<string | null>;
  writeTag: (tag: string | null) => Promise<void>;
  /** Clock, ms. */
  now: () => number;
  onProgress: (progress: Omit<ModelProgress, 'phase'>) => void;
}

export type Downloaded = { ok: true } | { ok: false; reason: string };

const FLUSH_BYTES = 4 * 1024 * 1024;
/** Far above any sentence encoder a browser could run. */
const MOST_BYTES = 1024 ** 3;

/**
 * Fetches `url` into the part file, going on where an earlier download stopped if the server still has
 * the same version (RFC 9110 §13.1.5 If-Range, §14.2 Range). Says nothing of the content's truth: that
 * is for the hash. `isVerified`: a hash will be compared, so a beginning of unknown version may be kept.
 * Rejects only with the signal's reason; what came so far is kept then.
 */
export async function downloadFile(
  url: string,
  isVerified: boolean,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Downloaded> {
  const checked = checkModelUrl(url);
  if (!checked.ok) return checked;
  try {
    const resumed = await tryDownload(
      checked.url,
      await chooseStart(isVerified, ports),
      ports,
      signal,
    );
    if (resumed !== 'start over') return resumed;
    await startOver(ports);
    const again = await tryDownload(checked.url, 0, ports, signal);
    return again === 'start over' ? fail(`${checked.url.host} does not serve this file.`) : again;
  } catch (error) {
    signal.throwIfAborted();
    return fail(explainFailure(error, checked.url.host));
  } finally {
    ports.part.flush();
  }
}

async function chooseStart(isVerified: boolean, ports: DownloadPorts): Promise<number> {
  const have = ports.part.size();
  if (have === 0 || isVerified || (await ports.readTag()) !== null) return have;
  await startOver(ports);
  return 0;
}

async function startOver({ part, writeTag }: DownloadPorts): Promise<void> {
  part.clear();
  await writeTag(null);
}

async function tryDownload(
  url: URL,
  have: number,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Downloaded | 'start over'> {
  const tag = await ports.readTag();
  const headers: Record<string, string> = {};
  if (have > 0) headers['Range'] = `bytes=${have}-`;
  if (have > 0 && tag) headers['If-Range'] = tag;
  const response = await ports.fetch(url, {
    headers,
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  const led = checkModelUrl(response.url || url.href);
  if (!led.ok) {
    await response.body?.cancel();
    return fail(`${url.host} leads on to another address. ${led.reason}`);
  }
  if (response.status === 416) {
    await response.body?.cancel();
    const whole = /\*\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
    return have > 0 && Number(whole) === have ? { ok: true } : 'start over';
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    return fail(`${led.url.host} answered ${response.status} ${response.statusText}`.trim() + '.');
  }
  if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body.cancel();
    return fail(`${led.url.host} answered with a web page, not with a model file.`);
  }
  const total = readTotal(response, have, tag);
  if (total === 'start over') {
    await response.body.cancel();
    return total;
  }
  if (response.status === 200) ports.part.clear();
  await ports.writeTag(readStrongTag(response));
  return fill(response.body, total, ports, signal);
}

/** Returns the bytes of the whole file; null if the server doesn't say. */
function readTotal(
  response: Response,
  have: number,
  tag: string | null,
): number | null | 'start over' {
  if (response.status === 206) {
    const [, from, total] =
      /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    // Servers exist that take no notice of If-Range.
    const version = readStrongTag(response);
    const isOther = tag !== null && version !== null && version !== tag;
    if (Number(from) !== have || isOther) return 'start over';
    return total === '*' ? null : Number(total);
  }
  // A coded answer tells the coded length.
  const length = response.headers.get('content-encoding')
    ? null
    : response.headers.get('content-length');
  return length === null ? null : Number(length);
}

function readStrongTag(response: Response): string | null {
  const tag = response.headers.get('etag');
  return tag?.startsWith('"') && !response.headers.get('content-encoding') ? tag : null;
}

async function fill(
  body: ReadableStream<Uint8Array>,
  total: number | null,
  { part, now, onProgress }: DownloadPorts,
  signal: AbortSignal,
): Promise<Downloaded> {
  const pace = measurePace(now, part.size());
  const reader = body.getReader();
  let unflushed = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      if (part.size() + value.length > MOST_BYTES)
        return fail('The file is far too large for a model.');
      part.append(value);
      unflushed += value.length;
      if (unflushed >= FLUSH_BYTES) {
        part.flush();
        unflushed = 0;
      }
      const bytesPerS = pace(part.size());
      const loaded = part.size();
      const etaS = total === null || !bytesPerS ? null : (total - loaded) / bytesPerS;
      onProgress({ loaded, total, bytesPerS, etaS });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (total !== null && part.size() < total) {
    return fail(
      `The connection ended after ${part.size()} of ${total} bytes. What came is kept, and can be resumed.`,
    );
  }
  if (total !== null && part.size() > total) {
    part.clear();
    return fail('More came than the server had announced, so it was thrown away.');
  }
  return { ok: true };
}

function fail(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

function explainFailure(error: unknown, host: string): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') {
    return 'There is no room left on this computer for it. What came so far is kept.';
  }
  return `${host} could not be reached, or the connection broke. What came so far is kept, and can be resumed.`;
}

/** How long what came is counted for the pace, ms. */
const WINDOW_MS = 5000;
/** Less time tells nothing. */
const LEAST_MS = 300;

/** Bytes per second over the last seconds at each report; null until it is known. */
function measurePace(now: () => number, start: number): (loaded: number) => number | null {
  let marks = [{ at: now(), loaded: start }];
  return (loaded) => {
    const at = now();
    marks = marks.filter((mark, index) => index === marks.length - 1 || at - mark.at < WINDOW_MS);
    const first = marks[0];
    const last = marks.at(-1);
    if (!last || at - last.at >= LEAST_MS) marks.push({ at, loaded });
    if (!first || at - first.at < LEAST_MS) return null;
    return ((loaded - first.loaded) * 1000) / (at - first.at);
  };
}
