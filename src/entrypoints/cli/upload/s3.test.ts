import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runHere } from '../run-cli.fixture.ts';
import { LARGE, LARGE_BYTES, makeDataset, SMALL } from './dataset.fixture.ts';
import type { S3Server } from './s3-server.fixture.ts';
import { ACCESS_KEY, startS3 } from './s3-server.fixture.ts';

const SLOW = 60_000;
const CERTIFICATE = 'leak-certificate.json';
const SECRET = 'a-secret-that-is-never-shown';

let server: S3Server;
let folder: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  server = await startS3();
  ({ folder, drop } = await makeDataset());
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS_KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([server.close(), drop()]);
});

const upload = (...flags: string[]) =>
  runHere('upload', '--part-size', '5', '--to', 's3://bucket/sets/shop', ...flags, folder);
const parts = () => server.requests.filter((name) => name.startsWith('UploadPart'));

describe('upload to S3', { timeout: SLOW }, () => {
  it('sends every file, the certificate last, and skips all of them the next time', async () => {
    const { code, lines } = await upload('--json');
    expect(lines).toMatchObject([
      { type: 'uploaded', file: SMALL, done: 'sent' },
      { type: 'uploaded', file: LARGE, done: 'sent', sentBytes: LARGE_BYTES },
      { type: 'uploaded', file: CERTIFICATE, done: 'sent' },
      { type: 'upload', sent: 3, present: 0 },
    ]);
    expect(code).toBe(0);
    expect(parts()).toEqual(['UploadPart 1', 'UploadPart 2', 'UploadPart 3']);
    const stored = server.objects.get(`sets/shop/${LARGE}`)?.body;
    expect(stored?.equals(await readFile(path.join(folder, LARGE)))).toBe(true);
    server.requests.length = 0;
    expect(await upload()).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 files sent, 3 already there, 0 bytes sent') as string,
    });
    expect(server.requests).toEqual(['HeadObject', 'HeadObject', 'HeadObject']);
  });

  it('continues an interrupted upload without sending finished parts again', async () => {
    server.partsLeft = 2;
    const first = await upload();
    expect(first.code).toBe(1);
    expect(first.err).toMatch(
      /^data\/train.*; 1 files sent, 0 already there\. Run the same command again to continue\.\n$/u,
    );
    server.partsLeft = Infinity;
    server.requests.length = 0;
    const second = await upload('--json');
    expect(second).toMatchObject({ code: 0 });
    expect(second.lines[1]).toMatchObject({ file: LARGE, sentBytes: LARGE_BYTES - (10 << 20) });
    expect(parts()).toEqual(['UploadPart 3']);
    expect(server.objects.get(`sets/shop/${LARGE}`)?.bytes).toBe(LARGE_BYTES);
  });

  it('continues by MD5 on a server without SHA-256 checksums', async () => {
    Object.assign(server, { isOld: true, partsLeft: 2 });
    expect((await upload()).code).toBe(1);
    server.partsLeft = Infinity;
    server.requests.length = 0;
    expect((await upload('--json')).lines).toMatchObject([
      { file: SMALL, done: 'already there' },
      { file: LARGE, done: 'sent', sentBytes: LARGE_BYTES - (10 << 20) },
      { file: CERTIFICATE, done: 'sent' },
      { type: 'upload' },
    ]);
    expect(parts()).toEqual(['UploadPart 3']);
    expect(await upload('--json')).toMatchObject({ lines: [{}, {}, {}, { sent: 0, present: 3 }] });
  });

  it('fails when a server without SHA-256 checksums stores damaged bytes', async () => {
    Object.assign(server, { isOld: true, damages: true });
    const { code, err } = await upload();
    expect(code).toBe(1);
    expect(err).toContain('README.md: the server stored other bytes; 0 files sent');
  });

  it('fails when the server refuses damaged bytes', async () => {
    server.damages = true;
    const { code, err } = await upload();
    expect(code).toBe(1);
    expect(err).toContain('README.md: the server answered 400 (BadDigest); 0 files sent');
    expect(server.objects.size).toBe(0);
  });

  it('continues behind a part that the server refused as damaged', async () => {
    server.damagedPart = 2;
    const { code, err } = await upload();
    expect([code, err]).toEqual([
      1,
      `${LARGE}: the server answered 400 (BadDigest); 1 files sent, 0 already there. Run the same command again to continue.\n`,
    ]);
    server.damagedPart = null;
    server.requests.length = 0;
    expect((await upload()).code).toBe(0);
    expect(parts()).toEqual(['UploadPart 2', 'UploadPart 3']);
  });

  it('fails when the server joins parts to other bytes, and sends them again', async () => {
    server.joinsWrongly = true;
    const { code, err } = await upload();
    expect(code).toBe(1);
    expect(err).toContain(`${LARGE}: the server stored other bytes; 1 files sent`);
    server.joinsWrongly = false;
    server.requests.length = 0;
    expect((await upload('--json')).lines.at(-1)).toMatchObject({ sent: 2, present: 1 });
    expect(parts()).toHaveLength(3);
  });

  it('reads credentials from the files of the AWS tools', async () => {
    const [config, empty, filled] = [`${folder}.config`, `${folder}.empty`, `${folder}.filled`];
    await writeFile(config, '[profile lab]\nregion = eu-central-1\n');
    await writeFile(empty, '');
    const keys = `aws_access_key_id = ${ACCESS_KEY}\naws_secret_access_key = ${SECRET}\n`;
    await writeFile(filled, `[lab]\n${keys}`);
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']) {
      vi.stubEnv(name, undefined);
    }
    // Otherwise the SDK looks for a server that gives credentials to machines in the cloud.
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_CONFIG_FILE', config);
    vi.stubEnv('AWS_PROFILE', 'lab');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', empty);
    expect((await upload()).err).toContain('README.md: no credentials found; set');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', filled);
    expect(await upload()).toMatchObject({ code: 0, err: '' });
    await Promise.all([config, empty, filled].map((file) => rm(file)));
  });

  it('sends a file again when the object has other bytes', async () => {
    server.objects.set(`sets/shop/${SMALL}`, {
      ...{ bytes: 7, checksum: 'x', md5: 'x', body: Buffer.from('x') },
    });
    expect((await upload('--json')).lines[0]).toMatchObject({ file: SMALL, done: 'sent' });
  });

  it('reports refused credentials in one line without the key', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAWRONG');
    const { code, out, err } = await upload();
    expect(code).toBe(1);
    expect(err).toMatch(/^README\.md: the server refused the credentials \(InvalidAccessKeyId\)/u);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(out + err).not.toContain('AKIAWRONG');
    expect(out + err).not.toContain(SECRET);
  });
});

describe('the check before an upload', { timeout: SLOW }, () => {
  const damages: [string, string, () => Promise<void>][] = [
    [
      'a changed file',
      `${SMALL}: checksum refused`,
      () => appendFile(path.join(folder, SMALL), '!'),
    ],
    ['a missing file', `${LARGE}: checksum refused`, () => rm(path.join(folder, LARGE))],
    ['an additional file', 'b.txt: checksum', () => writeFile(path.join(folder, 'b.txt'), '')],
    ['no certificate', CERTIFICATE, () => rm(path.join(folder, CERTIFICATE))],
  ];
  it.each(damages)('refuses %s and sends nothing', async (_, start, damage) => {
    await damage();
    const { code, err } = await upload();
    expect(code).toBe(1);
    expect(err.startsWith(start)).toBe(true);
    expect(err).toContain('nothing was sent');
    expect(server.requests).toEqual([]);
  });

  it.each([
    [['--to', 'ftp://x', 'dataset'], 'dataset is not a folder'],
    [['--to', 's3://bucket', 'a', 'b'], 'upload takes one folder'],
    [['--to', 'ftp://x', import.meta.dirname], '--to has to be like'],
    [['--to', 's3://bucket', '--endpoint', 'x', import.meta.dirname], 'x is not a server’s URL'],
  ])('calls %j wrong usage', async (args, reason) => {
    const { code, err } = await runHere('upload', ...args);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) as string });
  });
});
