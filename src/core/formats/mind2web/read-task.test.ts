import { expect, it } from 'vitest';
import { makeSayTurn } from '../../demonstration/make-turn.fixture.ts';
import { readTask } from './task.ts';

const EMPTY_FORM = {
  annotator: '',
  description: '',
  tasks: [],
  navigatorName: '',
  instructorName: '',
};
const say = (utterance: string) =>
  makeSayTurn({ action: { intent: 'say', speaker: 'instructor', utterance } });

it('takes the first request as the task, without what corrects it', () => {
  const turns = [say('order two lamps'), say('no, the other one')];
  expect(readTask({ form: EMPTY_FORM }, turns)).toBe('order two lamps');
});
