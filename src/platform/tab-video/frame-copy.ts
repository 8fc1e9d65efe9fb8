/** The pixels of a frame in memory of our own. */
export interface FrameCopy {
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
  init: Omit<VideoFrameBufferInit, 'timestamp'>;
}

/** Copies what is shown of a frame. Rejects when the browser cannot read it. */
export async function copyFrame(frame: VideoFrame): Promise<FrameCopy> {
  // A frame without a format is on the graphics card only.
  const options: VideoFrameCopyToOptions = frame.format === null ? { format: 'RGBA' } : {};
  const { width, height } = frame.visibleRect ?? {
    width: frame.codedWidth,
    height: frame.codedHeight,
  };
  const bytes = new Uint8Array(frame.allocationSize(options));
  const layout = await frame.copyTo(bytes, options);
  return {
    ...{ width, height, bytes },
    init: {
      format: frame.format ?? 'RGBA',
      codedWidth: width,
      codedHeight: height,
      layout,
      colorSpace: frame.colorSpace.toJSON(),
    },
  };
}

/** A frame of those pixels, to be closed by the caller. `timestamp` in µs. */
export function restoreFrame({ bytes, init }: FrameCopy, timestamp: number): VideoFrame {
  return new VideoFrame(bytes, { ...init, timestamp });
}
