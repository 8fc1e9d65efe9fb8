/** Some of the commands of `npm run bench:widgets`, one for each mechanism: done, and reported as done. */
import { buildWidgetPages } from '../../practice/build-widgets.mjs';
import { INSTRUCTIONS } from '../../scripts/bench/widgets/instructions.ts';
import { tryInstruction } from '../../scripts/bench/widgets/measure.ts';
import { findTabId } from '../../scripts/panel.mjs';
import { expect, test } from '../fixtures/wayscribe.ts';

test.beforeAll(buildWidgetPages);

const MECHANISMS: Record<string, string> = {
  'a range of dates, typed': 'set the stay from 3 May 2031 to 9 May 2031',
  'a date, part by part': 'set the expiry date to 30 November 2032',
  'two days of a calendar': 'set the trip from March 10 to March 14',
  'a slider moved by its keys': 'set the zoom to 80',
  'one handle of two': 'set the lowest price to 20',
  'a rating without names': 'give a rating of 4 stars',
  'a box hidden to a pixel': 'rate my stay with 5 stars',
  'the head of a column': 'sort the planets by moons',
  'all boxes but one': 'tick everything except Milk',
  'a value taken when the field is left': 'change the border colour to #336699',
  'a press that only a state shows': 'choose March 9',
  'two values of one list': 'select Cheese and Olives as toppings',
  'a path through lists': 'set the region to Portugal / Porto',
  'a month that slides in': 'choose May 6, 2031',
};

for (const [mechanism, say] of Object.entries(MECHANISMS)) {
  test(`operates ${mechanism}`, async ({ app, page, panel, practice }) => {
    const instruction = INSTRUCTIONS.find((each) => each.say === say);
    if (!instruction) throw new Error(`There is no instruction “${say}”.`);
    const tabId = await findTabId(app, page);
    const result = await tryInstruction({ page, panel, tabId, origin: practice.url }, instruction);
    expect(result, result.report).toMatchObject({ outcome: 'right' });
  });
}
