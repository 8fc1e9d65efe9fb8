import { useId } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { formatBytes, formatCount } from '../../../ui/format/amount.ts';
import { formatDay, formatElapsed } from '../../../ui/format/time.ts';
import { CheckIcon, RecordIcon, WarningIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import styles from './library-row.module.css';
import type { DemonstrationRow, StudioEvents } from './view-model.ts';

interface LibraryRowProps {
  row: DemonstrationRow;
  selected: boolean;
  events: StudioEvents;
}

interface ExportProps {
  row: DemonstrationRow;
  titleId: string;
  events: StudioEvents;
}

function Standing({ row }: { row: DemonstrationRow }) {
  if (row.live) {
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

/** While its zip is written, how far that is and a way out. */
function Export({ row, titleId, events }: ExportProps) {
  const { exporting, id } = row;
  if (exporting === null) {
    return (
      <Button
        aria-describedby={titleId}
        disabled={row.live || row.turns === 0}
        onClick={() => {
          events.onExport(id);
        }}
      >
        Export
      </Button>
    );
  }
  const { done, total } = exporting;
  return (
    <span className={styles.packing}>
      <progress value={done} max={Math.max(total, 1)} aria-label="Packing the zip" />
      {done < total ? `${formatBytes(done)} of ${formatBytes(total)}` : 'Finishing…'}
      <Button
        aria-describedby={titleId}
        onClick={() => {
          events.onCancelExport(id);
        }}
      >
        Cancel
      </Button>
    </span>
  );
}

export function LibraryRow({ row, selected, events }: LibraryRowProps) {
  const titleId = useId();
  return (
    <li className={styles.row} data-selected={selected}>
      <button
        type="button"
        id={titleId}
        className={styles.title}
        aria-pressed={selected}
        onClick={() => {
          events.onSelect(selected ? null : row.id);
        }}
      >
        <MiddleText text={row.title === '' ? 'Untitled demonstration' : row.title} />
      </button>
      <p className={styles.facts}>
        <span>{formatDay(row.startedAt)}</span>
        <span>{formatCount(row.turns, 'turn')}</span>
        <span>{formatElapsed(row.durationMs)}</span>
        <span>{formatBytes(row.bytes)}</span>
        <Standing row={row} />
      </p>
      <div className={styles.actions}>
        <Export row={row} titleId={titleId} events={events} />
        <ConfirmButton
          label="Delete"
          keepLabel="Keep"
          question="Delete it with its pages and screenshots? That cannot be undone."
          describedBy={titleId}
          disabled={row.live}
          onConfirm={() => {
            events.onDelete(row.id);
          }}
        />
      </div>
    </li>
  );
}
