/** False once the extension was reloaded or removed: this script is an orphan then. */
export function isConnected(): boolean {
  return 'id' in chrome.runtime;
}
