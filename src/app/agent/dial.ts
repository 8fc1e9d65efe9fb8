import type { FromPanel, FromServer } from '../../core/agent/protocol.ts';
import { CLOSE_CODES, LINK_PATH, LINK_VERSION, readFromServer } from '../../core/agent/protocol.ts';
import type { PairingCode } from '../../core/agent/pairing-code.ts';
import type { Pairing } from '../../platform/agent-link/pairings.ts';
import { putPairing, renewToken } from '../../platform/agent-link/pairings.ts';
import { isProof, makeNonce, nameKey, prove } from '../../platform/agent-link/proof.ts';
import { withTimeout } from '../with-timeout.ts';

/** The handshake takes milliseconds. */
const HANDSHAKE_MS = 5000;

const MAX_NAME = 60;

/** Why the connection failed. `absent`: nothing listens on the port. `stranger`: the server doesn't know the key. */
export type DialFailure = 'absent' | 'stranger' | 'refused' | 'taken';

/** An open connection to an agent's server. */
export interface AgentLink {
  pairing: Pick<Pairing, 'id' | 'name' | 'port'>;
  send: (message: FromPanel) => void;
  /** Bytes that are not sent yet. */
  countUnsent: () => number;
  /** Calls back with each message; those that came before are not lost. */
  listen: (onMessage: (message: FromServer) => void) => void;
  /** Settles when either end has closed it. */
  closed: Promise<void>;
  close: () => void;
}

export type Dialled = { ok: true; link: AgentLink } | { ok: false; failure: DialFailure };

/** Pairs with the agent whose server printed this code, and stores the pairing. */
export async function pairAgent(code: PairingCode): Promise<Dialled> {
  return dial({ port: code.port, id: null, key: code.secret });
}

/** Connects to a paired agent. */
export async function dialAgent({ id, port, token }: Pairing): Promise<Dialled> {
  return dial({ port, id, key: token });
}

async function dial(to: { port: number; id: string | null; key: string }): Promise<Dialled> {
  const socket = new WebSocket(`ws://127.0.0.1:${to.port}${LINK_PATH}`);
  const inbox = openInbox(socket);
  try {
    const link = await withTimeout(shakeHands(socket, inbox, to), HANDSHAKE_MS);
    if ('pairing' in link) return { ok: true, link };
    socket.close();
    return { ok: false, failure: link.failure };
  } catch {
    socket.close();
    return { ok: false, failure: 'absent' };
  }
}

/** The server proves the key first, so that a stranger on this port learns nothing about it. */
async function shakeHands(
  socket: WebSocket,
  inbox: Inbox,
  { port, id, key }: { port: number; id: string | null; key: string },
): Promise<AgentLink | { failure: DialFailure }> {
  const opened = await inbox.opened;
  if (!opened) return { failure: 'absent' };
  const send = (message: FromPanel): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const nonce = makeNonce();
  const keyName = id === null ? '' : await nameKey(key);
  send({ type: 'hello', version: LINK_VERSION, pairing: id, key: keyName, nonce });
  const challenge = await inbox.next();
  if (challenge?.type !== 'challenge') return { failure: inbox.explain() };
  const nonces = [nonce, challenge.nonce] as const;
  if (!(await isProof(challenge.proof, key, 'server', nonces))) return { failure: 'stranger' };
  send({ type: 'proof', proof: await prove(key, 'panel', nonces) });
  const welcome = await inbox.next();
  if (welcome?.type !== 'welcome') return { failure: inbox.explain() };
  const { token, name, pairing } = welcome;
  // Only a new pairing takes the id that the server names.
  const known = { id: id ?? pairing, name: name.slice(0, MAX_NAME), port };
  if (id === null) await putPairing({ ...known, token, pairedAt: Date.now() });
  else await renewToken(id, token);
  send({ type: 'stored' });
  return {
    pairing: known,
    send,
    countUnsent: () => socket.bufferedAmount,
    listen: inbox.listen,
    closed: inbox.closed,
    close: () => socket.close(),
  };
}

type Inbox = ReturnType<typeof openInbox>;

/** Queues messages until `next` asks for them. A message that isn't valid closes the socket. */
function openInbox(socket: WebSocket) {
  const waiting: FromServer[] = [];
  const opened = Promise.withResolvers<boolean>();
  const closed = Promise.withResolvers<null>();
  let deliver: ((message: FromServer | null) => void) | null = null;
  let listener: ((message: FromServer) => void) | null = null;
  let code = 0;
  socket.addEventListener('open', () => opened.resolve(true));
  socket.addEventListener('close', (event) => {
    code = event.code;
    opened.resolve(false);
    closed.resolve(null);
    deliver?.(null);
  });
  socket.addEventListener('message', ({ data }) => {
    const message = typeof data === 'string' ? readFromServer(data) : null;
    if (!message) socket.close();
    else if (listener) listener(message);
    else if (deliver) deliver(message);
    else waiting.push(message);
  });
  return {
    opened: opened.promise,
    closed: closed.promise.then(() => undefined),
    /** Null once the socket is closed. */
    next: (): Promise<FromServer | null> => {
      const [first] = waiting.splice(0, 1);
      if (first) return Promise.resolve(first);
      if (socket.readyState === WebSocket.CLOSED) return Promise.resolve(null);
      return new Promise((resolve) => {
        deliver = (message) => {
          deliver = null;
          resolve(message);
        };
      });
    },
    listen(onMessage: (message: FromServer) => void): void {
      listener = onMessage;
      waiting.splice(0).forEach(onMessage);
    },
    explain: (): DialFailure => {
      if (code === CLOSE_CODES.taken) return 'taken';
      return code === CLOSE_CODES.refused ? 'refused' : 'absent';
    },
  };
}
