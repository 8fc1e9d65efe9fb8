import { readUrl } from './host.ts';

/** Where the copilot may work. Patterns are hosts: `example.com`, `*.example.com` (it and all below), each with or without a port. */
export interface SiteLists {
  /** When there are any, nowhere else. */
  allow: readonly string[];
  /** Never here, whatever else is allowed. */
  deny: readonly string[];
}

const PATTERN =
  /^(?:\*\.)?(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+(?:[\p{L}\d-]{2,}))(?::\d{1,5})?$/u;
const MOST = 500;

export type ValidatedSites = { ok: true; patterns: string[] } | { ok: false; reason: string };

/** One pattern per line; a whole address counts as its host. `reason` is one sentence for the user. */
export function validateSites(text: string): ValidatedSites {
  const lines = text.split('\n').map((line) => line.trim().toLowerCase());
  const patterns = [...new Set(lines.filter((line) => line !== '').map(readPattern))];
  if (patterns.length > MOST) {
    const count = String(patterns.length);
    return {
      ok: false,
      reason: `At most ${String(MOST)} sites can be listed; there are ${count}.`,
    };
  }
  const wrong = patterns.find((pattern) => !isSitePattern(pattern));
  if (wrong !== undefined) {
    return {
      ok: false,
      reason: `“${wrong}” is no site. Write a host as in example.com, or *.example.com for it and all below it.`,
    };
  }
  return { ok: true, patterns };
}

export function isSitePattern(pattern: string): boolean {
  return PATTERN.test(pattern);
}

function readPattern(line: string): string {
  const host = /^https?:\/\/([^/?#]+)/.exec(line)?.[1];
  return host === undefined ? line : toAscii(host);
}

/** Why the copilot may not work at an address; null when it may. What is no page of the web is no site. */
export function judgeSite(address: string, { allow, deny }: SiteLists): string | null {
  const url = readUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (deny.some((pattern) => fits(url, pattern)))
    return `${url.host} is on your list of blocked sites`;
  const isAllowed = allow.length === 0 || allow.some((pattern) => fits(url, pattern));
  return isAllowed ? null : `${url.host} is not on your list of allowed sites`;
}

function fits({ hostname, port, protocol }: URL, pattern: string): boolean {
  const [, star, name = '', wanted] = /^(\*\.)?(.+?)(?::(\d+))?$/.exec(pattern) ?? [];
  const actual = port || (protocol === 'https:' ? '443' : '80');
  if (wanted !== undefined && wanted !== actual) return false;
  // A trailing dot names the same host.
  const host = hostname.replace(/\.$/, '');
  const base = toAscii(name);
  return host === base || (star !== undefined && host.endsWith(`.${base}`));
}

/** Letters beyond ASCII as the browser writes them in addresses. */
function toAscii(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : host;
}
