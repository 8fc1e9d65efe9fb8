/** A file server that misbehaves as told, for tests of downloads. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedFile {
  bytes: Uint8Array;
  etag?: string;
  type?: string;
  status?: number;
  /** Where it leads on to. */
  redirect?: string;
  /** Breaks the connection after so many bytes of an answer. */
  cutAfter?: number;
  /** Pause between pieces of 16 kB, ms. */
  slowMs?: number;
  /** Sends the rest of whatever version it has. */
  ignoresIfRange?: boolean;
  /** Answers ranges with the whole file. */
  ignoresRanges?: boolean;
}

export interface Asked {
  method: string;
  path: string;
  range: string | null;
  ifRange: string | null;
}

const PIECE = 16 * 1024;

export async function serveFiles(files: Map<string, ServedFile>) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const { range = null, 'if-range': ifRange } = request.headers;
    asked.push({
      method: request.method ?? '',
      path: pathname,
      range,
      ifRange: typeof ifRange === 'string' ? ifRange : null,
    });
    const file = files.get(pathname);
    if (file) void answer(file, request, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(file: ServedFile, request: IncomingMessage, response: ServerResponse) {
  const { bytes, etag, type = 'application/octet-stream' } = file;
  if (file.redirect) {
    response.writeHead(302, { location: file.redirect }).end();
    return;
  }
  const from = readStart(file, request);
  const tag = etag ? { etag } : {};
  if (from >= bytes.length && from > 0) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}`, ...tag }).end();
    return;
  }
  const part = bytes.subarray(from);
  response.writeHead(file.status ?? (from > 0 ? 206 : 200), {
    'content-type': type,
    'content-length': part.length,
    ...tag,
    ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  for (let at = 0; at < part.length && !response.destroyed; at += PIECE) {
    if (file.cutAfter !== undefined && at >= file.cutAfter) {
      response.destroy();
      return;
    }
    // One after the other, so that what was written before a break has been sent.
    await new Promise((resolve) => response.write(part.subarray(at, at + PIECE), resolve));
    if (file.slowMs) await new Promise((resolve) => setTimeout(resolve, file.slowMs));
  }
  response.end();
}

/** 0 where the whole file is to be sent. */
function readStart(
  { ignoresRanges, ignoresIfRange, etag }: ServedFile,
  { headers }: IncomingMessage,
): number {
  const from = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  if (from === undefined || ignoresRanges) return 0;
  const wanted = headers['if-range'];
  return wanted === undefined || wanted === etag || ignoresIfRange ? Number(from) : 0;
}
