import type { FindingKind } from '../../../core/demonstration/lint/finding.ts';
import { FINDING_KINDS } from '../../../core/demonstration/lint/finding.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { formatBytes } from '../../../ui/format.ts';
import { useLibrary } from './library-controller.ts';
import type { DemonstrationRow, LibraryFilter, LibraryScope } from './library-rows.ts';
import { LIBRARY_FILTERS, passesFilter } from './library-rows.ts';
import styles from './library-sidebar.module.css';

const FILTERS: Record<LibraryFilter, MessageName> = {
  all: 'studioFilterAll',
  'to-fix': 'studioFilterToFix',
  'to-review': 'studioFilterToReview',
  approved: 'studioStatusApproved',
  rejected: 'studioStatusRejected',
  bin: 'studioFilterBin',
};

const KINDS: Record<FindingKind, MessageName> = {
  screenshot: 'studioFindingScreenshot',
  page: 'studioFindingPage',
  target: 'studioFindingTarget',
  text: 'studioFindingText',
  secret: 'studioFindingSecret',
  order: 'studioFindingOrder',
};

interface LibrarySidebarProps {
  rows: readonly DemonstrationRow[];
  scope: LibraryScope;
  onScope: (scope: LibraryScope) => void;
}

/** What the library shows: by status, project, tag and kind of finding; and how much is stored. */
export function LibrarySidebar({ rows, scope, onScope }: LibrarySidebarProps) {
  const kept = rows.filter(({ isDeleted }) => !isDeleted);
  const groups = [
    {
      part: 'filter',
      label: message('studioFilter'),
      choices: LIBRARY_FILTERS.map((filter) => ({
        value: filter,
        label: message(FILTERS[filter]),
        count: rows.filter((row) => passesFilter(row, filter)).length,
      })),
    },
    {
      part: 'project',
      label: message('studioProjects'),
      choices: countValues(kept.map(({ project }) => project)),
    },
    {
      part: 'tag',
      label: message('studioTags'),
      choices: countValues(kept.flatMap(({ tags }) => tags)),
    },
    {
      part: 'kind',
      label: message('studioFindingKinds'),
      choices: FINDING_KINDS.map((kind) => ({
        value: kind,
        label: message(KINDS[kind]),
        count: kept.filter(({ findings }) => (findings?.[kind] ?? 0) > 0).length,
      })).filter(({ count }) => count > 0),
    },
  ] as const;
  return (
    <aside className={styles.sidebar} aria-label={message('studioSidebar')}>
      {groups.map(
        ({ part, label, choices }) =>
          choices.length > 0 && (
            <div key={part} role="group" aria-label={label} className={styles.group}>
              <h2>{label}</h2>
              <ul>
                {choices.map(({ value, label: name, count }) => (
                  <li key={value}>
                    <button
                      type="button"
                      aria-pressed={value === scope[part]}
                      onClick={() => {
                        // What is chosen is taken back, but one filter always applies.
                        const isBack = part !== 'filter' && value === scope[part];
                        onScope({ ...scope, [part]: isBack ? null : value });
                      }}
                    >
                      <span>{name}</span> <span>{count.toLocaleString('en')}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      <StorageUsage />
    </aside>
  );
}

function countValues(values: readonly string[]) {
  const groups = Map.groupBy(
    values.filter((value) => value !== ''),
    (value) => value,
  );
  return [...groups]
    .map(([value, { length: count }]) => ({ value, label: value, count }))
    .toSorted((one, other) => one.value.localeCompare(other.value));
}

function StorageUsage() {
  const { storage } = useLibrary();
  if (!storage) return null;
  const { usedBytes, quotaBytes } = storage;
  const used = formatBytes(usedBytes);
  if (quotaBytes === null) return <p className={styles.storage}>{message('studioUsed', used)}</p>;
  return (
    <p className={styles.storage}>
      {message('studioUsedAndFree', used, formatBytes(Math.max(0, quotaBytes - usedBytes)))}{' '}
      <meter
        min={0}
        max={quotaBytes}
        high={quotaBytes * 0.9}
        value={usedBytes}
        aria-label={message('studioStorageUsed')}
      />
    </p>
  );
}
