import type { ReactNode } from 'react';
import { useId } from 'react';
import type { LearnedItem } from '../../../app/learning.ts';
import { message, countMessage } from '../../../messages/message.ts';
import type { LearningJob, LessonReport } from '../../../protocol/learning.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { CheckField, FileButton } from '../../../ui/components/fields.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { nameRanker } from '../../../ui/describe-ranker.ts';
import {
  cancelLearn,
  exportItem,
  importFile,
  learn,
  resetItem,
  switchItem,
  useLearning,
} from './learning-controller.ts';
import styles from './learning.module.css';
import { LEAST_CHOICES, LEAST_GROUPS } from '../../../core/ranking/learning/learn.ts';

type RunningJob = Extract<LearningJob, { state: 'running' }>;

function describeProgress({ phase, done, total }: RunningJob): string {
  if (phase === 'learning') return message('settingsLearningShare', Math.floor(done * 100));
  if (total === 0) return message('settingsLearningSearch');
  return message('settingsLearningTurn', Math.min(done + 1, total), total);
}

function LearningProgress({ job }: { job: RunningJob }) {
  const id = useId();
  const share = job.total > 0 ? job.done / job.total : undefined;
  return (
    <>
      <progress className={styles.bar} max={1} value={share} aria-labelledby={id} />
      <p id={id} className={styles.note}>
        {describeProgress(job)}
      </p>
    </>
  );
}

/** How the last job ended, announced to screen readers. */
function LearningResult({ job }: { job: LearningJob }): ReactNode {
  switch (job.state) {
    case 'done': {
      const tone = job.lesson.kind === 'learned' ? 'good' : 'info';
      return <Notice tone={tone} happened={describeLesson(job.lesson)} />;
    }
    case 'failed':
      return (
        <Notice
          tone="error"
          happened={message('settingsLearnFailed', job.reason)}
          saved={message('settingsLearnFailedSaved')}
        />
      );
    case 'stopped':
      return (
        <Notice
          tone="info"
          happened={message('settingsLearnStopped')}
          saved={message('settingsLearnStoppedSaved')}
        />
      );
    case 'none':
    case 'running':
      return null;
  }
}

function LearnedRanker({ item, disabled }: { item: LearnedItem; disabled: boolean }) {
  const { ranker, before, after } = item.record;
  const id = useId();
  return (
    <li className={styles.learned}>
      <CheckField
        label={message('settingsLearnedUse', nameRanker(ranker))}
        role="switch"
        checked={item.isOn}
        disabled={disabled}
        aria-describedby={id}
        onChange={(isOn) => switchItem(item, isOn)}
      />
      <p id={id} className={styles.note}>
        {message(
          'settingsLearnedRanks',
          formatShare(before),
          formatShare(after),
          describeSize(item.record),
        )}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => exportItem(item)}>{message('commonExport')}</Button>
        <ConfirmButton
          label={message('settingsReset')}
          question={message('settingsResetQuestion')}
          disabled={disabled}
          onConfirm={() => resetItem(item)}
        />
      </div>
    </li>
  );
}

/** Starts, follows and resets what the ranker learns from demonstrations. */
export function Learning() {
  const { isRead, job, learned, result, problem } = useLearning();
  if (!isRead) return null;
  const isBusy = job.state === 'running';
  return (
    <section className={styles.learning} aria-label={message('settingsLearn')}>
      <h3>{message('settingsLearn')}</h3>
      <p className={styles.note}>{message('settingsLearnNote')}</p>
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={learn}>
          {message('settingsLearnButton')}
        </Button>
        {isBusy ? (
          <Button onClick={cancelLearn}>{message('commonCancel')}</Button>
        ) : (
          <FileButton
            label={message('settingsLearnedFile')}
            accept=".json,application/json"
            onFiles={([file]) => file && importFile(file)}
          >
            {message('settingsImportFile')}
          </FileButton>
        )}
      </div>
      <div className={styles.job}>
        {isBusy && <LearningProgress job={job} />}
        {job.state === 'none' && result === null && (
          <p className={styles.note}>{message('settingsLearnTime')}</p>
        )}
        <div role="status" className={styles.said}>
          {isBusy && <span className="visually-hidden">{message('settingsLearning')}</span>}
          <LearningResult job={job} />
          {result !== null && <p>{result}</p>}
        </div>
      </div>
      {problem !== null && (
        <Notice tone="error" happened={problem} saved={message('settingsUnchanged')} role="alert" />
      )}
      {learned.length > 0 && (
        <ul className={styles.list}>
          {learned.map((item) => (
            <LearnedRanker key={item.record.ranker} item={item} disabled={isBusy} />
          ))}
        </ul>
      )}
    </section>
  );
}

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
function describeSize({ choices, groups }: { choices: number; groups: number }): string {
  return message(
    'settingsLessonSize',
    countMessage('settingsChoices', choices),
    countMessage('commonDemonstrationsCount', groups),
  );
}

/** Returns `.61` or `1.00`. */
function formatShare(share: number): string {
  return share.toFixed(2).replace(/^0/, '');
}
