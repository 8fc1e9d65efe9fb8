import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'hf_wayscribeTest';

interface Entry {
  type: 'file';
  path: string;
  size: number;
  oid: string;
  lfs?: { oid: string; size: number; pointerSize: number };
}

/** What a test sees of the server and changes about it. */
export interface HubServer {
  url: string;
  /** The repository `me/shop`; null until it is created. */
  files: Map<string, Entry> | null;
  /** Names of requests in order. */
  requests: string[];
  created: unknown;
  /** Commits that still succeed. */
  commitsLeft: number;
  /** Connections break off in the middle of a file after this many further files. */
  storesLeft: number;
  /** Large files have other bytes after their commit. */
  damages: boolean;
  close(): Promise<void>;
}

interface CommitLine {
  key: string;
  value: { path: string; content?: string; oid: string; size?: number };
}

/**
 * Starts a server with the requests that `@huggingface/hub` sends for a commit with files in LFS storage, without xet. Files
 * named `.parquet` are large. LFS storage refuses bytes that differ from their SHA-256.
 */
export async function startHub(): Promise<HubServer> {
  const storage = new Set<string>();
  const state: Omit<HubServer, 'close'> = {
    ...{ url: '', files: new Map(), requests: [], created: null, commitsLeft: Infinity },
    ...{ storesLeft: Infinity, damages: false },
  };
  const git = (bytes: Buffer) =>
    createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

  const routes: [name: string, RegExp, (body: Buffer, url: string) => [number, unknown]][] = [
    ['list', /^GET .*\/tree\/main/u, () => [200, [...(state.files?.values() ?? [])]]],
    [
      'create',
      /^POST \/api\/repos\/create$/u,
      (body) => {
        state.created = JSON.parse(body.toString());
        state.files = new Map();
        return [200, { url: `${state.url}/datasets/me/shop`, id: 'me/shop' }];
      },
    ],
    [
      'preupload',
      /^POST .*\/preupload\/main$/u,
      (body) => {
        const { files } = JSON.parse(body.toString()) as { files: { path: string }[] };
        const mode = (name: string) => (name.endsWith('.parquet') ? 'lfs' : 'regular');
        return [
          200,
          { files: files.map((file) => ({ path: file.path, uploadMode: mode(file.path) })) },
        ];
      },
    ],
    [
      'batch',
      /^POST .*\.git\/info\/lfs\/objects\/batch$/u,
      (body) => {
        const { objects } = JSON.parse(body.toString()) as { objects: { oid: string }[] };
        const action = (oid: string) => ({ upload: { href: `${state.url}/storage/${oid}` } });
        const answer = objects.map((each) =>
          storage.has(each.oid) ? each : { ...each, actions: action(each.oid) },
        );
        return [200, { transfer: 'basic', objects: answer }];
      },
    ],
    [
      'store',
      /^PUT \/storage\//u,
      (body, url) => {
        const sha256 = createHash('sha256').update(body).digest('hex');
        if (!url.endsWith(sha256)) return [400, {}];
        storage.add(sha256);
        return [200, {}];
      },
    ],
    [
      'commit',
      /^POST .*\/commit\/main$/u,
      (body) => {
        if (state.commitsLeft-- <= 0) return [503, {}];
        for (const line of body.toString().split('\n')) {
          const { key, value } = JSON.parse(line) as CommitLine;
          if (key === 'header') continue;
          const bytes = Buffer.from(value.content ?? '', 'base64');
          const entry: Entry = {
            ...{ type: 'file', path: value.path, size: value.size ?? bytes.length },
            oid: git(bytes),
          };
          if (key === 'lfsFile') {
            if (!storage.has(value.oid)) return [400, {}];
            const oid = state.damages ? value.oid.replace(/^./u, 'g') : value.oid;
            entry.lfs = { oid, size: entry.size, pointerSize: 130 };
          }
          state.files?.set(value.path, entry);
        }
        return [200, { success: true, commitOid: 'c', commitUrl: state.url, hookOutput: '' }];
      },
    ],
  ];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const line = `${request.method} ${request.url}`;
    const [name, , run] = routes.find(([, pattern]) => pattern.test(line)) ?? [line];
    const breaksOff = name === 'store' && state.storesLeft-- <= 0;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (breaksOff) throw new Error('broken off');
      chunks.push(chunk);
    }
    state.requests.push(name);
    const isAllowed = request.headers.authorization === `Bearer ${TOKEN}` || name === 'store';
    const refuse = (): [number, unknown] => [
      401,
      { error: `Bad ${request.headers.authorization}` },
    ];
    const handle = (): [number, unknown] =>
      run && (state.files || name === 'create')
        ? run(Buffer.concat(chunks), request.url ?? '')
        : [404, {}];
    const [status, body] = isAllowed ? handle() : refuse();
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
