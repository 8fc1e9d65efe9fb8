/** Reads the files that the packer put into this page (src/platform/page/pack-page.ts). */

export async function readText(name: string): Promise<string | null> {
  const element = document.getElementById(`file-${name}`);
  if (!element) return null;
  const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream();
  const isPacked = element.dataset['packing'] === 'deflate';
  const plain = isPacked ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream;
  return new Response(plain).text();
}

/** How the base64 of a kind of image begins. */
const KINDS: readonly [start: string, type: string][] = [
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
];

/** Returns the address of a picture in this page; null when the recording lacks it. */
export function getPictureUrl(name: string): string | null {
  const digits = document.getElementById(`file-${name}`)?.textContent;
  if (digits === undefined) return null;
  const type = KINDS.find(([start]) => digits.startsWith(start))?.[1] ?? 'image/png';
  return `data:${type};base64,${digits}`;
}
