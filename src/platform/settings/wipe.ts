/**
 * Removes all that Wayscribe keeps in this profile, whatever it is: every database, file and stored value
 * of the extension's own origin. Nothing is listed by name, so that what is added later goes too.
 */

/** What is being removed: `databases` holds demonstrations, conversations, models and what was learned. */
export type WipePart = 'pages' | 'databases' | 'files' | 'settings';

const CHANNEL = 'wayscribe wipe';
/** Tells this page's own word from others'. */
const OWN = crypto.randomUUID();
/** How long a closing page or a busy worker may hold a database. */
const PATIENCE_MS = 5000;
/** Which tab is in front: no data of the user's, and known only when it changes. */
const OF_THE_BROWSER = 'tabInFront';

/** Pages that hold what would be deleted, and would write it again, close. */
export function closeWhenWiped(signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data !== OWN) window.close();
  });
  signal.addEventListener('abort', () => channel.close());
}

/** What could not be removed, by name; empty when all is gone. */
export async function wipeEverything(onPart: (part: WipePart) => void): Promise<string[]> {
  onPart('pages');
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(OWN);
  channel.close();
  // Its workers hold the model, and a connection to what it has read.
  if (await chrome.offscreen.hasDocument()) await chrome.offscreen.closeDocument();
  onPart('databases');
  const names = await listDatabases();
  const left = await Promise.all(
    names.map(async (name) => ((await deleteDatabase(name)) ? [] : [name])),
  );
  onPart('files');
  const files = await removeFiles();
  onPart('settings');
  await chrome.storage.local.clear();
  const session = Object.keys(await chrome.storage.session.get());
  await chrome.storage.session.remove(session.filter((key) => key !== OF_THE_BROWSER));
  localStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  const stored = Object.keys(await chrome.storage.local.get());
  return [...left.flat(), ...files, ...stored];
}

async function listDatabases(): Promise<string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
}

/** False when something still holds it. */
function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const settle = (isGone: boolean): void => {
      clearTimeout(timer);
      resolve(isGone);
    };
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = () => settle(true);
    deleting.onerror = () => settle(false);
  });
}

/** Names of those that could not be removed. */
async function removeFiles(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of root.keys()) names.push(name);
  const left: string[] = [];
  for (const name of names) {
    await root.removeEntry(name, { recursive: true }).catch(() => left.push(name));
  }
  return left;
}
