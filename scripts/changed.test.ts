import { describe, expect, it } from 'vitest';
import { findSpecs } from './changed.mjs';

describe('findSpecs', () => {
  it('names no spec for files that no spec reads', () => {
    expect(findSpecs(['docs/testing.md', 'src/core/action/parse.test.ts'])).toEqual([]);
  });

  it('joins the specs of several files', () => {
    const specs = findSpecs(['src/entrypoints/studio/x.tsx', 'src/dom/capture/x.ts']);
    expect(specs).toContain('e2e/studio');
    expect(specs).toContain('e2e/recording');
  });

  it('names a changed spec itself', () => {
    expect(findSpecs(['e2e/panel.spec.ts'])).toEqual(['e2e/panel.spec.ts']);
  });

  it('runs every spec when a file can touch all of them', () => {
    expect(findSpecs(['src/protocol/messages.ts'])).toBe('all');
    expect(findSpecs(['docs/a.md', 'e2e/fixtures/wayscribe.ts'])).toBe('all');
  });
});
