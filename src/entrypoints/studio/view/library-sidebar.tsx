import type { FindingKind } from '../../../core/demonstration/lint/finding.ts';
import { FINDING_KINDS } from '../../../core/demonstration/lint/finding.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { formatBytes } from '../../../ui/format.ts';
import type {
  DemonstrationRow,
  LibraryFilter,
  LibraryScope,
  StorageModel,
} from '../studio-model.ts';
import { LIBRARY_FILTERS, passesFilter } from '../studio-model.ts';
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
  storage: StorageModel | null;
  onScope: (scope: LibraryScope) => void;
}

/** What the library shows: by status, project and tag; and how much is stored. */
export function LibrarySidebar({ rows, scope, storage, onScope }: LibrarySidebarProps) {
  const kept = rows.filter(({ isDeleted }) => !isDeleted);
  return (
    <aside className={styles.sidebar} aria-label={message('studioSidebar')}>
      <Choices
        label="studioFilter"
        choices={LIBRARY_FILTERS.map((filter) => ({
          value: filter,
          label: message(FILTERS[filter]),
          count: rows.filter((row) => passesFilter(row, filter)).length,
        }))}
        chosen={scope.filter}
        onChoose={(filter) => onScope({ ...scope, filter })}
      />
      <Choices
        label="studioProjects"
        choices={countValues(kept.map(({ project }) => project))}
        chosen={scope.project}
        onChoose={(project) =>
          onScope({ ...scope, project: project === scope.project ? null : project })
        }
      />
      <Choices
        label="studioTags"
        choices={countValues(kept.flatMap(({ tags }) => tags))}
        chosen={scope.tag}
        onChoose={(tag) => onScope({ ...scope, tag: tag === scope.tag ? null : tag })}
      />
      <Choices
        label="studioFindingKinds"
        choices={FINDING_KINDS.map((kind) => ({
          value: kind,
          label: message(KINDS[kind]),
          count: kept.filter(({ findings }) => (findings?.[kind] ?? 0) > 0).length,
        })).filter(({ count }) => count > 0)}
        chosen={scope.kind}
        onChoose={(kind) => onScope({ ...scope, kind: kind === scope.kind ? null : kind })}
      />
      {storage && <StorageUsage storage={storage} />}
    </aside>
  );
}

interface Choice<Value extends string> {
  value: Value;
  label: string;
  count: number;
}

/** Each value with its count, by name. */
function countValues(values: readonly string[]): Choice<string>[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([value, count]) => ({ value, label: value, count }));
}

interface ChoicesProps<Value extends string> {
  label: MessageName;
  choices: readonly Choice<Value>[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

function Choices<Value extends string>({ label, choices, chosen, onChoose }: ChoicesProps<Value>) {
  if (choices.length === 0) return null;
  return (
    <div role="group" aria-label={message(label)} className={styles.group}>
      <h2>{message(label)}</h2>
      <ul>
        {choices.map((choice) => (
          <li key={choice.value}>
            <button
              type="button"
              aria-pressed={choice.value === chosen}
              onClick={() => onChoose(choice.value)}
            >
              <span>{choice.label}</span> <span>{choice.count.toLocaleString('en')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function StorageUsage({ storage: { usedBytes, quotaBytes } }: { storage: StorageModel }) {
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
