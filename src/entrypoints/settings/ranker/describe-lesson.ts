import { LEAST_CHOICES, LEAST_GROUPS } from '../../../core/ranking/learning/learn.ts';
import type { LessonReport } from '../../../protocol/learning.ts';
import { formatCount } from '../../../ui/format.ts';

/** What came of learning, in one sentence or two. */
export function describeLesson(lesson: LessonReport): string {
  const size = `over ${describeSize(lesson)}`;
  if (lesson.kind === 'learned') {
    const { before, after } = lesson;
    return `The right element’s mean reciprocal rank on demonstrations it had not seen rose from ${formatShare(before)} to ${formatShare(after)}, ${size}: in use.`;
  }
  if (lesson.kind === 'no-better') {
    const { before, after } = lesson;
    return `What could be learned would not order demonstrations it had not seen better (mean reciprocal rank ${formatShare(before)}, then ${formatShare(after)}, ${size}), so the ranker was kept as it was.`;
  }
  const choices = Math.max(0, LEAST_CHOICES - lesson.choices);
  const groups = Math.max(0, LEAST_GROUPS - lesson.groups);
  const missing = [
    ...(choices > 0 ? [`${formatCount(choices, 'choice')} more`] : []),
    ...(groups > 0 ? [`${formatCount(groups, 'demonstration')} more`] : []),
  ].join(' and ');
  return `There is too little to learn from: ${describeSize(lesson)}. It takes ${missing}. A choice is an action on an element after something was asked for.`;
}

/** `84 choices in 9 demonstrations` */
export function describeSize({ choices, groups }: { choices: number; groups: number }): string {
  return `${formatCount(choices, 'choice')} in ${formatCount(groups, 'demonstration')}`;
}

/** `.61`, `1.00` */
export function formatShare(share: number): string {
  return share.toFixed(2).replace(/^0/, '');
}
