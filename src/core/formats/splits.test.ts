import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeContent } from './content.fixture.ts';
import { keepHtml } from './page.fixture.ts';
import { assignSplits, nameGroup, SPLIT_GROUPS, SPLITS } from './splits.ts';

describe('assignSplits', () => {
  it('puts four fifths of many groups into train, and a tenth each into valid and test', () => {
    const groups = Array.from({ length: 1000 }, (_, at) => `site-${at}`);
    const splits = [...assignSplits(groups, 1).values()];
    expect(SPLITS.map((split) => splits.filter((each) => each === split).length)).toEqual([
      800, 100, 100,
    ]);
    expect(assignSplits(groups, 2)).not.toEqual(assignSplits(groups, 1));
  });

  it('does not depend on the order, and has every group in one split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        (groups, seed) => {
          const splits = assignSplits(groups, seed);
          expect([...splits].sort()).toEqual([...assignSplits(groups.toReversed(), seed)].sort());
          expect(splits.size).toBe(new Set(groups).size);
        },
      ),
    );
  });

  it('trains on a single group', () => {
    expect([...assignSplits(['only', 'only'], 3).values()]).toEqual(['train']);
  });
});

describe('nameGroup', () => {
  const form = { annotator: 'Ada', tasks: [], navigatorName: '', instructorName: '' };
  const page = keepHtml('<p>A page</p>', 'https://shop.example:8443/basket');
  const shop = makeContent(
    [
      { action: { intent: 'say', speaker: 'instructor', utterance: 'Find a KETTLE. A red one.' } },
      { action: { intent: 'scroll', x: 0, y: 9, uid: null }, page },
    ],
    { id: 'd-1', form: { ...form, description: '' } },
  );

  it('names site, task, annotator and demonstration', () => {
    expect(SPLIT_GROUPS.map((group) => nameGroup(group, shop))).toEqual([
      ...['shop.example:8443', 'find a kettle', 'Ada', 'd-1'],
    ]);
  });

  it('names a task by its description, whatever its case', () => {
    const described = { ...form, description: ' Buy a Kettle ' };
    const { demonstration, turns } = shop;
    const renamed = { demonstration: { ...demonstration, form: described }, turns };
    expect(nameGroup('task', renamed)).toBe('buy a kettle');
  });

  it('names no site without a page', () => {
    expect(nameGroup('site', { ...shop, turns: shop.turns.slice(0, 1) })).toBe('');
  });
});
