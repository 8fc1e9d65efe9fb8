import { Button, IconButton, ConfirmButton } from '../../../ui/components/buttons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { formatBytes, formatCount, formatElapsed } from '../../../ui/format.ts';
import { CheckIcon, ChevronIcon, CloseIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import styles from './finished-card.module.css';
import { groupFindings } from './view-model.ts';
import type { ExportModel, FinishedRecording, SidePanelEvents } from './view-model.ts';

interface FindingsProps {
  findings: FinishedRecording['findings'];
  onReveal: (turnId: string) => void;
}

function Findings({ findings, onReveal }: FindingsProps) {
  if (findings === null) return <p className={styles.faint}>Checking the turns…</p>;
  if (findings.length === 0) {
    return (
      <p className={styles.good}>
        <CheckIcon />
        Checked: no findings
      </p>
    );
  }
  return (
    <details className={styles.findings}>
      <summary>
        <WarningIcon />
        {formatCount(findings.length, 'finding')}
        <ChevronIcon />
      </summary>
      <ul>
        {groupFindings(findings).map(({ message, turns, first }) => (
          <li key={message}>
            {turns > 1 && <b>{formatCount(turns, 'turn')}: </b>}
            {message}
            {first !== null && (
              <Button variant="quiet" onClick={() => onReveal(first)}>
                {turns > 1 ? 'Show the first' : 'Show the turn'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function ExportProgress({
  done,
  total,
  onCancel,
}: {
  done: number;
  total: number;
  onCancel: () => void;
}) {
  const isNearlyDone = done >= total;
  return (
    <div className={styles.packing}>
      <progress value={done} max={Math.max(total, 1)} aria-label="Packing the zip" />
      <span className={styles.faint}>
        {isNearlyDone ? 'Finishing…' : `${formatBytes(done)} of ${formatBytes(total)}`}
      </span>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

function ExportResult({ exporting }: { exporting: ExportModel }) {
  switch (exporting.state) {
    case 'none':
    case 'packing':
      return null;
    case 'done':
      return (
        <p className={styles.good}>
          <CheckIcon />
          <span className="visually-hidden">Saved as </span>
          <MiddleText text={exporting.fileName} tail={12} />{' '}
          <span className={styles.size}>{formatBytes(exporting.bytes)}</span>
        </p>
      );
    case 'failed':
      return <p className={styles.failed}>{exporting.message}</p>;
  }
}

interface FinishedCardProps {
  finished: FinishedRecording;
  events: SidePanelEvents;
  /** A turn is to be shown in the conversation. */
  onReveal: (turnId: string) => void;
}

/** What was just recorded: how it went, and what to do with it. */
export function FinishedCard({ finished, events, onReveal }: FinishedCardProps) {
  const { title, turns, exporting } = finished;
  const isEmpty = turns === 0;
  return (
    <section className={styles.card} aria-label="Finished demonstration">
      <div className={styles.head}>
        <h2>
          <MiddleText text={title} />
        </h2>
        <IconButton
          label="Close; it stays in Demonstrations"
          icon={<CloseIcon />}
          onClick={events.onCloseFinished}
        />
      </div>
      <p className={styles.faint}>
        {formatCount(turns, 'turn')} · {formatElapsed(finished.durationMs)}
      </p>
      {isEmpty ? (
        <p>Nothing was done while it ran, so there is nothing to pack into a zip.</p>
      ) : (
        <Findings findings={finished.findings} onReveal={onReveal} />
      )}
      <KeepFocus className={styles.actions}>
        <Button
          variant="primary"
          disabled={isEmpty}
          isBusy={exporting.state === 'packing'}
          onClick={events.onExport}
        >
          Export
        </Button>
        <Button disabled={isEmpty} onClick={events.onOtherFormats}>
          Other formats…
        </Button>
        <Button onClick={events.onReview}>Review</Button>
        <ConfirmButton
          label="Discard"
          cancelLabel="Keep"
          question={`Discard this demonstration? ${formatCount(turns, 'turn')} would be gone for good.`}
          onConfirm={events.onDiscard}
        />
        {/* Below the buttons, which so stay where they are. */}
        {exporting.state === 'packing' && (
          <ExportProgress {...exporting} onCancel={events.onCancelExport} />
        )}
      </KeepFocus>
      <div role="status">
        <ExportResult exporting={exporting} />
      </div>
    </section>
  );
}
