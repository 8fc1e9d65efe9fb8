import { describeError } from '../../../core/describe-error.ts';
import type {
  FileSource,
  InstalledModel,
  ModelOrder,
  ModelProgress,
  ModelSpec,
  TextFormat,
  Trust,
} from '../../../protocol/models.ts';
import { hashBytes } from '../../hash.ts';
import type { ModelFacts } from './check-model.ts';
import { checkModel, readVocabulary } from './check-model.ts';
import type { DownloadPorts, PartFile } from './download-file.ts';
import { downloadFile } from './download-file.ts';
import { namePart } from './model-store.ts';
import { TRAINED_WEIGHT, USUAL_TOKENS, checkModelUrl } from './model-specs.ts';

/** The installer's world: OPFS, database, runtime. Part files are named as `namePart` does. */
export interface InstallPorts {
  fetch: typeof fetch;
  now: () => number;
  openPart: (name: string) => Promise<PartFile & { close: () => void }>;
  /** Gives a closed part file its final name. */
  finishPart: (name: string, hash: string) => Promise<void>;
  removePart: (name: string) => Promise<void>;
  readTag: (part: string) => Promise<string | null>;
  writeTag: (part: string, tag: string | null) => Promise<void>;
  readPin: (url: string) => Promise<string | null>;
  writePin: (url: string, sha256: string) => Promise<void>;
  writeWanted: (spec: ModelSpec | null) => Promise<void>;
  /** Makes it the model in use, in one step. */
  swap: (model: InstalledModel) => Promise<void>;
  /** Runs the model on plain WASM; rejects with a sentence when its values make no sense. */
  tryModel: (wanted: TriedModel) => Promise<{ dim: number; golden: InstalledModel['golden'] }>;
}

export interface TriedModel {
  bytes: Uint8Array<ArrayBuffer>;
  pieces: string[];
  name: string;
  maxTokens: number;
}

export type Installed = { ok: true; model: InstalledModel } | { ok: false; reason: string };

type Report = (progress: ModelProgress) => void;

/** A file that is here and whose hash is what it should be, in its closed part file. */
interface Arrived {
  part: string;
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
  trust: Trust;
}

interface Plan {
  id: string;
  name: string;
  host: string | null;
  maxTokens: number | null;
  weight: number;
  format: InstalledModel['format'];
}

/**
 * Fetches or takes over a model, verifies and tries it, and only then puts it in the place of the old
 * one. `reason` is a sentence for the user. Rejects with the signal's reason; a download is kept then.
 */
export async function installModel(
  order: ModelOrder,
  ports: InstallPorts,
  report: Report,
  signal: AbortSignal,
): Promise<Installed> {
  if (order.from === 'web') {
    const { spec } = order;
    await ports.writeWanted(spec);
    const vocabulary = await fetchFile(spec, 'vocabulary', ports, report, signal);
    if (!vocabulary.ok) return vocabulary;
    const weights = await fetchFile(spec, 'weights', ports, report, signal);
    if (!weights.ok) return weights;
    const plan = { ...spec, host: new URL(spec.weights.url).host };
    const done = await finish(plan, weights.file, vocabulary.file, ports, report, signal);
    if (done.ok) {
      await ports.writePin(spec.weights.url, weights.file.sha256);
      await ports.writePin(spec.vocabulary.url, vocabulary.file.sha256);
    }
    await ports.writeWanted(null);
    return done;
  }
  const settings = readSettings(order.config && (await order.config.text()));
  if (!settings.ok) return settings;
  const plan: Plan = {
    id: 'own-files',
    name: settings.name ?? order.name,
    host: null,
    maxTokens: settings.maxTokens,
    weight: settings.weight ?? TRAINED_WEIGHT,
    // A tick says it surely; without one the file may know better.
    format: order.format === 'dmr-exact' ? order.format : (settings.format ?? order.format),
  };
  const vocabulary = await takeBlob(order.vocabulary, namePart(plan.id, 'vocabulary'), ports);
  const weights = await takeBlob(order.weights, namePart(plan.id, 'weights'), ports);
  return finish(plan, weights, vocabulary, ports, report, signal);
}

async function fetchFile(
  spec: ModelSpec,
  role: 'weights' | 'vocabulary',
  ports: InstallPorts,
  report: Report,
  signal: AbortSignal,
): Promise<{ ok: true; file: Arrived } | { ok: false; reason: string }> {
  const source = spec[role];
  const checked = checkModelUrl(source.url);
  if (!checked.ok) return checked;
  const expected = await findExpected(source, checked.url, ports, signal);
  const name = namePart(spec.id, role);
  const part = await ports.openPart(name);
  try {
    const download: DownloadPorts = {
      part,
      fetch: ports.fetch,
      now: ports.now,
      readTag: () => ports.readTag(name),
      writeTag: (tag) => ports.writeTag(name, tag),
      onProgress: (progress) => report({ phase: role, ...progress }),
    };
    const came = await downloadFile(source.url, expected.sha256 !== null, download, signal);
    if (!came.ok) return came;
    const size = part.size();
    report({ phase: 'verify', loaded: size, total: size, bytesPerS: null, etaS: null });
    const bytes = part.read();
    const sha256 = await hashBytes(bytes);
    const isSize = expected.bytes === null || expected.bytes === size;
    if (isSize && (expected.sha256 === null || expected.sha256 === sha256)) {
      return { ok: true, file: { part: name, bytes, sha256, trust: expected.trust } };
    }
    part.clear();
    await ports.writeTag(name, null);
    const what = !isSize
      ? `has ${size} bytes in place of ${String(expected.bytes)}`
      : expected.isPin
        ? 'is not the one that was loaded from there before'
        : 'is not the expected one: its SHA-256 differs';
    return { ok: false, reason: `The file from ${checked.url.host} ${what}. It was thrown away.` };
  } finally {
    part.close();
  }
}

async function findExpected(
  source: FileSource,
  url: URL,
  ports: InstallPorts,
  signal: AbortSignal,
): Promise<{ bytes: number | null; sha256: string | null; trust: Trust; isPin: boolean }> {
  const { bytes, sha256 } = source;
  if (sha256 !== null) return { bytes, sha256, trust: 'known', isPin: false };
  const listed = await readListedHash(url, ports.fetch, signal);
  if (listed) return { ...listed, trust: 'listed', isPin: false };
  const pin = await ports.readPin(source.url);
  return { bytes, sha256: pin, trust: 'first use', isPin: pin !== null };
}

async function takeBlob(blob: Blob, name: string, ports: InstallPorts): Promise<Arrived> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const part = await ports.openPart(name);
  try {
    part.clear();
    part.append(bytes);
    part.flush();
  } finally {
    part.close();
  }
  return { part: name, bytes, sha256: await hashBytes(bytes), trust: 'first use' };
}

async function finish(
  plan: Plan,
  weights: Arrived,
  vocabulary: Arrived,
  ports: InstallPorts,
  report: Report,
  signal: AbortSignal,
): Promise<Installed> {
  const size = weights.bytes.length;
  report({ phase: 'try', loaded: size, total: size, bytesPerS: null, etaS: null });
  const parts = [weights.part, vocabulary.part];
  const refuse = async (reason: string): Promise<Installed> => {
    for (const part of parts) {
      await ports.removePart(part);
      await ports.writeTag(part, null);
    }
    return { ok: false, reason };
  };
  const read = readVocabulary(vocabulary.bytes);
  if (!read.ok) return refuse(read.reason);
  const checked = checkModel(weights.bytes, read.pieces.length);
  if (!checked.ok) return refuse(checked.reason);
  const maxTokens = chooseTokens(plan.maxTokens, checked.facts);
  const tried: TriedModel = {
    bytes: weights.bytes,
    pieces: read.pieces,
    name: plan.name,
    maxTokens,
  };
  let result: Awaited<ReturnType<InstallPorts['tryModel']>>;
  try {
    result = await ports.tryModel(tried);
  } catch (error) {
    return refuse(describeError(error));
  }
  signal.throwIfAborted();
  for (const file of [weights, vocabulary]) {
    await ports.finishPart(file.part, file.sha256);
    await ports.writeTag(file.part, null);
  }
  const model: InstalledModel = {
    hash: weights.sha256,
    vocabularyHash: vocabulary.sha256,
    name: plan.name,
    host: plan.host,
    trust: weights.trust,
    bytes: size + vocabulary.bytes.length,
    maxTokens,
    weight: plan.weight,
    precision: checked.facts.precision,
    format: plan.format,
    ...result,
  };
  await ports.swap(model);
  return { ok: true, model };
}

function chooseTokens(wanted: number | null, { places }: ModelFacts): number {
  return Math.min(wanted ?? USUAL_TOKENS, places ?? USUAL_TOKENS);
}

/** Longer than any pointer. */
const MOST_POINTER = 1024;

/**
 * The size and SHA-256 that a Hugging Face hub lists for a large file: its Git LFS pointer, which the
 * hub hands out under `/raw/` (git-lfs docs, spec.md). Null when there is none to be read.
 */
async function readListedHash(
  url: URL,
  fetchUrl: typeof fetch,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string } | null> {
  if (!url.pathname.includes('/resolve/')) return null;
  const pointer = new URL(url);
  pointer.pathname = url.pathname.replace('/resolve/', '/raw/');
  try {
    const response = await fetchUrl(pointer, { signal, credentials: 'omit' });
    const start = response.ok ? await readStart(response) : '';
    const [, sha256, bytes] =
      /^version [^\n]+\noid sha256:([0-9a-f]{64})\nsize (\d+)\n/.exec(start) ?? [];
    return sha256 && bytes ? { sha256, bytes: Number(bytes) } : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader && text.length < MOST_POINTER) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

interface ModelSettings {
  name: string | null;
  maxTokens: number | null;
  weight: number | null;
  /** Null when the file does not tell. */
  format: TextFormat | null;
}

export type ReadSettings = ({ ok: true } & ModelSettings) | { ok: false; reason: string };

/**
 * What a model's config.json says that matters here: Hugging Face's `model_type` and
 * `max_position_embeddings`, the model it was made of (`_name_or_path`), and our own `name`, `maxTokens`,
 * `weight` (0 … 1) and `format`.
 */
function readSettings(text: string | null): ReadSettings {
  if (text === null) return { ok: true, name: null, maxTokens: null, weight: null, format: null };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'config.json cannot be read: it is cut off or damaged.' };
  }
  if (typeof json !== 'object' || json === null) {
    return { ok: false, reason: 'config.json is not the settings of a model.' };
  }
  const config = json as Record<string, unknown>;
  const kind = config['model_type'];
  if (typeof kind === 'string' && kind !== 'bert') {
    return {
      ok: false,
      reason: `The model is of the kind ${kind}; only BERT encoders can be used.`,
    };
  }
  const tokens = config['maxTokens'] ?? config['max_position_embeddings'];
  const { name, weight } = config;
  return {
    ok: true,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 80) : null,
    maxTokens: typeof tokens === 'number' && tokens >= 8 ? Math.min(512, Math.floor(tokens)) : null,
    weight: typeof weight === 'number' && weight >= 0 && weight <= 1 ? weight : null,
    format: readFormat(config),
  };
}

/** WebLINX's fine-tuned encoders are called `MiniLM-L6-dmr`, `bge-small-dmr` and the like. */
function readFormat(config: Record<string, unknown>): TextFormat | null {
  const { format } = config;
  if (format === 'compact' || format === 'dmr-exact') return format;
  const origin = config['_name_or_path'];
  return typeof origin === 'string' && /[-/_]dmr(?:$|[-/_])/i.test(origin) ? 'dmr-exact' : null;
}
