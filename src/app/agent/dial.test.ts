import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { FromPanel, FromServer } from '../../core/agent/protocol.ts';
import { LINK_PATH } from '../../core/agent/protocol.ts';
import { prove } from '../../platform/agent-link/proof.ts';
import { dialAgent, pairAgent } from './dial.ts';

const stored = vi.hoisted(() => ({ put: vi.fn(), renew: vi.fn() }));
vi.mock('../../platform/agent-link/pairings.ts', () => ({
  putPairing: stored.put,
  renewToken: stored.renew,
}));

/** As in a browser, where a connection that fails throws nowhere. */
class BrowserSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => undefined);
  }
}

// Node 20 lacks it; each Chrome that has the side panel has it.
if (!('withResolvers' in Promise)) {
  const withResolvers = () => {
    const made: Partial<PromiseWithResolvers<unknown>> = {};
    const promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return { ...made, promise };
  };
  Object.assign(Promise, { withResolvers });
}

let server: WebSocketServer;
let port: number;
beforeEach(async () => {
  vi.stubGlobal('WebSocket', BrowserSocket);
  vi.clearAllMocks();
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: LINK_PATH });
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
  vi.unstubAllGlobals();
});

/** A server that has `key` and calls the pairing `ada`. */
function serve(key: string): void {
  server.on('connection', (socket) => {
    const send = (message: FromServer): void => socket.send(JSON.stringify(message));
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as FromPanel;
      if (message.type === 'hello') {
        void prove(key, 'server', [message.nonce, 'n']).then((proof) => {
          send({ type: 'challenge', nonce: 'n', proof });
        });
      }
      if (message.type === 'proof')
        send({ type: 'welcome', pairing: 'ada', name: 'Ada', token: 'next' });
    });
  });
}

it('takes the id of a new pairing from the server', async () => {
  serve('secret');
  const dialled = await pairAgent({ port, secret: 'secret' });
  expect(dialled.ok && dialled.link.pairing).toEqual({ id: 'ada', name: 'Ada', port });
  expect(stored.put).toHaveBeenCalledWith(
    expect.objectContaining({ id: 'ada', name: 'Ada', port, token: 'next' }),
  );
});

it('does not let a known agent name another pairing', async () => {
  serve('token');
  const dialled = await dialAgent({ id: 'bob', name: 'Bob', port, token: 'token', pairedAt: 0 });
  expect(dialled.ok && dialled.link.pairing.id).toBe('bob');
  expect(stored.renew).toHaveBeenCalledWith('bob', 'next');
  expect(stored.put).not.toHaveBeenCalled();
});

it('tells a stranger, and a port on which nothing listens', async () => {
  serve('other');
  const dialled = await pairAgent({ port, secret: 'secret' });
  expect(dialled).toEqual({ ok: false, failure: 'stranger' });
  server.close();
  for (const client of server.clients) client.terminate();
  await vi.waitFor(async () => {
    expect(await pairAgent({ port, secret: 'secret' })).toEqual({ ok: false, failure: 'absent' });
  });
  expect(stored.put).not.toHaveBeenCalled();
});
