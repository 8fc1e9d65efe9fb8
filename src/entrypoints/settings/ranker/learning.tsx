import type { ReactNode } from 'react';
import { useId } from 'react';
import { message } from '../../../messages/message.ts';
import type { LearningJob } from '../../../protocol/learning.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { CheckField, FileButton } from '../../../ui/components/fields.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { nameRanker } from '../../../ui/describe-ranker.ts';
import type { LearnedRow, LearningEvents, LearningModel } from '../settings-model.ts';
import { describeLesson, describeSize, formatShare } from './describe-lesson.ts';
import styles from './learning.module.css';

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

interface LearnedRankerProps {
  row: LearnedRow;
  disabled: boolean;
  events: LearningEvents;
}

function LearnedRanker({ row, disabled, events }: LearnedRankerProps) {
  const { ranker, before, after } = row.record;
  const id = useId();
  return (
    <li className={styles.learned}>
      <CheckField
        label={message('settingsLearnedUse', nameRanker(ranker))}
        role="switch"
        checked={row.isOn}
        disabled={disabled}
        aria-describedby={id}
        onChange={(isOn) => events.onSwitch(row, isOn)}
      />
      <p id={id} className={styles.note}>
        {message(
          'settingsLearnedRanks',
          formatShare(before),
          formatShare(after),
          describeSize(row.record),
        )}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => events.onExport(row)}>{message('commonExport')}</Button>
        <ConfirmButton
          label={message('settingsReset')}
          cancelLabel={message('commonKeep')}
          question={message('settingsResetQuestion')}
          disabled={disabled}
          onConfirm={() => events.onReset(row)}
        />
      </div>
    </li>
  );
}

/** Starts, follows and resets what the ranker learns from demonstrations. */
export function Learning({ model, events }: { model: LearningModel; events: LearningEvents }) {
  const { job, learned, message: result, problem } = model;
  const isBusy = job.state === 'running';
  return (
    <section className={styles.learning} aria-label={message('settingsLearn')}>
      <h3>{message('settingsLearn')}</h3>
      <p className={styles.note}>{message('settingsLearnNote')}</p>
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={events.onLearn}>
          {message('settingsLearnButton')}
        </Button>
        {isBusy ? (
          <Button onClick={events.onCancel}>{message('commonCancel')}</Button>
        ) : (
          <FileButton
            label={message('settingsLearnedFile')}
            accept=".json,application/json"
            onFiles={([file]) => file && events.onImport(file)}
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
          {learned.map((row) => (
            <LearnedRanker key={row.record.ranker} row={row} disabled={isBusy} events={events} />
          ))}
        </ul>
      )}
    </section>
  );
}
