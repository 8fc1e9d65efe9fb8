/**
 * `tsx scripts/bench/agents.ts`: how long an outside agent waits for `look` and for `act`, with the built extension, the
 * built command line and the SDK's own client over stdio. The last line is `RESULT {json}`.
 *
 * `rested`: the agent thinks for a second after each action, in which the page is read ahead.
 *
 * Options: --rounds N (25), --size N (pages of so many elements only), --dist FOLDER (a build to measure; without it,
 * made now).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Page } from 'playwright';
import { build } from 'vite';
import type { App } from '../launch.mjs';
import { launchWayscribe } from '../launch.mjs';
import { getPageUrl, openPanel } from '../panel.mjs';
import { makePage } from './copilot/make-page.ts';
import { buildWayscribe } from './recorder/build-bench.ts';
import { servePages } from './recorder/serve-pages.ts';

/** Of `look` and `act` together at 5,000 elements, for an agent that thinks for a second between an action and a look. */
const GOAL_MS = 150;
const REST_MS = 1000;
const AGENT = 'Bench';
/** Each press has an effect: without one, the copilot tries other methods, which takes longer. */
const EFFECT = `<output></output><script>
  let presses = 0;
  addEventListener('click', () => (document.querySelector('output').textContent = \`Added \${++presses}\`));
</script>`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    size: { type: 'string' },
    dist: { type: 'string' },
  },
});

const SIZES = values.size === undefined ? [500, 5000] : [Number(values.size)];

type Call = (tool: string, input?: Record<string, unknown>) => Promise<CallToolResult>;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
  const made = SIZES.map((size) => [`/${size}`, makePage(size, 7).html + EFFECT] as const);
  const server = await servePages(new Map([...made, ['/', '<!doctype html><title>First</title>']]));
  const dist = values.dist ?? join(folder, 'dist');
  if (values.dist === undefined) await buildWayscribe(dist);
  const outDir = join(folder, 'cli');
  await build({ configFile: 'vite.cli.config.ts', logLevel: 'error', build: { outDir } });
  const app = await launchWayscribe({ dist, headless: true, hermetic: true });
  const client = new Client({ name: 'bench', version: '1' });
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(outDir, 'wayscribe.mjs'), 'mcp', '--name', AGENT, '--out', folder],
        env: { ...(process.env as Record<string, string>), WAYSCRIBE_HOME: folder },
        stderr: 'ignore',
      }),
    );
    const call: Call = async (name, input = {}) =>
      (await client.callTool({ name, arguments: input })) as CallToolResult;
    const page = app.context.pages()[0] ?? (await app.context.newPage());
    await page.goto(server.origin);
    const panel = await openPanel(app, page);
    await pair(app, panel, call);
    const sizes: Figures[] = [];
    for (const size of SIZES) {
      await page.goto(`${server.origin}/${size}`);
      await page.bringToFront();
      if (size === SIZES[0]) await enter(panel, call);
      sizes.push(await measure(call, page, size, 0));
      sizes.push(await measure(call, page, size, REST_MS));
    }
    const large = sizes.find(({ elements, rested }) => elements === SIZES.at(-1) && rested);
    const goals = { roundTripMs: (large?.bothMs ?? Infinity) <= GOAL_MS };
    for (const { elements, rested, lookMs, actMs, bothMs, bothP90Ms } of sizes) {
      console.log(
        `${elements} elements${rested ? ', rested' : ''}: look ${lookMs} ms, act ${actMs} ms, both ${bothMs} ms (p90 ${bothP90Ms} ms)`,
      );
    }
    console.log(`RESULT ${JSON.stringify({ sizes, goals })}`);
  } finally {
    await client.close();
    await app.close();
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function pair(app: App, panel: Page, call: Call): Promise<void> {
  const [code = ''] = /\d{4,5}-\w{5}-\w{5}/.exec(readText(await call('look'))) ?? [];
  const settings = await app.context.newPage();
  await settings.goto(`${getPageUrl(app, 'settings')}#agents`);
  await settings.getByLabel('Pairing code').fill(code);
  await settings.getByRole('button', { name: 'Pair', exact: true }).click();
  await panel.getByText(`${AGENT} is connected`).waitFor();
  await settings.close();
}

/** The first look asks the person. */
async function enter(panel: Page, call: Call): Promise<void> {
  const looking = call('look');
  await panel.getByRole('button', { name: 'For this task' }).click();
  await looking;
}

interface Figures {
  elements: number;
  rested: boolean;
  /** Medians, in ms. */
  lookMs: number;
  actMs: number;
  bothMs: number;
  bothP90Ms: number;
}

/** Looks for a card’s button by its words, and presses it. */
async function measure(call: Call, page: Page, elements: number, restMs: number): Promise<Figures> {
  const looks: number[] = [];
  const acts: number[] = [];
  const names = await page.locator('article h3').allInnerTexts();
  for (let round = 0; round < Number(values.rounds); round++) {
    const query = `add the ${names[(round * 7) % names.length] ?? 'lamp'} to the cart`;
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    const begun = performance.now();
    const look = readText(await call('look', { query, k: 10 }));
    const looked = performance.now();
    const uid = /\[(e\d+)\] button "Add to cart"/.exec(look)?.[1] ?? 'none';
    const acted = await call('act', { action: 'click', uid });
    if (acted.isError) throw new Error(readText(acted));
    looks.push(looked - begun);
    acts.push(performance.now() - looked);
  }
  const both = looks.map((ms, at) => ms + (acts[at] ?? 0));
  return {
    elements,
    rested: restMs > 0,
    lookMs: quantile(looks, 0.5),
    actMs: quantile(acts, 0.5),
    bothMs: quantile(both, 0.5),
    bothP90Ms: quantile(both, 0.9),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN);
}

function readText({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

await main();
