import type { WebSocket } from 'ws';
import type { PairingCode } from '../../../core/agent/pairing-code.ts';
import { makePairingCode, printPairingCode } from '../../../core/agent/pairing-code.ts';
import type { FromPanel, FromServer } from '../../../core/agent/protocol.ts';
import { LINK_VERSION, readFromPanel } from '../../../core/agent/protocol.ts';
import {
  isProof,
  makeNonce,
  makeToken,
  nameKey,
  prove,
} from '../../../platform/agent-link/proof.ts';
import type { AgentFile } from './agent-file.ts';

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
export class Handshake {
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

export function send(socket: WebSocket, message: FromServer): void {
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

export function toText(data: unknown): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
