/** Longer than any pointer. */
const MOST_POINTER = 1024;

/**
 * The size and SHA-256 that a Hugging Face hub lists for a large file: its Git LFS pointer, which the
 * hub hands out under `/raw/` (git-lfs docs, spec.md). Null when there is none to be read.
 */
export async function readListedHash(
  url: URL,
  fetchUrl: typeof fetch,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string } | null> {
  if (!url.pathname.includes('/resolve/')) return null;
  const pointer = new URL(url);
  pointer.pathname = url.pathname.replace('/resolve/', '/raw/');
  try {
    const response = await fetchUrl(pointer, { signal, credentials: 'omit' });
    const start = response.ok ? await readStart(response) : '';
    const [, sha256, bytes] =
      /^version [^\n]+\noid sha256:([0-9a-f]{64})\nsize (\d+)\n/.exec(start) ?? [];
    return sha256 && bytes ? { sha256, bytes: Number(bytes) } : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader && text.length < MOST_POINTER) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}
