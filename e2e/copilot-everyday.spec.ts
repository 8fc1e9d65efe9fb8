import type { Page } from '@playwright/test';
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { drawBoard } from './fixtures/board.ts';
import { expect, test } from './fixtures/wayscribe.ts';

/** A calendar as pages draw it: plain elements, one handler for all of them, and no word that they can be pressed. */
async function drawCalendar(page: Page): Promise<void> {
  await page.evaluate(() => {
    const calendar = document.createElement('div');
    const chosen = document.createElement('p');
    chosen.id = 'chosen';
    const shown = new Date(2031, 2, 1);
    const draw = (): void => {
      const first = (shown.getDay() + 6) % 7;
      const length = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate();
      const title = shown.toLocaleDateString('en', { month: 'long', year: 'numeric' });
      calendar.innerHTML = `<p><span data-by=-1 title="Previous month" style="cursor:pointer">‹</span> ${title}
        <span data-by=1 title="Next month" style="cursor:pointer">›</span></p>
        <div style="display:grid;grid-template-columns:repeat(7,40px)">${'<i></i>'.repeat(first)}${Array.from(
          { length },
          (_, at) => `<div>${String(at + 1)}</div>`,
        ).join('')}</div>`;
    };
    calendar.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const by = Number(target.dataset['by'] ?? 0);
      shown.setMonth(shown.getMonth() + by);
      if (by === 0) {
        chosen.textContent = `${target.textContent} ${String(shown.getMonth() + 1)}`;
        return;
      }
      draw();
    });
    draw();
    document.body.replaceChildren(calendar, chosen);
  });
}

test('chooses days in a custom calendar, and turns it to the right month', async ({
  page,
  panel,
}) => {
  await drawCalendar(page);
  await askCopilot(panel, 'choose March 14');
  await expect(page.locator('#chosen')).toHaveText('14 3');
  await askCopilot(panel, 'pick the 5th');
  await expect(page.locator('#chosen')).toHaveText('5 3');
  await askCopilot(panel, 'choose May 2');
  await expect(page.locator('#chosen')).toHaveText('2 5');
  await askCopilot(panel, 'choose January 31, 2031');
  await expect(page.locator('#chosen')).toHaveText('31 1');
});

test('drags a card to another list, renames it, and opens its menu', async ({ page, panel }) => {
  await drawBoard(page);
  const [open, done] = [page.locator('.list').first(), page.locator('.list').last()];
  await askCopilot(panel, 'move Milk to Done');
  await expect(done).toHaveText('Milk');
  await expect(open).toHaveText('Rent');
  await askCopilot(panel, 'rename Milk to Oats, then right-click Rent');
  await expect(done).toHaveText('Oats');
  await expect(page.locator('#m')).toHaveText('Remove Rent');
  await askCopilot(panel, 'drag Rent to Later');
  await expect(panel.getByText('I could not find “Later” on this page.')).toBeVisible();
  await expect(open).toHaveText('Rent');
});

test('copies a field’s value, and a value shown on the page, into another field', async ({
  page,
  panel,
}) => {
  await page.evaluate(() => {
    document.body.innerHTML = `<fieldset><legend>Billing</legend><label>Name <input></label></fieldset>
      <fieldset><legend>Shipping</legend><label>Name <input id=to></label></fieldset>
      <dl><dt>Parcel</dt><dd>R-1042</dd></dl><label>Note <textarea id=note></textarea></label>`;
  });
  await page.getByLabel('Name').first().fill('Ada Byron');
  await askCopilot(panel, 'copy the billing name to the shipping name');
  await expect(page.locator('#to')).toHaveValue('Ada Byron');
  await askCopilot(panel, 'copy the parcel to the note');
  await expect(page.locator('#note')).toHaveValue('R-1042');
});

test('asks whether to close what covers the target, and then continues', async ({
  page,
  panel,
}) => {
  await page.evaluate(() => {
    document.body.innerHTML = `<button id=more>Read more</button>
      <div id=over style="position:fixed;inset:0;background:#eee"><h2>Our newsletter</h2><button>Sign up</button><button id=no>No thanks</button></div>`;
    document.querySelector('#no')?.addEventListener('click', () => {
      document.querySelector('#over')?.remove();
    });
    document.querySelector('#more')?.addEventListener('click', () => {
      document.body.append('Once upon a time');
    });
  });
  const asked = await askCopilot(panel, 'click Read more');
  expect(asked.join('\n')).toContain('Shall I press “No thanks” first');
  await expect(page.locator('#over')).toBeVisible();
  await askCopilot(panel, 'yes');
  await expect(page.getByText('Once upon a time')).toBeVisible();
});
