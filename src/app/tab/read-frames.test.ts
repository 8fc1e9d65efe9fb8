import { beforeEach, describe, expect, it, vi } from 'vitest';
import { yieldTab } from './piloted-tabs.ts';
import { readFrames } from './read-frames.ts';

/** Documents by frame, and those that have our script. */
let documents: string[] = [];
let scripted = new Set<string>();
let canHave: (documentId: string) => boolean = () => true;
let orders = 0;
let tabId = 0;
/** Called when a document is asked, and when the script has been put into all of them, or could not be. */
let onAsk: (documentId: string) => void = () => undefined;
let onOrder: () => void = () => undefined;
/** Why the script cannot be put in. */
let refusal: string | null = null;
/** How often each document has changed. */
let changes = new Map<string, number>();

const CLOSED = 'The message channel closed before a response was received.';

vi.stubGlobal('navigator', {
  locks: { request: (_: string, granted: () => Promise<unknown>) => granted() },
});
vi.stubGlobal('chrome', {
  webNavigation: {
    getAllFrames: () =>
      Promise.resolve(
        documents.map((documentId, frameId) => ({
          ...{ frameId, documentId },
          documentLifecycle: documentId.startsWith('kept') ? 'cached' : 'active',
        })),
      ),
  },
  tabs: {
    sendMessage: (
      _tab: number,
      { data: { known } }: { data: { known: string | null } },
      { documentId: raw }: { documentId: string },
    ) => {
      onAsk(raw);
      if (!documents.includes(raw) && scripted.has(raw)) return Promise.reject(new Error(CLOSED));
      if (!scripted.has(raw)) {
        const text = 'Could not establish connection. Receiving end does not exist.';
        return Promise.reject(new Error(text));
      }
      const edition = `${raw} ${String(changes.get(raw) ?? 0)}`;
      return Promise.resolve({ value: known === edition ? 'same' : { raw, edition } });
    },
  },
  runtime: {
    sendMessage: () => {
      orders += 1;
      const value = refusal === null ? { ok: true } : { ok: false, message: refusal };
      if (value.ok) for (const id of documents) if (canHave(id)) scripted.add(id);
      onOrder();
      return Promise.resolve({ value });
    },
  },
});

beforeEach(() => {
  tabId += 1;
  documents = [`top ${tabId}`, `inner ${tabId}`];
  scripted = new Set();
  canHave = () => true;
  orders = 0;
  changes = new Map();
  onAsk = () => undefined;
  onOrder = () => undefined;
  refusal = null;
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

  it('tells it again of a tab that was left to another page of ours meanwhile', async () => {
    await read();
    yieldTab(tabId);
    expect(await read()).toEqual(documents);
    expect(orders).toBe(2);
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

  it('reads the page that has come while the one before got the script, then and later', async () => {
    onOrder = () => {
      documents = ['came', 'inner'];
      onOrder = () => undefined;
    };
    const came = ['came', 'inner'];
    expect([await read(), await read()]).toEqual([came, came]);
    expect(orders).toBe(2);
  });

  it('reads the page that has come while the one before was asked', async () => {
    await read();
    onAsk = (asked) => {
      if (asked.startsWith('top')) documents = ['came'];
    };
    expect(await read()).toEqual(['came']);
  });

  it('reads the page that has come for one that was put the script into, and not asked', async () => {
    documents = documents.slice(0, 1);
    onAsk = (asked) => {
      if (asked === 'came') return;
      documents = ['came'];
      scripted.delete(asked);
    };
    expect(await read()).toEqual(['came']);
  });

  it('reads a page that comes for one that takes no script, and says so of one that stays', async () => {
    refusal = 'no script there';
    expect(await read()).toEqual(['no script there']);
    expect(orders).toBe(1);
    onOrder = () => {
      documents = ['came'];
      refusal = null;
    };
    expect(await read()).toEqual(['came']);
  });

  it('gives up a tab that goes on and on', async () => {
    let pages = 0;
    onOrder = () => {
      pages += 1;
      documents = [`page ${pages}`];
    };
    expect(await read()).toEqual([]);
    expect(orders).toBeLessThan(10);
  });

  it('leaves out pages that are kept for going back', async () => {
    documents = [...documents, 'kept'];
    expect(await read()).toEqual(documents.slice(0, 2));
    expect(orders).toBe(1);
  });

  it('hands out again what a frame told before, as long as it holds', async () => {
    const list = async (): Promise<unknown[]> => {
      const read = await readFrames(tabId);
      return read.ok ? read.frames : [];
    };
    const [top, inner] = await list();
    const [sameTop, sameInner] = await list();
    expect(sameTop).toBe(top);
    expect(sameInner).toBe(inner);
    changes.set(documents[1] ?? '', 1);
    const [topThen, innerThen] = await list();
    expect(topThen).toBe(top);
    expect(innerThen).not.toBe(inner);
    expect((await list())[1]).toBe(innerThen);
  });
});
