import { afterEach, describe, expect, it } from 'vitest';
import { attachedFiles } from './perform-on-tab.ts';

const names = (files: readonly File[]): string[] => files.map(({ name }) => name);

afterEach(() => {
  for (const { name } of attachedFiles.list()) attachedFiles.remove(name);
});

describe('attached files', () => {
  it('are named by a value in its order, also with commas in their names', () => {
    attachedFiles.add(['a.pdf', 'a.pdf, signed', 'b.png'].map((name) => new File([], name)));
    expect(names(attachedFiles.named('b.png, a.pdf, signed, a.pdf'))).toEqual([
      'b.png',
      'a.pdf, signed',
      'a.pdf',
    ]);
    expect(attachedFiles.named('a.pdf, secret.txt')).toEqual([]);
    expect(attachedFiles.named('')).toEqual([]);
  });

  it('are replaced by their name, and refused when too large', () => {
    const large = new File([], 'film.mov');
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 + 1 });
    attachedFiles.add([new File(['old'], 'a.txt')]);
    expect(attachedFiles.add([new File(['newer'], 'a.txt'), large])).toEqual(['film.mov']);
    expect(attachedFiles.list().map(({ size }) => size)).toEqual([5]);
  });
});
