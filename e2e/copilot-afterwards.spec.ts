/** Pages that show what they are going to save, and take it back when they could not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { expect, test } from './fixtures/wayscribe.ts';

const PAGE = `<!doctype html><html lang="en"><title>Settings</title><body>
  <div id="wifi" role="switch" aria-checked="false" tabindex="0">Wi-Fi</div>
  <div id="join" tabindex="0">Join</div><button id="save">Save</button><p role="status" id="told"></p>
  <script>
    const send = () => fetch('/save', { method: 'POST' }).then((answer) => answer.ok);
    wifi.onclick = async () => {
      const before = wifi.ariaChecked;
      wifi.ariaChecked = String(before !== 'true');
      if (await send()) return;
      wifi.ariaChecked = before;
      told.textContent = 'Wi-Fi could not be saved';
    };
    join.onclick = join.onkeydown = async () => { if (await send()) join.textContent = 'Joined'; };
    save.onclick = async () => { told.textContent = (await send()) ? 'All saved' : 'Not saved'; };
  </script>`;

let server: Server | undefined;

/** Opens the page on a server that answers what is saved after this time. */
async function openSettings(page: Page, status: number, ms: number): Promise<void> {
  server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      response.end(PAGE);
      return;
    }
    setTimeout(() => response.writeHead(status).end(), ms);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
}

test.afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

test('does not say that a switch is on which went back, however late', async ({ page, panel }) => {
  await openSettings(page, 500, 1500);
  const told = await askCopilot(panel, 'turn on Wi-Fi');
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  expect(told.at(-1)).toContain('but the page took it back (“Wi-Fi could not be saved” appeared)');
});

test('says that a switch is on once it is saved', async ({ page, panel }) => {
  await openSettings(page, 204, 700);
  const told = await askCopilot(panel, 'turn on Wi-Fi');
  expect(told.at(-1)).toMatch(/Wi-Fi is now on\.$/);
});

test('waits for an answer before it says that nothing changed', async ({ page, panel }) => {
  await openSettings(page, 500, 2000);
  const told = await askCopilot(panel, 'click Save');
  expect(told.at(-1)).toContain('“Not saved” appeared');
});

test('presses nothing once more whose request has no answer yet', async ({ page, panel }) => {
  await openSettings(page, 204, 3000);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  const told = await askCopilot(panel, 'click Join');
  expect(told.join('\n')).toContain('“Joined” appeared');
  expect(sent).toEqual(['POST']);
});

test('says so where the page still waits for an answer', async ({ page, panel }) => {
  await openSettings(page, 204, 60_000);
  const told = await askCopilot(panel, 'turn on Wi-Fi');
  expect(told.at(-1)).toContain('but the page is still waiting for an answer to what it sent');
  const saved = await askCopilot(panel, 'click Save');
  expect(saved.join('\n')).toContain('nothing has changed so far, and the page is still waiting');
});
