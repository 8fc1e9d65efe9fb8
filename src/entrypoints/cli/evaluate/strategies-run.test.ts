import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, runHere } from '../run-cli.fixture.ts';
import type { ChatServer } from './chat-server.fixture.ts';
import { startChatServer } from './chat-server.fixture.ts';

let folder = '';
let drop = (): Promise<void> => Promise.resolve();
let server: ChatServer | null = null;

beforeEach(async () => ({ folder, drop } = await makeFolder('in/one')));
afterEach(async () => {
  await server?.close();
  server = null;
  await drop();
});

async function evaluate(strategy: string, ...more: string[]): Promise<Record<string, unknown>[]> {
  const out = path.join(folder, 'run');
  const url = server?.baseUrl ?? '';
  const asked = ['--endpoint', '--base-url', url, '--model', 'm', '--strategy', strategy];
  const { code } = await runHere(
    'evaluate',
    ...asked,
    ...more,
    '--out',
    out,
    path.join(folder, 'in'),
  );
  expect(code).toBe(0);
  const lines = (await readFile(path.join(out, 'turns.jsonl'), 'utf8')).trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return rows.filter(({ type }) => type === 'turn');
}

describe('--strategy', { timeout: 60_000 }, () => {
  it('multimodal: an answer about a marked element is judged as one about the page’s', async () => {
    server = await startChatServer(() => 'click(uid="e1")');
    const rows = await evaluate('multimodal');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every(({ predicted }) => predicted === 'click')).toBe(true);
    expect(rows.every(({ output }) => /^click\(uid="[\w-]{9,}"\)$/.test(String(output)))).toBe(
      true,
    );
    expect(server.asked.every((asked) => asked.includes('[e1] '))).toBe(true);
    expect(server.asked.every((asked) => !asked.includes('data:image'))).toBe(true);
  });

  it('multimodal --images: the recorded screen goes along, with the names on it', async () => {
    server = await startChatServer(() => 'click(uid="e1")');
    const rows = await evaluate('multimodal', '--images');
    expect(rows.length).toBeGreaterThan(5);
    const urls = server.asked.flatMap((asked) => asked.match(/data:image\/png;base64,[^"]+/) ?? []);
    expect(urls.length).toBe(server.asked.length);
    const images = urls.map((url) => PNG.sync.read(Buffer.from(url.split(',')[1] ?? '', 'base64')));
    expect(images.every(({ width, height }) => width > 100 && height > 100)).toBe(true);
    // The same page with other names on it is another picture.
    expect(new Set(urls).size).toBeGreaterThan(1);
  });

  it('mindact: several questions make one answer, and nothing is asked twice', async () => {
    server = await startChatServer((asked) =>
      asked.includes('A. None of the above') ? 'Answer: B' : 'Action: CLICK\nValue:',
    );
    const rows = await evaluate('mindact');
    expect(rows.every(({ predicted }) => predicted === 'click')).toBe(true);
    expect(server.asked.length).toBeGreaterThan(rows.length);
    expect(new Set(server.asked).size).toBe(server.asked.length);
    const before = server.asked.length;
    await evaluate('mindact');
    expect(server.asked).toHaveLength(before);
  });
});
