import { describeError } from '../../core/describe-error.ts';
import type { PartFile } from '../../platform/encoder/models/download-file.ts';
import type { InstallPorts } from '../../platform/encoder/models/install-model.ts';
import { installModel } from '../../platform/encoder/models/install-model.ts';
import {
  openModelFolder,
  readModelFact,
  removeParts,
  useModel,
  writeModelFact,
} from '../../platform/encoder/models/model-store.ts';
import type {
  FromInstaller,
  ModelOrder,
  ModelProgress,
  ToInstaller,
} from '../../protocol/models.ts';

/** A file in the model folder, open for this worker alone: OPFS lets only workers write in place. */
async function openPart(name: string): Promise<PartFile & { close: () => void }> {
  const folder = await openModelFolder();
  const file = await folder.getFileHandle(name, { create: true });
  const access = await file.createSyncAccessHandle();
  let size = access.getSize();
  return {
    size: () => size,
    append(bytes) {
      let written = 0;
      while (written < bytes.length) {
        const count = access.write(bytes.subarray(written), { at: size });
        if (count === 0) throw new DOMException('no room', 'QuotaExceededError');
        written += count;
        size += count;
      }
    },
    clear() {
      access.truncate(0);
      size = 0;
    },
    flush: () => access.flush(),
    read() {
      const bytes = new Uint8Array(size);
      access.read(bytes, { at: 0 });
      return bytes;
    },
    close: () => access.close(),
  };
}

/** `FileSystemFileHandle.move`, which the type library does not know yet. */
interface Movable {
  move: (name: string) => Promise<void>;
}

/** Gives a part file its final name. One that is there already under that hash is the same file. */
async function finishPart(name: string, hash: string): Promise<void> {
  const folder = await openModelFolder();
  const part = await folder.getFileHandle(name);
  const there = await folder.getFileHandle(hash).then(
    async (handle) => (await handle.getFile()).size === (await part.getFile()).size,
    () => false,
  );
  if (there) await folder.removeEntry(name);
  else await (part as FileSystemFileHandle & Movable).move(hash);
}

async function removePart(name: string): Promise<void> {
  const folder = await openModelFolder();
  // Not there is as good as removed.
  await folder.removeEntry(name).catch(() => undefined);
}

/**
 * The installer's worker: fetches, verifies and tries one model, and puts it in the place of the old one.
 * Hosted by the offscreen document, so that a download goes on when Settings are closed.
 */

/** Shortest time between progress reports, ms; a new phase is reported at once. */
const REPORT_EVERY_MS = 200;

const stop = new AbortController();

const ports: InstallPorts = {
  fetch: (input, init) => fetch(input, init),
  now: () => performance.now(),
  ...{ openPart, finishPart, removePart },
  readTag: (part) => readModelFact(`tag ${part}`),
  writeTag: (part, tag) => writeModelFact(`tag ${part}`, tag),
  readPin: (url) => readModelFact(`pin ${url}`),
  writePin: (url, sha256) => writeModelFact(`pin ${url}`, sha256),
  writeWanted: (spec) => writeModelFact('wanted', spec),
  swap: useModel,
  async tryModel({ bytes, pieces, name, maxTokens }) {
    const { tryEncoder } = await import('../../platform/encoder/onnx/load-encoder.ts');
    const { makeGolden } = await import('../../platform/encoder/onnx/golden.ts');
    const parts = { vocabulary: pieces, name, maxTokens, weight: 0 };
    const encoder = await tryEncoder(bytes, parts).catch((error: unknown) => {
      const reason = describeError(error);
      throw new Error(`The model cannot be run: ${shorten(reason)}`);
    });
    const golden = await makeGolden(encoder);
    return { dim: encoder.dim, golden };
  },
};

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = data as ToInstaller | null;
  if (message?.type === 'install') void install(message.order);
  else if (message?.type === 'cancel') stop.abort(new Error('cancelled'));
});

async function install(order: ModelOrder): Promise<void> {
  try {
    // One unfinished download is remembered; what another left would lie there for good.
    if (order.from === 'web') await removeParts(order.spec.id);
    const installed = await installModel(order, ports, createReport(), stop.signal);
    report(
      installed.ok
        ? { type: 'done', model: installed.model }
        : { type: 'failed', reason: installed.reason },
    );
  } catch (error) {
    const reason = stop.signal.aborted
      ? 'It was stopped. What came so far is kept, and can be resumed.'
      : `It could not be installed: ${describeError(error)}`;
    report({ type: 'failed', reason });
  }
}

function createReport(): (progress: ModelProgress) => void {
  let phase: ModelProgress['phase'] | null = null;
  let reportedAt = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && now - reportedAt < REPORT_EVERY_MS) return;
    phase = progress.phase;
    reportedAt = now;
    report({ type: 'progress', progress });
  };
}

function report(message: FromInstaller): void {
  postMessage(message);
}

/** The runtime's errors run over many lines. */
function shorten(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
