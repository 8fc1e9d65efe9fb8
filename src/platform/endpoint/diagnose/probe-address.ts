/** Why a fetch got no answer at all. */
export type AddressFinding =
  | 'refused'
  | 'unknown-host'
  | 'offline'
  /** The certificate is not one the browser trusts. */
  | 'certificate'
  /** `https` was asked of something that speaks plain `http`. */
  | 'no-https'
  | 'timeout'
  /** Something is there: then it, or the browser on its behalf, did not let the extension in. */
  | 'answers'
  | 'unknown';

export type ProbeAddress = (url: string, signal: AbortSignal) => Promise<AddressFinding>;

const PATIENCE_MS = 10_000;

/**
 * Finds out why `fetch` failed, which it does not say itself. Opens the address in a hidden frame,
 * without cookies, referrer or scripts, and hears from `webNavigation` what became of that: a
 * `no-cors` fetch would tell less, and fails here whatever the server does (our pages' COEP).
 */
export const probeAddress: ProbeAddress = async (url, signal) => {
  if (!navigator.onLine && !isLoopback(url)) return 'offline';
  const tab = await chrome.tabs.getCurrent();
  if (!tab) return 'unknown';
  const over = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.sandbox.value = '';
  frame.referrerPolicy = 'no-referrer';
  frame.setAttribute('credentialless', '');
  frame.src = url;
  try {
    return await new Promise<AddressFinding>((resolve) => {
      const { onErrorOccurred, onCommitted } = chrome.webNavigation;
      const isOurs = (details: { tabId: number; frameId: number; url: string }): boolean =>
        details.tabId === tab.id && details.frameId !== 0 && details.url.startsWith(url);
      const failed = (
        details: Parameters<Parameters<typeof onErrorOccurred.addListener>[0]>[0],
      ) => {
        if (isOurs(details)) end(readNetError(details.error));
      };
      const committed = (details: Parameters<Parameters<typeof onCommitted.addListener>[0]>[0]) => {
        if (isOurs(details)) end('answers');
      };
      const end = (finding: AddressFinding): void => {
        onErrorOccurred.removeListener(failed);
        onCommitted.removeListener(committed);
        resolve(finding);
      };
      onErrorOccurred.addListener(failed);
      onCommitted.addListener(committed);
      over.addEventListener('abort', () => end('timeout'));
      document.body.append(frame);
    });
  } finally {
    frame.remove();
  }
};

/** What Chrome's name of a network error means for the user. */
export function readNetError(name: string): AddressFinding {
  const error = name.replace(/^net::/, '');
  if (/^ERR_CONNECTION_(?:REFUSED|RESET|CLOSED|FAILED)$|ERR_EMPTY_RESPONSE/.test(error)) {
    return 'refused';
  }
  if (/ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED/.test(error)) return 'unknown-host';
  if (/ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_NETWORK_CHANGED/.test(error)) {
    return 'offline';
  }
  if (/^ERR_CERT_/.test(error)) return 'certificate';
  if (/^ERR_SSL_/.test(error)) return 'no-https';
  if (/TIMED_OUT/.test(error)) return 'timeout';
  // The answer came, and our pages do not show it: there is something.
  if (/^ERR_BLOCKED_BY_(?:RESPONSE|CSP)|ERR_ABORTED|ERR_HTTP_RESPONSE_CODE_FAILURE/.test(error)) {
    return 'answers';
  }
  return 'unknown';
}

export function isLoopback(url: string): boolean {
  return /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?::|\/|$)/.test(url);
}
