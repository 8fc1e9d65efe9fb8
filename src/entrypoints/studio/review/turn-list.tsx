import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { WarningIcon } from '../../../ui/components/icons.tsx';
import { WindowedList } from '../../../ui/components/windowed-list.tsx';
import { ActionCard } from '../../../ui/conversation/action-card.tsx';
import { Utterance } from '../../../ui/conversation/utterances.tsx';
import type { ActionEntry } from '../../../ui/conversation/entry.ts';
import type { EditMode } from './review-commands.ts';
import { useReview } from './review-controller.ts';
import { activate, closeEditor, saveEdit } from './run-command.ts';
import type { TimelineItem } from './timeline.ts';
import styles from './turn-list.module.css';

/** An item that is shown; the active one is a new object whenever its mode changes. */
interface ListedItem extends TimelineItem {
  active?: { mode: EditMode | null };
  /** Whether it came of an action right before it: a press, the submit and the load are one group. */
  isConsequence?: true;
}

interface TurnListProps {
  items: readonly TimelineItem[];
  activeId: string;
  mode: EditMode | null;
}

export function TurnList({ items, activeId, mode }: TurnListProps) {
  const revealed = useReview((review) => review?.revealed ?? null);
  const listed = useMemo(
    () =>
      markConsequences(items).map((item) =>
        item.id === activeId ? { ...item, active: { mode } } : item,
      ),
    [items, activeId, mode],
  );
  const activateTarget = ({ target }: { target: EventTarget }): void => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
    const id = item?.dataset['item'];
    if (id !== undefined && id !== activeId) activate(id);
  };
  return (
    <div
      className={styles.list}
      role="presentation"
      onClick={activateTarget}
      onFocus={activateTarget}
    >
      <WindowedList items={listed} render={renderTurn} startsAtEnd={false} revealed={revealed} />
    </div>
  );
}

function renderTurn(item: ListedItem) {
  return <ListedTurn item={item} />;
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

/** A turn with its badges and, while its text is edited, the editor. */
function ListedTurn({ item }: { item: ListedItem }) {
  const { entry, isNoise, comments, findings, active } = item;
  const origin = useReview((review) => review?.selection.startedAt ?? 0);
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
      {active && <InPlaceEditor item={item} mode={active.mode} origin={origin} />}
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

interface InPlaceEditorProps {
  item: ListedItem;
  mode: EditMode | null;
  /** Epoch ms that times count from. */
  origin: number;
}

function InPlaceEditor({ item, mode, origin }: InPlaceEditorProps) {
  const { id: turnId, text, entry } = item;
  if (mode !== 'text' && mode !== 'split' && mode !== 'comment' && mode !== 'time') return null;
  const texts = {
    text: text ?? '',
    split: text ?? '',
    comment: '',
    time: formatSeconds(entry.at - origin),
  };
  const read = (given: string): EditCommand | null => {
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
      onText={(given) => saveEdit(read(given))}
      onSplit={(offset) => saveEdit({ kind: 'split', turnId, offset, newId: crypto.randomUUID() })}
      onCancel={closeEditor}
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

const LABELS = {
  text: { field: 'studioTextLabel', hint: 'studioTextHint', save: 'commonSave' },
  split: { field: 'studioSplitLabel', hint: 'studioSplitHint', save: 'studioKeySplit' },
  comment: { field: 'studioCommentLabel', hint: 'studioTextHint', save: 'commonSave' },
  time: { field: 'studioTimeLabel', hint: 'studioTextHint', save: 'commonSave' },
  reason: { field: 'studioReasonLabel', hint: 'studioTextHint', save: 'studioKeyReject' },
} as const;

interface TurnEditorProps {
  text: string;
  /** `split` chooses a place in the text; `text` changes it; the others write a new one. */
  mode: Exclude<EditMode, 'target' | 'picture'>;
  onText: (text: string) => void;
  /** `offset` in UTF-16 units. */
  onSplit?: (offset: number) => void;
  onCancel: () => void;
}

/** Writes a text in its place: of a turn, about it, or why a demonstration is rejected. */
export function TurnEditor({ text, mode, onText, onSplit, onCancel }: TurnEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const labels = LABELS[mode];
  useLayoutEffect(() => {
    const area = field.current;
    area?.focus();
    if (mode !== 'split') {
      area?.select();
      return undefined;
    }
    area?.setSelectionRange(0, 0);
    // A read-only field has no cursor to move, so this one refuses what is typed.
    const refuse = (event: Event): void => event.preventDefault();
    area?.addEventListener('beforeinput', refuse);
    return () => area?.removeEventListener('beforeinput', refuse);
  }, [mode]);
  const save = (): void => {
    if (!field.current) return;
    if (mode === 'split') onSplit?.(field.current.selectionStart);
    else onText(field.current.value);
  };
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        defaultValue={text}
        rows={Math.min(6, Math.ceil(text.length / 60) + 1)}
        aria-label={message(labels.field)}
        placeholder={message(labels.field)}
        aria-describedby={hintId}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          else if (event.key === 'Enter' && !event.shiftKey) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <p id={hintId}>{message(labels.hint)}</p>
      <Button variant="primary" onClick={save}>
        {message(labels.save)}
      </Button>
      <Button onClick={onCancel}>{message('commonCancel')}</Button>
    </div>
  );
}
