import { useId, useLayoutEffect, useRef, useState } from 'react';
import { sumCounts } from '../../../core/demonstration/lint/finding.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { ExportProgress, ExportResult, isPending } from '../../../ui/components/export-status.tsx';
import { CheckIcon, RecordIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { formatBytes, formatDay, formatElapsed } from '../../../ui/format.ts';
import { PageThumbnail } from '../../../ui/conversation/screenshot-view.tsx';
import type { DemonstrationRow, StudioEvents } from '../studio-model.ts';
import { canExport } from '../studio-model.ts';
import { describeOutcome, describeStatus } from './describe-outcome.ts';
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
  const count = sumCounts(findings);
  if (count === 0) {
    return (
      <span className={styles.good}>
        <CheckIcon /> {message('studioNoFindings')}
      </span>
    );
  }
  return (
    <span className={styles.attention}>
      <WarningIcon /> {countMessage('commonFindings', count)}
    </span>
  );
}

/** Edits a name in its place; `onEnd` gets null where the old one stays. */
function NameField({ name, onEnd }: { name: string; onEnd: (name: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => field.current?.select(), []);
  // The field also loses the focus when it is taken away.
  const end = (given: string | null): void => {
    if (!isOver.current) onEnd(given);
    isOver.current = true;
  };
  return (
    <input
      ref={field}
      className={styles.name}
      defaultValue={name}
      maxLength={200}
      aria-label={message('studioNameLabel')}
      title={message('studioNameHint')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The button that gets the focus back would be pressed by the same key.
        event.preventDefault();
        end(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
    />
  );
}

/** What can be done with a demonstration in the bin. */
function BinActions({
  row: { id },
  titleId,
  events,
}: {
  row: DemonstrationRow;
  titleId: string;
  events: StudioEvents;
}) {
  return (
    <div className={styles.actions}>
      <Button aria-describedby={titleId} onClick={() => events.onRestore(id)}>
        {message('studioRestore')}
      </Button>
      <ConfirmButton
        label={message('studioDeleteForever')}
        cancelLabel={message('commonKeep')}
        question={message('studioDeleteQuestion')}
        describedBy={titleId}
        onConfirm={() => events.onDeleteForever(id)}
      />
    </div>
  );
}

const MOST_SITES = 2;

/** The first sites; the page it began on where there are none. */
function describeSites({ sites, page }: DemonstrationRow): string {
  const more = sites.length - MOST_SITES;
  const shown = sites.slice(0, MOST_SITES).join(', ');
  if (more > 0) return `${shown} ${message('studioMoreSites', String(more))}`;
  return shown === '' ? page : shown;
}

export function LibraryRow(props: LibraryRowProps) {
  const { row, isSelected, events } = props;
  const titleId = useId();
  const title = row.title || message('studioUntitled');
  const opener = useRef<HTMLButtonElement>(null);
  const [isRenaming, setRenaming] = useState(false);
  const was = useRef({ isSelected, isRenaming });

  // What had the focus disappeared with the timeline, or with the field of the name.
  useLayoutEffect(() => {
    const isClosed = was.current.isSelected && !isSelected;
    const isBack = isClosed || (was.current.isRenaming && !isRenaming);
    was.current = { isSelected, isRenaming };
    if (isBack && document.activeElement === document.body) opener.current?.focus();
  }, [isSelected, isRenaming]);

  return (
    <div className={styles.row} data-selected={isSelected}>
      <label className={styles.pick}>
        <input
          type="checkbox"
          aria-label={message('studioSelectForExport', title)}
          checked={props.isSelectedForExport}
          disabled={!canExport(row)}
          onChange={({ target }) => props.onSelectForExport(target.checked)}
        />
      </label>
      <span className={styles.picture}>
        <PageThumbnail shot={row.picture} />
      </span>
      {isRenaming ? (
        <NameField
          name={row.title}
          onEnd={(name) => {
            setRenaming(false);
            if (name !== null && name.trim() !== row.title) events.onRename(row.id, name);
          }}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          id={titleId}
          className={styles.title}
          aria-pressed={isSelected}
          onClick={() => events.onSelect(isSelected ? null : row.id)}
          onKeyDown={({ key }) => {
            if (row.isRecording || row.isDeleted) return;
            if (key === 'F2') setRenaming(true);
            if (key === 'Delete') events.onDelete(row.id);
          }}
        >
          <MiddleText text={title} />
        </button>
      )}
      <p className={styles.facts}>
        <span className={styles.page}>{describeSites(row)}</span>
        <span>{formatDay(row.startedAt)}</span>
        <span>{countMessage('turnCount', row.turns)}</span>
        <span>{formatElapsed(row.durationMs)}</span>
        <span>{formatBytes(row.bytes)}</span>
        {row.status !== 'draft' && <span>{describeStatus(row.status)}</span>}
        {row.conflicts > 0 && (
          <span className={styles.attention}>
            <WarningIcon /> {countMessage('studioConflictCount', row.conflicts)}
          </span>
        )}
        {row.outcome && <span>{describeOutcome(row.outcome)}</span>}
        {row.annotator !== '' && <span>{row.annotator}</span>}
        {row.project !== '' && <span>{row.project}</span>}
        {row.tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        <RowStatus row={row} />
      </p>
      {row.isDeleted ? (
        <BinActions row={row} titleId={titleId} events={events} />
      ) : (
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
          <Button
            aria-describedby={titleId}
            disabled={row.isRecording || isRenaming}
            onClick={() => setRenaming(true)}
          >
            {message('studioRename')}
          </Button>
          <Button
            aria-describedby={titleId}
            disabled={row.isRecording}
            onClick={() => events.onDelete(row.id)}
          >
            {message('studioDelete')}
          </Button>
        </div>
      )}
      <div className={styles.news}>
        <ExportResult exporting={row.exporting} />
      </div>
    </div>
  );
}
