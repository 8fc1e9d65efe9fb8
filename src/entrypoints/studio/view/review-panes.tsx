import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import { message } from '../../../messages/message.ts';
import type { WindowedListHandle } from '../../../ui/components/windowed-list.tsx';
import type { EditMode } from '../plan-command.ts';
import { planCommand } from '../plan-command.ts';
import type {
  FilmModel,
  PageModel,
  SelectedModel,
  StudioEvents,
  TimelineItem,
} from '../studio-model.ts';
import { Conflicts } from './conflicts.tsx';
import { Inspector } from './inspector.tsx';
import { KeySheet, ReviewBar } from './review-bar.tsx';
import type { ReviewCommand } from './review-keys.ts';
import { findCommand } from './review-keys.ts';
import styles from './review-panes.module.css';
import { Stage } from './stage.tsx';
import { TurnEditor } from './turn-editor.tsx';
import { TurnList } from './turn-list.tsx';

interface ReviewPanesProps {
  timeline: Extract<SelectedModel['timeline'], { state: 'ready' }>;
  page: PageModel | null;
  film: FilmModel | null;
  /** Epoch ms that times count from. */
  startedAt: number;
  /** Whether the first turn with a finding is active at first. */
  startsAtFinding: boolean;
  events: StudioEvents;
}

function findStart(items: readonly TimelineItem[], atFinding: boolean): string | null {
  const found = atFinding ? items.find(({ findings }) => findings.length > 0) : undefined;
  return (found ?? items[0])?.id ?? null;
}

/** The turns, the page of the active turn, and what is known of it; keys and buttons change the turn. */
export function ReviewPanes(props: ReviewPanesProps) {
  const { timeline, page, film, startedAt, events } = props;
  const { items, version, isRecording } = timeline;
  const list = useRef<WindowedListHandle>(null);
  const [activeId, setActiveId] = useState(() => findStart(items, props.startsAtFinding));
  const [mode, setMode] = useState<EditMode | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isAskingReason, setAskingReason] = useState(false);
  const isEditable = version === 'edited' && !isRecording;
  const activeItem = items.find(({ id }) => id === activeId) ?? null;

  const choose = (id: string): void => {
    setActiveId(id);
    setMode(null);
  };
  const activate = (id: string | undefined): void => {
    if (id === undefined) return;
    choose(id);
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
    if (!isEditable && (step.edit ?? step.mode ?? step.asksReason ?? step.divideAt)) return;
    if (command === 'help') setHelpOpen(true);
    if (step.leaves) events.onNextToFix();
    if (step.asksReason) setAskingReason(true);
    if (step.divideAt !== undefined) events.onDivide(step.divideAt);
    if (step.mode) setMode(step.mode);
    if (step.mode === 'target' && activeId !== null) events.onOpenPage(activeId);
    if (step.edit) edit(step.edit);
    if (step.activate !== undefined) activate(step.activate);
  };
  const latest = useReviewKeys(run);
  /** Closes what the mode had open. */
  const end = (): void => {
    setMode(null);
    activate(activeId ?? undefined);
  };

  return (
    <>
      <ReviewBar timeline={timeline} events={events} onCommand={run} />
      <Conflicts
        conflicts={timeline.conflicts}
        isEditable={isEditable}
        onEdit={edit}
        onShow={activate}
      />
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
            end();
          }}
        />
      )}
      {items.length === 0 && <p className={styles.none}>{message('studioNoTurns')}</p>}
      {activeItem && (
        <div className={styles.panes}>
          <TurnList
            ref={list}
            items={items}
            activeId={activeId}
            mode={isEditable ? mode : null}
            startedAt={startedAt}
            onActivate={(id) => id !== activeId && choose(id)}
            onEdit={(id, command) => {
              setMode(null);
              if (command) events.onEdit(command);
              list.current?.reveal(id);
            }}
          />
          <Stage
            key={activeItem.id}
            item={activeItem}
            page={page?.turnId === activeItem.id ? page : null}
            isChoosing={isEditable && mode === 'target'}
            film={timeline.hasFilm ? (film?.turnId === activeItem.id ? film : 'unopened') : null}
            isEditable={isEditable}
            onOpenPage={() => events.onOpenPage(activeItem.id)}
            onOpenFilm={() => events.onOpenFilm(activeItem.id)}
            onFrame={(video) => events.onFrame(activeItem.id, video)}
            onTarget={(uid) => {
              events.onRetarget(activeItem.id, uid);
              end();
            }}
          />
          <Inspector
            item={activeItem}
            page={page?.turnId === activeItem.id ? page : null}
            mode={isEditable ? mode : null}
            isEditable={isEditable}
            events={events}
            onCommand={(command) => latest.current(command)}
            onEdit={edit}
            onMode={setMode}
            onEnd={end}
          />
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
