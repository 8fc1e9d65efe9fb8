/* Runs in a page of the extension: appends turns to both stores, and looks what is in them. */
import type { BrowserTurn } from '../../../src/core/demonstration/demonstration.ts';
import { hasValidChecksum } from '../../../src/core/demonstration/checksum.ts';
import { makeBrowserTurn } from '../../../src/core/demonstration/make-turn.fixture.ts';
import type { Database } from '../../../src/platform/store/database.ts';
import { openDatabase } from '../../../src/platform/store/database.ts';
import { listTurns, readContent } from '../../../src/platform/store/read.ts';
import type { Content } from '../../../src/platform/store/write.ts';
import { addTurn, makeContent } from '../../../src/platform/store/write.ts';
import type { FromLogWorker, LogScan, ToLogWorker } from './log-worker.ts';

export type StoreName = 'indexedDb' | 'log';

export interface StoreBench {
  /** Ms from order to acknowledgement of each append. */
  measure: (store: StoreName, first: number, count: number, bytes: number) => Promise<number[]>;
  /** Appends to both stores without end, of many sizes, and says each acknowledgement. */
  run: (first: number) => void;
  check: () => Promise<Record<StoreName, { numbers: number[]; broken: number }>>;
}

declare global {
  var storeBench: StoreBench | undefined;
  /** Given by Playwright. */
  var acknowledged: ((store: StoreName, number: number) => Promise<void>) | undefined;
}

const PICTURE_SHARE = 0.6;

interface Prepared {
  turn: BrowserTurn;
  contents: Content[];
  record: Uint8Array<ArrayBuffer>;
}

/** The same turn for both: what IndexedDB keeps as a record and its content is one payload of the log. */
async function prepare(number: number, bytes: number): Promise<Prepared> {
  const noise = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) {
    crypto.getRandomValues(noise.subarray(at, Math.min(bytes, at + 65_536)));
  }
  new DataView(noise.buffer).setUint32(0, number, true);
  const middle = Math.floor(bytes * PICTURE_SHARE);
  const contents = [
    await makeContent(noise.slice(0, middle)),
    await makeContent(noise.slice(middle)),
  ];
  const turn = makeBrowserTurn({
    id: `turn-${number}`,
    seq: number,
    properties: { contents: contents.map(({ hash }) => hash) },
  });
  const text = new TextEncoder().encode(JSON.stringify(turn));
  const record = new Uint8Array(bytes + text.byteLength);
  record.set(noise);
  record.set(text, bytes);
  return { turn, contents, record };
}

function openLog() {
  const worker = new Worker('log-worker.js', { type: 'module' });
  const next = (): Promise<FromLogWorker> =>
    new Promise((resolve) => {
      worker.addEventListener('message', ({ data }) => resolve(data as FromLogWorker), {
        once: true,
      });
    });
  const ready = next();
  const order = async (message: ToLogWorker, transfer: Transferable[]): Promise<FromLogWorker> => {
    await ready;
    const answer = next();
    worker.postMessage(message, transfer);
    return answer;
  };
  return {
    append: (record: Uint8Array<ArrayBuffer>) => order({ append: record }, [record.buffer]),
    scan: async () => (await order({ scan: true }, [])) as LogScan,
  };
}

function createBench(db: Database): StoreBench {
  const log = openLog();
  const append = async (store: StoreName, { turn, contents, record }: Prepared): Promise<void> => {
    if (store === 'indexedDb') await addTurn(db, turn, contents);
    else await log.append(record);
  };

  async function runOne(store: StoreName, first: number): Promise<never> {
    for (let number = first; ; number++) {
      const bytes = 2000 + Math.floor(Math.random() ** 3 * 600_000);
      await append(store, await prepare(number, bytes));
      void globalThis.acknowledged?.(store, number);
    }
  }

  async function isWhole(turn: BrowserTurn): Promise<boolean> {
    const hashes = turn.properties['contents'] as string[];
    const found = await Promise.all(hashes.map((hash) => readContent(db, hash)));
    return hasValidChecksum(turn) && found.every((bytes) => bytes !== null);
  }

  return {
    async measure(store, first, count, bytes) {
      const times: number[] = [];
      for (let number = first; number < first + count; number++) {
        const prepared = await prepare(number, bytes);
        const began = performance.now();
        await append(store, prepared);
        times.push(performance.now() - began);
      }
      return times;
    },
    run(first) {
      void runOne('indexedDb', first);
      void runOne('log', first);
    },
    async check() {
      const turns = (await listTurns(db, 'demo')) as BrowserTurn[];
      let broken = 0;
      for (const turn of turns) if (!(await isWhole(turn))) broken += 1;
      const { numbers, torn } = await log.scan();
      return {
        indexedDb: { numbers: turns.map(({ seq }) => seq), broken },
        log: { numbers, broken: torn > 0 ? 1 : 0 },
      };
    },
  };
}

globalThis.storeBench = createBench(await openDatabase());
