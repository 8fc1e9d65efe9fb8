const kept = new Set([
  'B',
  'STRONG',
  'I',
  'EM',
  'U',
  'UL',
  'OL',
  'LI',
  'P',
  'DIV',
  'BR',
  'H2',
  'H3',
]);
const dropped = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT', 'TITLE']);

/**
 * Keeps plain formatting of pasted or stored HTML: no attributes, no scripts, unknown tags become their content.
 *
 * @param {string} html
 * @returns {string}
 */
export function sanitise(html) {
  // A parsed document is inert: nothing in it loads or runs.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...body.querySelectorAll('*')]) {
    if (dropped.has(element.tagName)) element.remove();
    else if (!kept.has(element.tagName)) element.replaceWith(...element.childNodes);
    else for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  return body.innerHTML;
}

/** The words of a note, without its formatting. */
export function readWords(html) {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<\/?(p|div|li|br|h\d)\b/g, ' $&'),
    'text/html',
  );
  return body.textContent.replace(/\s+/g, ' ').trim();
}
