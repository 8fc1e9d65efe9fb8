import type { Uid } from '../action/action.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../snapshot/snapshot.ts';
import type { Demonstration, Hash, StoredFrame, StoredSnapshot, Turn } from './demonstration.ts';

/** Reads content by its hash; null when the store does not have it. Never throws for a missing hash. */
export type ReadContent = (hash: Hash) => Promise<Uint8Array<ArrayBuffer> | null>;

export type HasContent = (hash: Hash) => Promise<boolean>;

/**
 * A demonstration as lint and the exporters take it. Turns are small and held at once; pages, boxes
 * and images stay in the store until they are pulled one by one, so size does not matter.
 */
export interface DemonstrationContent {
  demonstration: Demonstration;
  /** In the order of `orderTurns`. */
  turns: readonly Turn[];
  read: ReadContent;
  /** Whether `read` would give bytes, without them; told by reading where it is not given. */
  holds?: HasContent;
  /** What was filmed, in order. */
  films?: readonly VideoFile[];
  /** The same as it was encoded, for our own archive. */
  video?: DemonstrationVideo;
}

export interface DemonstrationVideo {
  /** In the order they were filmed. */
  segments: readonly VideoSegment[];
  /** In order, one at a time. */
  readChunks: (segment: VideoSegment) => AsyncIterable<VideoChunk>;
}

/** A stretch of the film of a demonstration, as an mp4 file. */
export interface VideoFile {
  /** Epoch ms of its first frame. */
  startedAt: number;
  width: number;
  height: number;
  /** In pieces from start to end. */
  read(): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** How a frame's boxes are kept: UTF-8 JSON, `{uid: {x, y, width, height}}`, CSS px. */
export function encodeBoxes(boxes: Record<Uid, Box>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(boxes));
}

/** The boxes of `encodeBoxes`, or null when the bytes are something else. Members may be NaN. */
export function decodeBoxes(bytes: Uint8Array): Record<Uid, Box> | null {
  let kept: unknown;
  try {
    kept = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
  const boxes = kept as Record<string, unknown>;
  for (const uid of Object.keys(boxes)) {
    const box = boxes[uid];
    if (typeof box !== 'object' || box === null) return null;
    if (isBox(box)) continue;
    // Defined, not assigned: `__proto__` is a name like any other in what JSON.parse makes.
    const value = readBox(box as Record<string, unknown>);
    Object.defineProperty(boxes, uid, { ...PLAIN_PROPERTY, value });
  }
  return boxes as Record<Uid, Box>;
}

const PLAIN_PROPERTY = { configurable: true, enumerable: true, writable: true };

/** True of what is a box already: it is taken as it was parsed, since pages have thousands. */
function isBox(box: Partial<Box>): box is Box {
  return (
    typeof box.x === 'number' &&
    typeof box.y === 'number' &&
    typeof box.width === 'number' &&
    typeof box.height === 'number' &&
    Object.keys(box).length === BOX_MEMBER_COUNT
  );
}

const BOX_MEMBER_COUNT = 4;

function readBox({ x, y, width, height }: Record<string, unknown>): Box {
  return {
    x: readBoxSide(x),
    y: readBoxSide(y),
    width: readBoxSide(width),
    height: readBoxSide(height),
  };
}

/** JSON has no NaN: JSON.stringify wrote null. */
function readBoxSide(member: unknown): number {
  return typeof member === 'number' ? member : Number.NaN;
}

/**
 * The page of a turn with its content read in. Null when the top frame's html is not there any more;
 * a frame inside it that cannot be read is left out, together with the frames in it. Boxes that
 * cannot be read are empty: lint is what reports either.
 */
export async function readPage(
  read: ReadContent,
  stored: StoredSnapshot,
): Promise<PageSnapshot | null> {
  const frames: FrameSnapshot[] = [];
  const kept = new Set<number>();
  for (const [index, frame] of stored.frames.entries()) {
    const orphaned = frame.parentFrameId !== null && !kept.has(frame.parentFrameId);
    const loaded = orphaned ? null : await readFrame(read, frame);
    if (loaded === null) {
      if (index === 0) return null;
      continue;
    }
    kept.add(frame.frameId);
    frames.push(loaded);
  }
  if (frames.length === 0) return null;
  return { frames, devicePixelRatio: stored.devicePixelRatio, takenAt: stored.takenAt };
}

async function readFrame(read: ReadContent, frame: StoredFrame): Promise<FrameSnapshot | null> {
  const [html, boxes] = await Promise.all([read(frame.html), read(frame.boxes)]);
  if (html === null) return null;
  return {
    ...frame,
    html: new TextDecoder().decode(html),
    boxes: (boxes && decodeBoxes(boxes)) ?? {},
  };
}

/** A stretch of the film of a demonstration that one encoder made: a file of its own in exports. */
export interface VideoSegment {
  demonstrationId: string;
  /** Epoch ms of its first frame; names it within the demonstration. */
  startedAt: number;
  /** Frame px. */
  width: number;
  height: number;
  /** WebCodecs codec string, such as `avc1.640032`. */
  codec: string;
  /** The decoder's configuration record, where the codec has one. */
  description: Uint8Array<ArrayBuffer> | null;
}

/** An encoded frame. */
export interface VideoPacket {
  /** Ms since the segment's start, by the wall clock. */
  at: number;
  /** Of its bytes. */
  size: number;
  key: boolean;
}

/** What is written at a time: some packets, one behind the other. */
export interface VideoChunk {
  demonstrationId: string;
  /** `startedAt` of its segment. */
  segment: number;
  /** Epoch ms of its first packet; chunks of a demonstration in order. */
  at: number;
  packets: VideoPacket[];
  bytes: Uint8Array<ArrayBuffer>;
}

const HASH_PATTERN = /^[0-9a-f]{64}$/;

export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && HASH_PATTERN.test(value);
}

/**
 * Every content hash that a stored record names, each once, in order of appearance. A field declares
 * content by nothing more than holding its hash as a text of its own, at any depth, in an object or a
 * list. A text that merely looks like one (somebody copied a checksum) is listed too: the store has
 * nothing under it.
 */
export function* listHashes(record: unknown, seen = new Set<Hash>()): Generator<Hash> {
  const waiting: unknown[] = [record];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isHash(value)) {
      if (!seen.has(value)) yield value;
      seen.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value).reverse()) waiting.push(member);
    }
  }
}
