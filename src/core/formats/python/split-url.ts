const CONTROLS_AND_SPACE = /^[\0-\x20]+/;

/** Schemes whose last path segment may have `;parameters`; the empty one is none. */
const WITH_PARAMETERS = new Set(
  ' ftp hdl prospero http https shttp rtsp rtsps rtspu sip sips mms sftp tel'.split(' '),
);

/** Characters that NFKC turns into one that would change where the host ends. */
const DELIMITERS = /[/?#@:]/;

/** Splits a URL like Python's `urllib.parse.urlparse`, without decoding anything; null where that raises ValueError. */
export function splitUrl(url: string): { netloc: string; path: string } | null {
  const clean = url.replace(CONTROLS_AND_SPACE, '').replace(/[\t\r\n]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(clean)?.[1] ?? '';
  let rest = scheme === '' ? clean : clean.slice(scheme.length + 1);
  let netloc = '';
  if (rest.startsWith('//')) {
    netloc = /^[^/?#]*/.exec(rest.slice(2))?.[0] ?? '';
    rest = rest.slice(2 + netloc.length);
    if (netloc.includes('[') !== netloc.includes(']') || isDeceptive(netloc)) return null;
  }
  const path = /^[^?#]*/.exec(rest)?.[0] ?? '';
  return { netloc, path: WITH_PARAMETERS.has(scheme.toLowerCase()) ? cutParameters(path) : path };
}

function isDeceptive(netloc: string): boolean {
  const bare = netloc.replace(/[@:#?]/g, '');
  const normal = bare.normalize('NFKC');
  return normal !== bare && DELIMITERS.test(normal);
}

/** Without the `;parameters` of the last segment. */
function cutParameters(path: string): string {
  const at = path.indexOf(';', Math.max(0, path.lastIndexOf('/')));
  return at === -1 ? path : path.slice(0, at);
}
