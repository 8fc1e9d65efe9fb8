import { useCallback, useEffect, useMemo, useState } from 'react';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { Select } from '../../../ui/components/fields.tsx';
import { SearchIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { Reading } from '../../../ui/components/progress.tsx';
import { WindowedList } from '../../../ui/components/windowed-list.tsx';
import { openEvaluation } from '../evaluation/evaluation-controller.ts';
import { makeSkillOf } from '../skills/skills-controller.ts';
import { openExportDialog } from '../export/export-controller.ts';
import { ExportButton } from './export-button.tsx';
import { emptyBin, join, loadLibrary, setQueue, useLibrary } from './library-controller.ts';
import { LibraryRow } from './library-row.tsx';
import type { DemonstrationRow, LibraryOrder, LibraryScope } from './library-rows.ts';
import { canExport, findRows, listGroups, passesScope, sortRows } from './library-rows.ts';
import { LibrarySidebar } from './library-sidebar.tsx';
import styles from './library.module.css';
import { exportRows } from './transfer-controllers.ts';

const ORDERS: Record<LibraryOrder, MessageName> = {
  newest: 'studioOrderNewest',
  oldest: 'studioOrderOldest',
  name: 'studioOrderName',
  turns: 'studioOrderTurns',
  findings: 'studioOrderFindings',
};

const EVERYTHING: LibraryScope = { filter: 'all', project: null, tag: null, kind: null };

/** All demonstrations, once they are read. */
export function Library() {
  const { rows, failure } = useLibrary();
  if (rows === null || failure !== null) {
    return (
      <Reading
        label={message('studioReading')}
        failed={message('studioReadFailed')}
        failure={failure}
        onRetry={() => void loadLibrary()}
      />
    );
  }
  if (rows.length > 0) return <RowsView rows={rows} />;
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

interface RowsProps {
  rows: readonly DemonstrationRow[];
}

/** Searches, filters and sorts the demonstrations, of which some can be chosen. */
function RowsView({ rows }: RowsProps) {
  const [query, setQuery] = useState('');
  const [scope, setScope] = useState(EVERYTHING);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [order, setOrder] = useState<LibraryOrder>('newest');
  const found = useMemo(
    () => sortRows(findRows(rows, query), order).filter((row) => passesScope(row, scope)),
    [rows, query, order, scope],
  );
  useEffect(() => {
    const chosen = found.filter(({ id }) => chosenIds.has(id));
    setQueue((chosen.length > 1 ? chosen : found).map(({ id }) => id));
  }, [found, chosenIds]);
  const listed = useChoice(found, chosenIds);
  const onChoose = useCallback((id: string, isChosen: boolean): void => {
    setChosenIds((before) => {
      const others = [...before].filter((each) => each !== id);
      return new Set(isChosen ? [...others, id] : others);
    });
  }, []);
  const render = useCallback(
    (item: ListedRow) => <LibraryRow {...item} onChoose={onChoose} />,
    [onChoose],
  );
  const exportable = found.filter(canExport).map(({ id }) => id);
  // Exports only what the search shows.
  const chosen = exportable.filter((id) => chosenIds.has(id));
  const search = query.trim();
  return (
    <div className={styles.content}>
      <LibrarySidebar rows={rows} scope={scope} onScope={setScope} />
      <KeepFocus className={styles.list}>
        <div className={styles.tools}>
          <SearchField query={query} onQuery={setQuery} />
          <label className={styles.order}>
            {message('studioOrder')}
            <Select value={order} options={ORDERS} onChange={setOrder} />
          </label>
          <Button
            disabled={exportable.length === 0}
            onClick={() => void openExportDialog(listGroups(rows, exportable, chosen))}
          >
            {message('studioExportOpen')}
          </Button>
          <Button
            disabled={exportable.length === 0}
            onClick={() => void openEvaluation(listGroups(rows, exportable, chosen))}
          >
            {message('studioEvaluateOpen')}
          </Button>
        </div>
        {scope.filter === 'bin' && found.length > 0 && (
          <BinBar onEmptied={() => setScope(EVERYTHING)} />
        )}
        <SelectionBar
          chosen={chosen}
          exportable={exportable}
          onChoose={(ids) => setChosenIds(new Set(ids))}
        />
        <WindowedList
          label={message('commonDemonstrations')}
          items={listed}
          render={render}
          startsAtEnd={false}
        />
        <p className={found.length === 0 ? styles.none : 'visually-hidden'} role="status">
          {found.length > 0 && countMessage('studioListed', found.length)}
          {found.length === 0 &&
            (search === '' ? message('studioNoneInFilter') : message('studioNoMatch', search))}
        </p>
      </KeepFocus>
    </div>
  );
}

interface ListedRow {
  id: string;
  row: DemonstrationRow;
  isChosen: boolean;
}

/** Only rows that changed become new objects, so that only those render again. */
function useChoice(
  rows: readonly DemonstrationRow[],
  chosenIds: ReadonlySet<string>,
): readonly ListedRow[] {
  const [known] = useState(() => new Map<string, ListedRow>());
  return useMemo(
    () =>
      rows.map((row) => {
        const { id } = row;
        const isChosen = chosenIds.has(id);
        const before = known.get(id);
        if (before?.row === row && before.isChosen === isChosen) return before;
        const listed = { id, row, isChosen };
        known.set(id, listed);
        return listed;
      }),
    [rows, chosenIds, known],
  );
}

function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  return (
    <label className={styles.search}>
      <SearchIcon />
      <span className="visually-hidden">{message('studioSearchLabel')}</span>
      <input
        type="search"
        placeholder={message('studioSearch')}
        value={query}
        onChange={({ target }) => onQuery(target.value)}
      />
    </label>
  );
}

function BinBar({ onEmptied }: { onEmptied: () => void }) {
  return (
    <div className={styles.bin}>
      <p>{message('studioBinHint')}</p>
      <ConfirmButton
        label={message('studioEmptyBin')}
        question={message('studioEmptyBinQuestion')}
        onConfirm={() => {
          void emptyBin();
          onEmptied();
        }}
      />
    </div>
  );
}

interface SelectionBarProps {
  chosen: readonly string[];
  /** All that could be chosen. */
  exportable: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** Exports the chosen demonstrations; empty while none is chosen. */
function SelectionBar({ chosen, exportable, onChoose }: SelectionBarProps) {
  const count = chosen.length;
  return (
    <div role="status" className={styles.selection} data-empty={count === 0}>
      {count > 0 && (
        <>
          <p>{countMessage('studioChosen', count)}</p>
          <ExportButton onExport={(format) => void exportRows(chosen, format)} />
          <Button onClick={() => void makeSkillOf(chosen)}>{message('skillsMake')}</Button>
          {count > 1 && (
            <Button
              title={message('studioJoinTitle')}
              onClick={() => {
                void join(chosen);
                onChoose([]);
              }}
            >
              {message('studioJoin')}
            </Button>
          )}
          {count < exportable.length && (
            <Button onClick={() => onChoose(exportable)}>{message('studioChooseAll')}</Button>
          )}
          <Button onClick={() => onChoose([])}>{message('studioChooseNone')}</Button>
        </>
      )}
    </div>
  );
}
