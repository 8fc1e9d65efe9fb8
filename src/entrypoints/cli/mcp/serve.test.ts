import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';

const CLI = new URL('../wayscribe.ts', import.meta.url).pathname;

test('serves HTTP to clients with the token, and to no web page', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-http-'));
  const args = ['--import', 'tsx', CLI, 'mcp', '--http', '--port', '9391', '--out', folder];
  const server = spawn(process.execPath, args, { env: { ...process.env, WAYSCRIBE_HOME: folder } });
  try {
    let token = '';
    for await (const line of createInterface(server.stderr)) {
      token = /Bearer (\w+)/.exec(line)?.[1] ?? '';
      if (token !== '') break;
    }
    const url = new URL('http://127.0.0.1:9391/mcp');
    const headers = { authorization: `Bearer ${token}` };
    const ask = async (own: Record<string, string>): Promise<number> =>
      (await fetch(url, { method: 'POST', headers: own, body: '{}' })).status;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: 'Bearer wrong' })).toBe(401);
    expect(await ask({ ...headers, origin: 'https://page.example' })).toBe(403);
    const client = new Client({ name: 'unit', version: '1' });
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('look');
    const look = await client.callTool({ name: 'look', arguments: {} });
    expect(look).toMatchObject({ isError: true });
    expect(JSON.stringify(look)).toMatch(/not connected.*9391-\w{5}-\w{5}/);
    await client.close();
  } finally {
    server.kill();
    await rm(folder, { recursive: true });
  }
});
