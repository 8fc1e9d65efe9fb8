import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** The measuring page with the real workers of the ranker, as Vite builds them for the extension. */
export async function buildBenchPage(folder: string): Promise<void> {
  await build({
    root: join(root, 'scripts/bench/ranker'),
    configFile: false,
    publicDir: join(root, 'public'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'chrome148' },
    worker: { format: 'es' },
  });
}

/** Serves the folder and the files of `extra` with the isolation that the extension's pages have. */
export async function serveBench(folder: string, extra: ReadonlyMap<string, Uint8Array>) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const known = extra.get(name);
    void (known ? Promise.resolve(known) : readFile(join(folder, name))).then(
      (bytes) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-embedder-policy': 'require-corp',
          })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
