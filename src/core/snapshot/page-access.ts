const STORES = new Set(['chromewebstore.google.com', 'microsoftedge.microsoft.com']);

/** Why a page's content is out of an extension's reach. */
export type AccessBlock =
  'no-page' | 'web-store' | 'file' | 'extension-page' | 'browser-page' | 'pdf';

/** Known by the address alone, so that nothing need be tried; null when the page can be reached. */
export function findAccessBlock(address: string): AccessBlock | null {
  const url = parseUrl(address);
  if (!url || url.href === 'about:blank') return 'no-page';
  if (STORES.has(url.hostname) || address.startsWith('https://chrome.google.com/webstore')) {
    return 'web-store';
  }
  if (url.protocol === 'file:') return 'file';
  if (url.protocol === 'chrome-extension:') return 'extension-page';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'browser-page';
  return url.pathname.toLowerCase().endsWith('.pdf') ? 'pdf' : null;
}

/** The same as a sentence for the user. */
export function explainUnreachable(address: string): string | null {
  const block = findAccessBlock(address);
  return block && BLOCK_MESSAGES[block];
}

const BLOCK_MESSAGES: Record<AccessBlock, string> = {
  'no-page': 'This tab has no page yet. Open a web page and go on from there.',
  'web-store': 'The browser keeps extensions out of its web store. Open any other web page.',
  file: 'Files on this computer can be read only after “Allow access to file URLs” is switched on for Wayscribe on the extensions page.',
  'extension-page':
    'Wayscribe works on websites, not on pages of extensions like this one. Open a web page and go on from there.',
  'browser-page':
    'This page belongs to the browser, which closes it to extensions. Open a web page and go on from there.',
  pdf: 'The browser’s PDF viewer is closed to extensions. Open a web page and go on from there.',
};

function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
