import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InstalledModel } from '../../../protocol/models.ts';
import { countLanes, listBackends, watchDevice } from './backends.ts';

const model = (precision: InstalledModel['precision'], bytes = 23_000_000): InstalledModel => ({
  ...{ hash: 'aa', vocabularyHash: 'bb', name: 'Fake', host: null },
  ...{ bytes, dim: 2, maxTokens: 8, weight: 0.1, precision },
  trust: 'first use',
  format: 'compact',
  golden: { texts: [], vectors: [] },
});

interface Machine {
  cores: number;
  isolated: boolean;
  /** Features of its graphics card; null where there is none. */
  features: string[] | null;
  isSoftware?: boolean;
}

function stand({ cores, isolated, features, isSoftware = false }: Machine): void {
  const adapter = features && {
    info: { isFallbackAdapter: isSoftware },
    features: new Set(features),
  };
  vi.stubGlobal('navigator', {
    hardwareConcurrency: cores,
    gpu: { requestAdapter: () => Promise.resolve(adapter) },
  });
  vi.stubGlobal('crossOriginIsolated', isolated);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('listBackends', () => {
  const rest = ['wasm-threads', 'wasm-pool', 'wasm'];

  it.each<[string, InstalledModel['precision'], string[], string[]]>([
    ['half precision on a card that has it', 'fp16', ['shader-f16'], ['webgpu-fp16', ...rest]],
    ['half precision on a card that lacks it', 'fp16', [], rest],
    ['single precision on any card', 'fp32', [], ['webgpu-fp32', ...rest]],
    ['8 bits, whose sums are single precision', 'int8', ['shader-f16'], ['webgpu-fp32', ...rest]],
  ])('%s', async (_what, precision, features, backends) => {
    stand({ cores: 4, isolated: true, features });
    expect(await listBackends(model(precision), false)).toEqual(backends);
  });

  it('passes over a software card, threads without isolation, and a pool that takes too much', async () => {
    stand({ cores: 4, isolated: false, features: ['shader-f16'], isSoftware: true });
    expect(await listBackends(model('fp16', 45_000_000), false)).toEqual(['wasm-pool', 'wasm']);
    expect(await listBackends(model('fp32', 90_000_000), false)).toEqual(['wasm']);
    stand({ cores: 1, isolated: true, features: null });
    expect(await listBackends(model('int8'), false)).toEqual(['wasm']);
  });

  it('puts our own kernel before the runtime’s WASM, for models it computes', async () => {
    stand({ cores: 4, isolated: true, features: [] });
    const pooled = ['webgpu-fp32', 'kernel-pool', ...rest];
    expect(await listBackends(model('int8'), true)).toEqual(pooled);
    const large = await listBackends(model('fp32', 90_000_000), true);
    expect(large).toEqual(['webgpu-fp32', 'kernel', 'wasm-threads', 'wasm']);
    expect(countLanes('kernel-pool', model('int8'))).toBe(4);
    expect(countLanes('kernel', model('int8'))).toBe(1);
  });

  it('goes on without a card that cannot be asked for', async () => {
    stand({ cores: 1, isolated: true, features: null });
    const refuse = { requestAdapter: () => Promise.reject(new Error('blocked')) };
    vi.stubGlobal('navigator', { hardwareConcurrency: 1, gpu: refuse });
    expect(await listBackends(model('fp32'), false)).toEqual(['wasm']);
  });
});

describe('watchDevice', () => {
  const hear = async (lost: { reason?: string; message: string }): Promise<string[]> => {
    const heard: string[] = [];
    const device = { lost: Promise.resolve(lost) };
    await watchDevice({ device: Promise.resolve(device) }, (reason) => heard.push(reason));
    return heard;
  };

  it('tells of a card that is lost, and not of one that was given back', async () => {
    expect(await hear({ reason: 'unknown', message: 'driver reset' })).toEqual([
      'the graphics card was lost: driver reset',
    ]);
    expect(await hear({ reason: 'destroyed', message: '' })).toEqual([]);
  });

  it('is quiet where the runtime has none', async () => {
    await watchDevice({}, () => expect.unreachable());
  });
});
