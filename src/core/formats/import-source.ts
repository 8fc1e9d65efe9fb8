import type { DemonstrationVideo } from '../demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../demonstration/demonstration.ts';
import type { Shape } from '../shape.ts';
import { isObject } from '../shape.ts';
import { joinBytes } from '../bytes.ts';
import { FAULTS, FINDINGS } from './messages.ts';

/** The untrusted files of a zip or a folder. */
export interface ImportSource {
  /** Relative, forward slashes, each once. */
  paths: ReadonlySet<string>;
  /** Yields the content in pieces; fails with ImportFault where it is damaged or goes over a limit. */
  read(path: string): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** What a reader needs of its caller. */
export interface ImportPorts {
  /** Stores content where it isn't visible yet, and returns its SHA-256 in hex. */
  keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  /** Returns the SHA-256 in hex without storing anything. */
  hash(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  /** Fractions from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

export interface ReadDemonstration {
  demonstration: Demonstration;
  /** In order. */
  turns: Turn[];
  findings: string[];
  /** To be read last; reading it can fail with ImportFault. */
  video?: DemonstrationVideo;
}

/** The reason why nothing of a demonstration is imported (messages.ts); whatever starts an import catches it. */
export class ImportFault extends Error {}

export type Members = Record<string, unknown>;

/** A larger page or turn list would fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024;
/** The longest line: a turn with a very long text in it. */
const MOST_LINE_BYTES = 64 * 1024 * 1024;
/** Deeper than any file of ours or of the data sets; deeper values would exhaust the stack later. */
const MOST_DEPTH = 100;

function open(source: ImportSource, path: string): AsyncIterable<Uint8Array<ArrayBuffer>> {
  if (!source.paths.has(path)) throw new ImportFault(FAULTS.missing(path));
  return source.read(path);
}

/** Reads a whole file into memory. */
export async function readFile(
  source: ImportSource,
  path: string,
  most = MOST_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of open(source, path)) {
    length += part.length;
    if (length > most) throw new ImportFault(FAULTS.tooLarge(path, most));
    parts.push(part);
  }
  return joinBytes(parts);
}

/** Yields a file of any size in pieces of `size` bytes, the last one shorter. */
export async function* readPieces(
  source: ImportSource,
  path: string,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (let part of open(source, path)) {
    while (length + part.length >= size) {
      const taken = size - length;
      yield joinBytes([...parts, part.subarray(0, taken)]);
      [parts, length] = [[], 0];
      part = part.subarray(taken);
    }
    if (part.length > 0) parts.push(part);
    length += part.length;
  }
  if (length > 0) yield joinBytes(parts);
}

const LINE_FEED = 0x0a;

/** Yields the lines of a file that are not empty, one at a time in memory. */
export async function* readLines(
  source: ImportSource,
  path: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let begun: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of open(source, path)) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      const line = joinBytes([...begun, chunk.subarray(from, to)]);
      [begun, length] = [[], 0];
      if (line.length > 0) yield line;
      from = to + 1;
    }
    begun.push(chunk.slice(from));
    length += chunk.length - from;
    if (length > MOST_LINE_BYTES) throw new ImportFault(FAULTS.longLine(path));
  }
  const last = joinBytes(begun);
  if (last.length > 0) yield last;
}

interface JsonOptions {
  /** Lone surrogates are replaced by default, because other programs cannot write them back. */
  surrogates?: 'replace' | 'keep';
  /** Receives a finding when something was replaced or dropped. */
  report?: (finding: string) => void;
  /** Brackets inside each other; 100 by default. */
  depth?: number;
}

/** `_` and surrogates may be written as escapes. */
const MAY_NEED_CLEANING = /__proto__|\\u005f|\\ud[89a-f]/i;

/** Reads the JSON object in an untrusted file; see `readJson`. */
export function readJsonObject(
  bytes: Uint8Array<ArrayBuffer>,
  place: string,
  options: JsonOptions = {},
): { members: Members; isCleaned: boolean } {
  const { value, isCleaned } = readJson(bytes, place, options);
  if (!isObject(value)) throw new ImportFault(FAULTS.notObject(place));
  return { members: value, isCleaned };
}

/**
 * Reads the JSON in an untrusted file: UTF-8 with or without a byte order mark, no NaN or Infinity, at most `depth`
 * levels deep. Drops members named `__proto__`, which code that copies by name would run into; `isCleaned` says that
 * something was changed. Fails with ImportFault, which names `place`.
 */
export function readJson(
  bytes: Uint8Array<ArrayBuffer>,
  place: string,
  { surrogates = 'replace', report, depth = MOST_DEPTH }: JsonOptions = {},
): { value: unknown; isCleaned: boolean } {
  const text = decodeUtf8(bytes, place);
  if (isNestedTooDeep(text, depth)) throw new ImportFault(FAULTS.tooDeep(place, depth));
  const changes = new Set<string>();
  const clean = (key: string, member: unknown): unknown => {
    if (key === '__proto__') {
      changes.add('members named __proto__ were dropped');
      return undefined;
    }
    if (surrogates === 'keep' || typeof member !== 'string' || member.isWellFormed()) return member;
    changes.add('halves of characters were replaced');
    return member.toWellFormed();
  };
  const value = parse(text, place, MAY_NEED_CLEANING.test(text) ? clean : undefined);
  if (changes.size > 0) report?.(FINDINGS.cleaned(place, [...changes]));
  return { value, isCleaned: changes.size > 0 };
}

/** Throws ImportFault unless the value has the shape; `root` names the value in the reason. */
export function checkShape(shape: Shape, value: unknown, place: string, root = ''): void {
  const fault = shape(value, root);
  if (fault !== null) throw new ImportFault(FAULTS.damaged(place, fault));
}

/** Ids become keys of the store, where other characters separate one kind of key from another. */
export function checkId(id: string, place: string): void {
  if (!/^[\w.-]{1,200}$/.test(id)) throw new ImportFault(FAULTS.badId(place));
}

export function readMembers(value: unknown): Members {
  return isObject(value) ? value : {};
}

export function readNumber(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** Without a reviver where possible: it makes parsing several times slower. */
function parse(text: string, place: string, clean: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, clean);
  } catch {
    throw new ImportFault(FAULTS.notJson(place));
  }
}

function decodeUtf8(bytes: Uint8Array<ArrayBuffer>, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportFault(FAULTS.notUtf8(place));
  }
}

/** Counts brackets outside of strings, before anything is built from the text. */
function isNestedTooDeep(json: string, most: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === 0x22) isInString = !isInString;
    else if (isInString) at += code === 0x5c ? 1 : 0;
    else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    if (depth > most) return true;
  }
  return false;
}
