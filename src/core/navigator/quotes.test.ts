import { describe, expect, it } from 'vitest';
import { buildPage } from '../ranking/page.fixture.ts';
import { findQuotes } from './quotes.ts';

const PAGE = buildPage(
  '<body><main data-t=main><h1 data-t=name data-box="0 0 100 20">Walnut lamp</h1><p data-t=text data-box="0 20 300 40">In stock. <b data-t=price data-box="0 20 50 20">€64.00</b> with   shipping</p><script>"hidden words"</script></main></body>',
);
const find = (text: string): string[] =>
  findQuotes(text, PAGE).map((quote) => `${quote.text} → ${quote.target.uid}`);

describe('findQuotes', () => {
  it.each([
    ['It costs “€64.00”.', ['€64.00 → price']],
    ['The page says "in stock" of the "walnut lamp".', ['in stock → text', 'walnut lamp → name']],
    ['“€64.00 with shipping”, so “€64.00 with shipping”', ['€64.00 with shipping → text']],
    ['It costs “€99.00”.', []],
    ['It costs €64.00.', []],
    ['“hidden words”', []],
    ['“In”', []],
  ])('%s', (text, quotes) => expect(find(text)).toEqual(quotes));
});
