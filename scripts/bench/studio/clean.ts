import type { Page } from 'playwright';

/**
 * Titles, cleans, checks and approves the only demonstration by keyboard alone, as an annotator would: a noise turn, a
 * deleted turn, a corrected text, another target, and the approval.
 */
export async function cleanDemonstration(studio: Page) {
  let keys = 0;
  const press = async (...pressed: string[]): Promise<void> => {
    for (const key of pressed) {
      keys += 1;
      await studio.keyboard.press(key);
    }
  };
  const type = async (text: string): Promise<void> => {
    keys += text.length;
    await studio.keyboard.type(text);
  };
  const row = studio.getByRole('list', { name: 'Demonstrations' }).getByRole('button').first();
  await row.waitFor();
  const start = Date.now();
  await row.focus();
  await press('F2');
  await type('Put a walnut lamp into the cart');
  await press('Enter');
  await studio.getByRole('button', { name: 'Put a walnut lamp into the cart' }).first().waitFor();
  await press('Enter');
  const turns = studio.getByRole('complementary', { name: /Turns of/ }).locator('[data-item]');
  await turns.first().waitFor();
  // Those far from the view are not in the page.
  const count = Number(await turns.first().getAttribute('aria-setsize'));
  // What was asked, in better words.
  await press('j', 'e');
  await type('Type lamp into the search box and press Enter.');
  await press('Enter');
  await studio.getByText('1 change').waitFor();
  // Another target: the ranker's second.
  await press('j', 't');
  await studio
    .getByRole('group', { name: 'Choose the target' })
    .getByRole('listitem')
    .nth(4)
    .waitFor();
  await press('2');
  await studio.getByText('2 changes').waitFor();
  await press('Control+z');
  // Marks the last turn as noise, and deletes the one before it.
  for (let at = 2; at < count - 1; at += 1) await press('j');
  await press('x', 'k', 'Delete');
  await studio.getByText('3 changes').waitFor();
  await press('a');
  await studio.getByRole('group', { name: 'Review' }).getByText('Approved').waitFor();
  const seconds = (Date.now() - start) / 1000;
  await studio.getByRole('button', { name: 'Back to the list' }).click();
  return { turns: count, keys, seconds };
}
