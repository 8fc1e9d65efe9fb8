import type { OtrTokenizer } from './tokenizer.ts';

const ELLIPSIS = '...';

/**
 * A text cut in its middle to `limit` tokens, `...` included (weblinx-format.md §4.5); null when not even
 * the dots fit. Tokens are removed whole, by their place in the text: what is left may have another
 * number of tokens when it is tokenized again.
 */
export function cutCenter(text: string, limit: number, tokenizer: OtrTokenizer): string | null {
  const count = tokenizer.count(text);
  if (count <= limit) return text;
  const dots = tokenizer.count(ELLIPSIS);
  if (limit < dots) return null;
  if (limit === dots) return ELLIPSIS;
  const spans = tokenizer.locate(text);
  const removed = count - (limit - dots);
  const first = Math.floor(count / 2) - Math.floor(removed / 2);
  const from = spans[2 * first] ?? 0;
  const to = spans[2 * (first + removed) - 1] ?? text.length;
  return text.slice(0, from) + ELLIPSIS + text.slice(to);
}
