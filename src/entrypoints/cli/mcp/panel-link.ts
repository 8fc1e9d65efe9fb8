import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { AgentAnswer, FromPanel, FromServer } from '../../../core/agent/protocol.ts';
import {
  CLOSE_CODES,
  EXTENSION_ORIGIN,
  LINK_PATH,
  MAX_ANSWER,
  MAX_OPEN_CALLS,
  readFromPanel,
  LINK_VERSION,
} from '../../../core/agent/protocol.ts';
import type { AgentFile } from './agent-file.ts';
import type { PartFiles } from './part-files.ts';
import type { PairingCode } from '../../../core/agent/pairing-code.ts';
import { makePairingCode, printPairingCode } from '../../../core/agent/pairing-code.ts';
import {
  isProof,
  makeNonce,
  makeToken,
  nameKey,
  prove,
} from '../../../platform/agent-link/proof.ts';

/** The handshake takes milliseconds. */
const HANDSHAKE_MS = 5000;
/** Sockets that have not proved anything yet. */
const MAX_STRANGERS = 4;
/** A paired panel dials every two seconds, so it is expected for so long after the start or a loss. */
const EXPECTED_MS = 5000;
/** A panel that doesn't answer two pings is gone. */
const PING_MS = 10_000;

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
  /** How long calls wait for a paired panel after the start or a loss. */
  expectedMs?: number;
}

/** The server's end of the link: one side panel at a time, which proved that it is paired. */
export class PanelLink {
  readonly #options: LinkOptions;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_ANSWER });
  readonly #handshake: Handshake;
  readonly #open = new Map<number, OpenCall>();
  #nextId = 1;
  #strangers = 0;
  #greeted = Promise.resolve();
  #panel: WebSocket | null = null;
  /** Epoch ms. */
  #expectedUntil: number;
  /** Wake calls that wait for a panel. */
  readonly #waiting = new Set<() => void>();

  constructor(server: Server, options: LinkOptions) {
    const { name, file, port, now = Date.now } = options;
    this.#options = options;
    this.#expectedUntil = this.#computeExpected();
    this.#handshake = new Handshake({ name, file, port, now, isTaken: () => this.isConnected() });
    server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head));
  }

  isConnected(): boolean {
    return this.#panel !== null;
  }

  printCode(): string {
    return this.#handshake.printCode();
  }

  /** Calls a tool in the panel. Resolves with an error when there is no panel or it goes away. */
  readonly call = async (
    tool: string,
    input: Record<string, unknown>,
    { signal, onWait }: { signal: AbortSignal; onWait: (message: string) => void },
  ): Promise<AgentAnswer> => {
    if (!this.#panel) await this.#untilExpected(signal);
    const to = this.#panel;
    if (!to) return refuse(explainAbsence(this.printCode()));
    if (this.#open.size >= MAX_OPEN_CALLS) {
      return refuse('Too many calls at a time. Wait for the answers.');
    }
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#open.set(id, { resolve, onWait });
      // The call stays open until the panel says what came of it.
      signal.addEventListener('abort', () => send(to, { type: 'cancel', id }));
      send(to, { type: 'call', id, tool, input });
    });
  };

  close(): void {
    for (const wake of this.#waiting) wake();
    this.#panel?.close();
    this.#sockets.close();
  }

  #computeExpected(): number {
    const { now = Date.now, expectedMs = EXPECTED_MS } = this.#options;
    return now() + expectedMs;
  }

  /** Waits for a panel that is paired and may be about to dial: clients may call as soon as the server has started. */
  #untilExpected(signal: AbortSignal): Promise<void> {
    const { file, now = Date.now } = this.#options;
    const ms = this.#expectedUntil - now();
    const isFull = this.#waiting.size >= MAX_OPEN_CALLS;
    if (file.read().tokens.length === 0 || ms <= 0 || isFull) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const late = setTimeout(wake, ms);
      signal.addEventListener('abort', wake);
      this.#waiting.add(wake);
    });
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isOurs = request.headers.origin === EXTENSION_ORIGIN && pathname === LINK_PATH;
    if (!isOurs || this.#strangers >= MAX_STRANGERS) {
      socket.end(`HTTP/1.1 ${isOurs ? '503 Service Unavailable' : '403 Forbidden'}\r\n\r\n`);
      return;
    }
    this.#strangers += 1;
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate());
      // Each message waits until it is asked for.
      accepted.pause();
      // Two at a time could each replace the token of the other.
      this.#greeted = this.#greeted
        .then(() => this.#greet(accepted))
        .finally(() => (this.#strangers -= 1));
    });
  }

  async #greet(socket: WebSocket): Promise<void> {
    const late = setTimeout(() => dismiss(socket, CLOSE_CODES.tooLate), HANDSHAKE_MS);
    try {
      const outcome = await this.#handshake.run(socket);
      if (outcome === 'proved' && !this.#panel) this.#accept(socket);
      else dismiss(socket, outcome === 'refused' ? CLOSE_CODES.refused : CLOSE_CODES.taken);
    } catch {
      socket.terminate();
    } finally {
      clearTimeout(late);
    }
  }

  #accept(socket: WebSocket): void {
    // Settings closes the connection as soon as it has stored the pairing.
    if (socket.readyState === socket.CLOSED) return;
    this.#panel = socket;
    for (const wake of this.#waiting) wake();
    this.#options.log('Connected to the side panel.');
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
      if (message) this.#follow(message);
      else socket.terminate();
    });
    socket.on('close', () => {
      clearInterval(pings);
      this.#forget(socket);
    });
  }

  /** Answers the calls of a panel that is gone. */
  #forget(socket: WebSocket): void {
    if (this.#panel === socket) this.#panel = null;
    this.#expectedUntil = this.#computeExpected();
    for (const [id, { resolve }] of this.#open) {
      void this.#options.parts.drop(id);
      resolve(refuse(DISCONNECTED));
    }
    this.#open.clear();
    this.#options.log('Disconnected from the side panel.');
  }

  #follow(message: FromPanel): void {
    const { file, parts } = this.#options;
    if (message.type === 'revoked') void file.change({ tokens: [] });
    if (!('id' in message)) return;
    const { id } = message;
    const call = this.#open.get(id);
    if (!call) return;
    if (message.type === 'waiting') call.onWait(message.message);
    if (message.type === 'part' && !parts.add(id, message.data)) {
      this.#open.delete(id);
      call.resolve(refuse('The file is larger than allowed.'));
      if (this.#panel) send(this.#panel, { type: 'cancel', id });
    }
    if (message.type !== 'answer') return;
    this.#open.delete(id);
    void this.#finish(id, message.answer).then(call.resolve);
  }

  async #finish(id: number, answer: AgentAnswer): Promise<AgentAnswer> {
    const { parts } = this.#options;
    if (!answer.file) {
      await parts.drop(id);
      return answer;
    }
    const path = await parts.finish(id, answer.file);
    return path === null
      ? refuse('The file did not arrive whole.')
      : { ...answer, text: `Written to ${path}`, data: { path, bytes: answer.file.bytes } };
  }
}

const DISCONNECTED =
  'The side panel was closed or disconnected, so it is not certain what was done. Look again.';

function explainAbsence(code: string): string {
  return [
    'Wayscribe is not connected. Ask the person to open Wayscribe’s side panel in Chrome, and try again.',
    `If this agent is not paired yet, they choose Agents at the bottom of the side panel and enter the code ${code} (valid for ten minutes).`,
  ].join(' ');
}

/** A paused socket would not hear that the other end closes, too. */
function dismiss(socket: WebSocket, code: number): void {
  socket.resume();
  socket.close(code);
}

function refuse(text: string): AgentAnswer {
  return { text, isError: true };
}

/** A code is replaced after so many wrong proofs. */
const MAX_WRONG = 5;
const CODE_MS = 10 * 60 * 1000;

interface HandshakeOptions {
  name: string;
  file: AgentFile;
  port: number;
  now: () => number;
  /** Whether another panel is connected. */
  isTaken: () => boolean;
}

/** Lets a panel prove that it is paired, or pairs it by the code; renews its token each time. */
class Handshake {
  readonly #options: HandshakeOptions;
  #code: PairingCode & { until: number; wrong: number };

  constructor(options: HandshakeOptions) {
    this.#options = options;
    this.#code = this.#makeCode();
  }

  /** The code to type in Settings: valid for ten minutes, for one pairing. */
  printCode(): string {
    return printPairingCode(this.#readCode());
  }

  async run(socket: WebSocket): Promise<'proved' | 'refused' | 'taken'> {
    const { name, file, port, isTaken } = this.#options;
    const receive = openReceiver(socket);
    const hello = await receive();
    if (hello?.type !== 'hello' || hello.version !== LINK_VERSION) return 'refused';
    const key = await this.#findKey(hello);
    if (key === null) return 'refused';
    const nonces = [hello.nonce, makeNonce()] as const;
    const proof = await prove(key, 'server', nonces);
    send(socket, { type: 'challenge', nonce: nonces[1], proof });
    const answer = await receive();
    const isProved =
      answer?.type === 'proof' && (await isProof(answer.proof, key, 'panel', nonces));
    if (!isProved) {
      if (hello.pairing === null) this.#code.wrong += 1;
      return 'refused';
    }
    if (isTaken()) return 'taken';
    const token = makeToken();
    // Until the panel confirms the new token, either may be the one it has stored.
    const before = hello.pairing === null ? [] : [key];
    await file.change({ port, tokens: [...before, token] });
    if (hello.pairing === null) this.#code = this.#makeCode();
    send(socket, { type: 'welcome', pairing: file.read().id, name, token });
    if ((await receive())?.type !== 'stored') return 'refused';
    await file.change({ tokens: [token] });
    return 'proved';
  }

  #makeCode() {
    const { port, now } = this.#options;
    const random = crypto.getRandomValues(new Uint8Array(10));
    return { ...makePairingCode(port, random), until: now() + CODE_MS, wrong: 0 };
  }

  #readCode() {
    const { until, wrong } = this.#code;
    if (this.#options.now() > until || wrong >= MAX_WRONG) this.#code = this.#makeCode();
    return this.#code;
  }

  /** Returns the secret that the panel names; null if it isn't one of this agent's. */
  async #findKey({ pairing, key }: Extract<FromPanel, { type: 'hello' }>): Promise<string | null> {
    if (pairing === null) return this.#readCode().secret;
    const { id, tokens } = this.#options.file.read();
    if (pairing !== id) return null;
    for (const token of tokens) if ((await nameKey(token)) === key) return token;
    return null;
  }
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

function toText(data: unknown): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
