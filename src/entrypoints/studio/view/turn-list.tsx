import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import type { WindowedListHandle } from '../../../ui/components/windowed-list.tsx';
import { WindowedList } from '../../../ui/components/windowed-list.tsx';
import { ActionCard } from '../../../ui/conversation/action-card.tsx';
import { Utterance } from '../../../ui/conversation/utterances.tsx';
import type { SelectedModel, StudioEvents, TimelineItem } from '../studio-model.ts';
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

type EditMode = 'text' | 'split';

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
  const isEditable = version === 'edited' && !isRecording;

  const activate = (id: string | undefined): void => {
    if (id === undefined) return;
    setActiveId(id);
    setMode(null);
    list.current?.reveal(id);
  };

  const run = (command: ReviewCommand): void => {
    const at = items.findIndex(({ id }) => id === activeId);
    const step = planCommand(command, items, at);
    if (!isEditable && (step.edit ?? step.mode)) return;
    if (command === 'help') setHelpOpen(true);
    if (step.activate !== undefined) activate(step.activate);
    if (step.mode) setMode(step.mode);
    if (step.edit) events.onEdit(step.edit);
  };
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

  // A turn that moved or was changed is rendered again, without the focus that it had.
  useEffect(() => {
    if (activeId !== null && document.activeElement === document.body) {
      list.current?.reveal(activeId);
    }
  }, [items, activeId, mode]);

  const listed = useMemo(
    () =>
      items.map((item): ListedItem =>
        item.id === activeId ? { ...item, active: { mode } } : item,
      ),
    [items, activeId, mode],
  );
  const render = useCallback(
    (item: ListedItem) => (
      <div
        className={styles.turn}
        data-active={item.active !== undefined}
        data-noise={item.isNoise}
      >
        {item.isNoise && <p className={styles.noise}>{message('studioIsNoise')}</p>}
        {item.entry.kind === 'utterance' ? (
          <Utterance entry={item.entry} origin={startedAt} />
        ) : (
          <ActionCard entry={item.entry} origin={startedAt} />
        )}
        {item.active && isEditable && (
          <TurnActions
            item={item}
            mode={item.active.mode}
            onCommand={(command) => latest.current(command)}
            onText={(text) => {
              setMode(null);
              if (text !== item.text) events.onEdit({ kind: 'text', turnId: item.id, text });
            }}
            onSplit={(offset) => {
              setMode(null);
              const newId = crypto.randomUUID();
              events.onEdit({ kind: 'split', turnId: item.id, offset, newId });
            }}
            onCancel={() => setMode(null)}
          />
        )}
      </div>
    ),
    [startedAt, isEditable, events],
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
      <ReviewBar timeline={timeline} events={events} onHelp={() => setHelpOpen(true)} />
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

interface TurnActionsProps {
  item: TimelineItem;
  mode: EditMode | null;
  onCommand: (command: ReviewCommand) => void;
  onText: (text: string) => void;
  onSplit: (offset: number) => void;
  onCancel: () => void;
}

/** What can be done with the active turn. */
function TurnActions({ item, mode, onCommand, onText, onSplit, onCancel }: TurnActionsProps) {
  if (mode !== null && item.text !== null) {
    return (
      <TurnEditor
        text={item.text}
        mode={mode}
        onText={onText}
        onSplit={onSplit}
        onCancel={onCancel}
      />
    );
  }
  const commands: readonly ReviewCommand[] = [
    ...(item.text === null ? [] : (['edit'] as const)),
    'noise',
    'up',
    'down',
    ...(item.canMerge ? (['merge'] as const) : []),
    ...(item.entry.kind === 'utterance' ? (['split'] as const) : []),
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
