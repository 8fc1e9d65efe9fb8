import { expect, it } from 'vitest';
import { buildPage, VIEWPORT } from '../page.fixture.ts';
import { describeCandidate, nameCandidate } from './describe-candidate.ts';
import { listCandidates } from './list-candidates.ts';

it('drops the colon at the end of a label', () => {
  const page = buildPage('<body><label>Sort posts: <select><option>Newest</select></label></body>');
  const candidates = listCandidates([page], VIEWPORT);
  const [list] = candidates;
  expect(list && nameCandidate(list)).toBe('Sort posts');
  expect(list && describeCandidate(list, candidates)).toBe('Sort posts');
});
