// @ts-check
/** Talks to the copilot in an open panel, as a person does. */

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
  const known = (await listEntries(panel)).length;
  await panel.getByRole('textbox', { name: 'Message' }).fill(text);
  await panel.getByRole('button', { name: 'Send' }).click();
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
  // The message is there at once, and with it, while the round runs, its Stop.
  await entriesOf(panel).nth(known).waitFor();
  await panel
    .getByRole('button', { name: 'Stop copilot' })
    .waitFor({ state: 'detached', timeout: PATIENCE });
  return (await listEntries(panel)).slice(known + 1);
}

/**
 * @param {Page} panel
 * @returns {Promise<string[]>} every entry of the conversation, its white space made single
 */
export async function listEntries(panel) {
  const texts = await entriesOf(panel).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** @param {Page} panel */
function entriesOf(panel) {
  return panel.getByRole('log', { name: 'Conversation' }).locator(':scope > div > *');
}
