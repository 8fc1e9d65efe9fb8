import { Button } from '../../../ui/button/button.tsx';
import { FocusKept } from '../../../ui/focus/focus-kept.tsx';
import { formatBytes } from '../../../ui/format/amount.ts';
import { CheckIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import { ExportButton } from './export-button.tsx';
import styles from './library-row.module.css';
import type { DemonstrationRow, ExportModel, StudioEvents } from './view-model.ts';

interface RowExportProps {
  row: DemonstrationRow;
  /** The list of formats is open from the start. */
  offered: boolean;
  titleId: string;
  events: StudioEvents;
}

function describePacking(exporting: Extract<ExportModel, { state: 'packing' }>): string {
  const { done, total } = exporting;
  return done < total ? `${formatBytes(done)} of ${formatBytes(total)}` : 'Finishing…';
}

/** While it is exported, how far that is and a way out. */
export function RowExport({ row, offered, titleId, events }: RowExportProps) {
  const { exporting, id, live, turns } = row;
  if (exporting.state !== 'waiting' && exporting.state !== 'packing') {
    return (
      <FocusKept>
        <ExportButton
          startsOpen={offered}
          describedBy={titleId}
          disabled={live || turns === 0}
          onExport={(format) => {
            events.onExport([id], format);
          }}
        />
      </FocusKept>
    );
  }
  return (
    <FocusKept className={styles.packing}>
      {exporting.state === 'packing' ? (
        <>
          <progress
            value={exporting.done}
            max={Math.max(exporting.total, 1)}
            aria-label="Packing the export"
          />
          {describePacking(exporting)}
        </>
      ) : (
        'Waiting for the one before'
      )}
      <Button
        aria-describedby={titleId}
        onClick={() => {
          events.onCancelExport(id);
        }}
      >
        Cancel
      </Button>
    </FocusKept>
  );
}

/** What became of the last export. */
export function ExportNews({ exporting }: { exporting: ExportModel }) {
  return (
    <>
      <div role="status">
        {exporting.state === 'done' && (
          <p className={styles.saved}>
            <CheckIcon />
            <span className="visually-hidden">Saved as </span>
            <MiddleText text={exporting.fileName} tail={16} />
            <span className={styles.size}>{formatBytes(exporting.bytes)}</span>
          </p>
        )}
      </div>
      {exporting.state === 'failed' && (
        <p className={styles.failed} role="alert">
          {exporting.message}
        </p>
      )}
    </>
  );
}
