import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Downloaded, DownloadPorts } from './download-file.ts';
import { downloadFile } from './download-file.ts';
import type { ServedFile } from '../../../../scripts/model/serve-files.ts';
import { serveFiles } from '../../../../scripts/model/serve-files.ts';
import { makePart } from '../../models/part.fixture.ts';

const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 251);
const files = new Map<string, ServedFile>();
let server: Awaited<ReturnType<typeof serveFiles>>;

beforeEach(async () => {
  files.clear();
  server = await serveFiles(files);
});
afterEach(() => server.close());

function makePorts(start?: Uint8Array, tag: string | null = null) {
  const state = { tag, progress: [] as { loaded: number; total: number | null }[] };
  const part = makePart(start);
  const ports: DownloadPorts = {
    fetch: (input, init) => fetch(input, init),
    part,
    readTag: () => Promise.resolve(state.tag),
    writeTag: (next) => Promise.resolve(void (state.tag = next)),
    now: () => performance.now(),
    onProgress: (progress) => state.progress.push(progress),
  };
  return { part, state, ports };
}

function explain(came: Downloaded): string {
  return came.ok ? 'nothing wrong' : came.reason;
}

const never = new AbortController().signal;

describe('downloadFile', () => {
  it('fetches a file, and tells how far it is', async () => {
    files.set('/m', { bytes, etag: '"a"' });
    const { part, ports, state } = makePorts();
    expect(await downloadFile(server.url('/m'), false, ports, never)).toEqual({ ok: true });
    expect(part.read()).toEqual(bytes);
    expect(state.tag).toBe('"a"');
    expect(state.progress.at(-1)).toMatchObject({ loaded: bytes.length, total: bytes.length });
  });

  it('goes on where a connection broke', async () => {
    files.set('/m', { bytes, etag: '"a"', cutAfter: 65_536 });
    const { part, ports } = makePorts();
    const broken = await downloadFile(server.url('/m'), false, ports, never);
    expect(explain(broken)).toContain('can be resumed');
    const have = part.size();
    expect(have).toBeGreaterThan(0);
    expect(have).toBeLessThan(bytes.length);
    files.set('/m', { bytes, etag: '"a"' });
    expect(await downloadFile(server.url('/m'), false, ports, never)).toEqual({ ok: true });
    expect(part.read()).toEqual(bytes);
    expect(server.asked.at(-1)).toMatchObject({ range: `bytes=${have}-`, ifRange: '"a"' });
  });

  it.each([
    ['changed', { etag: '"b"' }],
    ['changed, and the server sends its rest all the same', { etag: '"b"', ignoresIfRange: true }],
    ['does no ranges', { etag: '"a"', ignoresRanges: true }],
  ])('starts over when the file %s', async (_why, other) => {
    files.set('/m', { bytes, ...other });
    const { part, ports } = makePorts(new Uint8Array(1000).fill(9), '"a"');
    expect(await downloadFile(server.url('/m'), false, ports, never)).toEqual({ ok: true });
    expect(part.read()).toEqual(bytes);
  });

  it('does not trust a beginning of unknown version, unless a hash will', async () => {
    files.set('/m', { bytes });
    const blind = makePorts(new Uint8Array(1000).fill(9));
    await downloadFile(server.url('/m'), false, blind.ports, never);
    expect(server.asked.at(-1)?.range).toBeNull();
    expect(blind.part.read()).toEqual(bytes);
    const verified = makePorts(bytes.subarray(0, 1000));
    await downloadFile(server.url('/m'), true, verified.ports, never);
    expect(server.asked.at(-1)?.range).toBe('bytes=1000-');
    expect(verified.part.read()).toEqual(bytes);
  });

  it('takes a complete file for one (416), and a longer one for another', async () => {
    files.set('/m', { bytes, etag: '"a"' });
    const complete = makePorts(bytes, '"a"');
    expect(await downloadFile(server.url('/m'), false, complete.ports, never)).toEqual({
      ok: true,
    });
    expect(server.asked).toHaveLength(1);
    const longer = makePorts(new Uint8Array(bytes.length + 5), '"a"');
    expect(await downloadFile(server.url('/m'), false, longer.ports, never)).toEqual({ ok: true });
    expect(longer.part.read()).toEqual(bytes);
  });

  it('stops when told, and keeps what came', async () => {
    files.set('/m', { bytes, etag: '"a"', slowMs: 20 });
    const { part, ports } = makePorts();
    const stop = new AbortController();
    ports.onProgress = ({ loaded }) => {
      if (loaded > 40_000) stop.abort(new Error('stopped'));
    };
    await expect(downloadFile(server.url('/m'), false, ports, stop.signal)).rejects.toThrow(
      'stopped',
    );
    expect(part.size()).toBeGreaterThan(30_000);
    expect(part.size()).toBeLessThan(bytes.length);
    expect(part.read()).toEqual(bytes.subarray(0, part.size()));
  });

  it.each<[string, Partial<ServedFile>, string]>([
    ['an error page', { type: 'text/html; charset=utf-8' }, 'a web page'],
    ['nothing', { status: 404 }, 'answered 404'],
    ['a fault', { status: 503 }, 'answered 503'],
  ])('refuses %s', async (_what, other, reason) => {
    files.set('/m', { bytes, ...other });
    const { part, ports } = makePorts();
    const refused = await downloadFile(server.url('/m'), false, ports, never);
    expect(explain(refused)).toContain(reason);
    expect(part.size()).toBe(0);
  });

  it('refuses to be led to an unsafe address, and to begin with one', async () => {
    files.set('/m', { bytes });
    // Not the loopback name that is allowed, though it leads to the same server.
    const unsafe = `http://127.0.0.2:${server.port}/m`;
    files.set('/r', { bytes, redirect: unsafe });
    const led = makePorts();
    expect(explain(await downloadFile(server.url('/r'), false, led.ports, never))).toContain(
      'https',
    );
    expect(led.part.size()).toBe(0);
    const count = server.asked.length;
    expect(await downloadFile(unsafe, false, led.ports, never)).toMatchObject({ ok: false });
    expect(server.asked).toHaveLength(count);
  });

  it('says that a server is not there', async () => {
    const { ports } = makePorts();
    await server.close();
    expect(explain(await downloadFile(server.url('/m'), false, ports, never))).toContain(
      'could not be reached',
    );
  });
});
