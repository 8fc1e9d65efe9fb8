import { expect, it } from 'vitest';
import { decodeDataUrl } from './draw.ts';

it('decodes every byte', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at & 255);
  const base64 = Buffer.from(bytes).toString('base64');
  expect(decodeDataUrl(`data:image/png;base64,${base64}`)).toEqual(bytes);
});
