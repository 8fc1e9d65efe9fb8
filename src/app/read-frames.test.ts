import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readFrames } from './read-frames.ts';

/** Documents by frame, and those that have our script. */
let documents: string[] = [];
let scripted = new Set<string>();
let canHave: (documentId: string) => boolean = () => true;
let orders = 0;
let tabId = 0;

vi.stubGlobal('chrome', {
  webNavigation: {
    getAllFrames: () =>
      Promise.resolve(documents.map((documentId, frameId) => ({ frameId, documentId }))),
  },
  tabs: {
    sendMessage: (_tab: number, _message: unknown, { frameId }: { frameId: number }) =>
      scripted.has(documents[frameId] ?? '')
        ? Promise.resolve({ value: { raw: documents[frameId] } })
        : Promise.reject(
            new Error('Could not establish connection. Receiving end does not exist.'),
          ),
  },
  runtime: {
    sendMessage: () => {
      orders += 1;
      for (const id of documents) if (canHave(id)) scripted.add(id);
      return Promise.resolve({ value: { ok: true } });
    },
  },
});

beforeEach(() => {
  tabId += 1;
  documents = [`top ${tabId}`, `inner ${tabId}`];
  scripted = new Set();
  canHave = () => true;
  orders = 0;
});

async function read(): Promise<unknown[]> {
  const frames = await readFrames(tabId);
  return frames.ok ? frames.frames.map(({ raw }) => raw) : [frames.message];
}

describe('readFrames', () => {
  it('has the script put in once, not before every reading', async () => {
    expect(await read()).toEqual(documents);
    expect(await read()).toEqual(documents);
    expect(orders).toBe(1);
  });

  it('tells the background of a tab even where the script is there already', async () => {
    scripted = new Set(documents);
    await read();
    expect(orders).toBe(1);
  });

  it('has it put into a document that came since', async () => {
    await read();
    documents = [...documents, 'new'];
    expect(await read()).toEqual(documents);
    expect(orders).toBe(2);
  });

  it('does not try again where no script can be', async () => {
    canHave = (id) => !id.startsWith('inner');
    expect(await read()).toEqual(documents.slice(0, 1));
    expect(await read()).toEqual(documents.slice(0, 1));
    expect(orders).toBe(1);
  });
});
