import type { Ref } from 'react';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { WarningIcon } from '../../../ui/components/icons.tsx';
import type { WindowedListHandle } from '../../../ui/components/windowed-list.tsx';
import { WindowedList } from '../../../ui/components/windowed-list.tsx';
import { ActionCard } from '../../../ui/conversation/action-card.tsx';
import { Utterance } from '../../../ui/conversation/utterances.tsx';
import type { ActionEntry } from '../../../ui/conversation/entry.ts';
import type { EditMode } from '../plan-command.ts';
import type { TimelineItem } from '../studio-model.ts';
import { TurnEditor } from './turn-editor.tsx';
import styles from './turn-list.module.css';

/** An item that is shown; the active one is a new object whenever its mode changes. */
interface ListedItem extends TimelineItem {
  active?: { mode: EditMode | null };
  /** Whether it came of an action right before it: a press, the submit and the load are one group. */
  isConsequence?: true;
}

interface TurnListProps {
  items: readonly TimelineItem[];
  activeId: string | null;
  /** What the active turn is edited for. */
  mode: EditMode | null;
  /** Epoch ms that times count from. */
  startedAt: number;
  onActivate: (id: string) => void;
  /** Null where the editor was closed without a change. */
  onEdit: (id: string, command: EditCommand | null) => void;
  ref: Ref<WindowedListHandle>;
}

/** The turns in order, of which one is active. */
export function TurnList(props: TurnListProps) {
  const { items, activeId, mode, startedAt, onActivate, onEdit, ref } = props;
  const listed = useMemo(
    () =>
      markConsequences(items).map((item) =>
        item.id === activeId ? { ...item, active: { mode } } : item,
      ),
    [items, activeId, mode],
  );
  // The list renders all items again when it gets another function.
  const latest = useRef(onEdit);
  useLayoutEffect(() => {
    latest.current = onEdit;
  });
  const render = useCallback(
    (item: ListedItem) => (
      <ListedTurn
        item={item}
        origin={startedAt}
        onEdit={(command) => latest.current(item.id, command)}
      />
    ),
    [startedAt],
  );
  const activateTarget = ({ target }: { target: EventTarget }): void => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
    const id = item?.dataset['item'];
    if (id !== undefined) onActivate(id);
  };
  return (
    <div
      className={styles.list}
      role="presentation"
      onClick={activateTarget}
      onFocus={activateTarget}
    >
      <WindowedList ref={ref} items={listed} render={render} startsAtEnd={false} />
    </div>
  );
}

const consequences = new WeakMap<TimelineItem, ListedItem>();

/** The same object for the same item, so that the list renders only what changes. */
function markConsequences(items: readonly TimelineItem[]): ListedItem[] {
  let group = new Set<string>();
  return items.map((item) => {
    if (item.causedBy === null || !group.has(item.causedBy)) {
      group = new Set([item.id]);
      return item;
    }
    group.add(item.id);
    const marked = consequences.get(item) ?? { ...item, isConsequence: true };
    consequences.set(item, marked);
    return marked;
  });
}

interface ListedTurnProps {
  item: ListedItem;
  /** Epoch ms that times count from. */
  origin: number;
  onEdit: (command: EditCommand | null) => void;
}

/** A turn with its badges and, while its text is edited, the editor. */
function ListedTurn({ item, origin, onEdit }: ListedTurnProps) {
  const { entry, isNoise, comments, findings, active } = item;
  return (
    <div
      className={styles.turn}
      data-active={active !== undefined}
      data-noise={isNoise}
      data-consequence={item.isConsequence === true}
    >
      {isNoise && <p className={styles.noise}>{message('studioIsNoise')}</p>}
      {entry.kind === 'utterance' ? (
        <Utterance entry={entry} origin={origin} />
      ) : item.isConsequence ? (
        <Consequence entry={entry} />
      ) : (
        <ActionCard entry={entry} origin={origin} isSummary />
      )}
      {findings.length > 0 && (
        <p className={styles.findings}>
          <WarningIcon /> {countMessage('commonFindings', findings.length)}
        </p>
      )}
      {comments.map((comment, at) => (
        <p key={at} className={styles.comment}>
          {comment}
        </p>
      ))}
      {active && isTextMode(active.mode) && (
        <InPlaceEditor item={item} mode={active.mode} origin={origin} onEdit={onEdit} />
      )}
    </div>
  );
}

/** One line under the action that it came of. */
function Consequence({ entry }: { entry: ActionEntry }) {
  return (
    <p className={styles.consequence}>
      <span className="visually-hidden">{message('commonCausedBefore')}: </span>
      {entry.description}
      {entry.state === 'late-screenshot' && <span>{message('commonStateLate')}</span>}
    </p>
  );
}

type TextMode = Exclude<EditMode, 'target' | 'picture'>;

function isTextMode(mode: EditMode | null): mode is TextMode {
  return mode !== null && mode !== 'target' && mode !== 'picture';
}

function InPlaceEditor({ item, mode, origin, onEdit }: ListedTurnProps & { mode: TextMode }) {
  const { id: turnId, text, entry } = item;
  const texts: Record<TextMode, string> = {
    text: text ?? '',
    split: text ?? '',
    comment: '',
    time: formatSeconds(entry.at - origin),
  };
  const save = (given: string): EditCommand | null => {
    if (mode === 'time') {
      const at = readSeconds(given);
      return at === null ? null : { kind: 'time', turnId, at: origin + at };
    }
    if (mode === 'comment') return given.trim() === '' ? null : { kind: mode, turnId, text: given };
    return given === text ? null : { kind: 'text', turnId, text: given };
  };
  return (
    <TurnEditor
      text={texts[mode]}
      mode={mode}
      onText={(given) => onEdit(save(given))}
      onSplit={(offset) => onEdit({ kind: 'split', turnId, offset, newId: crypto.randomUUID() })}
      onCancel={() => onEdit(null)}
    />
  );
}

/** Ms as `1:05.2`, to be edited. */
function formatSeconds(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  const rest = (seconds % 60).toFixed(1).padStart(4, '0');
  return `${Math.floor(seconds / 60)}:${rest}`;
}

/** Reads `1:05.2` or `65.2` in ms; null for anything else. */
function readSeconds(text: string): number | null {
  const match = /^(?:(\d+):)?(\d+(?:\.\d+)?)$/u.exec(text.trim());
  return match ? (Number(match[1] ?? 0) * 60 + Number(match[2])) * 1000 : null;
}
