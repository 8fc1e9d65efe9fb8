/** The host of a web address with its port, lower case; empty for what is no page of the web. */
export function readHost(address: string): string {
  const url = readUrl(address);
  return url && /^https?:$/.test(url.protocol) ? url.host : '';
}

/** null for what is no absolute address. */
export function readUrl(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Whether `host` is `named` or below it; `www.` does not count. Neighbours under one parent are not. */
export function isWithinHost(host: string, named: string): boolean {
  const base = named.replace(/^www\./, '');
  return host === named || host === base || host.endsWith(`.${base}`);
}

/** Web addresses in what a person wrote: `open example.com and localhost:8080/notes`. */
export function findHosts(text: string): string[] {
  const found = text.matchAll(
    /(?<![\p{L}\d@.-])(?:https?:\/\/)?((?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,})(?::\d{1,5})?)(?![\p{L}\d@])/giu,
  );
  return [...found].map(([, host = '']) => readHost(`https://${host}`)).filter(Boolean);
}

/** Endings that read like a domain's but name a file, which on a page is a link. */
const FILE_ENDING =
  /\.(?:pdf|txt|html?|docx?|xlsx?|pptx?|csv|png|jpe?g|gif|svg|webp|zip|json|xml|md|mp[34]|js|ts|css|py)$/i;

export type ParsedAddress = { ok: true; url: string } | { ok: false; reason: 'scheme' | 'none' };

/**
 * Reads a web address as a person types it: `localhost:1234/notes`, `example.com`, a full URL.
 * Without a scheme this machine's addresses get `http`, all others `https`. Only http and https
 * are addresses to open (`scheme` otherwise); `none` when it is no address at all.
 */
export function parseWebAddress(text: string): ParsedAddress {
  const written = text.trim().replace(/[.,;!?]+$/, '');
  if (/\s/.test(written)) return { ok: false, reason: 'none' };
  const scheme = /^([a-z][a-z0-9+.-]*):(?:\/\/|(?=[^\d/]))/i.exec(written)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'localhost') {
    if (scheme !== 'http' && scheme !== 'https') {
      const known = /^(?:javascript|data|file|ftp|chrome|about|blob|mailto|view-source)/;
      return { ok: false, reason: known.test(scheme) ? 'scheme' : 'none' };
    }
    return normalizeAddress(written);
  }
  const local = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i;
  if (local.test(written)) return normalizeAddress(`http://${written}`);
  const numeric = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?:[/?#]|$)/;
  const named = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]|$)/u;
  if (numeric.test(written)) return normalizeAddress(`https://${written}`);
  if (named.test(written) && !FILE_ENDING.test(written))
    return normalizeAddress(`https://${written}`);
  return { ok: false, reason: 'none' };
}

function normalizeAddress(address: string): ParsedAddress {
  try {
    return { ok: true, url: new URL(address).href };
  } catch {
    return { ok: false, reason: 'none' };
  }
}

/** Where the copilot may work. Patterns are hosts: `example.com`, `*.example.com` (it and all below), each with or without a port. */
export interface SiteLists {
  /** When there are any, nowhere else. */
  allow: readonly string[];
  /** Never here, whatever else is allowed. */
  deny: readonly string[];
}

const PATTERN =
  /^(?:\*\.)?(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+(?:[\p{L}\d-]{2,}))(?::\d{1,5})?$/u;
const MAX_SITES = 500;

export type ValidatedSites = { ok: true; patterns: string[] } | { ok: false; reason: string };

/** One pattern per line; a whole address counts as its host. `reason` is one sentence for the user. */
export function validateSites(text: string): ValidatedSites {
  const lines = text.split('\n').map((line) => line.trim().toLowerCase());
  const patterns = [...new Set(lines.filter((line) => line !== '').map(readPattern))];
  if (patterns.length > MAX_SITES) {
    const count = String(patterns.length);
    return {
      ok: false,
      reason: `At most ${String(MAX_SITES)} sites can be listed; there are ${count}.`,
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
export function explainBlockedSite(address: string, { allow, deny }: SiteLists): string | null {
  const url = readUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (deny.some((pattern) => matchesPattern(url, pattern)))
    return `${url.host} is on your list of blocked sites`;
  const isAllowed = allow.length === 0 || allow.some((pattern) => matchesPattern(url, pattern));
  return isAllowed ? null : `${url.host} is not on your list of allowed sites`;
}

function matchesPattern({ hostname, port, protocol }: URL, pattern: string): boolean {
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
