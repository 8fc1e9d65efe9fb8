import type { Uid } from '../action/action.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../snapshot/snapshot.ts';
import type { Demonstration, Hash, StoredFrame, StoredSnapshot, Turn } from './demonstration.ts';

/** Reads content by its hash; null when the store doesn't have it. */
export type ReadContent = (hash: Hash) => Promise<Uint8Array<ArrayBuffer> | null>;

export type HasContent = (hash: Hash) => Promise<boolean>;

/** A demonstration for lint and exporters. All turns are in memory; pages, boxes and images are read one by one. */
export interface DemonstrationContent {
  demonstration: Demonstration;
  /** In the order of `orderTurns`. */
  turns: readonly Turn[];
  read: ReadContent;
  /** Whether `read` would return bytes; by default found out by reading. */
  holds?: HasContent;
  /** In order. */
  films?: readonly VideoFile[];
  /** The encoded film, for our own archive. */
  video?: DemonstrationVideo;
}

export interface DemonstrationVideo {
  /** In order. */
  segments: readonly VideoSegment[];
  /** In order, one at a time. */
  readChunks: (segment: VideoSegment) => AsyncIterable<VideoChunk>;
}

/** A part of the film as an mp4 file. */
export interface VideoFile {
  /** Epoch ms of its first frame. */
  startedAt: number;
  width: number;
  height: number;
  read(): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Encodes boxes as UTF-8 JSON, `{uid: {x, y, width, height}}`, CSS px. */
export function encodeBoxes(boxes: Record<Uid, Box>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(boxes));
}

const DECODER = new TextDecoder();

/** Decodes boxes; null for anything else. Members may be NaN. */
export function decodeBoxes(bytes: Uint8Array): Record<Uid, Box> | null {
  let kept: unknown;
  try {
    kept = JSON.parse(DECODER.decode(bytes));
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
  const boxes = kept as Record<string, unknown>;
  for (const uid of Object.keys(boxes)) {
    const box = boxes[uid];
    if (typeof box !== 'object' || box === null) return null;
    if (isBox(box)) continue;
    // Defined, not assigned: `__proto__` is an ordinary name in the result of JSON.parse.
    const value = readBox(box as Record<string, unknown>);
    Object.defineProperty(boxes, uid, { ...PLAIN_PROPERTY, value });
  }
  return boxes as Record<Uid, Box>;
}

const PLAIN_PROPERTY = { configurable: true, enumerable: true, writable: true };

/** Pages have thousands of boxes, so valid ones are not copied and nothing is allocated. */
function isBox(box: Partial<Box>): box is Box {
  let members = 0;
  // Members come from JSON.parse: all are the object's own.
  for (const _ in box) members += 1;
  const { x, y, width, height } = box;
  const isWhole = typeof x === 'number' && typeof y === 'number';
  return members === 4 && isWhole && typeof width === 'number' && typeof height === 'number';
}

/** JSON.stringify writes NaN as null. */
function readBox(box: Record<string, unknown>): Box {
  const read = (side: keyof Box): number => {
    const px = box[side];
    return typeof px === 'number' ? px : Number.NaN;
  };
  return { x: read('x'), y: read('y'), width: read('width'), height: read('height') };
}

/**
 * Reads a turn's page; null when the top frame's html is missing. Drops frames that are missing, with the frames
 * inside. Unreadable boxes are empty. Lint reports both. Boxes take as long to read as the html: `withBoxes: false` leaves
 * them empty.
 */
export async function readPage(
  read: ReadContent,
  stored: StoredSnapshot,
  { withBoxes = true }: { withBoxes?: boolean } = {},
): Promise<PageSnapshot | null> {
  const frames: FrameSnapshot[] = [];
  const kept = new Set<number>();
  for (const [index, frame] of stored.frames.entries()) {
    const orphaned = frame.parentFrameId !== null && !kept.has(frame.parentFrameId);
    const loaded = orphaned ? null : await readFrame(read, frame, withBoxes);
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

async function readFrame(
  read: ReadContent,
  frame: StoredFrame,
  withBoxes: boolean,
): Promise<FrameSnapshot | null> {
  const [html, boxes] = await Promise.all([read(frame.html), withBoxes ? read(frame.boxes) : null]);
  if (html === null) return null;
  return {
    ...frame,
    html: DECODER.decode(html),
    boxes: (boxes && decodeBoxes(boxes)) ?? {},
  };
}

/** A part of the film made by one encoder; a file of its own in exports. */
export interface VideoSegment {
  demonstrationId: string;
  /** Epoch ms of its first frame; its key within the demonstration. */
  startedAt: number;
  /** Frame px. */
  width: number;
  height: number;
  /** WebCodecs codec string, such as `avc1.640032`. */
  codec: string;
  /** The decoder's configuration record, if the codec has one. */
  description: Uint8Array<ArrayBuffer> | null;
}

export interface VideoPacket {
  /** Ms since the segment's start, wall clock. */
  at: number;
  /** Bytes. */
  size: number;
  key: boolean;
}

/** Consecutive packets that are written together. */
export interface VideoChunk {
  demonstrationId: string;
  /** `startedAt` of its segment. */
  segment: number;
  /** Epoch ms of its first packet. */
  at: number;
  packets: VideoPacket[];
  bytes: Uint8Array<ArrayBuffer>;
}

const HASH_PATTERN = /^[0-9a-f]{64}$/;

export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && HASH_PATTERN.test(value);
}

/**
 * Yields every content hash in a stored record once, in order of appearance: every text that looks like a hash, at any
 * depth. Other texts that look like one do no harm, since the store has nothing under them.
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
