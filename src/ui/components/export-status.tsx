import { message } from '../../messages/message.ts';
import { formatBytes } from '../format.ts';
import styles from './export-status.module.css';
import { CheckIcon } from './icons.tsx';
import { MiddleText } from './middle-text.tsx';
import { Progress } from './progress.tsx';

/** The last export of a demonstration; amounts are in bytes. */
export type ExportModel =
  | { state: 'none' }
  /** Other exports come first. */
  | { state: 'waiting' }
  | { state: 'packing'; done: number; total: number }
  | { state: 'done'; files: readonly { fileName: string; bytes: number }[] }
  | { state: 'failed'; message: string };

type PendingExport = Extract<ExportModel, { state: 'waiting' | 'packing' }>;

export function isPending(exporting: ExportModel): exporting is PendingExport {
  return exporting.state === 'waiting' || exporting.state === 'packing';
}

interface ExportProgressProps {
  exporting: PendingExport;
  /** The id of the element that names the demonstration. */
  describedBy?: string | undefined;
  onCancel: () => void;
}

export function ExportProgress({ exporting, ...rest }: ExportProgressProps) {
  const label = message('commonExportPacking');
  if (exporting.state === 'waiting') {
    return (
      <Progress {...rest} label={label} value={0}>
        {message('commonExportWaiting')}
      </Progress>
    );
  }
  const { done, total } = exporting;
  return (
    <Progress {...rest} label={label} value={done} max={total}>
      {done >= total
        ? message('commonFinishing')
        : message('commonAmountOf', formatBytes(done), formatBytes(total))}
    </Progress>
  );
}

/** How the last export ended, announced to screen readers. */
export function ExportResult({ exporting }: { exporting: ExportModel }) {
  return (
    <>
      <div role="status">
        {exporting.state === 'done' &&
          exporting.files.map(({ fileName, bytes }) => (
            <p key={fileName} className={styles.good}>
              <CheckIcon />
              <span className="visually-hidden">{message('commonSavedAs')} </span>
              <MiddleText text={fileName} tail={16} />{' '}
              <span className={styles.size}>{formatBytes(bytes)}</span>
            </p>
          ))}
      </div>
      {exporting.state === 'failed' && (
        <p className={styles.failed} role="alert">
          {exporting.message}
        </p>
      )}
    </>
  );
}
