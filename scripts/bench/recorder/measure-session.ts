import type { Page } from 'playwright';
import { roundFigure } from './median.ts';
import type { Recorder } from './open-recorder.ts';
import { waitForTurns } from './open-recorder.ts';

export interface SessionFigures {
  turns: number;
  /** All that is kept, each content once, by turn. */
  bytes_per_turn: number;
  /** Of which pages (html and boxes), images, and the turns themselves. */
  page_bytes: number;
  image_bytes: number;
  turn_bytes: number;
  /** If nothing were kept once for several turns. */
  bytes_per_turn_before: number;
}

/** Shops on the practice site as a person does, until about `turns` turns are kept. */
export async function measureSession(
  recorder: Recorder,
  site: string,
  turns: number,
): Promise<{ id: string; figures: SessionFigures }> {
  const { page, panel } = recorder;
  await page.goto(`${site}shop/`);
  await page.bringToFront();
  const id = await recorder.start();
  for (let round = 0; ; round++) {
    await shop(page, round);
    const kept = await panel.evaluate((of) => globalThis.wayscribeStore.count(of), id);
    if (kept >= turns) break;
    if (round > turns) throw new Error(`${round} rounds of shopping made only ${kept} turns.`);
  }
  await recorder.stop();
  await waitForTurns(recorder, id, turns);
  const sizes = await panel.evaluate((of) => globalThis.wayscribeStore.sizes(of), id);
  const pages = sizes.html + sizes.boxes;
  const perTurn = (bytes: number): number => roundFigure(bytes / sizes.turns);
  return {
    id,
    figures: {
      turns: sizes.turns,
      bytes_per_turn: perTurn(pages + sizes.images + sizes.turnBytes),
      page_bytes: perTurn(pages),
      image_bytes: perTurn(sizes.images),
      turn_bytes: perTurn(sizes.turnBytes),
      bytes_per_turn_before: perTurn(sizes.named + sizes.turnBytes),
    },
  };
}

const WORDS = ['lamp', 'kettle', 'mug'];
/** Between two actions, ms. */
const THINKING = 350;

async function shop(page: Page, round: number): Promise<void> {
  const search = page.getByRole('searchbox').first();
  await search.click();
  await page.waitForTimeout(THINKING);
  await search.pressSequentially(WORDS[round % WORDS.length] ?? '', { delay: 40 });
  await search.press('Enter');
  await page.waitForLoadState();
  await page.waitForTimeout(THINKING);
  await page.locator('#sort').selectOption('cheap');
  await page.locator('#products a').first().click();
  await page.locator('#more').waitFor();
  for (let more = 0; more < 2; more++) {
    await page.waitForTimeout(THINKING);
    await page.locator('#more').click({ delay: 80 });
  }
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(2 * THINKING);
  await page.locator('#add').click({ delay: 80 });
  await page.waitForTimeout(THINKING);
  await page.getByRole('link', { name: 'All products' }).click({ delay: 80 });
  await page.locator('#products a').first().waitFor();
}
