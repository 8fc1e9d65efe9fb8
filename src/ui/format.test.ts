import { describe, expect, it } from 'vitest';
import { formatBytes, formatTokens, formatElapsed, formatEntryTime } from './format.ts';

describe('formatElapsed', () => {
  it.each([
    [0, '00:00'],
    [999, '00:00'],
    [134_900, '02:14'],
    [3_600_000, '1:00:00'],
    [36_061_000, '10:01:01'],
    [-5, '00:00'],
  ])('%d ms is %s', (ms, text) => expect(formatElapsed(ms)).toBe(text));
});

describe('formatMoment', () => {
  it('is an offset within the demonstration and the time of day before it', () => {
    const origin = Date.UTC(2026, 0, 1, 12, 0);
    expect(formatEntryTime(origin + 41_000, origin)).toBe('00:41');
    expect(formatEntryTime(origin - 1, origin)).toBe(formatEntryTime(origin - 1, null));
  });
});

describe('amounts', () => {
  it.each([
    [0, '0 B'],
    [812, '812 B'],
    [3_440, '3.4 kB'],
    [999_600, '1.0 MB'],
    [27_000_000, '27 MB'],
    [1_200_000_000, '1.2 GB'],
  ])('%d bytes is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it('shortens tokens', () => {
    expect(formatTokens(940)).toBe('940');
    expect(formatTokens(3_120)).toBe('3.1k');
    expect(formatTokens(120_400)).toBe('120k');
  });
});
