const KEY = 'personName';

/** The user's name, which stands with what they record and review; empty while it is not set. */
export async function readPersonName(): Promise<string> {
  const stored: unknown = (await chrome.storage.local.get(KEY))[KEY];
  return typeof stored === 'string' ? stored : '';
}

export async function writePersonName(name: string): Promise<void> {
  await chrome.storage.local.set({ [KEY]: name });
}
