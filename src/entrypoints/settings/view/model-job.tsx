import type { ModelJob, ModelProgress } from '../../../protocol/models.ts';
import { Button } from '../../../ui/button/button.tsx';
import { formatBytes } from '../../../ui/format/amount.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import styles from './models.module.css';

const PHASES: Record<ModelProgress['phase'], string> = {
  vocabulary: 'Fetching the vocabulary',
  weights: 'Fetching the model',
  verify: 'Verifying what came',
  try: 'Trying the model',
};

function formatLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s left`;
  return `${Math.round(seconds / 60)} min left`;
}

function describe({ loaded, total, bytesPerS, etaS }: ModelProgress): string {
  const parts = [
    total === null ? formatBytes(loaded) : `${formatBytes(loaded)} of ${formatBytes(total)}`,
    ...(bytesPerS === null ? [] : [`${formatBytes(Math.round(bytesPerS))} per second`]),
    ...(etaS === null ? [] : [formatLeft(etaS)]),
  ];
  return parts.join(' · ');
}

function Running({ name, progress }: { name: string; progress: ModelProgress | null }) {
  const isFetching = progress?.phase === 'weights' || progress?.phase === 'vocabulary';
  const share =
    isFetching && progress.total !== null && progress.total > 0
      ? progress.loaded / progress.total
      : undefined;
  const phase = progress ? PHASES[progress.phase] : 'Beginning';
  return (
    <>
      <p className={styles.name}>Installing {name}</p>
      <progress className={styles.bar} max={1} value={share} aria-label={`${phase}: ${name}`} />
      <p className={styles.note}>
        {phase}
        {isFetching && <> · {describe(progress)}</>}
      </p>
    </>
  );
}

/** The installation under way, or how the last one ended. */
export function ModelJobView({ job, onCancel }: { job: ModelJob; onCancel: () => void }) {
  return (
    <>
      {job.state === 'running' && (
        <div className={styles.job}>
          <Running {...job} />
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )}
      <div role="status" className={styles.said}>
        {job.state === 'done' && (
          <Notice tone="good" happened={`${job.name} is installed.`} kept={null} next={null} />
        )}
        {job.state === 'failed' && (
          <Notice
            tone="error"
            happened={`${job.name} was not installed.`}
            kept={job.reason}
            next={null}
          />
        )}
      </div>
    </>
  );
}
