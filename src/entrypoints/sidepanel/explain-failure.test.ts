import { expect, it } from 'vitest';
import { explainFailure } from './panel-state.ts';

it('does not call failed what may have been done when the worker stopped', () => {
  const error = new Error(
    'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
  );
  const { happened, next } = explainFailure(error);
  expect(happened).toBe(
    'Wayscribe was restarted before it could answer. Your request may have worked.',
  );
  expect(next).toContain('before you try again');
  expect(explainFailure(new Error('The disk is full.')).happened).toContain('The disk is full.');
});
