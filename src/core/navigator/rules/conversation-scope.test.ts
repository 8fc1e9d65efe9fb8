import { expect, it } from 'vitest';
import {
  allowForTask,
  allowHosts,
  explainOutside,
  hearMessage,
  letVisit,
  NEW_SCOPE,
  takeBack,
} from './conversation-scope.ts';
import type { Grant } from './rule-book.ts';

const NO_LISTS = { allow: [], deny: [] };
const LEAVE: Grant = { condition: 'leave-sites', host: 'other.example', intent: 'load' };
const DELETE: Grant = { condition: 'delete', host: 'shop.example', intent: 'click' };

it('ends what was allowed for the task with one answer, and nothing else', () => {
  const heard = hearMessage(NEW_SCOPE, 'tidy up', 'https://shop.example/');
  const opened = letVisit(allowHosts(heard, [LEAVE.host]), LEAVE.host);
  const scope = allowForTask(allowForTask(opened, 'a', [LEAVE]), 'b', [DELETE]);
  expect(explainOutside(scope, 'https://other.example/', NO_LISTS)).toBeNull();

  const left = takeBack(scope, 'a');
  expect(explainOutside(left, 'https://other.example/', NO_LISTS)).toContain('other.example');
  expect(explainOutside(left, 'https://shop.example/', NO_LISTS)).toBeNull();
  expect(left.granted).toEqual([{ ...DELETE, turnId: 'b' }]);
  expect(takeBack(left, 'b').granted).toEqual([]);
  expect(takeBack(left, 'unknown')).toEqual(left);
});
