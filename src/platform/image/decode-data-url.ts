/**
 * The bytes of a base64 data URL, which `chrome.tabs.captureVisibleTab` gives. By hand: Chrome keeps the whole URL
 * of everything that `fetch` was given, data or not, for as long as the context lives (decision 14).
 */
export function decodeDataUrl(url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(url.slice(url.indexOf(',') + 1));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
