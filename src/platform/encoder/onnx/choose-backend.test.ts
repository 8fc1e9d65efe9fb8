import { describe, expect, it } from 'vitest';
import { chooseBackend, passOver } from './backends.ts';

describe('chooseBackend', () => {
  it.each([
    [{ 'webgpu-fp32': 1290, 'wasm-pool': 1000 }, 'wasm-pool'],
    [{ 'webgpu-fp32': 1310, 'wasm-pool': 1000 }, 'webgpu-fp32'],
    [{ 'wasm-pool': 1000 }, null],
    [{}, null],
  ] as const)('%j → %s: a graphics card must be worth it', (speeds, chosen) => {
    expect(chooseBackend(['webgpu-fp32', 'wasm-pool'], speeds)).toBe(chosen);
  });

  it.each([
    [{ 'wasm-threads': 1150, 'wasm-pool': 1000 }, 'wasm-pool'],
    [{ 'wasm-threads': 1250, 'wasm-pool': 1000 }, 'wasm-threads'],
  ] as const)('%j → %s: threads must be clearly faster than workers', (speeds, chosen) => {
    expect(chooseBackend(['wasm-threads', 'wasm-pool'], speeds)).toBe(chosen);
  });

  it('finds none among none', () => {
    expect(chooseBackend([], {})).toBeNull();
  });
});

describe('passOver', () => {
  it.each([
    [
      ['webgpu-fp32', 'wasm-threads', 'wasm-pool', 'wasm'],
      ['webgpu-fp32', 'wasm-threads', 'wasm-pool'],
    ],
    [
      ['webgpu-fp32', 'kernel-pool', 'wasm-threads', 'wasm-pool', 'wasm'],
      ['webgpu-fp32', 'kernel-pool'],
    ],
    [
      ['kernel', 'wasm-threads', 'wasm'],
      ['kernel', 'wasm-threads'],
    ],
    [['wasm'], ['wasm']],
  ] as const)('of %j measures %j', (usable, measured) => {
    expect(passOver(usable)).toEqual(measured);
  });
});
