import { describe, expect, it } from 'vitest';
import { chooseBackend } from './choose-backend.ts';

describe('chooseBackend', () => {
  it.each([
    [{ webgpu: 1290, 'wasm-threads': 1000 }, 'wasm-threads'],
    [{ webgpu: 1310, 'wasm-threads': 1000 }, 'webgpu'],
    [{ 'wasm-threads': 1000 }, null],
    [{}, null],
  ] as const)('%j → %s: a graphics card must be worth it', (speeds, chosen) => {
    expect(chooseBackend(['webgpu', 'wasm-threads'], speeds)).toBe(chosen);
  });

  it('finds none among none', () => {
    expect(chooseBackend([], {})).toBeNull();
  });
});
