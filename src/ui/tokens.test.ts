import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** A token's colour in both schemes, as written in `light-dark(#…, #…)`. */
function readColour(token: string): { light: string; dark: string } {
  const found = new RegExp(`--${token}:\\s*light-dark\\((#\\w{6}),\\s*(#\\w{6})\\)`).exec(css);
  const [, light, dark] = found ?? [];
  if (light === undefined || dark === undefined) throw new Error(`no colour --${token}`);
  return { light, dark };
}

/** Relative luminance, WCAG 2.2. */
function measureLuminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, WCAG 2.2: 1 … 21. */
function measureContrast(one: string, other: string): number {
  const [a, b] = [measureLuminance(one), measureLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const TEXT_ON = [
  ['ink', ['bg', 'bg-2', 'bg-3', 'raised', 'accent-bg', 'amber-bg', 'red-bg']],
  ['ink-2', ['bg', 'bg-2', 'bg-3', 'accent-bg']],
  ['accent', ['bg', 'bg-2', 'accent-bg']],
  ['on-accent', ['accent']],
  ['red', ['bg', 'bg-2', 'red-bg']],
  ['amber', ['bg', 'bg-2', 'amber-bg', 'accent-bg']],
  ['green', ['bg', 'bg-2', 'accent-bg']],
] as const;

describe('tokens', () => {
  const pairs = TEXT_ON.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground]));

  it.each(pairs)('--%s is readable on --%s in both schemes (AA, 4.5)', (text, ground) => {
    const ink = readColour(text);
    const paper = readColour(ground);
    expect(measureContrast(ink.light, paper.light)).toBeGreaterThanOrEqual(4.5);
    expect(measureContrast(ink.dark, paper.dark)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['bg', 'bg-2'])('the edge of a field is seen on --%s (AA, 3)', (ground) => {
    const line = readColour('line-strong');
    const paper = readColour(ground);
    expect(measureContrast(line.light, paper.light)).toBeGreaterThanOrEqual(3);
    expect(measureContrast(line.dark, paper.dark)).toBeGreaterThanOrEqual(3);
  });
});
