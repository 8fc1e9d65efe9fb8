import type { Shape } from '../shape.ts';
import {
  anyObject,
  flag,
  isOf,
  number,
  objectWith,
  orAbsent,
  orNull,
  text,
  variants,
} from '../shape.ts';

/**
 * The messages between `wayscribe mcp` (the server, in Node) and the side panel that dials it, as JSON texts over a
 * WebSocket on the loopback. docs/mcp.md draws the handshake.
 */
export const LINK_VERSION = 1;

/** Where the panel's WebSocket is. */
export const LINK_PATH = '/panel';

/** Chrome computes an extension's id from the `key` in its manifest, which is fixed. */
export const EXTENSION_ORIGIN = 'chrome-extension://mkmhbljkhglbokfamlfdemefhodegidf';

/** In UTF-16 units. A call holds at most one field's text, an answer at most one picture. */
export const MAX_CALL = 256 * 1024;
export const MAX_ANSWER = 16 * 1024 * 1024;
/** Calls without an answer; more are refused. */
export const MAX_OPEN_CALLS = 8;
/** Of a file's part, in bytes before base64. */
export const PART_BYTES = 512 * 1024;

/** The server closes a connection with one of these (4000 to 4999 are free for applications). */
export const CLOSE_CODES = {
  refused: 4401,
  tooLate: 4408,
  taken: 4409,
} as const;

/** What a panel sends. */
export type FromPanel =
  /** `pairing` is null for a new pairing. `key` names the token, or the code, that the panel proves to have. */
  | { type: 'hello'; version: number; pairing: string | null; key: string; nonce: string }
  | { type: 'proof'; proof: string }
  /** The new token is stored, so the one before ends. */
  | { type: 'stored' }
  | { type: 'answer'; id: number; answer: AgentAnswer }
  /** A piece of the file that the answer will name, in base64. */
  | { type: 'part'; id: number; data: string }
  /** The call goes on: `message` says what it waits for. */
  | { type: 'waiting'; id: number; message: string }
  /** The person revoked the pairing. */
  | { type: 'revoked' };

/** What the server sends. */
export type FromServer =
  | { type: 'challenge'; nonce: string; proof: string }
  /** `token` is the next one; `pairing` identifies the agent. */
  | { type: 'welcome'; pairing: string; name: string; token: string }
  | { type: 'call'; id: number; tool: string; input: Record<string, unknown> }
  | { type: 'cancel'; id: number };

export interface AgentImage {
  mediaType: string;
  base64: string;
}

/** What a tool returns. */
export interface AgentAnswer {
  text: string;
  /** The tool did not do what was asked. */
  isError?: true;
  data?: Record<string, unknown>;
  image?: AgentImage;
  /** Its parts were sent before. */
  file?: { name: string; bytes: number };
}

const answer = objectWith({
  text,
  isError: orAbsent(flag),
  data: orAbsent(anyObject),
  image: orAbsent(objectWith({ mediaType: text, base64: text })),
  file: orAbsent(objectWith({ name: text, bytes: number })),
});

const FROM_PANEL = variants('type', {
  hello: objectWith({ version: number, pairing: orNull(text), key: text, nonce: text }),
  proof: objectWith({ proof: text }),
  stored: objectWith({}),
  answer: objectWith({ id: number, answer }),
  part: objectWith({ id: number, data: text }),
  waiting: objectWith({ id: number, message: text }),
  revoked: objectWith({}),
});

const FROM_SERVER = variants('type', {
  challenge: objectWith({ nonce: text, proof: text }),
  welcome: objectWith({ pairing: text, name: text, token: text }),
  call: objectWith({ id: number, tool: text, input: anyObject }),
  cancel: objectWith({ id: number }),
});

/** Returns null for anything but a message of this version. */
export function readFromPanel(received: string): FromPanel | null {
  return read<FromPanel>(received, FROM_PANEL, MAX_ANSWER);
}

export function readFromServer(received: string): FromServer | null {
  return read<FromServer>(received, FROM_SERVER, MAX_CALL);
}

function read<T>(received: string, shape: Shape, longest: number): T | null {
  if (received.length > longest) return null;
  try {
    const value: unknown = JSON.parse(received);
    return isOf<T>(shape)(value) ? value : null;
  } catch {
    return null;
  }
}
