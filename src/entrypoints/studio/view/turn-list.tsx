import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { EditCommand } from '../../../core/demonstration/edit.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import type { WindowedListHandle } from '../../../ui/components/windowed-list.tsx';
import { WindowedList } from '../../../ui/components/windowed-list.tsx';
import { ActionCard } from '../../../ui/conversation/action-card.tsx';
import { Utterance } from '../../../ui/conversation/utterances.tsx';
import type { SelectedModel, StudioEvents, TimelineItem } from '../studio-model.ts';
import type { EditMode } from '../plan-command.ts';
import { planCommand } from '../plan-command.ts';
import { KeySheet, ReviewBar } from './review-bar.tsx';
import type { ReviewCommand } from './review-keys.ts';
import { findCommand, REVIEW_KEYS } from './review-keys.ts';
import { TurnEditor } from './turn-editor.tsx';
import styles from './turn-list.module.css';

type ReadyTimeline = Extract<SelectedModel['timeline'], { state: 'ready' }>;

interface TurnListProps {
  timeline: ReadyTimeline;
  /** Epoch ms that times count from. */
  startedAt: number;
  events: StudioEvents;
}

/** An item that is shown; the active one is a new object whenever its mode changes. */
interface ListedItem extends TimelineItem {
  active?: { mode: EditMode | null };
}

/** The turns of a demonstration, of which one is active; keys and buttons change it. */
export function TurnList({ timeline, startedAt, events }: TurnListProps) {
  const { items, version, isRecording } = timeline;
  const list = useRef<WindowedListHandle>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [mode, setMode] = useState<EditMode | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isAskingReason, setAskingReason] = useState(false);
  const isEditable = version === 'edited' && !isRecording;

  const activate = (id: string | undefined): void => {
    if (id === undefined) return;
    setActiveId(id);
    setMode(null);
    list.current?.reveal(id);
  };

  /** What is changed is rendered again and may lose the focus, so the active turn gets it. */
  const edit = (command: EditCommand): void => {
    events.onEdit(command);
    if (activeId !== null) list.current?.reveal(activeId);
  };

  const run = (command: ReviewCommand): void => {
    const at = items.findIndex(({ id }) => id === activeId);
    const step = planCommand(command, items, at);
    if (!isEditable && (step.edit ?? step.mode ?? step.asksReason)) return;
    if (command === 'help') setHelpOpen(true);
    if (step.asksReason) setAskingReason(true);
    if (step.mode) setMode(step.mode);
    if (step.edit) edit(step.edit);
    if (step.activate !== undefined) activate(step.activate);
  };
  const latest = useReviewKeys(run);

  const listed = useMemo(
    () =>
      items.map((item): ListedItem =>
        item.id === activeId ? { ...item, active: { mode } } : item,
      ),
    [items, activeId, mode],
  );
  const render = useCallback(
    (item: ListedItem) => (
      <ListedTurn
        item={item}
        origin={startedAt}
        isEditable={isEditable}
        onCommand={(command) => latest.current(command)}
        onEdit={(command) => {
          setMode(null);
          if (command) events.onEdit(command);
          list.current?.reveal(item.id);
        }}
      />
    ),
    [startedAt, isEditable, events, latest],
  );
  const activateTarget = ({ target }: { target: EventTarget }): void => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
    const id = item?.dataset['item'];
    if (id === undefined || id === activeId) return;
    setActiveId(id);
    setMode(null);
  };

  return (
    <>
      <ReviewBar timeline={timeline} events={events} onCommand={run} />
      {isAskingReason && (
        <TurnEditor
          text=""
          mode="reason"
          onText={(comment) => {
            setAskingReason(false);
            edit({ kind: 'judge', status: 'rejected', comment });
          }}
          onSplit={() => undefined}
          onCancel={() => {
            setAskingReason(false);
            activate(activeId ?? undefined);
          }}
        />
      )}
      {items.length === 0 ? (
        <p className={styles.none}>{message('studioNoTurns')}</p>
      ) : (
        <div
          className={styles.list}
          role="presentation"
          onClick={activateTarget}
          onFocus={activateTarget}
        >
          <WindowedList ref={list} items={listed} render={render} startsAtEnd={false} />
        </div>
      )}
      {isHelpOpen && <KeySheet onClose={() => setHelpOpen(false)} />}
    </>
  );
}

/** Runs the command of each key that is pressed; the ref has the latest `run`. */
function useReviewKeys(run: (command: ReviewCommand) => void) {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = findCommand(event);
      if (!command) return;
      event.preventDefault();
      latest.current(command);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return latest;
}

interface ListedTurnProps {
  item: ListedItem;
  /** Epoch ms that times count from. */
  origin: number;
  isEditable: boolean;
  onCommand: (command: ReviewCommand) => void;
  /** Null where the editor was closed without a change. */
  onEdit: (command: EditCommand | null) => void;
}

/** A turn with what was said about it and, while it is active, what can be done with it. */
function ListedTurn({ item, origin, isEditable, onCommand, onEdit }: ListedTurnProps) {
  const { entry, isNoise, comments, active } = item;
  return (
    <div className={styles.turn} data-active={active !== undefined} data-noise={isNoise}>
      {isNoise && <p className={styles.noise}>{message('studioIsNoise')}</p>}
      {entry.kind === 'utterance' ? (
        <Utterance entry={entry} origin={origin} />
      ) : (
        <ActionCard entry={entry} origin={origin} />
      )}
      {comments.map((comment, at) => (
        <p key={at} className={styles.comment}>
          {comment}
        </p>
      ))}
      {active && isEditable && active.mode === null && (
        <TurnActions item={item} onCommand={onCommand} />
      )}
      {active && isEditable && active.mode !== null && (
        <TurnEditor
          text={active.mode === 'comment' ? '' : (item.text ?? '')}
          mode={active.mode}
          onText={(text) => {
            const kind = active.mode === 'comment' ? 'comment' : 'text';
            const isNew = text !== item.text && (kind === 'text' || text.trim() !== '');
            onEdit(isNew ? { kind, turnId: item.id, text } : null);
          }}
          onSplit={(offset) =>
            onEdit({ kind: 'split', turnId: item.id, offset, newId: crypto.randomUUID() })
          }
          onCancel={() => onEdit(null)}
        />
      )}
    </div>
  );
}

interface TurnActionsProps {
  item: TimelineItem;
  onCommand: (command: ReviewCommand) => void;
}

/** Buttons for what can be done with the active turn. */
function TurnActions({ item, onCommand }: TurnActionsProps) {
  const commands: readonly ReviewCommand[] = [
    ...(item.text === null ? [] : (['edit'] as const)),
    'noise',
    'up',
    'down',
    ...(item.canMerge ? (['merge'] as const) : []),
    ...(item.entry.kind === 'utterance' ? (['split'] as const) : []),
    'comment',
    'remove',
  ];
  return (
    <div className={styles.actions} role="toolbar" aria-label={message('studioTurnActions')}>
      {commands.map((command) => (
        <Button
          key={command}
          variant="quiet"
          title={REVIEW_KEYS[command].keys}
          aria-pressed={command === 'noise' ? item.isNoise : undefined}
          onClick={() => onCommand(command)}
        >
          {message(REVIEW_KEYS[command].label)}
        </Button>
      ))}
    </div>
  );
}
