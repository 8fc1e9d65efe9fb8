import { describe, expect, it } from 'vitest';
import { explainUnreachable } from './page-access.ts';

describe('explainUnreachable', () => {
  it.each([
    ['', 'no page yet'],
    ['about:blank', 'no page yet'],
    ['chrome://settings/', 'belongs to the browser'],
    ['chrome-extension://abc/x.html', 'not on pages of extensions'],
    ['https://chromewebstore.google.com/detail/x', 'web store'],
    ['https://chrome.google.com/webstore/category', 'web store'],
    ['https://a.example/paper.PDF?page=2', 'PDF viewer'],
    ['file:///home/me/a.html', 'Allow access to file URLs'],
  ])('%s', (address, words) => {
    expect(explainUnreachable(address)).toContain(words);
  });

  it.each(['https://a.example/', 'http://localhost:8080/pdf', 'https://a.example/?x=.pdf'])(
    'reaches %s',
    (address) => {
      expect(explainUnreachable(address)).toBeNull();
    },
  );
});
