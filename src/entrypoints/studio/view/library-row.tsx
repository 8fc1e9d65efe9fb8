import { useId, useLayoutEffect, useRef } from 'react';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { formatBytes, formatCount } from '../../../ui/format/amount.ts';
import { formatDay, formatElapsed } from '../../../ui/format/time.ts';
import { CheckIcon, RecordIcon, WarningIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import styles from './library-row.module.css';
import { ExportNews, RowExport } from './row-export.tsx';
import type { DemonstrationRow, StudioEvents } from './view-model.ts';

interface LibraryRowProps {
  row: DemonstrationRow;
  /** Its turns are shown. */
  selected: boolean;
  /** Its list of formats is open from the start. */
  offered: boolean;
  /** It is one of those to be exported together. */
  picked: boolean;
  onPick: (picked: boolean) => void;
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

export function LibraryRow(props: LibraryRowProps) {
  const { row, selected, offered, picked, onPick, events } = props;
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
          disabled={row.live || row.turns === 0}
          onChange={(event) => {
            onPick(event.target.checked);
          }}
        />
      </label>
      <button
        ref={opener}
        type="button"
        id={titleId}
        className={styles.title}
        aria-pressed={selected}
        onClick={() => {
          events.onSelect(selected ? null : row.id);
        }}
      >
        <MiddleText text={title} />
      </button>
      <p className={styles.facts}>
        <span>{formatDay(row.startedAt)}</span>
        <span>{formatCount(row.turns, 'turn')}</span>
        <span>{formatElapsed(row.durationMs)}</span>
        <span>{formatBytes(row.bytes)}</span>
        <Standing row={row} />
      </p>
      <div className={styles.actions}>
        <RowExport row={row} offered={offered} titleId={titleId} events={events} />
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
      <div className={styles.news}>
        <ExportNews exporting={row.exporting} />
      </div>
    </li>
  );
}
