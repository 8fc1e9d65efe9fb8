import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ExportFormat } from '../../../core/formats/export-formats.ts';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { Select } from '../../../ui/components/fields.tsx';
import { SearchIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { ReadFailure } from '../../../ui/components/notice.tsx';
import { Skeleton } from '../../../ui/components/skeleton.tsx';

import type {
  DemonstrationRow,
  LibraryIds,
  LibraryModel,
  LibraryOrder,
  LibraryScope,
  StudioEvents,
} from '../studio-model.ts';
import { canExport, findRows, LIBRARY_ORDERS, passesScope, sortRows } from '../studio-model.ts';
import { ExportButton } from './export-button.tsx';
import { LibrarySidebar } from './library-sidebar.tsx';
import { LibraryRow } from './library-row.tsx';
import styles from './library.module.css';
import { RowList } from './row-list.tsx';

interface LibraryProps {
  library: LibraryModel;
  selectedId: string | null;
  openExportMenuId: string | null;
  events: StudioEvents;
}

function NoDemonstrations() {
  return (
    <div className={styles.empty}>
      <h2>{message('studioEmptyTitle')}</h2>
      <p>{message('studioEmptyText')}</p>
      <ol>
        <li>{message('studioEmptyOpen')}</li>
        <li>{message('studioEmptyRecord')}</li>
        <li>{message('studioEmptyStop')}</li>
      </ol>
      <p>{message('studioEmptyImport')}</p>
    </div>
  );
}

const ORDERS: Record<LibraryOrder, MessageName> = {
  newest: 'studioOrderNewest',
  oldest: 'studioOrderOldest',
  name: 'studioOrderName',
  turns: 'studioOrderTurns',
  findings: 'studioOrderFindings',
};

const EVERYTHING: LibraryScope = { filter: 'all', project: null, tag: null, kind: null };
const NO_ROWS: readonly DemonstrationRow[] = [];

/** A row that is shown; the same object while nothing of it changes. */
interface ListedRow {
  id: string;
  row: DemonstrationRow;
  isSelected: boolean;
  isMenuOpen: boolean;
  isChosen: boolean;
}

/** Only rows that changed become new objects, so that only those render again. */
function useListedRows(
  rows: readonly DemonstrationRow[],
  states: {
    selectedId: string | null;
    openExportMenuId: string | null;
    chosenIds: ReadonlySet<string>;
  },
): readonly ListedRow[] {
  const { selectedId, openExportMenuId, chosenIds } = states;
  const [known] = useState(() => new Map<string, ListedRow>());
  return useMemo(
    () =>
      rows.map((row) => {
        const { id } = row;
        const next = {
          ...{ id, row },
          isSelected: id === selectedId,
          isMenuOpen: id === openExportMenuId,
          isChosen: chosenIds.has(id),
        };
        const before = known.get(id);
        const isSame =
          before?.row === row &&
          before.isSelected === next.isSelected &&
          before.isMenuOpen === next.isMenuOpen &&
          before.isChosen === next.isChosen;
        const listed = isSame ? before : next;
        known.set(id, listed);
        return listed;
      }),
    [rows, selectedId, openExportMenuId, chosenIds, known],
  );
}

/** All demonstrations: search, filter, export and delete. */
export function Library({ library, selectedId, openExportMenuId, events }: LibraryProps) {
  const [query, setQuery] = useState('');
  const [scope, setScope] = useState<LibraryScope>(EVERYTHING);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [order, setOrder] = useState<LibraryOrder>('newest');
  const rows = library.state === 'ready' ? library.demonstrations : NO_ROWS;
  const found = useMemo(
    () => sortRows(findRows(rows, query), order).filter((row) => passesScope(row, scope)),
    [rows, query, order, scope],
  );
  const { onQueue } = events;
  useEffect(() => {
    const chosen = found.filter(({ id }) => chosenIds.has(id));
    onQueue((chosen.length > 1 ? chosen : found).map(({ id }) => id));
  }, [found, chosenIds, onQueue]);
  const listed = useListedRows(found, { selectedId, openExportMenuId, chosenIds });
  const render = useCallback(
    ({ row, ...states }: ListedRow) => (
      <LibraryRow
        row={row}
        isSelected={states.isSelected}
        startsWithMenuOpen={states.isMenuOpen}
        isSelectedForExport={states.isChosen}
        onSelectForExport={(isChosen) =>
          setChosenIds((before) => {
            const others = [...before].filter((id) => id !== row.id);
            return new Set(isChosen ? [...others, row.id] : others);
          })
        }
        events={events}
      />
    ),
    [events],
  );
  if (library.state === 'loading') return <Skeleton label={message('studioReading')} rows={4} />;
  if (library.state === 'failed') {
    return (
      <div className={styles.failed}>
        <ReadFailure
          happened={message('studioReadFailed')}
          saved={message('commonReadFailureSaved')}
          reason={library.message}
          onRetry={events.onRetry}
        />
      </div>
    );
  }
  if (library.demonstrations.length === 0) return <NoDemonstrations />;

  const exportable = found.filter(canExport).map(({ id }) => id);
  // Exports only what the search shows.
  const chosen = exportable.filter((id) => chosenIds.has(id));
  return (
    <div className={styles.content}>
      <LibrarySidebar
        rows={library.demonstrations}
        scope={scope}
        storage={library.storage}
        onScope={setScope}
      />
      <KeepFocus className={styles.list}>
        <div className={styles.tools}>
          <label className={styles.search}>
            <SearchIcon />
            <span className="visually-hidden">{message('studioSearchLabel')}</span>
            <input
              type="search"
              placeholder={message('studioSearch')}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </label>
          <label className={styles.order}>
            {message('studioOrder')}
            <Select
              value={order}
              options={LIBRARY_ORDERS.map((value) => ({ value, label: message(ORDERS[value]) }))}
              onChange={setOrder}
            />
          </label>
          <Button
            disabled={exportable.length === 0}
            onClick={() => events.onOpenExportDialog(listScope(rows, exportable, chosen))}
          >
            {message('studioExportOpen')}
          </Button>
          <Button
            disabled={exportable.length === 0}
            onClick={() => events.onOpenEvaluation(listScope(rows, exportable, chosen))}
          >
            {message('studioEvaluateOpen')}
          </Button>
        </div>
        {scope.filter === 'bin' && found.length > 0 && (
          <div className={styles.bin}>
            <p>{message('studioBinHint')}</p>
            <ConfirmButton
              label={message('studioEmptyBin')}
              cancelLabel={message('commonKeep')}
              question={message('studioEmptyBinQuestion')}
              onConfirm={() => {
                events.onEmptyBin();
                setScope(EVERYTHING);
              }}
            />
          </div>
        )}
        <SelectionBar
          count={chosen.length}
          total={exportable.length}
          onExport={(format) => events.onExport(chosen, format)}
          onAll={() => setChosenIds(new Set(exportable))}
          onNone={() => setChosenIds(new Set())}
          onJoin={() => {
            events.onJoin(chosen);
            setChosenIds(new Set());
          }}
        />
        <RowList label={message('commonDemonstrations')} items={listed} render={render} />
        <p className={found.length === 0 ? styles.none : 'visually-hidden'} role="status">
          {found.length === 0
            ? query.trim() === ''
              ? message('studioNoneInFilter')
              : message('studioNoMatch', query.trim())
            : countMessage('studioListed', found.length)}
        </p>
      </KeepFocus>
    </div>
  );
}

/** The ids that the export dialog offers; projects whatever the filter shows. */
function listScope(
  rows: readonly DemonstrationRow[],
  shown: readonly string[],
  chosen: readonly string[],
): LibraryIds {
  const projects = new Map<string, string[]>();
  for (const row of rows) {
    if (row.project === '' || row.isDeleted || !canExport(row)) continue;
    projects.set(row.project, [...(projects.get(row.project) ?? []), row.id]);
  }
  return { chosen, shown, projects };
}

interface SelectionBarProps {
  count: number;
  total: number;
  onExport: (format: ExportFormat) => void;
  onAll: () => void;
  onNone: () => void;
  onJoin: () => void;
}

/** Exports the chosen demonstrations; empty while none is chosen. */
function SelectionBar({ count, total, onExport, onAll, onNone, onJoin }: SelectionBarProps) {
  return (
    <div role="status" className={styles.selection} data-empty={count === 0}>
      {count > 0 && (
        <>
          <p>{countMessage('studioChosen', count)}</p>
          <ExportButton onExport={onExport} />
          {count > 1 && (
            <Button title={message('studioJoinTitle')} onClick={onJoin}>
              {message('studioJoin')}
            </Button>
          )}
          {count < total && <Button onClick={onAll}>{message('studioChooseAll')}</Button>}
          <Button onClick={onNone}>{message('studioChooseNone')}</Button>
        </>
      )}
    </div>
  );
}
