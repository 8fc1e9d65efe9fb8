import { listOf, number, objectWith, text } from '../../core/shape.ts';
import { storeValue } from '../settings/stored-value.ts';

/** An agent that may dial in, as this profile knows it. Content scripts can't read it, and no export holds it. */
export interface Pairing {
  /** Made by the agent's server. */
  id: string;
  name: string;
  /** Where its server listens on the loopback. */
  port: number;
  /** Proves who dials; replaced at every connection. */
  token: string;
  /** Epoch ms. */
  pairedAt: number;
}

const shape = listOf(
  objectWith({ id: text, name: text, port: number, token: text, pairedAt: number }),
);

const stored = storeValue('agents', (value): readonly Pairing[] =>
  shape(value, '') === null ? (value as Pairing[]) : [],
);

export const { read: readPairings, watch: watchPairings } = stored;

/** Adds a pairing, or replaces the one with the same agent. */
export async function putPairing(pairing: Pairing): Promise<void> {
  await stored.change((all) => [...all.filter(({ id }) => id !== pairing.id), pairing]);
}

/** Replaces the token; does nothing once the pairing was revoked. */
export async function renewToken(id: string, token: string): Promise<void> {
  await stored.change((all) => all.map((each) => (each.id === id ? { ...each, token } : each)));
}

export async function removePairing(id: string): Promise<void> {
  await stored.change((all) => all.filter((each) => each.id !== id));
}
