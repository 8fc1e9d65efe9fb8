import { useState } from 'react';
import type { ExportFormat } from '../../../core/formats/export-formats.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { SearchIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { Skeleton } from '../../../ui/components/skeleton.tsx';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import type { LibraryModel, StorageModel, StudioEvents } from '../studio-model.ts';
import { findRows } from '../studio-model.ts';
import { ExportButton } from './export-button.tsx';
import { LibraryRow } from './library-row.tsx';
import styles from './library.module.css';

interface LibraryProps {
  library: LibraryModel;
  selectedId: string | null;
  openExportMenuId: string | null;
  events: StudioEvents;
}

function StorageUsage({ storage }: { storage: StorageModel }) {
  const { usedBytes, quotaBytes } = storage;
  return (
    <p className={styles.storage}>
      {formatBytes(usedBytes)} used on this computer
      {quotaBytes !== null && (
        <>
          , {formatBytes(Math.max(0, quotaBytes - usedBytes))} free{' '}
          <meter
            min={0}
            max={quotaBytes}
            high={quotaBytes * 0.9}
            value={usedBytes}
            aria-label="Storage used"
          />
        </>
      )}
    </p>
  );
}

function NoDemonstrations() {
  return (
    <div className={styles.empty}>
      <h2>No demonstrations yet</h2>
      <p>
        A demonstration is a task done on real pages: what was said, what was done, and the page
        before each step.
      </p>
      <ol>
        <li>Go to the page the task begins on, and open Wayscribe’s side panel.</li>
        <li>
          Press <b>Record</b>, then do the task, or let the copilot do it.
        </li>
        <li>
          Press <b>Stop</b>. It is kept here, on this computer, ready to export as a dataset zip.
        </li>
      </ol>
      <p>
        To take in demonstrations that others exported, press <b>Import</b>, or drop zips or folders
        on this page.
      </p>
    </div>
  );
}

/** All demonstrations: find, export, delete. */
export function Library({ library, selectedId, openExportMenuId: offered, events }: LibraryProps) {
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  if (library.state === 'loading') return <Skeleton label="Reading the demonstrations" rows={4} />;
  if (library.state === 'failed') {
    return (
      <div className={styles.failed}>
        <Notice
          tone="error"
          happened="The demonstrations could not be read."
          saved="Nothing was changed or deleted."
          next={library.message}
          actions={[{ id: 'retry', label: 'Read again' }]}
          onAction={events.onRetry}
          role="alert"
        />
      </div>
    );
  }
  if (library.demonstrations.length === 0) return <NoDemonstrations />;
  const found = findRows(library.demonstrations, query);
  const ready = found
    .filter(({ isRecording: live, turns }) => !live && turns > 0)
    .map(({ id }) => id);
  // What is not shown is not exported.
  const chosen = ready.filter((id) => picked.has(id));
  return (
    <KeepFocus className={styles.content}>
      <div className={styles.tools}>
        <label className={styles.search}>
          <SearchIcon />
          <span className="visually-hidden">Search demonstrations</span>
          <input
            type="search"
            placeholder="Search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <StorageUsage storage={library.storage} />
      </div>
      <SelectionBar
        count={chosen.length}
        total={ready.length}
        onExport={(format) => events.onExport(chosen, format)}
        onAll={() => setPicked(new Set(ready))}
        onNone={() => setPicked(new Set())}
      />
      <ul className={styles.list} aria-label="Demonstrations">
        {found.map((row) => (
          <LibraryRow
            key={row.id}
            row={row}
            selected={row.id === selectedId}
            startsWithMenuOpen={row.id === offered}
            isSelectedForExport={picked.has(row.id)}
            onSelectForExport={(isPicked) => {
              const others = [...picked].filter((id) => id !== row.id);
              setPicked(new Set(isPicked ? [...others, row.id] : others));
            }}
            events={events}
          />
        ))}
      </ul>
      <p className={found.length === 0 ? styles.none : 'visually-hidden'} role="status">
        {found.length === 0
          ? `No demonstration has “${query.trim()}” in its title.`
          : `${formatCount(found.length, 'demonstration')} in the list`}
      </p>
    </KeepFocus>
  );
}

interface SelectionBarProps {
  count: number;
  /** How many there are to choose from. */
  total: number;
  onExport: (format: ExportFormat) => void;
  onAll: () => void;
  onNone: () => void;
}

/** What can be done with the demonstrations that were chosen; nothing while none is. */
function SelectionBar({ count, total: of, onExport, onAll, onNone }: SelectionBarProps) {
  return (
    <div role="status" className={styles.selection} data-empty={count === 0}>
      {count > 0 && (
        <>
          <p>{`${formatCount(count, 'demonstration')} chosen`}</p>
          <ExportButton onExport={onExport} />
          {count < of && <Button onClick={onAll}>Choose all</Button>}
          <Button onClick={onNone}>Choose none</Button>
        </>
      )}
    </div>
  );
}
