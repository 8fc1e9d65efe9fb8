import type { Page } from 'playwright';
import type { ScriptedRequest } from '../../../e2e/fixtures/scripted-endpoint.ts';
import { startScriptedEndpoint } from '../../../e2e/fixtures/scripted-endpoint.ts';
import type { RankedElement } from '../../../src/app/automation.ts';
import type { RunEvent } from '../../../src/core/navigator/run/run-event.ts';
import type { StrategyName } from '../../../src/core/navigator/model/endpoint-settings.ts';
import { launchWayscribe } from '../../launch.mjs';
import { findTabId, openPanel } from '../../panel.mjs';
import type { PageServer } from '../recorder/serve-pages.ts';

/** A round's event, and when it came: ms since the message was sent. */
export interface Timed {
  at: number;
  event: RunEvent;
}

/** A page with the copilot beside it, and a scripted model. */
export interface Bench {
  page: Page;
  panel: Page;
  server: PageServer;
  /** What the model replies from now on, at once; null: nothing, ever. */
  setReply: (reply: (request: ScriptedRequest, nth: number) => string | null) => void;
  /** Whether the model is offered tools from now on; not at first. */
  setTools: (tools: boolean) => Promise<void>;
  open: (path: string) => Promise<void>;
  /** Everything on the page that can be acted on; `query` orders it. */
  listElements: (query: string) => Promise<RankedElement[]>;
  /** `sentAt` is epoch ms. */
  send: (text: string) => Promise<{ sentAt: number; events: Timed[] }>;
  /** Sends a message, and presses Esc in the panel once `isMidway` resolves. Epoch ms. */
  stopMidway: (text: string, isMidway: () => Promise<void>) => Promise<Stopped>;
  requests: readonly ScriptedRequest[];
  /** How many requests were left before they were answered. */
  hungUp: () => number;
  close: () => Promise<void>;
}

interface Stopped {
  stoppedAt: number;
  endedAt: number;
}

/** More than any benchmark asks for. */
const MOST_REPLIES = 5000;
/** Larger than any reply: each is sent in one piece. */
const WHOLE = 1e6;

/** A browser of its own, so that nothing was said before. */
export async function openBench(
  dist: string,
  server: PageServer,
  strategy: StrategyName = 'weblinx',
): Promise<Bench> {
  const app = await launchWayscribe({ dist, headless: true, hermetic: true });
  let write: Parameters<Bench['setReply']>[0] = () => 'done()';
  let nth = 0;
  const reply = (request: ScriptedRequest) => {
    nth += 1;
    const text = write(request, nth);
    return text === null ? { silence: true as const } : { text, bytesPerWrite: WHOLE };
  };
  const endpoint = await startScriptedEndpoint(Array.from({ length: MOST_REPLIES }, () => reply));
  const page = app.context.pages()[0] ?? (await app.context.newPage());
  await page.goto(server.origin);
  const panel = await openPanel(app, page);
  const settings = { baseUrl: endpoint.baseUrl, apiKey: '', model: 'scripted', strategy };
  const setTools = async (tools: boolean): Promise<void> => {
    const stored = { ...settings, tools };
    await panel.evaluate((endpoint) => chrome.storage.local.set({ endpoint }), stored);
  };
  await setTools(false);
  const tabId = await findTabId(app, page);
  return {
    page,
    panel,
    server,
    setTools,
    requests: endpoint.requests,
    hungUp: endpoint.hungUp,
    setReply(next) {
      write = next;
      nth = 0;
    },
    open: async (path) => {
      await page.goto(`${server.origin}${path}`);
    },
    listElements: (query) => panel.evaluate(rank, [tabId, query] as const),
    send: (text) => panel.evaluate(runRound, [tabId, text] as const),
    async stopMidway(text, isMidway) {
      const stopped = panel.evaluate(timeStop, [tabId, text] as const);
      await isMidway();
      await panel.keyboard.press('Escape');
      return stopped;
    },
    async close() {
      await app.close();
      await endpoint.close();
    },
  };
}

async function rank([tabId, query]: readonly [number, string]): Promise<RankedElement[]> {
  if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
  return globalThis.wayscribe.ranker.rank({ tabId, query, k: 100_000 });
}

async function runRound([tabId, text]: readonly [number, string]): Promise<{
  sentAt: number;
  events: Timed[];
}> {
  if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
  const sentAt = performance.timeOrigin + performance.now();
  const events: Timed[] = [];
  for await (const event of globalThis.wayscribe.copilot.send(text, { tabId, approvals: 'once' })) {
    events.push({ at: performance.timeOrigin + performance.now() - sentAt, event });
  }
  return { sentAt, events };
}

async function timeStop([tabId, text]: readonly [number, string]): Promise<Stopped> {
  if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
  let stoppedAt = NaN;
  addEventListener('keydown', (event) => (stoppedAt = performance.timeOrigin + event.timeStamp), {
    capture: true,
    once: true,
  });
  await globalThis.wayscribe.copilot.send(text, { tabId, approvals: 'once' });
  return { stoppedAt, endedAt: performance.timeOrigin + performance.now() };
}
