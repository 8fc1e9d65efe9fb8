import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright';
import type { App } from '../../../../scripts/launch.mjs';
import { findTabId, getPageUrl, openPanel } from '../../../../scripts/panel.mjs';
import type {} from '../../../app/automation.ts';
import type { NavigatorReport } from '../../../core/evaluation/live/trial.ts';
import { readReport } from '../../../core/evaluation/live/trial.ts';
import type { ModelUsage } from '../../../core/demonstration/demonstration.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import type { LogEvent } from '../../../core/navigator/log/run-log.ts';

/** A browser with the page of a task in front. */
export interface Place {
  app: App;
  page: Page;
  panel: Page;
  tabId: number;
}

/** What works on the tasks. */
export interface Navigator {
  /** Stands in the report. */
  name: string;
  /** What else decides its results and costs, without keys. */
  settings: Readonly<Record<string, unknown>>;
  /** Never rejects for what the navigator does. */
  run(place: Place, instruction: string, signal: AbortSignal): Promise<NavigatorReport>;
}

export async function openPlace(app: App, page: Page): Promise<Place> {
  const panel = await openPanel(app, page);
  return { app, page, panel, tabId: await findTabId(app, page) };
}

/** The copilot of the side panel, with a model or without. Everything that it would ask permission for is allowed. */
export function makeCopilotNavigator(endpoint: EndpointSettings | null): Navigator {
  const { apiKey: _secret, ...settings } = endpoint ?? { apiKey: '' };
  return {
    name: endpoint ? `${endpoint.model} (${endpoint.strategy})` : 'built-in navigator',
    settings,
    async run({ panel, tabId }, instruction, signal) {
      if (endpoint) {
        await panel.evaluate(
          (settings) => chrome.storage.local.set({ endpoint: settings }),
          endpoint,
        );
      }
      const stop = (): void => void panel.evaluate(stopRun).catch(() => undefined);
      signal.addEventListener('abort', stop, { once: true });
      const events = await panel.evaluate(sendInstruction, [tabId, instruction] as const);
      return readReport(events, signal.aborted);
    },
  };
}

/** Returns what a model has taken in the panel's conversation; null without one. */
export async function readUsage(panel: Page): Promise<ModelUsage | null> {
  const events = await panel.evaluate(readEvents);
  return events.findLast((event) => event.type === 'spent')?.spending ?? null;
}

/**
 * An agent outside the browser: `command` runs in a shell with `WAYSCRIBE_TASK`, `WAYSCRIBE_MCP_URL` and
 * `WAYSCRIBE_MCP_TOKEN`. It claims to be done by ending with exit code 0; its last line is its answer.
 */
export function makeAgentNavigator(command: string, home: string): Navigator {
  return {
    name: command,
    settings: {},
    async run({ app, panel }, instruction, signal) {
      const server = await startMcp(home, signal);
      const over = new AbortController();
      try {
        await pair(app, panel, server.code);
        void allowAll(panel, over.signal);
        const env = {
          ...process.env,
          WAYSCRIBE_TASK: instruction,
          WAYSCRIBE_MCP_URL: server.url,
          WAYSCRIBE_MCP_TOKEN: server.token,
        };
        const { code, last } = await runShell(command, env, signal);
        const events = await panel.evaluate(readEvents);
        const actions = events.filter((event) => event.type === 'acted' && !event.later).length;
        const ended = signal.aborted ? 'late' : code === 0 ? 'done' : 'failed';
        return { ended, actions, answer: last };
      } finally {
        over.abort();
        server.stop();
      }
    },
  };
}

const AGENT_NAME = 'Bench agent';

/** Starts this same program as an MCP server over HTTP. */
async function startMcp(home: string, signal: AbortSignal) {
  const own = [...process.execArgv, process.argv[1] ?? ''];
  const server = spawn(process.execPath, [...own, 'mcp', '--http', '--name', AGENT_NAME], {
    env: { ...process.env, WAYSCRIBE_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  server.on('error', () => undefined);
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line);
    const text = said.join('\n');
    const url = /http:\/\/\S+\/mcp/.exec(text)?.[0];
    const token = /Bearer ([^”\s]+)/.exec(text)?.[1];
    const code = /code (\d{4,5}-\w{5}-\w{5})/.exec(text)?.[1];
    if (url && token && code) return { url, token, code, stop: () => void server.kill() };
  }
  throw new Error(`wayscribe mcp did not start: ${said.join(' ')}`);
}

async function pair(app: App, panel: Page, code: string): Promise<void> {
  const settings = await app.context.newPage();
  await settings.goto(`${getPageUrl(app, 'settings')}#agents`);
  await settings.getByLabel('Pairing code').fill(code);
  await settings.getByRole('button', { name: 'Pair', exact: true }).click();
  await panel.getByText(`${AGENT_NAME} is connected`).waitFor();
  await settings.close();
}

/** Presses the approvals of an unattended run, as `approvals: 'once'` does for the copilot. */
async function allowAll(panel: Page, signal: AbortSignal): Promise<void> {
  const allow = panel.getByRole('button', { name: /^(?:For this task|Allow once)$/ }).first();
  while (!signal.aborted) {
    await allow.click({ timeout: 1000 }).catch(() => undefined);
  }
}

/** Returns the exit code and the last line of the output. A killed command has no code. */
function runShell(
  command: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ code: number | null; last: string }> {
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'inherit'], signal });
  let last = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.trim() !== '') last = line.trim();
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve({ code: null, last }));
    child.on('close', (code) => resolve({ code, last }));
  });
}

/** These run in the panel. */

async function sendInstruction([tabId, text]: readonly [number, string]) {
  if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
  return globalThis.wayscribe.copilot.send(text, { tabId, approvals: 'once' });
}

function stopRun(): void {
  globalThis.wayscribe?.copilot.stop();
}

function readEvents(): readonly LogEvent[] {
  return globalThis.wayscribe?.copilot.events() ?? [];
}
