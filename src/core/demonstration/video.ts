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
