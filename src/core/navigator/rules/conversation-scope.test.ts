import { expect, it } from 'vitest';
import {
  allowForTask,
  allowHosts,
  explainBlockedPage,
  addMessage,
  allowVisit,
  EMPTY_SCOPE,
  revokeTaskGrants,
} from './conversation-scope.ts';
import type { Grant } from './rule-book.ts';

const NO_LISTS = { allow: [], deny: [] };
const LEAVE: Grant = { condition: 'leave-sites', host: 'other.example', intent: 'load' };
const DELETE: Grant = { condition: 'delete', host: 'shop.example', intent: 'click' };

it('ends what was allowed for the task with one answer, and nothing else', () => {
  const heard = addMessage(EMPTY_SCOPE, 'tidy up', 'https://shop.example/');
  const opened = allowVisit(allowHosts(heard, [LEAVE.host]), LEAVE.host);
  const scope = allowForTask(allowForTask(opened, 'a', [LEAVE]), 'b', [DELETE]);
  expect(explainBlockedPage(scope, 'https://other.example/', NO_LISTS)).toBeNull();

  const left = revokeTaskGrants(scope, 'a');
  expect(explainBlockedPage(left, 'https://other.example/', NO_LISTS)).toContain('other.example');
  expect(explainBlockedPage(left, 'https://shop.example/', NO_LISTS)).toBeNull();
  expect(left.granted).toEqual([{ ...DELETE, turnId: 'b' }]);
  expect(revokeTaskGrants(left, 'b').granted).toEqual([]);
  expect(revokeTaskGrants(left, 'unknown')).toEqual(left);
});
