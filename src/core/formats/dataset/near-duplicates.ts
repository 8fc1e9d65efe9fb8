/** Recognizes pages that say nearly the same: by MinHash over three words in a row (Broder, 1997), with banding. */

/** Hashes in a signature, in bands of `BAND` each, of which near pages have one in common. */
const HASHES = 32;
const BAND = 4;
/**
 * The share of equal hashes from which on pages count as nearly the same. Pages with 80 % of their shingles in common are found in
 * 9 of 10 cases, with 90 % in 99 of 100; with 60 % in one of 10 (both conditions as binomials).
 */
const NEAR = 0.7;
/** Shorter texts say nothing about where they come from. */
const LEAST_WORDS = 5;
const SHINGLE = 3;
const MOST_DIFFERENT = Math.floor(HASHES * (1 - NEAR));
export type Signature = readonly number[];

const SEEDS = Array.from({ length: HASHES }, (_, at) => mix(0x9e3779b9 * (at + 1)) | 1);

/** Returns the signature of a page's text; null where there is too little of it. Markup doesn't count: uids differ. */
export function signPage(html: string): Signature | null {
  const words = readWords(html);
  if (words.length < LEAST_WORDS) return null;
  const least = new Uint32Array(HASHES).fill(0xffffffff);
  for (let at = 0; at + SHINGLE <= words.length; at++) {
    let hash = 0x811c9dc5;
    for (let next = at; next < at + SHINGLE; next++) {
      hash = Math.imul(hash ^ (words[next] ?? 0), 0x01000193);
    }
    for (let k = 0; k < HASHES; k++) {
      const value = mix(Math.imul(hash, SEEDS[k] ?? 1)) >>> 0;
      if (value < (least[k] ?? 0)) least[k] = value;
    }
  }
  return Array.from(least);
}

/** Returns hashes of the words outside of tags, scripts and styles. */
function readWords(html: string): number[] {
  const text = html
    .replace(/<(script|style|template)\b[^]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .toLowerCase();
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < word.length; at++) {
      hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
    }
    return hash;
  });
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return once ^ (once >>> 15);
}

function isNear(one: Signature, other: Signature): boolean {
  let different = 0;
  for (let at = 0; at < HASHES; at++) {
    if (one[at] !== other[at]) different += 1;
    if (different > MOST_DIFFERENT) return false;
  }
  return true;
}

interface SignedPage {
  signature: Signature;
  owner: string;
}

/** Finds the owners of pages by pages that are nearly the same. */
export class NearDuplicates {
  private readonly distinct = new Map<string, SignedPage>();
  private readonly buckets = new Map<string, SignedPage[]>();

  /** A page that is there with the same signature stands for this one, too. */
  add(signature: Signature, owner: string): void {
    const whole = signature.join(' ');
    if (this.distinct.has(whole)) return;
    const page = { signature, owner };
    this.distinct.set(whole, page);
    for (const key of listBands(signature)) {
      const bucket = this.buckets.get(key);
      if (bucket) bucket.push(page);
      else this.buckets.set(key, [page]);
    }
  }

  /** Yields owners of pages that are nearly the same. `isWanted` is asked about each owner again after each one found. */
  *find(signature: Signature, isWanted: (owner: string) => boolean): Generator<string> {
    const same = this.distinct.get(signature.join(' '));
    if (same && isWanted(same.owner)) yield same.owner;
    for (const key of listBands(signature)) {
      for (const page of this.buckets.get(key) ?? []) {
        if (isWanted(page.owner) && isNear(signature, page.signature)) yield page.owner;
      }
    }
  }
}

function listBands(signature: Signature): string[] {
  return Array.from(
    { length: HASHES / BAND },
    (_, band) => `${band} ${signature.slice(band * BAND, (band + 1) * BAND).join(' ')}`,
  );
}
