import { expect, it } from 'vitest';
import type { PageAction } from '../../core/action/action.ts';
import { labelTarget } from './page-marks.ts';

it.each<[string, PageAction]>([
  ['click this', { intent: 'click', uid: 'a' }],
  ['type text in this', { intent: 'textInput', text: 'hunter2', uid: 'a' }],
  ['tick this', { intent: 'change', value: 'true', uid: 'a' }],
  ['choose a value in this', { intent: 'change', value: '3 May', uid: 'a' }],
  ['press Enter in this', { intent: 'press', key: 'Enter', uid: 'a' }],
  ['press a key in this', { intent: 'press', key: '7', uid: 'a' }],
])('says "Wayscribe will %s" beside the target', (phrase, action) => {
  expect(labelTarget(action)).toBe(`Wayscribe will ${phrase}`);
});

it('names the agent beside the target of its action', () => {
  expect(labelTarget({ intent: 'click', uid: 'a' }, 'Claude')).toBe('Claude: click this');
});
