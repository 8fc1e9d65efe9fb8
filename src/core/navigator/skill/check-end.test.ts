import { expect, it } from 'vitest';
import { buildPage } from '../../ranking/page.fixture.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { listUnmet } from './check-end.ts';
import { makeSkillOf, makeStep } from './skill.fixture.ts';

it('says which conditions of the last active step don’t hold', () => {
  const root = buildPage('<body><p>Cart: 2</p></body>');
  const page = { url: 'http://localhost/cart', root, candidates: listCandidates([root]) };
  const skill = makeSkillOf(
    [
      makeStep({ id: 'one', checks: [{ kind: 'shows', text: 'Searching' }] }),
      makeStep({
        id: 'two',
        checks: [
          { kind: 'shows', text: 'Cart: {{amount}}' },
          { kind: 'address', path: '/cart' },
        ],
      }),
      makeStep({ id: 'three', dropped: 'It was undone.', checks: [{ kind: 'shows', text: 'x' }] }),
    ],
    { slots: [{ name: 'amount', type: 'number', byDefault: '2', label: 'Amount', options: [] }] },
  );
  expect(listUnmet(skill, {}, page)).toEqual([]);
  expect(listUnmet(skill, { amount: '3' }, page)).toEqual(['show “Cart: 3”']);
  expect(listUnmet(makeSkillOf([]), {}, page)).toEqual([]);
});
