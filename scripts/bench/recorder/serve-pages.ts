import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer {
  /** Without a slash at the end. */
  origin: string;
  close: () => Promise<void>;
}

/** Serves generated pages by path on loopback, cross-origin isolated so that `performance.now()` tells 5 µs apart. */
export async function servePages(pages: ReadonlyMap<string, string>): Promise<PageServer> {
  const server = createServer((request, response) => {
    const page = pages.get((request.url ?? '/').split('?')[0] ?? '/');
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(page ?? 'There is no such page.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
