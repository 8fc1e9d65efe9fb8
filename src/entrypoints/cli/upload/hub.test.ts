import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runHere } from '../run-cli.fixture.ts';
import { LARGE, LARGE_BYTES, makeDataset, SMALL } from './dataset.fixture.ts';
import type { HubServer } from './hub-server.fixture.ts';
import { startHub, TOKEN } from './hub-server.fixture.ts';

const CERTIFICATE = 'leak-certificate.json';

let server: HubServer;
let folder: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  server = await startHub();
  ({ folder, drop } = await makeDataset());
  vi.stubEnv('HF_TOKEN', TOKEN);
  vi.stubEnv('HF_ENDPOINT', server.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([server.close(), drop()]);
});

const upload = (...flags: string[]) =>
  runHere('upload', '--to', 'hf://datasets/me/shop', ...flags, folder);

describe('upload to the Hugging Face Hub', { timeout: 60_000 }, () => {
  it('sends every file, and skips all of them the next time', async () => {
    const { code, err, lines } = await upload('--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines).toMatchObject([
      { file: SMALL, done: 'sent' },
      { file: LARGE, done: 'sent', bytes: LARGE_BYTES },
      { file: CERTIFICATE, done: 'sent' },
      { type: 'upload', sent: 3, present: 0 },
    ]);
    expect([...(server.files?.keys() ?? [])].sort()).toEqual([SMALL, LARGE, CERTIFICATE].sort());
    server.requests.length = 0;
    expect((await upload('--json')).lines.at(-1)).toMatchObject({ sent: 0, present: 3 });
    expect(server.requests).toEqual(['list']);
  });

  it('continues behind the last commit', async () => {
    server.commitsLeft = 1;
    const first = await upload();
    expect(first.code).toBe(1);
    expect(first.err).toBe(
      `${CERTIFICATE}: the Hub answered 503; 2 files sent, 0 already there. Run the same command again to continue.\n`,
    );
    server.commitsLeft = Infinity;
    server.requests.length = 0;
    const second = await upload('--json');
    expect(second.lines.at(-1)).toMatchObject({ sent: 1, present: 2 });
    expect(server.requests).not.toContain('store');
  });

  it('continues after the connection broke inside of a large file', async () => {
    server.storesLeft = 0;
    const first = await upload();
    expect(first.code).toBe(1);
    expect(first.err).toMatch(/^README\.md: .*; 0 files sent, 0 already there\. Run the same/u);
    expect(first.err.trim().split('\n')).toHaveLength(1);
    expect(server.files?.size).toBe(0);
    server.storesLeft = Infinity;
    expect((await upload('--json')).lines.at(-1)).toMatchObject({ sent: 3, present: 0 });
    expect(server.files?.get(LARGE)).toMatchObject({ size: LARGE_BYTES });
  });

  it('refuses another checksum than the certificate has, and sends the file again', async () => {
    server.damages = true;
    const { code, err } = await upload();
    expect(code).toBe(1);
    expect(err).toBe(
      `${LARGE}: the Hub has another checksum than the certificate; 3 files sent, 0 already there. Run the same command again to continue.\n`,
    );
    server.damages = false;
    expect((await upload('--json')).lines.at(-1)).toMatchObject({ sent: 1, present: 2 });
  });

  it('creates a private repository with --create only', async () => {
    server.files = null;
    const { code, err } = await upload();
    expect({ code, start: err.startsWith('me/shop: the repository is missing') }).toEqual({
      ...{ code: 1, start: true },
    });
    expect((await upload('--create')).code).toBe(0);
    expect(server.created).toMatchObject({
      ...{ name: 'shop', organization: 'me', type: 'dataset', visibility: 'private' },
    });
  });

  it('reports a refused token in one line without the token', async () => {
    vi.stubEnv('HF_TOKEN', 'hf_wrong');
    const { code, out, err } = await upload();
    expect(code).toBe(1);
    expect(err).toMatch(/^me\/shop: the Hub refused the token \(401\);.*\n$/u);
    expect(out + err).not.toContain('hf_wrong');
  });

  it('reads the token from the file of the Hub’s tools', async () => {
    vi.stubEnv('HF_TOKEN', '');
    vi.stubEnv('HF_HOME', folder);
    expect((await upload()).err).toContain('no token found');
    const file = path.join(path.dirname(folder), `${path.basename(folder)}.token`);
    await writeFile(file, `${TOKEN}\n`);
    vi.stubEnv('HF_TOKEN_PATH', file);
    expect((await upload()).code).toBe(0);
    await rm(file);
  });
});
