/*
 * Scripts can put text into comments and raw-text elements that ends them early when the page is
 * parsed again, or that swallows what follows. The text is changed as little as possible so that it
 * does not.
 */

/** A comment with its marks; instructions (`<?…?>`) have no place in HTML and vanish. */
export function neutraliseComment(comment: string): string {
  if (!comment.startsWith('<!--')) return '';
  const data = comment.slice(4, -3);
  const harmless = data.replace(/--(?=!?>)/g, '- - ').replace(/^(?=-?>)/, ' ');
  return `<!--${harmless.replace(/--!$/, '-- !')}-->`;
}

/** Text of a raw-text element with this tag name (lower case). */
export function neutraliseRawText(text: string, name: string): string {
  if (name === 'plaintext') {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  }
  // Some parsers read the others as markup: then an unclosed comment or quote would go on behind them.
  if (name !== 'script' && name !== 'style' && !isCleanMarkup(text)) {
    return text.replaceAll('<', '&lt;');
  }
  const closed = text.replace(new RegExp(`</(?=${name})`, 'gi'), '<\\/');
  // `<!--` followed by `<script` makes a parser expect two end tags.
  return name === 'script' && /<script/i.test(text) ? closed.replaceAll('<!--', '<\\!--') : closed;
}

/** Longer texts are not looked through. */
const LOOKED_AT = 100_000;
const COMMENT = /<!--[\s\S]*?-->/g;
const TAG = /<\/?[a-z][^<>"']*(?:(?:"[^"<>]*"|'[^'<>]*')[^<>"']*)*>/gi;

function isCleanMarkup(text: string): boolean {
  if (!text.includes('<')) return true;
  if (text.length > LOOKED_AT) return false;
  return !text.replace(COMMENT, '').replace(TAG, '').includes('<');
}
