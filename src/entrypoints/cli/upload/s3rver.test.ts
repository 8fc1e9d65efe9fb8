import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runHere } from '../run-cli.fixture.ts';
import { LARGE, LARGE_BYTES, makeDataset, SMALL } from './dataset.fixture.ts';
import type { RunningS3rver } from './s3rver.fixture.ts';
import { BUCKET, KEY, startS3rver } from './s3rver.fixture.ts';

let server: RunningS3rver;
let folder: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  server = await startS3rver();
  ({ folder, drop } = await makeDataset());
  vi.stubEnv('AWS_ACCESS_KEY_ID', KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', KEY);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([server.close(), drop()]);
});

const upload = (...flags: string[]) =>
  runHere('upload', '--part-size', '5', '--to', `s3://${BUCKET}/a shop/1`, ...flags, folder);

describe('upload to s3rver, which verifies signatures', { timeout: 60_000 }, () => {
  it('sends every file and skips all of them the next time', async () => {
    const first = await upload('--json');
    expect(first.err).toBe('');
    expect(first.lines.at(-1)).toMatchObject({ type: 'upload', sent: 3, present: 0 });
    expect(server.parts).toEqual(['1', '2', '3']);
    expect((await upload('--json')).lines.at(-1)).toMatchObject({ sent: 0, present: 3, bytes: 0 });
  });

  it('reports a wrong secret in one line', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another-secret');
    const { code, out, err } = await upload();
    expect(code).toBe(1);
    expect(err).toBe(
      'README.md: the server refused the credentials (SignatureDoesNotMatch); 0 files sent, 0 already there. ' +
        'Run the same command again to continue.\n',
    );
    expect(out).not.toContain('another-secret');
  });

  it('sends the interrupted file again, because this server can’t list unfinished uploads', async () => {
    server.partsLeft = 2;
    expect((await upload()).code).toBe(1);
    server.partsLeft = Infinity;
    const { code, lines } = await upload('--json');
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      { file: SMALL, done: 'already there' },
      { file: LARGE, done: 'sent', sentBytes: LARGE_BYTES },
      { done: 'sent' },
      { type: 'upload' },
    ]);
  });

  it('fails when the server stores other bytes', async () => {
    server.damages = true;
    const { code, err } = await upload();
    expect(code).toBe(1);
    expect(err).toContain('README.md: the server stored other bytes; 0 files sent');
  });
});
