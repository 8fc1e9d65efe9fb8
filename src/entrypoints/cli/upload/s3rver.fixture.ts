import S3rver from '@20minutes/s3rver';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';

/** The only credentials that s3rver knows. */
export const KEY = 'S3RVER';
export const BUCKET = 'sets';

/** What a test changes about the server. */
export interface RunningS3rver {
  url: string;
  /** Bodies are damaged before they are stored. */
  damages: boolean;
  /** Connections break off after this many further parts. */
  partsLeft: number;
  /** Names of parts that arrived, in order. */
  parts: string[];
  close(): Promise<void>;
}

/**
 * Starts s3rver with an empty bucket. It was written by others, verifies AWS signatures of version 4, and answers like servers
 * from before S3's checksums. It can't list unfinished uploads, and its ETag of an object of several parts is the MD5 of the whole.
 */
export async function startS3rver(): Promise<RunningS3rver> {
  const directory = await mkdtemp(path.join(tmpdir(), 'wayscribe-s3rver-'));
  const app = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await app.run();
  const state: RunningS3rver = {
    ...{ url: `http://127.0.0.1:${port}`, damages: false, partsLeft: Infinity, parts: [] },
    async close() {
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  const { store } = app;
  const putContent = store.putContent.bind(store);
  store.putContent = (file, content) =>
    putContent(file, state.damages ? content.pipe(new Damage()) : content);
  app.httpServer.prependListener('request', (request) => {
    const part = new URL(request.url ?? '/', state.url).searchParams.get('partNumber');
    if (part === null) return;
    if (state.partsLeft-- <= 0) request.socket.destroy();
    else state.parts.push(part);
  });
  return state;
}

/** Changes the first byte of each chunk. */
class Damage extends Transform {
  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, data: Buffer) => void,
  ): void {
    done(null, Buffer.concat([Buffer.of((chunk[0] ?? 0) ^ 1), chunk.subarray(1)]));
  }
}
