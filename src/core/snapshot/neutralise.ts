/*
 * Scripts can put text into comments and raw-text elements that ends them early when the page is
 * parsed again. The text is changed as little as possible so that it does not.
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
  const end = new RegExp(`</(?=${name})`, 'gi');
  const closed = text.replace(end, '<\\/');
  // `<!--` followed by `<script` makes a parser expect two end tags.
  return name === 'script' && /<script/i.test(text) ? closed.replaceAll('<!--', '<\\!--') : closed;
}
