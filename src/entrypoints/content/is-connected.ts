/** False once the extension was reloaded or removed: this script is an orphan then. */
export function isConnected(): boolean {
  // The types know nothing of orphans.
  const { id } = chrome.runtime as { id?: string };
  return id !== undefined;
}
