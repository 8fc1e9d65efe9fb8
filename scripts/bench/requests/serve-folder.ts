import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import type { PageServer } from '../recorder/serve-pages.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Serves the files of a folder on loopback, and an empty page at `/`. Files outside of the folder are "not found". */
export async function serveFolder(folder: string): Promise<PageServer> {
  const root = resolve(folder);
  const read = async (path: string): Promise<Buffer | string | null> => {
    if (path === '/') return '<!doctype html><title>First</title>';
    const file = resolve(join(root, decodeURIComponent(path)));
    return file.startsWith(root + sep) ? readFile(file).catch(() => null) : null;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = await read(pathname);
    const type = TYPES[pathname === '/' ? '.html' : extname(pathname)];
    response.writeHead(body === null ? 404 : 200, {
      'content-type': type ?? 'application/octet-stream',
    });
    response.end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
