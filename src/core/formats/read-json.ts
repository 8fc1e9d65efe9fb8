import { ImportFault } from './import-source.ts';

/** Deeper than any file of ours or of the data sets; what is deeper would exhaust the stack later. */
const MOST_DEPTH = 100;

/** `_` and surrogates may be written as escapes. */
const MAY_NEED_CLEANING = /__proto__|\\u005f|\\ud[89a-f]/i;

type Members = Record<string, unknown>;

export interface ReadJson {
  value: unknown;
  /**
   * What was changed, as a clause: members named `__proto__` left out (code that copies by name would
   * run into them), lone surrogates replaced (other programs cannot write them back). Null for nothing.
   */
  cleaned: string | null;
}

/**
 * JSON of an untrusted file: UTF-8 (a byte order mark is passed over), no NaN or Infinity, at most
 * 100 levels deep. Fails with ImportFault, which names `place`.
 */
export function readJson(
  bytes: Uint8Array<ArrayBuffer>,
  place: string,
  { surrogates = 'replace' }: { surrogates?: 'replace' | 'keep' } = {},
): ReadJson {
  const text = decode(bytes, place);
  if (isDeeper(text, MOST_DEPTH)) {
    throw new ImportFault(`${place} is nested more than ${MOST_DEPTH} levels deep`);
  }
  const done = new Set<string>();
  const clean = (key: string, member: unknown): unknown => {
    if (key === '__proto__') {
      done.add('members named __proto__ were left out');
      return undefined;
    }
    if (surrogates === 'keep' || typeof member !== 'string' || member.isWellFormed()) return member;
    done.add('halves of characters were replaced');
    return member.toWellFormed();
  };
  try {
    // Looking at every member takes several times as long.
    const value: unknown = MAY_NEED_CLEANING.test(text)
      ? JSON.parse(text, clean)
      : JSON.parse(text);
    return { value, cleaned: done.size === 0 ? null : [...done].join(' and ') };
  } catch {
    throw new ImportFault(`${place} is not JSON`);
  }
}

/** The same for a file that must hold an object. */
export function readJsonObject(
  bytes: Uint8Array<ArrayBuffer>,
  place: string,
  options: Parameters<typeof readJson>[2] = {},
): { members: Members; cleaned: string | null } {
  const { value, cleaned } = readJson(bytes, place, options);
  if (!isObject(value)) throw new ImportFault(`${place} does not hold an object`);
  return { members: value, cleaned };
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function decode(bytes: Uint8Array<ArrayBuffer>, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportFault(`${place} is not UTF-8 text`);
  }
}

/** Counts brackets outside of texts, before anything is built from it. */
function isDeeper(json: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === 0x22) at = findTextEnd(json, at);
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      if (depth > most) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

function findTextEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return json.length;
}
