import { LEAST_CHOICES, LEAST_GROUPS } from '../../../core/ranking/learning/learn.ts';
import { countMessage, message } from '../../../messages/message.ts';
import type { LessonReport } from '../../../protocol/learning.ts';

/** Describes the result of learning. */
export function describeLesson(lesson: LessonReport): string {
  const size = describeSize(lesson);
  if (lesson.kind !== 'too-few') {
    const name = lesson.kind === 'learned' ? 'settingsLessonLearned' : 'settingsLessonNoBetter';
    return message(name, formatShare(lesson.before), formatShare(lesson.after), size);
  }
  const choices = LEAST_CHOICES - lesson.choices;
  const groups = LEAST_GROUPS - lesson.groups;
  const [first = '', second] = [
    ...(choices > 0 ? [countMessage('settingsMoreChoices', choices)] : []),
    ...(groups > 0 ? [countMessage('settingsMoreDemonstrations', groups)] : []),
  ];
  return second === undefined
    ? message('settingsLessonTooFew', size, first)
    : message('settingsLessonTooFewBoth', size, first, second);
}

/** Returns `84 choices in 9 demonstrations`. */
export function describeSize({ choices, groups }: { choices: number; groups: number }): string {
  return message(
    'settingsLessonSize',
    countMessage('settingsChoices', choices),
    countMessage('commonDemonstrationsCount', groups),
  );
}

/** Returns `.61` or `1.00`. */
export function formatShare(share: number): string {
  return share.toFixed(2).replace(/^0/, '');
}
