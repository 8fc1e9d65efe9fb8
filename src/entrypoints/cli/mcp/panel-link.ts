import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { AgentAnswer, FromPanel, FromServer } from '../../../core/agent/protocol.ts';
import {
  CLOSE_CODES,
  EXTENSION_ORIGIN,
  LINK_PATH,
  LINK_VERSION,
  MAX_ANSWER,
  MAX_OPEN_CALLS,
  readFromPanel,
} from '../../../core/agent/protocol.ts';
import { makePairingCode, printPairingCode } from '../../../core/agent/pairing-code.ts';
import {
  isProof,
  makeNonce,
  makeToken,
  nameKey,
  prove,
} from '../../../platform/agent-link/proof.ts';
import type { AgentFile } from './agent-file.ts';
import type { PartFiles } from './part-files.ts';

/** The handshake takes milliseconds. */
const HANDSHAKE_MS = 5000;
/** Sockets that have not proved anything yet. */
const MAX_STRANGERS = 4;
/** A code is replaced after so many wrong proofs. */
const MAX_WRONG = 5;
const CODE_MS = 10 * 60 * 1000;
/** A panel that doesn't answer two pings is gone. */
const PING_MS = 10_000;

/** A call that waits for the panel's answer. */
interface OpenCall {
  resolve: (answer: AgentAnswer) => void;
  onWait: (message: string) => void;
}

interface LinkOptions {
  name: string;
  file: AgentFile;
  port: number;
  /** Where parts of exported files are written. */
  parts: PartFiles;
  /** Lines for the person who looks at the server's output. */
  log: (line: string) => void;
  now?: () => number;
}

export interface PanelLink {
  /** Calls a tool in the panel. Resolves with an error when there is no panel or it goes away. */
  call: (
    tool: string,
    input: Record<string, unknown>,
    options: { signal: AbortSignal; onWait: (message: string) => void },
  ) => Promise<AgentAnswer>;
  isConnected: () => boolean;
  /** The code to type in Settings: valid for ten minutes, for one pairing. */
  printCode: () => string;
  close: () => void;
}

/** The server's end of the link: one side panel at a time, which proved that it is paired. */
export function openPanelLink(server: Server, options: LinkOptions): PanelLink {
  const { name, file, port, parts, log, now = Date.now } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_ANSWER });
  const open = new Map<number, OpenCall>();
  let nextId = 1;
  let strangers = 0;
  let greeted = Promise.resolve();
  let panel: WebSocket | null = null;
  let code = newCode();

  function newCode() {
    const random = crypto.getRandomValues(new Uint8Array(10));
    return { ...makePairingCode(port, random), until: now() + CODE_MS, wrong: 0 };
  }

  function currentCode() {
    if (now() > code.until || code.wrong >= MAX_WRONG) code = newCode();
    return code;
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isOurs = request.headers.origin === EXTENSION_ORIGIN && pathname === LINK_PATH;
    if (!isOurs || strangers >= MAX_STRANGERS) {
      socket.end(`HTTP/1.1 ${isOurs ? '503 Service Unavailable' : '403 Forbidden'}\r\n\r\n`);
      return;
    }
    strangers += 1;
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate());
      // Each message waits until it is asked for.
      accepted.pause();
      // Two at a time could each replace the token of the other.
      greeted = greeted.then(() => greet(accepted)).finally(() => (strangers -= 1));
    });
  }

  async function greet(socket: WebSocket): Promise<void> {
    const late = setTimeout(() => dismiss(socket, CLOSE_CODES.tooLate), HANDSHAKE_MS);
    try {
      const outcome = await shakeHands(socket);
      if (outcome === 'proved' && !panel) accept(socket);
      else dismiss(socket, outcome === 'refused' ? CLOSE_CODES.refused : CLOSE_CODES.taken);
    } catch {
      socket.terminate();
    } finally {
      clearTimeout(late);
    }
  }

  async function shakeHands(socket: WebSocket): Promise<'proved' | 'refused' | 'taken'> {
    const receive = openReceiver(socket);
    const hello = await receive();
    if (hello?.type !== 'hello' || hello.version !== LINK_VERSION) return 'refused';
    const key = await findKey(hello);
    if (key === null) return 'refused';
    const nonces = [hello.nonce, makeNonce()] as const;
    send(socket, {
      type: 'challenge',
      nonce: nonces[1],
      proof: await prove(key, 'server', nonces),
    });
    const answer = await receive();
    const isProved =
      answer?.type === 'proof' && (await isProof(answer.proof, key, 'panel', nonces));
    if (!isProved) {
      if (hello.pairing === null) code.wrong += 1;
      return 'refused';
    }
    if (panel) return 'taken';
    const token = makeToken();
    // Until the panel confirms the new token, either may be the one it has stored.
    const before = hello.pairing === null ? [] : [key];
    await file.change({ port, tokens: [...before, token] });
    if (hello.pairing === null) code = newCode();
    send(socket, { type: 'welcome', pairing: file.read().id, name, token });
    if ((await receive())?.type !== 'stored') return 'refused';
    await file.change({ tokens: [token] });
    return 'proved';
  }

  async function findKey({ pairing, key }: Extract<FromPanel, { type: 'hello' }>) {
    if (pairing === null) return currentCode().secret;
    const { id, tokens } = file.read();
    if (pairing !== id) return null;
    for (const token of tokens) if ((await nameKey(token)) === key) return token;
    return null;
  }

  function accept(socket: WebSocket): void {
    // Settings closes the connection as soon as it has stored the pairing.
    if (socket.readyState === socket.CLOSED) return;
    panel = socket;
    log('Connected to the side panel.');
    socket.resume();
    let isAlive = true;
    const pings = setInterval(() => {
      if (!isAlive) socket.terminate();
      isAlive = false;
      socket.ping();
    }, PING_MS);
    socket.on('pong', () => (isAlive = true));
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? null : readFromPanel(toText(data));
      if (message) follow(message);
      else socket.terminate();
    });
    socket.on('close', () => {
      clearInterval(pings);
      if (panel === socket) panel = null;
      for (const [id, { resolve }] of open) {
        void parts.drop(id);
        resolve(
          refuse(
            'The side panel was closed or disconnected, so it is not certain what was done. Look again.',
          ),
        );
      }
      open.clear();
      log('Disconnected from the side panel.');
    });
  }

  function follow(message: FromPanel): void {
    if (message.type === 'revoked') void file.change({ tokens: [] });
    if (!('id' in message)) return;
    const { id } = message;
    const call = open.get(id);
    if (!call) return;
    if (message.type === 'waiting') call.onWait(message.message);
    if (message.type === 'part' && !parts.add(id, message.data)) {
      open.delete(id);
      call.resolve(refuse('The file is larger than allowed.'));
      if (panel) send(panel, { type: 'cancel', id });
    }
    if (message.type !== 'answer') return;
    open.delete(id);
    void finish(id, message.answer).then(call.resolve);
  }

  async function finish(id: number, answer: AgentAnswer): Promise<AgentAnswer> {
    if (!answer.file) {
      await parts.drop(id);
      return answer;
    }
    const path = await parts.finish(id, answer.file);
    return path === null
      ? refuse('The file did not arrive whole.')
      : { ...answer, text: `Written to ${path}`, data: { path, bytes: answer.file.bytes } };
  }

  server.on('upgrade', onUpgrade);
  const printCode = (): string => printPairingCode(currentCode());
  return {
    isConnected: () => panel !== null,
    printCode,
    call(tool, input, { signal, onWait }) {
      if (!panel) return Promise.resolve(refuse(explainAbsence(printCode())));
      if (open.size >= MAX_OPEN_CALLS) {
        return Promise.resolve(refuse('Too many calls at a time. Wait for the answers.'));
      }
      const id = nextId++;
      const to = panel;
      return new Promise((resolve) => {
        open.set(id, { resolve, onWait });
        // The call stays open until the panel says what came of it.
        signal.addEventListener('abort', () => send(to, { type: 'cancel', id }));
        send(to, { type: 'call', id, tool, input });
      });
    },
    close() {
      panel?.close();
      sockets.close();
    },
  };
}

function explainAbsence(code: string): string {
  return [
    'Wayscribe is not connected. Ask the person to open Wayscribe’s side panel in Chrome, and try again.',
    `If this agent is not paired yet, they choose Agents at the bottom of the side panel and enter the code ${code} (valid for ten minutes).`,
  ].join(' ');
}

function send(socket: WebSocket, message: FromServer): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}

/** Returns the next message at each call; null once the socket is closed or sends anything else. */
function openReceiver(socket: WebSocket): () => Promise<FromPanel | null> {
  return () =>
    new Promise((resolve) => {
      const stop = (message: FromPanel | null): void => {
        socket.off('message', onMessage);
        socket.off('close', onClose);
        socket.pause();
        resolve(message);
      };
      const onMessage = (data: unknown, isBinary: boolean): void =>
        stop(isBinary ? null : readFromPanel(toText(data)));
      const onClose = (): void => stop(null);
      socket.on('message', onMessage);
      socket.on('close', onClose);
      if (socket.readyState === socket.OPEN) socket.resume();
      else stop(null);
    });
}

/** A paused socket would not hear that the other end closes, too. */
function dismiss(socket: WebSocket, code: number): void {
  socket.resume();
  socket.close(code);
}

function toText(data: unknown): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}

function refuse(text: string): AgentAnswer {
  return { text, isError: true };
}
