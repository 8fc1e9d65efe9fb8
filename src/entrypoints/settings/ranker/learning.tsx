import type { ReactNode } from 'react';
import { useId, useRef } from 'react';
import type { LearningJob } from '../../../protocol/learning.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { nameRanker } from '../../../ui/describe-ranker.ts';
import { Notice } from '../../../ui/components/notice.tsx';
import { describeLesson, describeSize, formatShare } from './describe-lesson.ts';
import type { LearnedRow, LearningEvents, LearningModel } from '../settings-model.ts';
import styles from './learning.module.css';

type RunningJob = Extract<LearningJob, { state: 'running' }>;

function describeProgress({ phase, done, total }: RunningJob): string {
  if (phase === 'learning') return `Learning and trying it: ${String(Math.floor(done * 100))} %`;
  if (total === 0) return 'Looking for what was asked for';
  return `Asking the ranker about turn ${String(Math.min(done + 1, total))} of ${String(total)}`;
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

/** How the last one ended; said aloud. */
function LearningResult({ job }: { job: LearningJob }): ReactNode {
  switch (job.state) {
    case 'done': {
      const tone = job.lesson.kind === 'learned' ? 'good' : 'info';
      return <Notice tone={tone} happened={describeLesson(job.lesson)} saved={null} next={null} />;
    }
    case 'failed':
      return (
        <Notice
          tone="error"
          happened={`The ranker did not learn: ${job.reason}.`}
          saved="It ranks as before."
          next={null}
        />
      );
    case 'stopped':
      return (
        <Notice
          tone="info"
          happened="It was stopped."
          saved="The ranker ranks as before."
          next={null}
        />
      );
    case 'none':
    case 'running':
      return null;
  }
}

function LearnedRanker(props: { row: LearnedRow; disabled: boolean; events: LearningEvents }) {
  const { row, disabled, events } = props;
  const { ranker, before, after } = row.record;
  const id = useId();
  return (
    <li className={styles.learned}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={row.isOn}
          disabled={disabled}
          aria-describedby={id}
          onChange={({ target }) => events.onSwitch(row, target.checked)}
        />
        Use what was learned with “{nameRanker(ranker)}”
      </label>
      <p id={id} className={styles.note}>
        Mean reciprocal rank {formatShare(before)} before, {formatShare(after)} with it, on{' '}
        {describeSize(row.record)} that were held out in turn.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => events.onExport(row)}>Export</Button>
        <ConfirmButton
          label="Reset"
          cancelLabel="Keep"
          question="Forget what was learned? The demonstrations stay, and it can learn again."
          disabled={disabled}
          onConfirm={() => events.onReset(row)}
        />
      </div>
    </li>
  );
}

function ImportFile({ onImport }: { onImport: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File of what was learned"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onImport(file);
          // The same file again is a choice too.
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>Import…</Button>
    </>
  );
}

/** What the ranker learns from demonstrations: to begin it, to follow it, and to take it back. */
export function Learning({ model, events }: { model: LearningModel; events: LearningEvents }) {
  const { job, learned, message: said, problem } = model;
  const isBusy = job.state === 'running';
  return (
    <section className={styles.learning} aria-label="Learn from your demonstrations">
      <h3>Learn from your demonstrations</h3>
      <p className={styles.note}>
        Every recorded turn is held against the ranker: would it have picked the element that was
        acted on? From that it learns what counts for you, and it uses that only when it then finds
        more of what it was not shown. All of it happens in this browser; nothing leaves this
        computer.
      </p>
      <div className={styles.actions}>
        {/* Not disabled while it runs: the keyboard's focus is on it. */}
        <Button
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) events.onLearn();
          }}
        >
          Learn
        </Button>
        {isBusy ? (
          <Button onClick={events.onCancel}>Cancel</Button>
        ) : (
          <ImportFile onImport={events.onImport} />
        )}
      </div>
      <div className={styles.job}>
        {isBusy && <LearningProgress job={job} />}
        {job.state === 'none' && said === null && (
          <p className={styles.note}>It takes seconds to minutes, and can be stopped.</p>
        )}
        <div role="status" className={styles.said}>
          {isBusy && <span className="visually-hidden">The ranker learns.</span>}
          <LearningResult job={job} />
          {said !== null && <p>{said}</p>}
        </div>
      </div>
      {problem !== null && (
        <Notice
          tone="error"
          happened={problem}
          saved="Nothing was changed."
          next={null}
          role="alert"
        />
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
