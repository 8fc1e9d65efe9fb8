/**
 * Loopback is a trustworthy origin (W3C Secure Contexts §3.1): nobody between can read or change it.
 * It lets a person serve a model from their own machine, and the tests theirs.
 */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export type CheckedUrl = { ok: true; url: URL } | { ok: false; reason: string };

/** An address that a model may be fetched from: https, or this very machine. */
export function checkModelUrl(text: string): CheckedUrl {
  if (!URL.canParse(text)) return { ok: false, reason: `“${text}” is not a web address.` };
  const url = new URL(text);
  if (url.username || url.password) {
    return { ok: false, reason: 'The address must not hold a user name or password.' };
  }
  const isLoopback = url.protocol === 'http:' && LOOPBACK.includes(url.hostname);
  if (url.protocol === 'https:' || isLoopback) return { ok: true, url };
  return {
    ok: false,
    reason: `${url.protocol}//${url.host} is not safe to load a model from: the address must begin with https://.`,
  };
}
