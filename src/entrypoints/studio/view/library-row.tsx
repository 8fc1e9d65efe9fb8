import { useId, useLayoutEffect, useRef } from 'react';
import { countMessage, message } from '../../../messages/message.ts';
import { ConfirmButton } from '../../../ui/components/buttons.tsx';
import { ExportProgress, ExportResult, isPending } from '../../../ui/components/export-status.tsx';
import { CheckIcon, RecordIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { formatBytes, formatDay, formatElapsed } from '../../../ui/format.ts';
import type { DemonstrationRow, StudioEvents } from '../studio-model.ts';
import { canExport } from '../studio-model.ts';
import { ExportButton } from './export-button.tsx';
import styles from './library-row.module.css';

interface LibraryRowProps {
  row: DemonstrationRow;
  /** Its turns are shown. */
  isSelected: boolean;
  startsWithMenuOpen: boolean;
  isSelectedForExport: boolean;
  onSelectForExport: (isSelected: boolean) => void;
  events: StudioEvents;
}

function RowStatus({ row: { isRecording, findings } }: { row: DemonstrationRow }) {
  if (isRecording) {
    return (
      <span className={styles.live}>
        <RecordIcon /> {message('studioRecording')}
      </span>
    );
  }
  if (findings === null) return <span>{message('studioNotChecked')}</span>;
  if (findings === 0) {
    return (
      <span className={styles.good}>
        <CheckIcon /> {message('studioNoFindings')}
      </span>
    );
  }
  return (
    <span className={styles.attention}>
      <WarningIcon /> {countMessage('commonFindings', findings)}
    </span>
  );
}

export function LibraryRow(props: LibraryRowProps) {
  const { row, isSelected, events } = props;
  const titleId = useId();
  const title = row.title || message('studioUntitled');
  const opener = useRef<HTMLButtonElement>(null);
  const wasSelected = useRef(isSelected);

  // The focused button of the timeline disappeared with the timeline.
  useLayoutEffect(() => {
    const isBack = wasSelected.current && !isSelected;
    wasSelected.current = isSelected;
    if (isBack && document.activeElement === document.body) opener.current?.focus();
  }, [isSelected]);

  return (
    <li className={styles.row} data-selected={isSelected}>
      <label className={styles.pick}>
        <input
          type="checkbox"
          aria-label={message('studioSelectForExport', title)}
          checked={props.isSelectedForExport}
          disabled={!canExport(row)}
          onChange={({ target }) => props.onSelectForExport(target.checked)}
        />
      </label>
      <button
        ref={opener}
        type="button"
        id={titleId}
        className={styles.title}
        aria-pressed={isSelected}
        onClick={() => events.onSelect(isSelected ? null : row.id)}
      >
        <MiddleText text={title} />
      </button>
      <p className={styles.facts}>
        <span>{formatDay(row.startedAt)}</span>
        <span>{countMessage('turnCount', row.turns)}</span>
        <span>{formatElapsed(row.durationMs)}</span>
        <span>{formatBytes(row.bytes)}</span>
        <RowStatus row={row} />
      </p>
      <div className={styles.actions}>
        <KeepFocus>
          {isPending(row.exporting) ? (
            <ExportProgress
              exporting={row.exporting}
              describedBy={titleId}
              onCancel={() => events.onCancelExport(row.id)}
            />
          ) : (
            <ExportButton
              startsOpen={props.startsWithMenuOpen}
              describedBy={titleId}
              disabled={!canExport(row)}
              onExport={(format) => events.onExport([row.id], format)}
            />
          )}
        </KeepFocus>
        <ConfirmButton
          label={message('studioDelete')}
          cancelLabel={message('commonKeep')}
          question={message('studioDeleteQuestion')}
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
