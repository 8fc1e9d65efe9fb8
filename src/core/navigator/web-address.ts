/** Endings that read like a domain's but name a file, which on a page is a link. */
const FILE_ENDING =
  /\.(?:pdf|txt|html?|docx?|xlsx?|pptx?|csv|png|jpe?g|gif|svg|webp|zip|json|xml|md|mp[34]|js|ts|css|py)$/i;

export type ReadAddress = { ok: true; url: string } | { ok: false; reason: 'scheme' | 'none' };

/**
 * Reads a web address as a person types it: `localhost:1234/notes`, `example.com`, a full URL.
 * Without a scheme this machine's addresses get `http`, all others `https`. Only http and https
 * are addresses to open (`scheme` otherwise); `none` when it is no address at all.
 */
export function readWebAddress(text: string): ReadAddress {
  const written = text.trim().replace(/[.,;!?]+$/, '');
  if (/\s/.test(written)) return { ok: false, reason: 'none' };
  const scheme = /^([a-z][a-z0-9+.-]*):(?:\/\/|(?=[^\d/]))/i.exec(written)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'localhost') {
    if (scheme !== 'http' && scheme !== 'https') {
      const known = /^(?:javascript|data|file|ftp|chrome|about|blob|mailto|view-source)/;
      return { ok: false, reason: known.test(scheme) ? 'scheme' : 'none' };
    }
    return normalise(written);
  }
  const local = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i;
  if (local.test(written)) return normalise(`http://${written}`);
  const numeric = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?:[/?#]|$)/;
  const named = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]|$)/u;
  if (numeric.test(written)) return normalise(`https://${written}`);
  if (named.test(written) && !FILE_ENDING.test(written)) return normalise(`https://${written}`);
  return { ok: false, reason: 'none' };
}

function normalise(address: string): ReadAddress {
  try {
    return { ok: true, url: new URL(address).href };
  } catch {
    return { ok: false, reason: 'none' };
  }
}
