import { countMessage, message } from '../../../messages/message.ts';
import { Button, ConfirmButton, IconButton } from '../../../ui/components/buttons.tsx';
import { ExportProgress, ExportResult, isPending } from '../../../ui/components/export-status.tsx';
import { CheckIcon, ChevronIcon, CloseIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { formatElapsed } from '../../../ui/format.ts';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { FinishedRecording } from '../panel-model.ts';
import styles from './finished-card.module.css';
import { groupFindings } from '../panel-state.ts';

interface FinishedCardProps {
  finished: FinishedRecording;
  events: SidePanelEvents;
  /** Shows a turn in the conversation. */
  onReveal: (turnId: string) => void;
}

/** The demonstration that was just recorded: its findings, and what to do with it. */
export function FinishedCard({ finished, events, onReveal }: FinishedCardProps) {
  const { exporting } = finished;
  const isEmpty = finished.turns === 0;
  const turns = countMessage('turnCount', finished.turns);
  return (
    <section className={styles.card} aria-label={message('panelFinished')}>
      <div className={styles.head}>
        <h2>
          <MiddleText text={finished.title} />
        </h2>
        <IconButton
          label={message('panelCloseFinished')}
          icon={<CloseIcon />}
          onClick={events.onCloseFinished}
        />
      </div>
      <p className={styles.faint}>
        {turns} · {formatElapsed(finished.durationMs)}
      </p>
      {!isEmpty && (
        <input
          className={styles.task}
          aria-label={message('panelTaskLabel')}
          placeholder={message('panelTaskLabel')}
          autoComplete="off"
          maxLength={200}
          defaultValue={finished.task}
          onBlur={({ currentTarget: { value } }) => {
            if (value.trim() !== finished.task) events.onNameTask(value);
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur();
          }}
        />
      )}
      {isEmpty ? (
        <p>{message('panelEmptyRecording')}</p>
      ) : (
        <Findings finished={finished} onReveal={onReveal} />
      )}
      <KeepFocus className={styles.actions}>
        <Button
          variant="primary"
          disabled={isEmpty}
          isBusy={isPending(exporting)}
          onClick={events.onExport}
        >
          {message('commonExport')}
        </Button>
        <Button disabled={isEmpty} onClick={events.onOtherFormats}>
          {message('panelOtherFormats')}
        </Button>
        <Button disabled={isEmpty} onClick={events.onMakeSkill}>
          {message('skillsMake')}
        </Button>
        <Button onClick={events.onReview}>{message('panelReview')}</Button>
        <ConfirmButton
          label={message('commonDiscard')}
          cancelLabel={message('commonKeep')}
          question={message('panelDiscardQuestion', turns)}
          onConfirm={events.onDiscard}
        />
        {/* Below the buttons, so that they keep their places. */}
        {isPending(exporting) && (
          <ExportProgress exporting={exporting} onCancel={events.onCancelExport} />
        )}
      </KeepFocus>
      {!isEmpty && <p className={styles.faint}>{message('panelExportHint')}</p>}
      <ExportResult exporting={exporting} />
    </section>
  );
}

function Findings({ finished: { findings }, onReveal }: Omit<FinishedCardProps, 'events'>) {
  if (findings === null) return <p className={styles.faint}>{message('panelChecking')}</p>;
  if (findings.length === 0) {
    return (
      <p className={styles.good}>
        <CheckIcon />
        {message('panelNoFindings')}
      </p>
    );
  }
  return (
    <details className={styles.findings}>
      <summary>
        <WarningIcon />
        {countMessage('commonFindings', findings.length)}
        <ChevronIcon />
      </summary>
      <ul>
        {groupFindings(findings).map(({ message: text, turns, first }) => (
          <li key={text}>
            {turns > 1
              ? message('panelFindingInTurns', countMessage('turnCount', turns), text)
              : text}
            {first !== null && (
              <Button variant="quiet" onClick={() => onReveal(first)}>
                {message(turns > 1 ? 'panelShowFirst' : 'panelShowTurn')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
