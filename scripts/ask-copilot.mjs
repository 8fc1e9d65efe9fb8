// @ts-check
/** Talks to the copilot in an open panel, as a person does. */
/* global HTMLElement -- in a function that is sent to a page */

/** @typedef {import('playwright').Page} Page */

/** How long one round may take, all its actions together. */
const PATIENCE = 30_000;

/**
 * Sends a message and waits until the copilot's round has ended.
 *
 * @param {Page} panel
 * @param {string} text
 * @returns {Promise<string[]>} what came of it: the new entries of the conversation
 */
export async function askCopilot(panel, text) {
  const known = await countEntries(panel);
  await panel.getByRole('textbox', { name: 'Message' }).fill(text);
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  return readOutcome(panel, known);
}

/**
 * Waits for the end of the round that a message has begun.
 *
 * @param {Page} panel
 * @param {number} known how many entries there were before the message
 * @returns {Promise<string[]>} the entries after the message
 */
export async function readOutcome(panel, known) {
  // The message is there at once, and with it, while the run lasts, its Stop.
  await panel.locator(`[aria-posinset="${known + 1}"]`).waitFor();
  await untilGone(panel, '[aria-label="Stop copilot"]');
  const entries = await readEntries(panel);
  return entries.filter(({ place }) => place > known + 1).map(({ text }) => text);
}

/**
 * Resolves when the page has no such element. Playwright's own wait looks only every half second.
 *
 * @param {Page} page
 * @param {string} selector
 */
async function untilGone(page, selector) {
  await page.evaluate(
    ([wanted, ms]) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${wanted} is still there`)), ms);
        const observer = new MutationObserver(check);
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        check();
        function check() {
          if (document.querySelector(wanted)) return;
          observer.disconnect();
          clearTimeout(late);
          resolve(null);
        }
      }),
    /** @type {const} */ ([selector, PATIENCE]),
  );
}

/**
 * @param {Page} panel
 * @returns {Promise<string[]>} the entries of the conversation about the one in view, their white space
 *   made single; all of them while they are few
 */
export async function listEntries(panel) {
  return (await readEntries(panel)).map(({ text }) => text);
}

/**
 * @param {Page} panel
 * @returns {Promise<number>} of the whole conversation, drawn or not
 */
async function countEntries(panel) {
  return (await readEntries(panel)).at(-1)?.count ?? 0;
}

/** @param {Page} panel */
function readEntries(panel) {
  return panel
    .getByRole('log', { name: 'Conversation' })
    .locator('[aria-posinset]')
    .evaluateAll((entries) =>
      entries.map((entry) => ({
        place: Number(entry.getAttribute('aria-posinset')),
        count: Number(entry.getAttribute('aria-setsize')),
        text: entry instanceof HTMLElement ? entry.innerText.replace(/\s+/g, ' ').trim() : '',
      })),
    );
}
