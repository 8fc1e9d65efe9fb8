import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { readPairingCode } from '../../../core/agent/pairing-code.ts';
import type { FromServer } from '../../../core/agent/protocol.ts';
import {
  CLOSE_CODES,
  EXTENSION_ORIGIN,
  LINK_PATH,
  MAX_OPEN_CALLS,
} from '../../../core/agent/protocol.ts';
import { nameKey, prove } from '../../../platform/agent-link/proof.ts';
import { openAgentFile } from './agent-file.ts';
import { PanelLink } from './panel-link.ts';
import { openPartFiles } from './part-files.ts';

let folder: string;
let port: number;
let link: PanelLink;
let stop: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayscribe-mcp-'));
  const file = await openAgentFile(join(folder, 'agents.json'), 'Ada', () => ({
    ...{ id: 'ada', port: 0, tokens: [], httpToken: 't' },
  }));
  if (typeof file === 'string') throw new Error(file);
  const server = createServer();
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  const parts = openPartFiles(folder);
  const log = (): void => undefined;
  link = new PanelLink(server, { name: 'Ada', file, port, parts, log, expectedMs: 1000 });
  stop = async () => {
    link.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  };
});
afterEach(() => stop());

function dial(origin = EXTENSION_ORIGIN, path = LINK_PATH): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, { origin });
}

async function receive(socket: WebSocket): Promise<FromServer> {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString()) as FromServer;
}

/** Connects as a panel that has `key`; returns the welcome, or how the server closed the connection. */
async function connect(pairing: string | null, key: string) {
  const socket = dial();
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const name = pairing === null ? '' : await nameKey(key);
  socket.send(JSON.stringify({ type: 'hello', version: 1, pairing, key: name, nonce: 'n' }));
  const challenge = await Promise.race([receive(socket), closed]);
  if (typeof challenge === 'number') return challenge;
  if (challenge.type !== 'challenge') throw new Error(challenge.type);
  const proof = await prove(key, 'panel', ['n', challenge.nonce]);
  socket.send(JSON.stringify({ type: 'proof', proof }));
  const welcome = await Promise.race([receive(socket), closed]);
  if (typeof welcome === 'number') return welcome;
  if (welcome.type !== 'welcome') throw new Error(welcome.type);
  socket.send(JSON.stringify({ type: 'stored' }));
  await expect.poll(() => link.isConnected()).toBe(true);
  return { socket, token: welcome.token, closed };
}

async function pairFirst() {
  const connected = await connect(null, readPairingCode(link.printCode())?.secret ?? '');
  if (typeof connected === 'number') throw new Error(String(connected));
  return connected;
}

async function disconnect({ socket, closed }: Awaited<ReturnType<typeof pairFirst>>) {
  socket.close();
  await closed;
  await expect.poll(() => link.isConnected()).toBe(false);
}

const call = (
  signal = new AbortController().signal,
  onWait: (message: string) => void = () => undefined,
) => link.call('look', {}, { signal, onWait });

test.each([
  ['https://page.example', LINK_PATH],
  ['', LINK_PATH],
  [EXTENSION_ORIGIN, '/elsewhere'],
])('refuses to be dialled by “%s” at %s', async (origin, path) => {
  const [error] = (await once(dial(origin, path), 'error')) as [Error];
  expect(error.message).toContain('403');
});

test('pairs by its code once, and then knows only the newest token', async () => {
  const code = link.printCode();
  const first = await pairFirst();
  expect(link.printCode()).not.toBe(code);
  await disconnect(first);
  const second = await connect('ada', first.token);
  if (typeof second === 'number') throw new Error('refused');
  expect(second.token).not.toBe(first.token);
  await disconnect(second);
  expect(await connect('ada', first.token)).toBe(CLOSE_CODES.refused);
  expect(await connect('bob', second.token)).toBe(CLOSE_CODES.refused);
  const used = readPairingCode(code)?.secret ?? '';
  expect(await connect(null, used)).toBe(CLOSE_CODES.refused);
});

test('replaces its code after five wrong ones', async () => {
  const code = link.printCode();
  for (let tries = 0; tries < 5; tries++) {
    expect(link.printCode()).toBe(code);
    expect(await connect(null, 'WRONG00000')).toBe(CLOSE_CODES.refused);
  }
  expect(link.printCode()).not.toBe(code);
});

test('keeps the first panel when another one connects', async () => {
  const first = await pairFirst();
  expect(await connect('ada', first.token)).toBe(CLOSE_CODES.taken);
  expect(link.isConnected()).toBe(true);
});

test('refuses a flood of calls, and answers the others when the panel vanishes', async () => {
  const { socket } = await pairFirst();
  const calls = Array.from({ length: MAX_OPEN_CALLS }, () => call());
  expect((await call()).text).toContain('Too many calls');
  socket.terminate();
  for (const answer of await Promise.all(calls)) {
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('not certain');
  }
  expect((await call()).text).toContain('not connected');
});

test('passes on that a call waits, and cancels it', async () => {
  const { socket } = await pairFirst();
  const controller = new AbortController();
  const waits: string[] = [];
  const answer = call(controller.signal, (what) => waits.push(what));
  const asked = await receive(socket);
  if (asked.type !== 'call') throw new Error(asked.type);
  socket.send(JSON.stringify({ type: 'waiting', id: asked.id, message: 'Waiting' }));
  await expect.poll(() => waits).toEqual(['Waiting']);
  controller.abort();
  expect(await receive(socket)).toEqual({ type: 'cancel', id: asked.id });
  const cancelled = { text: 'Cancelled.', isError: true };
  socket.send(JSON.stringify({ type: 'answer', id: asked.id, answer: cancelled }));
  expect(await answer).toEqual(cancelled);
});

test.each(['not ours', Buffer.from([1, 2, 3])])('hangs up on %s', async (data) => {
  const { socket, closed } = await pairFirst();
  const answer = call();
  socket.send(data);
  expect((await answer).isError).toBe(true);
  expect(await closed).toBeGreaterThan(0);
});

test('writes a file from its parts, only inside its folder and only whole', async () => {
  const { socket } = await pairFirst();
  const send = async (bytes: number, name: string) => {
    const answer = call();
    const asked = await receive(socket);
    if (asked.type !== 'call') throw new Error(asked.type);
    const { id } = asked;
    for (const part of ['one ', 'two']) {
      const data = Buffer.from(part).toString('base64');
      socket.send(JSON.stringify({ type: 'part', id, data }));
    }
    const file = { name, bytes };
    socket.send(JSON.stringify({ type: 'answer', id, answer: { text: 'x', file } }));
    return answer;
  };
  const whole = await send(7, '../../outside.zip');
  expect(whole.data).toEqual({ path: join(folder, 'outside.zip'), bytes: 7 });
  expect(await readFile(join(folder, 'outside.zip'), 'utf8')).toBe('one two');
  expect((await send(9, 'cut.zip')).text).toContain('did not arrive whole');
});

test('has a call wait for a paired panel that dials after it', async () => {
  const first = await pairFirst();
  await disconnect(first);
  const early = call();
  const { socket } = (await connect('ada', first.token)) as typeof first;
  socket.terminate();
  // It was sent to the panel.
  expect((await early).text).toContain('not certain');
});

test('refuses a call that no panel answers for, and one that is cancelled meanwhile', async () => {
  expect((await call()).text).toContain('not connected');
  const first = await pairFirst();
  await disconnect(first);
  const cancelled = new AbortController();
  const calls = [call(cancelled.signal), call()];
  cancelled.abort();
  for (const { text } of await Promise.all(calls)) expect(text).toContain('not connected');
});
