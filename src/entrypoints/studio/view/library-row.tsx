import { useId, useLayoutEffect, useRef } from 'react';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { CheckIcon, RecordIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { formatBytes, formatCount, formatDay, formatElapsed } from '../../../ui/format.ts';
import type { DemonstrationRow, RowExportModel, StudioEvents } from '../studio-model.ts';
import { ExportButton } from './export-button.tsx';
import styles from './library-row.module.css';

interface LibraryRowProps {
  row: DemonstrationRow;
  /** Its turns are shown. */
  selected: boolean;
  /** Its list of formats is open from the start. */
  startsWithMenuOpen: boolean;
  /** It is one of those to be exported together. */
  isSelectedForExport: boolean;
  onSelectForExport: (picked: boolean) => void;
  events: StudioEvents;
}

function RowStatus({ row }: { row: DemonstrationRow }) {
  if (row.isRecording) {
    return (
      <span className={styles.live}>
        <RecordIcon /> recording
      </span>
    );
  }
  if (row.findings === null) return <span>not checked yet</span>;
  if (row.findings === 0) {
    return (
      <span className={styles.good}>
        <CheckIcon /> no findings
      </span>
    );
  }
  return (
    <span className={styles.attention}>
      <WarningIcon /> {formatCount(row.findings, 'finding')}
    </span>
  );
}

export function LibraryRow(props: LibraryRowProps) {
  const {
    row,
    selected,
    startsWithMenuOpen: offered,
    isSelectedForExport: picked,
    onSelectForExport: onPick,
    events,
  } = props;
  const titleId = useId();
  const title = row.title === '' ? 'Untitled demonstration' : row.title;
  const opener = useRef<HTMLButtonElement>(null);
  const wasSelected = useRef(selected);

  // What was pressed in the turns to come back here went with them.
  useLayoutEffect(() => {
    const isBack = wasSelected.current && !selected;
    wasSelected.current = selected;
    if (isBack && document.activeElement === document.body) opener.current?.focus();
  }, [selected]);

  return (
    <li className={styles.row} data-selected={selected}>
      <label className={styles.pick}>
        <input
          type="checkbox"
          aria-label={`Choose ${title} for export`}
          checked={picked}
          disabled={row.isRecording || row.turns === 0}
          onChange={(event) => onPick(event.target.checked)}
        />
      </label>
      <button
        ref={opener}
        type="button"
        id={titleId}
        className={styles.title}
        aria-pressed={selected}
        onClick={() => events.onSelect(selected ? null : row.id)}
      >
        <MiddleText text={title} />
      </button>
      <p className={styles.facts}>
        <span>{formatDay(row.startedAt)}</span>
        <span>{formatCount(row.turns, 'turn')}</span>
        <span>{formatElapsed(row.durationMs)}</span>
        <span>{formatBytes(row.bytes)}</span>
        <RowStatus row={row} />
      </p>
      <div className={styles.actions}>
        <RowExport row={row} startsWithMenuOpen={offered} titleId={titleId} events={events} />
        <ConfirmButton
          label="Delete"
          cancelLabel="Keep"
          question="Delete it with its pages and screenshots? That cannot be undone."
          describedBy={titleId}
          disabled={row.isRecording}
          onConfirm={() => events.onDelete(row.id)}
        />
      </div>
      <div className={styles.news}>
        <ExportResult exporting={row.exporting} />
      </div>
    </li>
  );
}

interface RowExportProps {
  row: DemonstrationRow;
  /** The list of formats is open from the start. */
  startsWithMenuOpen: boolean;
  titleId: string;
  events: StudioEvents;
}

function describePacking(exporting: Extract<RowExportModel, { state: 'packing' }>): string {
  const { done, total } = exporting;
  return done < total ? `${formatBytes(done)} of ${formatBytes(total)}` : 'Finishing…';
}

/** While it is exported, how far that is and a way out. */
function RowExport({ row, startsWithMenuOpen: offered, titleId, events }: RowExportProps) {
  const { exporting, id, isRecording: live, turns } = row;
  if (exporting.state !== 'waiting' && exporting.state !== 'packing') {
    return (
      <KeepFocus>
        <ExportButton
          startsOpen={offered}
          describedBy={titleId}
          disabled={live || turns === 0}
          onExport={(format) => events.onExport([id], format)}
        />
      </KeepFocus>
    );
  }
  return (
    <KeepFocus className={styles.packing}>
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
      <Button aria-describedby={titleId} onClick={() => events.onCancelExport(id)}>
        Cancel
      </Button>
    </KeepFocus>
  );
}

/** What became of the last export. */
function ExportResult({ exporting }: { exporting: RowExportModel }) {
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
