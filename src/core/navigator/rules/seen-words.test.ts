import { expect, it } from 'vitest';
import { buildPage } from '../../ranking/page.fixture.ts';
import { readElementWords } from './target-facts.ts';

it('reads what an element says as the page’s own script does', () => {
  const page = buildPage(
    `<body><div data-t="1a-x" title="Draft" id="d"> Save
      <b>the</b> draft</div><p data-t="2b-y">${'word '.repeat(1000)}</p></body>`,
  );
  expect(readElementWords(page, '1a-x')?.split('\n')).toEqual(['Save the draft', 'Draft', 'd']);
  expect(readElementWords(page, '2b-y')?.length).toBeLessThan(6000);
  expect(readElementWords(page, '3c-z')).toBeNull();
});
