/*
 * The store that was not chosen, to be measured against: a file only appended to, in the origin's own
 * file system. Record: length and CRC-32C of the payload (32 bits each, little endian), payload. Every
 * append is flushed before it is acknowledged.
 */

/** Workers only; not in the type library of pages. */
interface SyncFile {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  flush(): void;
}

export type ToLogWorker = { append: Uint8Array<ArrayBuffer> } | { scan: true };
export type FromLogWorker = { ready: true } | { size: number } | LogScan;

export interface LogScan {
  /** The first 32 bits of each whole record's payload: its number. */
  numbers: number[];
  /** Bytes behind the last whole record. */
  torn: number;
}

const HEAD = 8;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++)
    rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0x82f63b78 : rest >>> 1;
  return rest;
});

function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 0xff] ?? 0);
  return (rest ^ 0xffffffff) >>> 0;
}

async function openLog(): Promise<SyncFile> {
  const folder = await navigator.storage.getDirectory();
  const file = await folder.getFileHandle('turns.log', { create: true });
  const open = (file as unknown as { createSyncAccessHandle: () => Promise<SyncFile> })
    .createSyncAccessHandle;
  return open.call(file);
}

function append(log: SyncFile, payload: Uint8Array<ArrayBuffer>): void {
  const record = new Uint8Array(HEAD + payload.byteLength);
  const view = new DataView(record.buffer);
  view.setUint32(0, payload.byteLength, true);
  view.setUint32(4, checksum(payload), true);
  record.set(payload, HEAD);
  log.write(record, { at: log.getSize() });
  log.flush();
}

function scan(log: SyncFile): LogScan {
  const size = log.getSize();
  const head = new Uint8Array(HEAD);
  const numbers: number[] = [];
  let at = 0;
  for (; at + HEAD <= size;) {
    log.read(head, { at });
    const view = new DataView(head.buffer);
    const payload = new Uint8Array(view.getUint32(0, true));
    const isWhole = log.read(payload, { at: at + HEAD }) === payload.byteLength;
    if (!isWhole || checksum(payload) !== view.getUint32(4, true)) break;
    numbers.push(new DataView(payload.buffer).getUint32(0, true));
    at += HEAD + payload.byteLength;
  }
  return { numbers, torn: size - at };
}

const log = await openLog();
const report = (news: FromLogWorker): void => {
  postMessage(news);
};
addEventListener('message', ({ data }: MessageEvent<ToLogWorker>) => {
  if ('append' in data) {
    append(log, data.append);
    report({ size: log.getSize() });
  } else report(scan(log));
});
report({ ready: true });
