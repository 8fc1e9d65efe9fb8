/**
 * Says what just changed, in the page's one visible status line.
 *
 * @param {string} text
 */
export function announce(text) {
  document.querySelector('#status').textContent = text;
}
