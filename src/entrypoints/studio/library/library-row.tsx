import { useId, useLayoutEffect, useRef, useState } from 'react';
import { sumCounts } from '../../../core/demonstration/lint/finding.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { ExportProgress, ExportResult, isPending } from '../../../ui/components/export-status.tsx';
import { CheckIcon, RecordIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { PageThumbnail } from '../../../ui/conversation/screenshot-view.tsx';
import { formatBytes, formatDay, formatElapsed } from '../../../ui/format.ts';
import { select, useReview } from '../review/review-controller.ts';
import { ExportButton } from './export-button.tsx';
import {
  deleteForever,
  moveToBin,
  rename,
  restore,
  selectRow,
  useLibrary,
} from './library-controller.ts';
import styles from './library-row.module.css';
import type { DemonstrationRow } from './library-rows.ts';
import { canExport, OUTCOMES, STATUSES } from './library-rows.ts';
import { cancelExport, exportRows, useExports } from './transfer-controllers.ts';

interface LibraryRowProps {
  row: DemonstrationRow;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
}

/** One demonstration: what it is, and what can be done with it. */
export function LibraryRow({ row, isChosen, onChoose }: LibraryRowProps) {
  const isSelected = useReview((review) => review?.selection.id === row.id);
  const exporting = useExports((exports) => exports[row.id]) ?? { state: 'none' };
  const titleId = useId();
  const [isRenaming, setRenaming] = useState(false);
  const title = row.title || message('studioUntitled');
  return (
    <div className={styles.row} data-selected={isSelected}>
      <label className={styles.pick}>
        <input
          type="checkbox"
          aria-label={message('studioSelectForExport', title)}
          checked={isChosen}
          disabled={!canExport(row)}
          onChange={({ target }) => onChoose(row.id, target.checked)}
        />
      </label>
      <span className={styles.picture}>
        <PageThumbnail shot={row.picture} />
      </span>
      <RowTitle {...{ row, title, titleId, isSelected, isRenaming, setRenaming }} />
      <RowFacts row={row} />
      <div className={styles.actions}>
        {row.isDeleted ? (
          <>
            <Button aria-describedby={titleId} onClick={() => void restore(row.id)}>
              {message('studioRestore')}
            </Button>
            <ConfirmButton
              label={message('studioDeleteForever')}
              question={message('studioDeleteQuestion')}
              describedBy={titleId}
              onConfirm={() => void deleteForever(row.id)}
            />
          </>
        ) : (
          <>
            <KeepFocus>
              {isPending(exporting) ? (
                <ExportProgress
                  exporting={exporting}
                  describedBy={titleId}
                  onCancel={() => cancelExport(row.id)}
                />
              ) : (
                <RowExport row={row} titleId={titleId} />
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
              onClick={() => void moveToBin(row.id)}
            >
              {message('studioDelete')}
            </Button>
          </>
        )}
      </div>
      <div className={styles.news}>
        <ExportResult exporting={exporting} />
      </div>
    </div>
  );
}

function RowExport({ row, titleId }: { row: DemonstrationRow; titleId: string }) {
  const startsOpen = useLibrary(({ openMenuId }) => openMenuId === row.id);
  return (
    <ExportButton
      startsOpen={startsOpen}
      describedBy={titleId}
      disabled={!canExport(row)}
      onExport={(format) => void exportRows([row.id], format)}
    />
  );
}

interface RowTitleProps {
  row: DemonstrationRow;
  title: string;
  titleId: string;
  isSelected: boolean;
  isRenaming: boolean;
  setRenaming: (isRenaming: boolean) => void;
}

/** Opens the review; F2 edits the name in its place, and Delete moves the demonstration to the bin. */
function RowTitle(props: RowTitleProps) {
  const { row, title, titleId, isSelected, isRenaming, setRenaming } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef({ isSelected, isRenaming });
  // What had the focus disappeared with the timeline, or with the field of the name.
  useLayoutEffect(() => {
    const isClosed = was.current.isSelected && !isSelected;
    const isBack = isClosed || (was.current.isRenaming && !isRenaming);
    was.current = { isSelected, isRenaming };
    if (isBack && document.activeElement === document.body) opener.current?.focus();
  }, [isSelected, isRenaming]);
  if (isRenaming) {
    return (
      <NameField
        name={row.title}
        onEnd={(name) => {
          setRenaming(false);
          if (name !== null && name.trim() !== row.title) void rename(row.id, name);
        }}
      />
    );
  }
  return (
    <button
      ref={opener}
      type="button"
      id={titleId}
      className={styles.title}
      aria-pressed={isSelected}
      onClick={() => void (isSelected ? select(null) : selectRow(row.id))}
      onKeyDown={({ key }) => {
        if (row.isRecording || row.isDeleted) return;
        if (key === 'F2') setRenaming(true);
        if (key === 'Delete') void moveToBin(row.id);
      }}
    >
      <MiddleText text={title} />
    </button>
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

function RowFacts({ row }: { row: DemonstrationRow }) {
  const facts = [
    formatDay(row.startedAt),
    countMessage('turnCount', row.turns),
    formatElapsed(row.durationMs),
    formatBytes(row.bytes),
    row.status !== 'draft' && message(STATUSES[row.status]),
    row.conflicts > 0 && (
      <span className={styles.attention}>
        <WarningIcon /> {countMessage('studioConflictCount', row.conflicts)}
      </span>
    ),
    row.outcome && message(OUTCOMES[row.outcome]),
    row.annotator,
    row.project,
  ];
  return (
    <p className={styles.facts}>
      <span className={styles.page}>{describeSites(row)}</span>
      {facts.map((fact, at) => fact && <span key={at}>{fact}</span>)}
      {row.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      <RowStatus row={row} />
    </p>
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
