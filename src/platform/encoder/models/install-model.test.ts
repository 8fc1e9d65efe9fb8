import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTinyModel } from '../../../../scripts/model/tiny-model.ts';
import type { InstalledModel, ModelProgress, ModelSpec } from '../../../protocol/models.ts';
import { hashBytes } from '../../hash.ts';
import type { Installed, InstallPorts } from './install-model.ts';
import { installModel } from './install-model.ts';
import type { ServedFile } from '../../../../scripts/model/serve-files.ts';
import { serveFiles } from '../../../../scripts/model/serve-files.ts';
import { makePart } from '../../models/part.fixture.ts';

const tiny = makeTinyModel();
const weights = new Uint8Array(tiny.get('model.onnx') ?? []);
const vocabulary = new Uint8Array(tiny.get('vocab.txt') ?? []);
const never = new AbortController().signal;

const files = new Map<string, ServedFile>();
let server: Awaited<ReturnType<typeof serveFiles>>;
let spec: ModelSpec;

beforeEach(async () => {
  files.clear();
  files.set('/model.onnx', { bytes: weights, etag: '"w"' });
  files.set('/vocab.txt', { bytes: vocabulary, etag: '"v"', type: 'text/plain' });
  server = await serveFiles(files);
  spec = {
    id: 'tiny',
    name: 'Tiny',
    licence: null,
    roughBytes: null,
    weights: { url: server.url('/model.onnx'), bytes: null, sha256: null },
    vocabulary: { url: server.url('/vocab.txt'), bytes: null, sha256: null },
    maxTokens: 256,
    weight: 0.1,
    format: 'compact',
  };
});
afterEach(() => server.close());

/** The installer's world in memory. */
function makeWorld() {
  const parts = new Map<string, ReturnType<typeof makePart>>();
  const finished = new Map<string, Uint8Array>();
  const pins = new Map<string, string>();
  const tags = new Map<string, string | null>();
  const world = {
    parts,
    finished,
    pins,
    installed: null as InstalledModel | null,
    wanted: null as ModelSpec | null,
    phases: [] as ModelProgress['phase'][],
    fails: null as string | null,
  };
  const ports: InstallPorts = {
    fetch: (input, init) => fetch(input, init),
    now: () => performance.now(),
    openPart(name) {
      const part = parts.get(name) ?? makePart();
      parts.set(name, part);
      return Promise.resolve(part);
    },
    finishPart(name, hash) {
      finished.set(hash, parts.get(name)?.read() ?? new Uint8Array());
      parts.delete(name);
      return Promise.resolve();
    },
    removePart: (name) => Promise.resolve(void parts.delete(name)),
    readTag: (part) => Promise.resolve(tags.get(part) ?? null),
    writeTag: (part, tag) => Promise.resolve(void tags.set(part, tag)),
    readPin: (url) => Promise.resolve(pins.get(url) ?? null),
    writePin: (url, sha256) => Promise.resolve(void pins.set(url, sha256)),
    writeWanted: (wanted) => Promise.resolve(void (world.wanted = wanted)),
    swap: (model) => Promise.resolve(void (world.installed = model)),
    tryModel: () =>
      world.fails === null
        ? Promise.resolve({ dim: 32, golden: { texts: ['a'], vectors: [[1, 0]] } })
        : Promise.reject(new Error(world.fails)),
  };
  const install = (wanted = spec, signal = never): Promise<Installed> =>
    installModel(
      { from: 'web', spec: wanted },
      ports,
      ({ phase }) => world.phases.push(phase),
      signal,
    );
  return { world, ports, install };
}

const explain = (done: Installed): string => (done.ok ? 'nothing wrong' : done.reason);

describe('installModel from the web', () => {
  it('puts a verified and tried model in use', async () => {
    const { world, install } = makeWorld();
    expect(await install()).toMatchObject({ ok: true });
    expect(world.installed).toMatchObject({
      hash: await hashBytes(weights),
      vocabularyHash: await hashBytes(vocabulary),
      name: 'Tiny',
      host: `127.0.0.1:${server.port}`,
      trust: 'first use',
      dim: 32,
      // Of the model's own places, though 256 were wanted.
      maxTokens: 64,
      precision: 'fp32',
    });
    expect(world.finished.get(world.installed?.hash ?? '')).toEqual(weights);
    expect([world.wanted, world.parts.size]).toEqual([null, 0]);
    expect([...new Set(world.phases)]).toEqual(['vocabulary', 'verify', 'weights', 'try']);
  });

  it('goes on after an interruption', async () => {
    files.set('/model.onnx', { bytes: weights, etag: '"w"', cutAfter: 65_536 });
    const { world, install } = makeWorld();
    expect(explain(await install())).toContain('can be resumed');
    expect(world.wanted).toEqual(spec);
    files.set('/model.onnx', { bytes: weights, etag: '"w"' });
    expect(await install()).toMatchObject({ ok: true });
    expect(server.asked.at(-1)?.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(world.finished.get(await hashBytes(weights))).toEqual(weights);
  });

  it.each([
    ['a wrong hash', { sha256: '0'.repeat(64), bytes: null }, 'SHA-256 differs'],
    ['a wrong size', { sha256: null, bytes: 7 }, 'in place of 7'],
  ])('throws away a file of %s, and keeps the old model', async (_what, other, reason) => {
    const { world, install } = makeWorld();
    const old = (await install()).ok && world.installed;
    const wrong = { ...spec, id: 'wrong', weights: { ...spec.weights, ...other } };
    expect(explain(await install(wrong))).toContain(reason);
    expect(world.parts.get('wrong.weights.part')?.size()).toBe(0);
    expect(world.installed).toBe(old);
  });

  it('pins what an address gave at first', async () => {
    const { world, install } = makeWorld();
    await install();
    const other = Uint8Array.from(weights);
    other[other.length - 1] = 1;
    files.set('/model.onnx', { bytes: other, etag: '"x"' });
    expect(explain(await install())).toContain('loaded from there before');
    expect(world.installed?.hash).toBe(await hashBytes(weights));
  });

  it('holds a file against the hash that its hub lists', async () => {
    const hash = await hashBytes(weights);
    const list = (sha256: string): void => {
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${weights.length}\n`;
      files.set('/a/b/raw/main/m.onnx', { bytes: new TextEncoder().encode(pointer) });
    };
    files.set('/a/b/resolve/main/m.onnx', { bytes: weights });
    const hub = {
      ...spec,
      weights: { ...spec.weights, url: server.url('/a/b/resolve/main/m.onnx') },
    };
    list('f'.repeat(64));
    const { world, install } = makeWorld();
    expect(explain(await install(hub))).toContain('SHA-256 differs');
    expect(world.installed).toBeNull();
    list(hash);
    expect(await install(hub)).toMatchObject({ ok: true });
    expect(world.installed).toMatchObject({ trust: 'listed', hash });
  });

  it.each<[string, ServedFile, string]>([
    [
      'an error page that claims to be a file',
      { bytes: new TextEncoder().encode('<!doctype html>sorry') },
      'web page',
    ],
    ['half a model', { bytes: weights.slice(0, 50_000) }, 'cut off'],
  ])('refuses %s', async (_what, file, reason) => {
    files.set('/model.onnx', file);
    const { world, install } = makeWorld();
    expect(explain(await install())).toContain(reason);
    expect([world.installed, world.wanted, world.parts.size]).toEqual([null, null, 0]);
  });

  it('refuses a model that does not run, and keeps the old one', async () => {
    const { world, install } = makeWorld();
    await install();
    const old = world.installed;
    world.fails = 'The model runs, but does not tell texts apart.';
    expect(explain(await install({ ...spec, name: 'Other' }))).toContain('tell texts apart');
    expect(world.installed).toBe(old);
  });

  it('keeps what came when it is stopped', async () => {
    files.set('/model.onnx', { bytes: weights, etag: '"w"', slowMs: 20 });
    const { world, ports } = makeWorld();
    const stop = new AbortController();
    const installing = installModel(
      { from: 'web', spec },
      ports,
      ({ phase, loaded }) => {
        if (phase === 'weights' && loaded > 30_000) stop.abort(new Error('stopped'));
      },
      stop.signal,
    );
    await expect(installing).rejects.toThrow('stopped');
    expect(world.parts.get('tiny.weights.part')?.size()).toBeGreaterThan(30_000);
    expect(world.wanted).toEqual(spec);
  });
});

describe('installModel from files', () => {
  const config = (json: object): Blob => new Blob([JSON.stringify(json)]);
  const takeOver = (changed: object) => {
    const made = makeWorld();
    const order = {
      from: 'files' as const,
      name: 'mine',
      weights: new Blob([weights]),
      vocabulary: new Blob([vocabulary]),
      config: null,
      format: 'compact' as const,
      ...changed,
    };
    return installModel(order, made.ports, () => undefined, never).then((result) => ({
      result,
      ...made,
    }));
  };

  it('takes them over, with what config.json says', async () => {
    const { result, world } = await takeOver({
      config: config({ model_type: 'bert', name: 'DMR', max_position_embeddings: 48, weight: 0.5 }),
      format: 'dmr-exact',
    });
    expect(result.ok).toBe(true);
    expect(world.installed).toMatchObject({
      ...{ name: 'DMR', host: null, maxTokens: 48, weight: 0.5, format: 'dmr-exact' },
    });
  });

  it.each([
    [{ _name_or_path: 'McGill-NLP/MiniLM-L6-dmr' }, 'dmr-exact'],
    [{ _name_or_path: 'sentence-transformers/all-MiniLM-L6-v2' }, 'compact'],
    [{ _name_or_path: 'admrail/encoder' }, 'compact'],
    [{ _name_or_path: 'mine', format: 'dmr-exact' }, 'dmr-exact'],
  ])('reads from %j that its texts are %s', async (said, format) => {
    const { world } = await takeOver({ config: config({ model_type: 'bert', ...said }) });
    expect(world.installed).toMatchObject({ format });
  });

  it.each<[string, object, string]>([
    ['another kind of model', { config: config({ model_type: 'roberta' }) }, 'roberta'],
    ['a broken config', { config: new Blob(['{']) }, 'config.json'],
    [
      'swapped files',
      { weights: new Blob([vocabulary]), vocabulary: new Blob([weights]) },
      'vocabulary',
    ],
    ['an empty model', { weights: new Blob([]) }, 'not an ONNX model'],
  ])('refuses %s', async (_what, changed, reason) => {
    const { result, world } = await takeOver(changed);
    expect(explain(result)).toContain(reason);
    expect([world.installed, world.finished.size]).toEqual([null, 0]);
  });
});
