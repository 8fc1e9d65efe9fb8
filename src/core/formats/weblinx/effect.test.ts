import { describe, expect, it } from 'vitest';
import { startDemonstration } from '../../demonstration/recording-state.ts';
import type {
  BrowserTurn,
  ScreenshotProof,
  Screenshot,
  ExtraFile,
} from '../../demonstration/demonstration.ts';
import { makeBrowserTurn } from '../../demonstration/make-turn.fixture.ts';
import { listWeblinxFiles } from './list.ts';

const proof: ScreenshotProof = { kind: 'unchanged', requestedAt: 1100, doneAt: 1150 };
const after: Screenshot = { status: 'kept', image: 'after', width: 1, height: 1, proof };
const kept = (file: string): ExtraFile => ({ status: 'kept', file, proof });

const STORE: Record<string, Uint8Array<ArrayBuffer>> = {
  after: new Uint8Array([1]),
  saved: new Uint8Array([2]),
  names: new Uint8Array([3]),
};

async function write(turns: BrowserTurn[]) {
  const demonstration = startDemonstration({
    id: 'demo',
    at: 0,
    title: '',
    userAgent: '',
    timezoneOffsetMinutes: 0,
    recorder: '1.0.0',
  });
  const read = (hash: string) => Promise.resolve(STORE[hash] ?? null);
  const files = new Map<string, string>();
  for await (const file of listWeblinxFiles({ demonstration, turns, read })) {
    const parts: Uint8Array[] = [];
    for await (const part of file.read()) parts.push(part);
    files.set(file.path, parts.map((part) => new TextDecoder().decode(part)).join(''));
  }
  const replay = JSON.parse(files.get('replay.json') ?? '') as {
    data: { action: { screenshot_effect: string | null } }[];
  };
  return { paths: [...files.keys()], effects: replay.data.map((t) => t.action.screenshot_effect) };
}

const withEffect = (over: Partial<BrowserTurn> = {}): BrowserTurn =>
  makeBrowserTurn({ effect: { screenshot: after, settledAt: 1100 }, ...over });

describe('listWeblinxFiles, after-states and extras', () => {
  it('names the screenshot after the action and has its file', async () => {
    const { paths, effects } = await write([makeBrowserTurn({ id: 'a', at: 0 }), withEffect()]);
    expect(paths).toContain('screenshots/screenshot-1-1.png');
    expect(effects).toEqual([null, 'screenshot-1-1.png']);
  });

  it('names neither missing screenshots nor those taken after the next action', async () => {
    const lost = { ...after, image: 'lost' };
    const gone = await write([withEffect({ effect: { screenshot: lost, settledAt: 1100 } })]);
    expect(gone.effects).toEqual([null]);
    const late = await write([withEffect(), makeBrowserTurn({ id: 'next', at: 1120 })]);
    expect(late.effects).toEqual([null, null]);
    expect(late.paths).not.toContain('screenshots/screenshot-0-1.png');
  });

  it('puts extras into folders of their own', async () => {
    const extras = { mhtml: kept('saved'), accessible: kept('names') };
    const { paths } = await write([makeBrowserTurn({ extras })]);
    expect(paths).toContain('mhtml/page-0-0.mhtml');
    expect(paths).toContain('accessible/page-0-0.json');
    const missing = { status: 'missing', reason: 'no' } as const;
    const without = await write([
      makeBrowserTurn({ extras: { mhtml: missing, accessible: missing } }),
    ]);
    expect(without.paths.filter((path) => path.includes('/page-'))).toEqual([]);
  });
});
